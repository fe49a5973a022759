// The screen of a device stays on while a game does: one looks at it for minutes without touching it.
//
// Browsers allow that to secure pages only. On a plain address of the house there is nothing that works, so we say so,
// once for a device.
import { keep, kept } from "./kept";
import { announce, toast } from "./toasts.svelte";
import { t } from "./words";

const KEY = "tablee.awake.told";

/** Until the answer is called. */
export function stayAwake(): () => void {
  if (!("wakeLock" in navigator)) {
    tell();
    return () => {};
  }
  let lock: WakeLockSentinel | null = null;
  let asking = false;
  const life = { over: false };

  // A page that is not seen loses it; a browser that saves power may refuse it until somebody taps.
  async function take(): Promise<void> {
    if (life.over || asking || document.visibilityState !== "visible" || lock?.released === false) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      // Refused: nothing is lost but light.
    } finally {
      asking = false;
      letGo();
    }
  }
  const letGo = (): void => {
    if (life.over) void lock?.release();
  };
  const again = (): void => void take();
  document.addEventListener("visibilitychange", again);
  addEventListener("click", again);
  again();
  return () => {
    life.over = true;
    document.removeEventListener("visibilitychange", again);
    removeEventListener("click", again);
    letGo();
  };
}

/** To who holds the screen in their hand: others have none that goes out so soon. */
function tell(): void {
  if (!matchMedia("(pointer: coarse)").matches || kept<boolean>(KEY)) return;
  keep(KEY, true);
  toast(t("awake"));
  announce(t("awake"));
}
