// Super Miaou's face: what the table shows of it.
import type { Face } from "../../kit/face";
import { byName } from "../../kit/art";
import Badge from "./Badge.svelte";
import { beats } from "./beats";
import Breakdown from "./Breakdown.svelte";
import { aims, paid, paths, placeSpot } from "./names";
import Own from "./Own.svelte";
import { pictures } from "./pictures";
import Seat from "./Seat.svelte";
import Stage from "./Stage.svelte";
import { sounds } from "./sounds";
import { words } from "./words";

export const face: Face<"super_miaou"> = {
  Stage,
  Own,
  shape: () => ({ broad: 30, tall: 28, beside: 32, least: 156 }),
  watched: true,
  Seat,
  Breakdown,
  Badge,
  pictures,
  art: byName(import.meta.glob("./art/*.svg", { eager: true, query: "?raw", import: "default" })),
  words,
  sounds,
  hero: "super_miaou-super_miaou",
  figure: (view, seat, say) => {
    const n = view.places[seat]?.backpack ?? 0;
    return { text: String(n), label: say("face.pack", { n }), art: "super_miaou-backpack" };
  },
  facts: (view, say) => {
    const n = view.binned.length;
    const round = { n: view.round, max: view.max_rounds };
    // How many there may be counts only when they run out.
    const late = view.max_rounds - view.round < 10;
    return [
      { text: say(late ? "draw.round" : "face.round", round), brief: say("face.round", round) },
      { text: say("face.bin", { n }), brief: String(n), art: "super_miaou-i-bin" },
    ];
  },
  asks: (held, view, seat, say) => {
    const what = aims(view, seat, held) ? "mouse" : held;
    return ["mouse", "buy", "throw"].includes(what) ? say(`face.asks.${what}`) : "";
  },
  aside: (view, seat, say) => {
    // A hand that has been washed is not asked what it pays.
    const up = view.places[seat ?? -1]?.hand.some((card) => card !== "back" && card !== "empty");
    if (seat === null || !view.actors.includes(seat) || !up) return "";
    const sum = paid(view, say);
    return say(sum ? "face.purse" : "face.purse_none", { paid: sum });
  },
  paths,
  beats,
  chapter: (_, say, after, before) => (before?.round === after.round ? "" : say("face.round", { n: after.round })),
  about: (event) => {
    if ("position" in event) return [placeSpot("other" in event ? event.other : event.seat, event.position)];
    return "card" in event ? [`stack-${event.card}`] : [];
  },
  gesture: (event) =>
    ({ won: "win", shuffled: "shuffle", stolen: "steal", shielded: "bump" })[event.event as string] ?? "",
  // The two cards are shown first, then the hero comes, and stays for a while.
  ending: 6500,
};
