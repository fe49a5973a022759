// A turn of Super Miaou in steps one can follow: each event moves the cards that it names, and nothing else.
import type { Beat, Event, View } from "../../kit/face";

type Look = View<"super_miaou">;
type Place = Look["places"][number];

export function beats(events: readonly Event<"super_miaou">[], before: Look, after: Look): Beat<"super_miaou">[] {
  const told: Beat<"super_miaou">[] = [];
  let view = before;
  for (const each of events) {
    const steps = follow(view, each);
    // The first step has the sentence; what follows of itself is shown under it.
    for (const [i, next] of steps.entries()) told.push({ view: next, events: i === 0 ? [each] : [] });
    view = steps.at(-1) ?? view;
  }
  const last = told.at(-1);
  if (last) last.view = after;
  return told;
}

/** What lies on the table after an event; step by step where one thing is to be seen before the next. */
export function follow(before: Look, event: Event<"super_miaou">): Look[] {
  const view = structuredClone(before);
  const own = "seat" in event ? view.places[event.seat] : undefined;
  switch (event.event) {
    case "turned_up":
      turnUp(view, event.seat, event.cards);
      break;
    case "bought":
      stock(view, event.card, -1);
      if (own) add(view, own.machine, event.card);
      break;
    case "binned":
      takeOut(own, event.card);
      add(view, view.binned, event.card);
      break;
    case "returned":
      takeOut(own, event.card);
      stock(view, event.card, 1);
      break;
    case "shielded":
      show(view.places[event.other], event.position, event.card);
      takeOut(own, "mouse");
      stock(view, "mouse", 1);
      break;
    case "stolen":
      return steal(view, event);
    case "replaced":
      if (own) draw(own, event.position);
      break;
    case "washed":
      if (own) wash(view, own);
      break;
    case "shuffled":
      if (own) shuffle(view, own);
      break;
    case "drew":
      own?.hand.forEach((_, at) => {
        if (own.hand.filter((card) => card !== "empty").length < event.n) draw(own, at);
      });
      break;
    case "won":
      view.winner = event.seat;
      end(view);
      break;
    case "stopped":
      end(view);
      break;
    default:
      return [before]; // it is only said
  }
  count(view);
  return [view];
}

/** A hand is turned up, from left to right: the turn is its owner's. */
function turnUp(view: Look, seat: number, cards: readonly string[]): void {
  const place = view.places[seat];
  if (!place) return;
  const up = [...cards];
  place.hand.forEach((card, at) => {
    if (card !== "empty") show(place, at, up.shift() ?? card);
  });
  view.actors = [seat];
  if (seat === view.first) view.round += 1;
}

/** SM-21: the card is turned face up where it lies; then it goes, and the Mouse goes home. */
function steal(view: Look, event: { seat: number; other: number; position: number; card: string }): Look[] {
  show(view.places[event.other], event.position, event.card);
  const then = structuredClone(view);
  const [thief, victim] = [then.places[event.seat], then.places[event.other]];
  if (victim) victim.hand[event.position] = "empty";
  if (thief) add(then, thief.machine, event.card);
  takeOut(thief, "mouse");
  stock(then, "mouse", 1);
  count(then);
  return [view, then];
}

function wash(view: Look, place: Place): void {
  for (const [at, card] of place.hand.entries()) {
    if (card !== "empty") add(view, place.machine, card);
    place.hand[at] = "empty";
  }
}

/** SM-27: it lies under what is left of the backpack. That is drawn first, so that everybody can tell it. */
function shuffle(view: Look, place: Place): void {
  for (const at of place.hand.keys()) if (place.hand[at] === "empty" && place.backpack > 0) draw(place, at);
  place.hand.forEach((card, at) => {
    if (card === "back" && !place.leftover[at]) place.leftover[at] = place.unseen.shift() ?? "";
  });
  place.backpack += place.machine.length;
  for (const card of place.machine) add(view, place.unseen, card);
  place.machine = [];
}

function draw(place: Place, at: number): void {
  if (place.hand[at] !== "empty") return;
  place.hand[at] = "back";
  place.backpack -= 1;
}

/** A card of a hand lies face up now. */
function show(place: Place | undefined, at: number, card: string): void {
  if (!place) return;
  if (place.hand[at] === "back" && !place.leftover[at]) remove(place.unseen, card);
  place.leftover[at] = "";
  place.hand[at] = card;
}

function takeOut(place: Place | undefined, card: string): void {
  const at = place?.hand.indexOf(card) ?? -1;
  if (place && at >= 0) place.hand[at] = "empty";
}

function stock(view: Look, card: string, n: number): void {
  const offer = view.market.find((each) => each.card === card);
  if (offer) offer.left += n;
}

/** Into a heap that lies in the order of the kinds. */
function add(view: Look, heap: string[], card: string): void {
  const kind = (each: string) => view.worth.findIndex((worth) => worth.card === each);
  const at = heap.findIndex((each) => kind(each) > kind(card));
  heap.splice(at < 0 ? heap.length : at, 0, card);
}

function remove(heap: string[], card: string): void {
  const at = heap.indexOf(card);
  if (at >= 0) heap.splice(at, 1);
}

/** What the hand that acts pays. */
function count(view: Look): void {
  const hand = view.places[view.actors[0] ?? -1]?.hand ?? [];
  const worth = hand.flatMap((card) => view.worth.filter((each) => each.card === card));
  view.coins = worth.reduce((sum, each) => sum + each.coins, 0);
  view.food = worth.reduce((sum, each) => sum + each.food, 0);
}

function end(view: Look): void {
  view.actors = [];
  view.phase = "over";
}
