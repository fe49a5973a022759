// Pieces that all pages share, in a real browser: what they show, and what fingers and keys do with them.
import { createRawSnippet } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-svelte";
import Actions from "../src/kit/Actions.svelte";
import Card from "../src/kit/Card.svelte";
import ChatBox from "../src/kit/ChatBox.svelte";
import Clock from "../src/kit/Clock.svelte";
import Curtain from "../src/kit/Curtain.svelte";
import Dialog from "../src/kit/Dialog.svelte";
import Hand from "../src/kit/Hand.svelte";
import Toasts from "../src/kit/Toasts.svelte";
import { moved } from "../src/kit/motion";
import { prefs } from "../src/lib/prefs.svelte";
import type { Speech } from "../src/lib/speech";
import { toast, toasts } from "../src/lib/toasts.svelte";

const speech = { label: (action: string) => `Do ${action}` } as unknown as Speech;
const words = (text: string) => createRawSnippet(() => ({ render: () => `<p>${text}</p>` }));

afterEach(() => {
  prefs.language = "en";
  prefs.motion = "full";
  prefs.pace = "normal";
  toasts.now = null;
});

describe("a dialog", () => {
  it("takes the focus, and gives way to Escape", async () => {
    const onclose = vi.fn();
    render(Dialog, { title: "Really?", open: true, children: words("Think twice."), onclose });
    await expect.element(page.getByRole("dialog", { name: "Really?" })).toBeVisible();
    expect(document.activeElement?.closest("dialog")).not.toBeNull();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByText("Think twice.")).not.toBeInTheDocument();
    expect(onclose).toHaveBeenCalledOnce();
  });
});

describe("the list of actions", () => {
  const legal = Array.from({ length: 30 }, (_, n) => `play ${n}`);

  it("names every action, and can be searched when there are many", async () => {
    const attempt = vi.fn();
    render(Actions, { legal, speech, hinted: "play 3", attempt });
    expect(page.getByRole("listitem").elements()).toHaveLength(30);
    await expect.element(page.getByText("suggested")).toBeVisible();
    await page.getByRole("searchbox").fill("do play 29");
    expect(page.getByRole("listitem").elements()).toHaveLength(1);
    await page.getByRole("button", { name: "Do play 29" }).click();
    expect(attempt).toHaveBeenCalledExactlyOnceWith("play 29");
  });

  it("says so when there is nothing to do", async () => {
    render(Actions, { legal: [], speech, hinted: "", attempt: () => {} });
    await expect.element(page.getByText("It is not your turn")).toBeVisible();
  });
});

describe("a hand", () => {
  it("is walked through by arrow keys, around both ends", async () => {
    const card = createRawSnippet<[string, number]>((name) => ({
      render: () => `<button type="button">${name()}</button>`,
    }));
    render(Hand, { cards: ["one", "two", "three"], name: (each: string) => each, label: "Your hand", card } as never);
    const button = (name: string) => page.getByRole("button", { name }).element();
    (button("one") as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(button("two"));
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(button("three"));
  });
});

describe("a card", () => {
  function placed() {
    const [onpick, attempt, held] = [vi.fn(), vi.fn(), vi.fn()];
    const drop = document.createElement("div");
    drop.dataset.drop = "herd";
    Object.assign(drop.style, { position: "fixed", left: "300px", top: "0", width: "100px", height: "300px" });
    document.body.append(drop);
    const drag = { means: (where: string) => (where === "herd" ? "play 7" : ""), attempt, held };
    render(Card, { art: "none", label: "Play the 7", onpick, drag });
    return { onpick, attempt, held };
  }
  function pointer(type: string, target: EventTarget, x: number, y: number): void {
    const at = { clientX: x, clientY: y, pointerId: 1, isPrimary: true, button: 0, bubbles: true, cancelable: true };
    target.dispatchEvent(new PointerEvent(type, at));
  }
  afterEach(() => document.querySelectorAll("[data-drop]").forEach((each) => each.remove()));

  it("is played by a tap", async () => {
    const { onpick, attempt } = placed();
    await page.getByRole("button", { name: "Play the 7" }).click();
    expect(onpick).toHaveBeenCalledOnce();
    expect(attempt).not.toHaveBeenCalled();
  });

  it("is played by a drag, and does nothing where it is let go beside", async () => {
    const { onpick, attempt, held } = placed();
    const card = page.getByRole("button", { name: "Play the 7" }).element() as HTMLElement;
    // Only a real pointer can be captured.
    card.setPointerCapture = () => {};
    for (const [x, times] of [
      [350, 1],
      [200, 1],
    ] as const) {
      pointer("pointerdown", card, 10, 10);
      pointer("pointermove", window, 100, 100);
      pointer("pointermove", window, x, 100);
      expect(document.querySelector("[data-over]") !== null).toBe(x === 350);
      pointer("pointerup", window, x, 100);
      expect(attempt).toHaveBeenCalledTimes(times);
    }
    expect(attempt).toHaveBeenCalledWith("play 7");
    expect(held.mock.calls.flat()).toEqual([true, false, true, false]);
    expect(card.style.translate).toBe("");
    // The click that follows a drag is no tap; one that comes later is.
    expect(onpick).not.toHaveBeenCalled();
    card.click();
    expect(onpick).not.toHaveBeenCalled();
    await new Promise((done) => setTimeout(done, 80));
    card.click();
    expect(onpick).toHaveBeenCalledOnce();
  });
});

describe("the curtain", () => {
  it("waits for the one it names, with the focus on the answer", async () => {
    const onready = vi.fn();
    render(Curtain, { name: "Bea", onready });
    await expect.element(page.getByRole("button", { name: "I am Bea!" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(onready).toHaveBeenCalledOnce();
  });

  it("speaks French", async () => {
    prefs.language = "fr";
    render(Curtain, { name: "Zoé", onready: () => {} });
    await expect.element(page.getByRole("button", { name: /Zoé/ })).toHaveTextContent("C’est moi, Zoé");
  });
});

describe("talk", () => {
  const line = { t: "chat", v: 3, person: "b", name: "Bea", text: "<i>hop</i>", phrase: "", at: 0 } as const;

  it("shows what was said as text, and sends what is written", async () => {
    const say = vi.fn();
    render(ChatBox, { lines: [line], me: "a", host: false, muted: [], say, mute: () => {} });
    await expect.element(page.getByText("<i>hop</i>")).toBeVisible();
    await page.getByRole("textbox").fill("  Bravo  ");
    await userEvent.keyboard("{Enter}");
    expect(say).toHaveBeenCalledExactlyOnceWith("Bravo");
    await expect.element(page.getByRole("textbox")).toHaveValue("");
  });

  it("does not send what is empty, and lets nobody write who is muted", async () => {
    const say = vi.fn();
    const { rerender } = await render(ChatBox, { lines: [], me: "a", host: false, muted: [], say, mute: () => {} });
    await page.getByRole("textbox").fill("   ");
    await userEvent.keyboard("{Enter}");
    expect(say).not.toHaveBeenCalled();
    await rerender({ muted: ["a"] });
    await expect.element(page.getByRole("textbox")).toBeDisabled();
  });

  it("has phrases for one tap, in the words of who reads them", async () => {
    const tell = vi.fn();
    const lines = [{ ...line, text: "", phrase: "well_played" }];
    const { rerender } = await render(ChatBox, {
      ...{ lines, me: "a", host: false, muted: [], say: vi.fn(), mute: () => {} },
      ...{ tell, free: false },
    });
    await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
    await expect.element(page.getByRole("list", { name: "Chat" })).toHaveTextContent("Bea Well played!");
    await page.getByRole("button", { name: "Thanks!" }).click();
    expect(tell).toHaveBeenCalledExactlyOnceWith("thanks");
    prefs.language = "fr";
    await expect.element(page.getByRole("list", { name: "Discussion" })).toHaveTextContent("Bien joué");
    await rerender({ muted: ["a"] });
    await page.getByRole("button", { name: "Merci" }).click({ force: true });
    expect(tell).toHaveBeenCalledOnce();
  });

  it("gives back what could not be said", async () => {
    const say = () => Promise.resolve({ code: "chatter" });
    render(ChatBox, { lines: [], me: "a", host: false, muted: [], say, mute: () => {} });
    await page.getByRole("textbox").fill("Encore");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("textbox")).toHaveValue("Encore");
  });
});

describe("a clock", () => {
  it("stands still while others think", async () => {
    render(Clock, { left: 65_000, at: Date.now() - 60_000, running: false });
    await expect.element(page.getByText("1:05")).toBeVisible();
  });
});

describe("why not", () => {
  it("is said with a link to the rule, until it is closed", async () => {
    render(Toasts);
    toast("There is no herd to take.", "why", { game: "mow", id: "MW-10" });
    const link = page.getByRole("link", { name: "Read rule MW-10" });
    await expect.element(link).toHaveAttribute("href", "/rules/mow#MW-10");
    await page.getByRole("button", { name: "Close" }).click();
    await expect.element(link).not.toBeInTheDocument();
  });
});

describe("motion", () => {
  it("lets things fly from where they were, and not at all for who wants none", async () => {
    for (const [motion, flies] of [
      ["full", true],
      ["none", false],
    ] as const) {
      prefs.motion = motion;
      const root = document.createElement("div");
      root.innerHTML = `<i data-thing="card" style="position: fixed; left: 0; top: 0; width: 20px; height: 20px"></i>`;
      document.body.append(root);
      const card = root.firstElementChild as HTMLElement;
      const done = moved(root, () => (card.style.left = "200px"));
      const seen: number[] = [];
      const looking = setInterval(() => seen.push(card.getBoundingClientRect().left), 5);
      await done;
      clearInterval(looking);
      expect(seen.some((left) => left < 150)).toBe(flies);
      expect(card.getBoundingClientRect().left).toBe(200);
      expect(card.style.cssText).not.toMatch(/transform|opacity|will-change/);
      root.remove();
    }
  });
});
