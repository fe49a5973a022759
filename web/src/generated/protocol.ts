// Made from docs/protocol.schema.json by “make types”: change that, not this.

/**
 * What a client sends to a table.
 */
export type Asked =
  | Join
  | Sync
  | Ping
  | Why
  | Hint
  | Link
  | Hurry
  | Play
  | Undo
  | Sit
  | Stand
  | Rename
  | Move
  | Choose
  | SetSeat
  | Configure
  | Start
  | Reveal
  | Stop
  | Replace
  | TakeBack
  | Say
  | Tell
  | Mute
  | Rematch
  | Close;
/**
 * What a client hears from a table.
 */
export type Answer =
  TableInfo | Welcome | Told | Ack | Refused | Chat | WhyNot | Hinted | Linked | Pong | Bye;
/**
 * What an audience heard.
 */
export type AnyEvent = SuperMiaouEvent | MeowtopiaEvent | PushEmUpEvent | MegabouEvent | MowEvent;
/**
 * Super Miaou: what can be heard.
 */
export type SuperMiaouEvent =
  | SuperMiaouBeganEvent
  | SuperMiaouTurnedUpEvent
  | SuperMiaouBoughtEvent
  | SuperMiaouBinnedEvent
  | SuperMiaouReturnedEvent
  | SuperMiaouStolenEvent
  | SuperMiaouShieldedEvent
  | SuperMiaouReplacedEvent
  | SuperMiaouNotReplacedEvent
  | SuperMiaouPassedEvent
  | SuperMiaouWashedEvent
  | SuperMiaouShuffledEvent
  | SuperMiaouDrewEvent
  | SuperMiaouWonEvent
  | SuperMiaouStoppedEvent
  | SuperMiaouUndoneEvent
  | SuperMiaouLeftEvent
  | SuperMiaouBotPlaysEvent
  | SuperMiaouCameBackEvent;
/**
 * Meowtopia: what can be heard.
 */
export type MeowtopiaEvent =
  | MeowtopiaRoundBeganEvent
  | MeowtopiaAllAwakeEvent
  | MeowtopiaWokeEvent
  | MeowtopiaRousedEvent
  | MeowtopiaSoldEvent
  | MeowtopiaJobChosenEvent
  | MeowtopiaTileTakenEvent
  | MeowtopiaFoodFoundEvent
  | MeowtopiaSentEvent
  | MeowtopiaTiredEvent
  | MeowtopiaFoodBroughtEvent
  | MeowtopiaGoldBroughtEvent
  | MeowtopiaFieldPlacedEvent
  | MeowtopiaStickPlacedEvent
  | MeowtopiaFieldIrrigatedEvent
  | MeowtopiaEngagedEvent
  | MeowtopiaLuredEvent
  | MeowtopiaEndCalledEvent
  | MeowtopiaFollowedEvent
  | MeowtopiaPassedEvent
  | MeowtopiaDismissedEvent
  | MeowtopiaGoodsLostEvent
  | MeowtopiaFedEvent
  | MeowtopiaUnfedEvent
  | MeowtopiaFoodLaidEvent
  | MeowtopiaFoodLaidOnEvent
  | MeowtopiaRoundsOverEvent
  | MeowtopiaAwakeAtTheEndEvent
  | MeowtopiaScoredEvent
  | MeowtopiaUndoneEvent
  | MeowtopiaLeftEvent
  | MeowtopiaBotPlaysEvent
  | MeowtopiaCameBackEvent;
/**
 * Push ’em up!: what can be heard.
 */
export type PushEmUpEvent =
  | PushEmUpStartedEvent
  | PushEmUpRoundStartedEvent
  | PushEmUpPickedEvent
  | PushEmUpPickedHiddenEvent
  | PushEmUpRevealedEvent
  | PushEmUpDrewEvent
  | PushEmUpDrewHiddenEvent
  | PushEmUpCoveredEvent
  | PushEmUpExtendedEvent
  | PushEmUpPairCoveredEvent
  | PushEmUpPairExtendedEvent
  | PushEmUpRunCoveredEvent
  | PushEmUpRunExtendedEvent
  | PushEmUpPushedEvent
  | PushEmUpSuperPushedEvent
  | PushEmUpDiscardedEvent
  | PushEmUpRanOutEvent
  | PushEmUpColumnTakenEvent
  | PushEmUpColumnLostEvent
  | PushEmUpScoredEvent
  | PushEmUpStandingEvent
  | PushEmUpUndoneEvent
  | PushEmUpLeftEvent
  | PushEmUpBotPlaysEvent
  | PushEmUpCameBackEvent;
/**
 * Megabou: what can be heard.
 */
export type MegabouEvent =
  | MegabouGalaxyLaidEvent
  | MegabouSanctuaryDealtEvent
  | MegabouSanctuaryDealtHiddenEvent
  | MegabouStartedEvent
  | MegabouSwallowedEvent
  | MegabouPlanetDevouredEvent
  | MegabouEarthDevouredEvent
  | MegabouKeptEvent
  | MegabouStolenEvent
  | MegabouDeclinedEvent
  | MegabouSanctuaryShownEvent
  | MegabouTeamScoredEvent
  | MegabouUndoneEvent
  | MegabouLeftEvent
  | MegabouBotPlaysEvent
  | MegabouCameBackEvent;
/**
 * MOW: what can be heard.
 */
export type MowEvent =
  | MowRoundBeganEvent
  | MowDealtEvent
  | MowDealtHiddenEvent
  | MowSwappedEvent
  | MowHandReceivedEvent
  | MowStayedEvent
  | MowCowPlayedEvent
  | MowCowPlayedOnEvent
  | MowHerdTakenEvent
  | MowHerdTakenFromEvent
  | MowDrewEvent
  | MowDrewHiddenEvent
  | MowDrawMissedEvent
  | MowReversedEvent
  | MowNamedEvent
  | MowHerdNamedEvent
  | MowSkippedEvent
  | MowFarmerPlayedEvent
  | MowFarmerPlayedOnEvent
  | MowHandSeenEvent
  | MowCowTakenEvent
  | MowCowTakenHiddenEvent
  | MowCowGivenEvent
  | MowCowGivenHiddenEvent
  | MowHerdDiscardedEvent
  | MowFarmersDrawnEvent
  | MowFarmersDrawnHiddenEvent
  | MowCowsDiscardedEvent
  | MowCowLostEvent
  | MowCowLostHiddenEvent
  | MowRoundEndedEvent
  | MowHandLeftEvent
  | MowStableShownEvent
  | MowAnsweredEvent
  | MowFliesIgnoredEvent
  | MowLovedEvent
  | MowScoredEvent
  | MowFarmerWonEvent
  | MowFarmerWonHiddenEvent
  | MowRaceBeganEvent
  | MowShoutedEvent
  | MowHushedEvent
  | MowStarterDrawnEvent
  | MowUndoneEvent
  | MowLeftEvent
  | MowBotPlaysEvent
  | MowCameBackEvent;
/**
 * What an audience knows.
 */
export type AnyView = SuperMiaouView | MeowtopiaView | PushEmUpView | MegabouView | MowView;

/**
 * All that goes over a table's socket: version 1 of the protocol.
 */
export interface Protocol {
  asked: Asked;
  answer: Answer;
  http: Http;
  fault: Fault;
  games: Games;
}
/**
 * The first message on a connection; `seen`: the number of the last event that each seat heard.
 */
export interface Join {
  t: "join";
  protocol: number;
  seen?: {
    [k: string]: number;
  };
}
/**
 * Tell me all again.
 */
export interface Sync {
  t: "sync";
}
export interface Ping {
  t: "ping";
  n?: number;
}
/**
 * May the seat do that, and why not?
 */
export interface Why {
  t: "why";
  seat: number;
  action: string;
}
/**
 * What would a bot do?
 */
export interface Hint {
  t: "hint";
  seat: number;
}
/**
 * A link that moves my seat to another device.
 */
export interface Link {
  t: "link";
  seat: number;
}
/**
 * Bots go on at once, until a person is to act.
 */
export interface Hurry {
  t: "hurry";
}
/**
 * `turn` says which decision of the seat is meant, so that a late message decides no other.
 */
export interface Play {
  t: "play";
  seat: number;
  turn: number;
  action: string;
  id: string;
}
export interface Undo {
  t: "undo";
  seat: number;
  id: string;
}
/**
 * `commitment` is that to the person's share of the luck; the same for all seats of one person.
 */
export interface Sit {
  t: "sit";
  seat: number;
  commitment: string;
  id: string;
}
/**
 * Leave a seat: before the start it is free again, later a bot goes on.
 */
export interface Stand {
  t: "stand";
  seat: number;
  id: string;
}
/**
 * Another name for who plays at a seat of mine: two people may share a device.
 */
export interface Rename {
  t: "rename";
  seat: number;
  name: string;
  id: string;
}
/**
 * Before the start: my seat for another one, which is open, a bot's or mine, too; the host moves
 * anybody to an open one, to begin with those who are there.
 */
export interface Move {
  t: "move";
  seat: number;
  to: number;
  id: string;
}
/**
 * Before the start: what a seat of mine has of an option that is chosen seat by seat (`teams`).
 */
export interface Choose {
  t: "choose";
  seat: number;
  option: string;
  value: string;
  id: string;
}
/**
 * The host, before the start: a bot of that level, or (none) an open seat.
 */
export interface SetSeat {
  t: "set_seat";
  seat: number;
  level?: string;
  id: string;
}
/**
 * The host, before the start. Seats that go on existing keep who sits there.
 */
export interface Configure {
  t: "configure";
  seats: number;
  options: {
    [k: string]: unknown;
  };
  clock: Clock;
  listed: boolean;
  pace?: "brisk" | "calm" | "normal" | "once";
  rated?: boolean;
  talk?: boolean;
  id: string;
}
/**
 * How long a seat may think: no limit, so long for each move, or a bank that grows by each move.
 */
export interface Clock {
  kind?: "none" | "move" | "bank";
  seconds?: number;
  increment?: number;
}
export interface Start {
  t: "start";
  id: string;
}
export interface Reveal {
  t: "reveal";
  share: string;
  id: string;
}
/**
 * The host gives up a start that waits for somebody's share.
 */
export interface Stop {
  t: "stop";
  id: string;
}
/**
 * A bot goes on for somebody who is away.
 */
export interface Replace {
  t: "replace";
  seat: number;
  level?: string;
  id: string;
}
export interface TakeBack {
  t: "take_back";
  seat: number;
  id: string;
}
export interface Say {
  t: "say";
  text: string;
  id: string;
}
/**
 * One of the phrases, instead of words of one's own.
 */
export interface Tell {
  t: "tell";
  phrase:
    | "again"
    | "good_luck"
    | "haha"
    | "hello"
    | "hmm"
    | "hurry"
    | "oops"
    | "thanks"
    | "well_played"
    | "wow";
  id: string;
}
export interface Mute {
  t: "mute";
  person: string;
  on: boolean;
  id: string;
}
export interface Rematch {
  t: "rematch";
  id: string;
}
/**
 * The host gives the table up before the start.
 */
export interface Close {
  t: "close";
  id: string;
}
/**
 * What everybody at the table may know of it; the same for all.
 */
export interface TableInfo {
  t: "table";
  v: number;
  table: string;
  game: string;
  phase: "lobby" | "sealing" | "playing" | "over" | "closed";
  options: {
    [k: string]: unknown;
  };
  clock: Clock;
  listed: boolean;
  host: string;
  seats: SeatInfo[];
  actors: number[];
  watchers: number;
  commitment: string;
  wanted: string[];
  muted: string[];
  next: string;
  time: number;
  pace: string;
  rated: boolean;
  hints: boolean;
  talk: boolean;
}
/**
 * Who sits there. `here`: connected now; `owner`: whose seat a bot plays for the time being.
 */
export interface SeatInfo {
  kind: "open" | "person" | "bot";
  person: string;
  name: string;
  level: string;
  owner: string;
  ready: boolean;
  here: boolean;
  left: number | null;
}
export interface Welcome {
  t: "welcome";
  protocol: number;
  person: string;
  name: string;
  time: number;
}
/**
 * What a seat (null: who only watches) knows now, and what it heard since the last such message.
 *
 * `n` is the number of the last of these events; if it is not the one before plus their count,
 * something was missed: ask for `sync`. A message with `all` makes good for that: it begins anew.
 */
export interface Told {
  t: "told";
  v: number;
  seat: number | null;
  n: number;
  all: boolean;
  events: AnyEvent[];
  view: AnyView;
  legal: string[];
  turn: number;
  undo: boolean;
  outcome: Outcome | null;
}
/**
 * The hands lie face down; this seat plays first.
 */
export interface SuperMiaouBeganEvent {
  event: "began";
  seat: number;
}
/**
 * A turn begins: the hand, from left to right.
 */
export interface SuperMiaouTurnedUpEvent {
  event: "turned_up";
  seat: number;
  cards: string[];
}
export interface SuperMiaouBoughtEvent {
  event: "bought";
  seat: number;
  card: string;
}
/**
 * A start card was thrown away: it leaves the game.
 */
export interface SuperMiaouBinnedEvent {
  event: "binned";
  seat: number;
  card: string;
}
/**
 * A bought card was thrown away: it goes back to its stack.
 */
export interface SuperMiaouReturnedEvent {
  event: "returned";
  seat: number;
  card: string;
}
/**
 * A Mouse took a card out of another hand.
 */
export interface SuperMiaouStolenEvent {
  event: "stolen";
  seat: number;
  other: number;
  position: number;
  card: string;
}
/**
 * A Mouse met a shield: the card stays where it is, face up.
 */
export interface SuperMiaouShieldedEvent {
  event: "shielded";
  seat: number;
  other: number;
  position: number;
  card: string;
}
/**
 * The victim drew another card, face down, into the same place.
 */
export interface SuperMiaouReplacedEvent {
  event: "replaced";
  seat: number;
  position: number;
}
/**
 * The victim had nothing left to draw.
 */
export interface SuperMiaouNotReplacedEvent {
  event: "not_replaced";
  seat: number;
  position: number;
}
export interface SuperMiaouPassedEvent {
  event: "passed";
  seat: number;
}
/**
 * What was left of the hand went to the washing machine.
 */
export interface SuperMiaouWashedEvent {
  event: "washed";
  seat: number;
  cards: string[];
}
/**
 * The washing machine was shuffled into the backpack; so many cards.
 */
export interface SuperMiaouShuffledEvent {
  event: "shuffled";
  seat: number;
  n: number;
}
/**
 * Cards came from the backpack to the hand, face down.
 */
export interface SuperMiaouDrewEvent {
  event: "drew";
  seat: number;
  n: number;
}
/**
 * A Cat and a Cape in one hand: Super Miaou is found.
 */
export interface SuperMiaouWonEvent {
  event: "won";
  seat: number;
}
/**
 * Nobody found Super Miaou in so many rounds.
 */
export interface SuperMiaouStoppedEvent {
  event: "stopped";
  n: number;
}
/**
 * A seat took back its last move.
 */
export interface SuperMiaouUndoneEvent {
  event: "undone";
  seat: number;
}
/**
 * Who sat there has left the table; a bot goes on for them.
 */
export interface SuperMiaouLeftEvent {
  event: "left";
  seat: number;
}
/**
 * Somebody lets a bot go on for who sits there and is away.
 */
export interface SuperMiaouBotPlaysEvent {
  event: "bot_plays";
  seat: number;
}
/**
 * Whose seat it is plays again.
 */
export interface SuperMiaouCameBackEvent {
  event: "came_back";
  seat: number;
}
/**
 * A round, with its first player (MT-6).
 */
export interface MeowtopiaRoundBeganEvent {
  event: "round_began";
  n: number;
  seat: number;
}
/**
 * The food for a morning without sleepers (MT-7).
 */
export interface MeowtopiaAllAwakeEvent {
  event: "all_awake";
  seat: number;
}
/**
 * Kittens woken in the morning (MT-8, MT-9).
 */
export interface MeowtopiaWokeEvent {
  event: "woke";
  seat: number;
  n: number;
  paid: number;
}
/**
 * Whose family the kitten is that wakes, where sleepers are of several.
 */
export interface MeowtopiaRousedEvent {
  event: "roused";
  seat: number;
  other: number;
}
/**
 * A merchant received a unit, and has so many now (MT-10).
 */
export interface MeowtopiaSoldEvent {
  event: "sold";
  seat: number;
  merchant: number;
  ware: string;
  n: number;
}
export interface MeowtopiaJobChosenEvent {
  event: "job_chosen";
  seat: number;
  job: string;
}
/**
 * With double jobs: the active seat's job, and the one that the others may follow with.
 */
export interface MeowtopiaTileTakenEvent {
  event: "tile_taken";
  seat: number;
  tile: number;
  job: string;
  others_job: string;
}
/**
 * The food that lay on the tile (MT-14).
 */
export interface MeowtopiaFoodFoundEvent {
  event: "food_found";
  seat: number;
  n: number;
}
export interface MeowtopiaSentEvent {
  event: "sent";
  seat: number;
  n: number;
}
/**
 * Whose family the kitten is that was sent, where workers are of several.
 */
export interface MeowtopiaTiredEvent {
  event: "tired";
  seat: number;
  other: number;
}
export interface MeowtopiaFoodBroughtEvent {
  event: "food_brought";
  seat: number;
  n: number;
}
export interface MeowtopiaGoldBroughtEvent {
  event: "gold_brought";
  seat: number;
  n: number;
}
export interface MeowtopiaFieldPlacedEvent {
  event: "field_placed";
  seat: number;
  x: number;
  y: number;
}
/**
 * On the top or left edge of the cell (x, y).
 */
export interface MeowtopiaStickPlacedEvent {
  event: "stick_placed";
  seat: number;
  x: number;
  y: number;
  side: string;
}
export interface MeowtopiaFieldIrrigatedEvent {
  event: "field_irrigated";
  seat: number;
  x: number;
  y: number;
}
/**
 * A kitten of one's own family, for 1 gold (MT-20).
 */
export interface MeowtopiaEngagedEvent {
  event: "engaged";
  seat: number;
  role: string;
}
/**
 * A kitten out of an opponent's reserve, for 1 gold (MT-22).
 */
export interface MeowtopiaLuredEvent {
  event: "lured";
  seat: number;
  other: number;
  role: string;
}
/**
 * This round is the last one (MT-35, MT-36).
 */
export interface MeowtopiaEndCalledEvent {
  event: "end_called";
  seat: number;
  cause: string;
}
export interface MeowtopiaFollowedEvent {
  event: "followed";
  seat: number;
  job: string;
}
/**
 * What a seat that passed got for it: wake, rest or snack (MT-24, MT-25).
 */
export interface MeowtopiaPassedEvent {
  event: "passed";
  seat: number;
  passed: string;
}
/**
 * A kitten went back to its family's reserve, for 3 food (MT-28).
 */
export interface MeowtopiaDismissedEvent {
  event: "dismissed";
  seat: number;
  kitten: string;
  other: number;
}
export interface MeowtopiaGoodsLostEvent {
  event: "goods_lost";
  seat: number;
  ware: string;
  n: number;
}
export interface MeowtopiaFedEvent {
  event: "fed";
  seat: number;
  n: number;
  paid: number;
}
/**
 * So many kittens stayed hungry, for a −3 token each (MT-29).
 */
export interface MeowtopiaUnfedEvent {
  event: "unfed";
  seat: number;
  n: number;
}
/**
 * One food more on each of the tiles that nobody chose (MT-30).
 */
export interface MeowtopiaFoodLaidEvent {
  event: "food_laid";
  jobs: string[];
}
/**
 * The same with double jobs: the tiles by number.
 */
export interface MeowtopiaFoodLaidOnEvent {
  event: "food_laid_on";
  tiles: number[];
}
/**
 * The limit of rounds is reached (MT-43).
 */
export interface MeowtopiaRoundsOverEvent {
  event: "rounds_over";
  n: number;
}
/**
 * Food for each kitten awake when the game ends (MT-38).
 */
export interface MeowtopiaAwakeAtTheEndEvent {
  event: "awake_at_the_end";
  seat: number;
  n: number;
}
/**
 * The points of a seat, by category (MT-39).
 */
export interface MeowtopiaScoredEvent {
  event: "scored";
  seat: number;
  kittens: number;
  sticks: number;
  gold_sold: number;
  food_sold: number;
  gold: number;
  food: number;
  tokens: number;
  total: number;
}
/**
 * A seat took back its last move.
 */
export interface MeowtopiaUndoneEvent {
  event: "undone";
  seat: number;
}
/**
 * Who sat there has left the table; a bot goes on for them.
 */
export interface MeowtopiaLeftEvent {
  event: "left";
  seat: number;
}
/**
 * Somebody lets a bot go on for who sits there and is away.
 */
export interface MeowtopiaBotPlaysEvent {
  event: "bot_plays";
  seat: number;
}
/**
 * Whose seat it is plays again.
 */
export interface MeowtopiaCameBackEvent {
  event: "came_back";
  seat: number;
}
/**
 * The seat that will play first.
 */
export interface PushEmUpStartedEvent {
  event: "started";
  seat: number;
}
/**
 * The same, for a round of a tournament.
 */
export interface PushEmUpRoundStartedEvent {
  event: "round_started";
  round: number;
  seat: number;
}
/**
 * A secret pick, as its owner sees it.
 */
export interface PushEmUpPickedEvent {
  event: "picked";
  seat: number;
  hero: string;
}
export interface PushEmUpPickedHiddenEvent {
  event: "picked_hidden";
  seat: number;
}
/**
 * A seat's picks, and the columns that they start.
 */
export interface PushEmUpRevealedEvent {
  event: "revealed";
  seat: number;
  heroes: string[];
  columns: string[];
}
export interface PushEmUpDrewEvent {
  event: "drew";
  seat: number;
  cards: string[];
}
export interface PushEmUpDrewHiddenEvent {
  event: "drew_hidden";
  seat: number;
  n: number;
}
/**
 * One hero on another seat's hero of the same value.
 */
export interface PushEmUpCoveredEvent {
  event: "covered";
  seat: number;
  hero: string;
  column: string;
  other: number;
}
/**
 * One hero after its neighbour.
 */
export interface PushEmUpExtendedEvent {
  event: "extended";
  seat: number;
  hero: string;
  column: string;
  after: string;
}
export interface PushEmUpPairCoveredEvent {
  event: "pair_covered";
  seat: number;
  hero: string;
  column: string;
  other: number;
}
export interface PushEmUpPairExtendedEvent {
  event: "pair_extended";
  seat: number;
  hero: string;
  column: string;
  after: string;
}
/**
 * Three heroes, in the order they lie; the first covers.
 */
export interface PushEmUpRunCoveredEvent {
  event: "run_covered";
  seat: number;
  heroes: string[];
  column: string;
  other: number;
}
export interface PushEmUpRunExtendedEvent {
  event: "run_extended";
  seat: number;
  heroes: string[];
  column: string;
  after: string;
}
/**
 * A Push; `other` (perhaps the seat itself) loses the hero.
 */
export interface PushEmUpPushedEvent {
  event: "pushed";
  seat: number;
  column: string;
  other: number;
  hero: string;
}
/**
 * A Super Push; the heroes lost and their owners, from the top of the column down.
 */
export interface PushEmUpSuperPushedEvent {
  event: "super_pushed";
  seat: number;
  n: number;
  column: string;
  heroes: string[];
  seats: number[];
}
export interface PushEmUpDiscardedEvent {
  event: "discarded";
  seat: number;
  card: string;
}
/**
 * The seat has no card left: the end.
 */
export interface PushEmUpRanOutEvent {
  event: "ran_out";
  seat: number;
}
export interface PushEmUpColumnTakenEvent {
  event: "column_taken";
  seat: number;
  column: string;
}
/**
 * Nobody takes the column.
 */
export interface PushEmUpColumnLostEvent {
  event: "column_lost";
  column: string;
}
/**
 * What the star is worth to a seat.
 */
export interface PushEmUpScoredEvent {
  event: "scored";
  seat: number;
  column_points: number;
  card_points: number;
  points: number;
}
/**
 * A seat's total in the tournament.
 */
export interface PushEmUpStandingEvent {
  event: "standing";
  seat: number;
  total: number;
}
/**
 * A seat took back its last move.
 */
export interface PushEmUpUndoneEvent {
  event: "undone";
  seat: number;
}
/**
 * Who sat there has left the table; a bot goes on for them.
 */
export interface PushEmUpLeftEvent {
  event: "left";
  seat: number;
}
/**
 * Somebody lets a bot go on for who sits there and is away.
 */
export interface PushEmUpBotPlaysEvent {
  event: "bot_plays";
  seat: number;
}
/**
 * Whose seat it is plays again.
 */
export interface PushEmUpCameBackEvent {
  event: "came_back";
  seat: number;
}
export interface MegabouGalaxyLaidEvent {
  event: "galaxy_laid";
  cards: string[];
  minibous: string[];
  cell: number;
}
/**
 * A secret colour, as its owner learns it.
 */
export interface MegabouSanctuaryDealtEvent {
  event: "sanctuary_dealt";
  seat: number;
  colour: string;
}
export interface MegabouSanctuaryDealtHiddenEvent {
  event: "sanctuary_dealt_hidden";
  seat: number;
}
export interface MegabouStartedEvent {
  event: "started";
  seat: number;
}
/**
 * The Megabou moved to a Minibou, which the seat takes.
 */
export interface MegabouSwallowedEvent {
  event: "swallowed";
  seat: number;
  direction: string;
  cell: number;
  card: string;
  colour: string;
}
/**
 * One Minibou becomes a trophy, the others go to the box.
 */
export interface MegabouPlanetDevouredEvent {
  event: "planet_devoured";
  seat: number;
  cell: number;
  card: string;
  colour: string;
  boxed: number;
}
export interface MegabouEarthDevouredEvent {
  event: "earth_devoured";
  seat: number;
  cell: number;
}
/**
 * Two trophies for Earth; the other three Minibous go to the box.
 */
export interface MegabouKeptEvent {
  event: "kept";
  seat: number;
  pair: string;
}
export interface MegabouStolenEvent {
  event: "stolen";
  seat: number;
  other: number;
  colour: string;
}
export interface MegabouDeclinedEvent {
  event: "declined";
  seat: number;
}
/**
 * A secret colour at the end, and the points of its owner.
 */
export interface MegabouSanctuaryShownEvent {
  event: "sanctuary_shown";
  seat: number;
  colour: string;
  points: number;
}
export interface MegabouTeamScoredEvent {
  event: "team_scored";
  seats: number[];
  points: number;
}
/**
 * A seat took back its last move.
 */
export interface MegabouUndoneEvent {
  event: "undone";
  seat: number;
}
/**
 * Who sat there has left the table; a bot goes on for them.
 */
export interface MegabouLeftEvent {
  event: "left";
  seat: number;
}
/**
 * Somebody lets a bot go on for who sits there and is away.
 */
export interface MegabouBotPlaysEvent {
  event: "bot_plays";
  seat: number;
}
/**
 * Whose seat it is plays again.
 */
export interface MegabouCameBackEvent {
  event: "came_back";
  seat: number;
}
export interface MowRoundBeganEvent {
  event: "round_began";
  round: number;
  seat: number;
}
/**
 * A seat's new hand, as it sees it.
 */
export interface MowDealtEvent {
  event: "dealt";
  seat: number;
  cows: string[];
}
export interface MowDealtHiddenEvent {
  event: "dealt_hidden";
  seat: number;
  n: number;
}
/**
 * MW-27: two whole hands.
 */
export interface MowSwappedEvent {
  event: "swapped";
  seat: number;
  other: number;
}
/**
 * What a swap brought, as its new owner sees it.
 */
export interface MowHandReceivedEvent {
  event: "hand_received";
  seat: number;
  cows: string[];
}
export interface MowStayedEvent {
  event: "stayed";
  seat: number;
}
export interface MowCowPlayedEvent {
  event: "cow_played";
  seat: number;
  cow: string;
}
/**
 * Two players: on one of the three herds.
 */
export interface MowCowPlayedOnEvent {
  event: "cow_played_on";
  seat: number;
  cow: string;
  herd: string;
}
export interface MowHerdTakenEvent {
  event: "herd_taken";
  seat: number;
  n: number;
}
/**
 * Two players: one of the three herds.
 */
export interface MowHerdTakenFromEvent {
  event: "herd_taken_from";
  seat: number;
  n: number;
  herd: string;
}
export interface MowDrewEvent {
  event: "drew";
  seat: number;
  cows: string[];
}
export interface MowDrewHiddenEvent {
  event: "drew_hidden";
  seat: number;
  n: number;
}
/**
 * MW-13: the turn ended without a draw that was due.
 */
export interface MowDrawMissedEvent {
  event: "draw_missed";
  seat: number;
}
export interface MowReversedEvent {
  event: "reversed";
  seat: number;
}
/**
 * The opponent who plays next.
 */
export interface MowNamedEvent {
  event: "named";
  seat: number;
  other: number;
}
/**
 * Two players: the herd on which the opponent must play.
 */
export interface MowHerdNamedEvent {
  event: "herd_named";
  seat: number;
  herd: string;
}
export interface MowSkippedEvent {
  event: "skipped";
  seat: number;
}
export interface MowFarmerPlayedEvent {
  event: "farmer_played";
  seat: number;
  farmer: string;
}
/**
 * A farmer that has a target (F2, F3).
 */
export interface MowFarmerPlayedOnEvent {
  event: "farmer_played_on";
  seat: number;
  farmer: string;
  other: number;
}
/**
 * MW-41: only for the seat that looks.
 */
export interface MowHandSeenEvent {
  event: "hand_seen";
  seat: number;
  other: number;
  cows: string[];
}
/**
 * MW-42: only for the two seats of the exchange.
 */
export interface MowCowTakenEvent {
  event: "cow_taken";
  seat: number;
  other: number;
  cow: string;
}
export interface MowCowTakenHiddenEvent {
  event: "cow_taken_hidden";
  seat: number;
  other: number;
}
export interface MowCowGivenEvent {
  event: "cow_given";
  seat: number;
  other: number;
  cow: string;
}
export interface MowCowGivenHiddenEvent {
  event: "cow_given_hidden";
  seat: number;
  other: number;
}
export interface MowHerdDiscardedEvent {
  event: "herd_discarded";
  seat: number;
  n: number;
}
export interface MowFarmersDrawnEvent {
  event: "farmers_drawn";
  seat: number;
  farmers: string[];
}
export interface MowFarmersDrawnHiddenEvent {
  event: "farmers_drawn_hidden";
  seat: number;
  n: number;
}
/**
 * MW-46: face up.
 */
export interface MowCowsDiscardedEvent {
  event: "cows_discarded";
  seat: number;
  cows: string[];
}
/**
 * MW-48: only for its owner.
 */
export interface MowCowLostEvent {
  event: "cow_lost";
  seat: number;
  cow: string;
}
export interface MowCowLostHiddenEvent {
  event: "cow_lost_hidden";
  seat: number;
}
export interface MowRoundEndedEvent {
  event: "round_ended";
  round: number;
}
/**
 * MW-21: what goes from a hand to its owner's stable.
 */
export interface MowHandLeftEvent {
  event: "hand_left";
  seat: number;
  cows: string[];
}
/**
 * MW-52: the whole stable, the leftover hand included.
 */
export interface MowStableShownEvent {
  event: "stable_shown";
  seat: number;
  cows: string[];
}
/**
 * MW-52: that a seat has answered, never what.
 */
export interface MowAnsweredEvent {
  event: "answered";
  seat: number;
}
/**
 * MW-49: F10 was played.
 */
export interface MowFliesIgnoredEvent {
  event: "flies_ignored";
  seat: number;
  flies: number;
}
/**
 * MW-23: six specials or more.
 */
export interface MowLovedEvent {
  event: "loved";
  seat: number;
  n: number;
}
export interface MowScoredEvent {
  event: "scored";
  seat: number;
  flies: number;
  total: number;
}
export interface MowFarmerWonEvent {
  event: "farmer_won";
  seat: number;
  farmer: string;
}
export interface MowFarmerWonHiddenEvent {
  event: "farmer_won_hidden";
  seat: number;
}
/**
 * MW-26: these seats may shout.
 */
export interface MowRaceBeganEvent {
  event: "race_began";
  seats: number[];
}
export interface MowShoutedEvent {
  event: "shouted";
  seat: number;
}
export interface MowHushedEvent {
  event: "hushed";
  seat: number;
}
/**
 * MW-26: drawn at random among the tied.
 */
export interface MowStarterDrawnEvent {
  event: "starter_drawn";
  seat: number;
}
/**
 * A seat took back its last move.
 */
export interface MowUndoneEvent {
  event: "undone";
  seat: number;
}
/**
 * Who sat there has left the table; a bot goes on for them.
 */
export interface MowLeftEvent {
  event: "left";
  seat: number;
}
/**
 * Somebody lets a bot go on for who sits there and is away.
 */
export interface MowBotPlaysEvent {
  event: "bot_plays";
  seat: number;
}
/**
 * Whose seat it is plays again.
 */
export interface MowCameBackEvent {
  event: "came_back";
  seat: number;
}
/**
 * What one seat knows: just what everybody knows (SM-7).
 */
export interface SuperMiaouView {
  seat: number;
  actors: number[];
  phase: "turn" | "over";
  options: [string, unknown][];
  first: number;
  round: number;
  max_rounds: number;
  market: SuperMiaouOffer[];
  worth: SuperMiaouWorth[];
  coins: number;
  food: number;
  places: SuperMiaouPlace[];
  binned: string[];
  winner: number | null;
}
/**
 * A stack of the market or the bank.
 */
export interface SuperMiaouOffer {
  card: string;
  left: number;
  price: number;
  pay: string;
}
/**
 * What a card of a hand pays.
 */
export interface SuperMiaouWorth {
  card: string;
  coins: number;
  food: number;
}
/**
 * What lies before one seat, as everybody knows it.
 */
export interface SuperMiaouPlace {
  colour: string;
  hand: string[];
  leftover: string[];
  backpack: number;
  unseen: string[];
  machine: string[];
}
export interface MeowtopiaView {
  seat: number;
  actors: number[];
  phase:
    | "wake"
    | "rouse"
    | "sell"
    | "choose"
    | "send"
    | "tire"
    | "field"
    | "stick"
    | "engage"
    | "follow"
    | "evening"
    | "over";
  options: [string, unknown][];
  round: number;
  max_rounds: number;
  first: number;
  active: number;
  tiles: MeowtopiaTile[];
  tile: number | null;
  job: string;
  others_job: string;
  sent: number;
  due: number;
  merchant: number | null;
  supply_fields: number;
  supply_sticks: number;
  aside_fields: number;
  aside_sticks: number;
  extra_fields: number;
  extra_sticks: number;
  cause: string;
  boards: MeowtopiaBoard[];
  spots: MeowtopiaSpot[];
}
/**
 * A job tile: its job (its two jobs), the food on it, and who took it this round.
 */
export interface MeowtopiaTile {
  jobs: string[];
  food: number;
  taken_by: number | null;
}
/**
 * What belongs to one seat; kittens are counted by family.
 */
export interface MeowtopiaBoard {
  food: number;
  gold: number;
  tokens: number;
  reserve: number;
  awake: number[];
  asleep: number[];
  merchants: MeowtopiaMerchant[];
  fields: MeowtopiaField[];
  sticks: MeowtopiaStick[];
  upkeep: number;
  score: MeowtopiaScore;
}
export interface MeowtopiaMerchant {
  family: number;
  ware: string;
  goods: number;
}
export interface MeowtopiaField {
  x: number;
  y: number;
  irrigated: boolean;
}
/**
 * On the top or left edge of the cell (x, y), which need not be a field.
 */
export interface MeowtopiaStick {
  x: number;
  y: number;
  side: string;
}
/**
 * Points by category (MT-39).
 */
export interface MeowtopiaScore {
  kittens: number;
  sticks: number;
  gold_sold: number;
  food_sold: number;
  gold: number;
  food: number;
  tokens: number;
  total: number;
}
/**
 * Where the actor may place a field or a stick; its number is its place in the list, from 1.
 */
export interface MeowtopiaSpot {
  x: number;
  y: number;
  side: string;
  irrigates: number;
  points: number;
}
/**
 * What one seat knows. Tuples of tuples go by seat; cards stand in order of their kind.
 */
export interface PushEmUpView {
  seat: number;
  actors: number[];
  phase: "pick" | "play" | "over";
  options: [string, unknown][];
  teams: string[];
  round: number;
  first: number;
  columns: PushEmUpColumn[];
  picks: string[][];
  picked: number[];
  hands: string[][];
  hand_sizes: number[];
  pile_sizes: number[];
  unseen: string[][];
  out: string[][];
  column_points: number[];
  card_points: number[];
  totals: number[];
}
/**
 * A column from the centre of the star outwards, and who would take it as it lies.
 */
export interface PushEmUpColumn {
  name: string;
  heroes: PushEmUpHero[];
  sums: number[];
  best: number[];
  taker: number | null;
}
/**
 * A hero in a column, and the seat whose hero it is.
 */
export interface PushEmUpHero {
  seat: number;
  hero: string;
}
/**
 * What one seat knows. The galaxy is read row by row.
 */
export interface MegabouView {
  seat: number;
  actors: number[];
  phase: "move" | "devour" | "keep" | "steal" | "over";
  options: [string, unknown][];
  teams: number[][];
  need: number;
  cards: string[];
  flipped: boolean[];
  minibous: string[];
  megabou: number;
  targets: MegabouTarget[];
  colours: string[];
  loose: number[][];
  trophies: number[][];
  box: number[];
  secrets: string[];
  points: (number | null)[];
  steal_due: boolean;
}
/**
 * Where a direction takes the Megabou.
 */
export interface MegabouTarget {
  direction: string;
  cell: number;
}
/**
 * What one seat knows.
 */
export interface MowView {
  seat: number;
  actors: number[];
  phase:
    | "shout"
    | "swap"
    | "play"
    | "start"
    | "give"
    | "draw"
    | "end"
    | "bonus"
    | "stopper"
    | "steer"
    | "score"
    | "over";
  options: [string, unknown][];
  round: number;
  current: number;
  direction: number;
  herds: string[][];
  herd: number;
  pile: number;
  hand: string[];
  sizes: number[];
  stables: number[];
  last_hands: string[][];
  last_stables: string[][];
  seen: string[];
  lost: string[];
  totals: number[];
  gains: number[];
  farmers: string[];
  held: number[];
  barn: number;
  spent: string[];
  taken: boolean;
  bonus: string;
  owed: number;
  missed: number[];
  steering: boolean;
  rested: boolean;
  named: number;
  called: number;
  warned: boolean;
  barred: boolean;
  skips: number;
  skipped: number[];
  tied: number[];
  shouted: boolean;
  partner: number;
  closing: boolean;
  answer: string;
  bounds: [number, number, number][];
  notes: MowNote[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  pair: [number, number];
}
/**
 * What `seat` was told about the hand of `other` (memory.py); the cows only for these two.
 */
export interface MowNote {
  seat: number;
  other: number;
  size: number;
  turns: number;
  via: number;
  away: number;
  sure: string[];
  loose: string[];
}
/**
 * How a match ended: each seat's score and rank (1 is best, ties share), and why (a text key).
 */
export interface Outcome {
  scores: number[];
  ranks: number[];
  reason: string;
}
/**
 * It is on disk.
 */
export interface Ack {
  t: "ack";
  id: string;
  v: number;
}
/**
 * Nothing was changed. `rule` is the rule's id where the game's rules speak against it.
 */
export interface Refused {
  t: "refused";
  id: string;
  code: string;
  rule: string;
  messages: {
    fr: string;
    en: string;
  };
}
export interface Chat {
  t: "chat";
  v: number;
  person: string;
  name: string;
  text: string;
  phrase: string;
  at: number;
}
export interface WhyNot {
  t: "why";
  seat: number;
  action: string;
  rule: string;
  messages: {
    fr?: string;
    en?: string;
  };
}
export interface Hinted {
  t: "hint";
  seat: number;
  turn: number;
  moves: Judgement[];
  messages: {
    [k: string]: string;
  };
}
export interface Judgement {
  action: string;
  value: number;
  visits: number;
}
export interface Linked {
  t: "link";
  seat: number;
  token: string;
}
export interface Pong {
  t: "pong";
  n: number;
  time: number;
}
/**
 * The server closes this connection, and why.
 */
export interface Bye {
  t: "bye";
  code: string;
  messages: {
    fr: string;
    en: string;
  };
}
/**
 * By method and path, what is sent and what is answered; from 400 on: Fault.
 */
export interface Http {
  "GET /api/session": {
    body: null;
    answer: SessionInfo;
  };
  "POST /api/session": {
    body: NewSession;
    answer: SessionMade;
  };
  "DELETE /api/session": {
    body: null;
    answer: SessionInfo;
  };
  "GET /api/games": {
    body: null;
    answer: GameLine[];
  };
  "GET /api/games/{game}": {
    body: null;
    answer: GameInfo;
  };
  "GET /api/games/{game}/rules": {
    body: null;
    answer: Book;
  };
  "GET /api/games/{game}/lesson": {
    body: null;
    answer: Lesson;
  };
  "GET /api/games/{game}/lesson/{step}": {
    body: null;
    answer: LessonTry;
  };
  "GET /api/tables": {
    body: null;
    answer: TableLine[];
  };
  "POST /api/tables": {
    body: NewTable;
    answer: TableMade;
  };
  "POST /api/claim": {
    body: Claim;
    answer: Claimed;
  };
  "GET /api/house": {
    body: null;
    answer: House;
  };
  "POST /api/house": {
    body: OpenHouse;
    answer: House;
  };
  "GET /api/invitation": {
    body: null;
    answer: Invitation;
  };
  "GET /api/tables/{table}": {
    body: null;
    answer: TableNow;
  };
  "GET /api/tables/{table}/proof": {
    body: null;
    answer: Proof;
  };
  "GET /api/tables/{table}/replay": {
    body: null;
    answer: Replay;
  };
  "GET /api/tables/{table}/review": {
    body: null;
    answer: Reviewed;
  };
  "GET /api/ratings/{game}": {
    body: null;
    answer: Ratings;
  };
}
export interface SessionInfo {
  person: string | null;
  name: string | null;
  needs_token: boolean;
}
export interface NewSession {
  name: string;
  token?: string;
}
/**
 * `session` is for programs; a page has its cookie.
 */
export interface SessionMade {
  person: string;
  name: string;
  session?: string;
}
export interface GameLine {
  game: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  seats: [number, number];
}
export interface GameInfo {
  game: string;
  version: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  seats: [number, number];
  sides: {
    [k: string]: number[][];
  };
  options: {
    [k: string]: OptionInfo;
  };
  verbs: {
    [k: string]: string[];
  };
  phases: string[];
  texts: {
    [k: string]: {
      [k: string]: string;
    };
  };
}
export interface OptionInfo {
  schema: {
    [k: string]: {
      [k: string]: unknown;
    };
  };
  default: unknown;
  seats: unknown;
}
/**
 * The rules of a game in our own words, in the order of the book.
 */
export interface Book {
  fr: RuleInfo[];
  en: RuleInfo[];
}
export interface RuleInfo {
  id: string;
  tag: string;
  section: string;
  text: string;
}
/**
 * A game in a few steps; none for a game that has no lesson.
 */
export interface Lesson {
  game: string;
  steps: LessonStep[];
}
/**
 * A prepared position: what there is to learn, and which of the legal actions do it.
 */
export interface LessonStep {
  text: {
    fr: string;
    en: string;
  };
  done: {
    fr: string;
    en: string;
  };
  rules: string[];
  seats: number;
  seat: number;
  view: AnyView;
  legal: string[];
  want: string[];
}
/**
 * What an action of a step leads to, and whether it is one of those that were wanted.
 */
export interface LessonTry {
  right: boolean;
  events: AnyEvent[];
  view: AnyView;
}
/**
 * A line of the lobby.
 */
export interface TableLine {
  table: string;
  game: string;
  phase: "lobby" | "sealing" | "playing" | "over" | "closed";
  host: string;
  seats: SeatLine[];
  clock: ClockLine;
  options: {
    [k: string]: unknown;
  };
  rated: boolean;
  made: number;
}
export interface SeatLine {
  kind: "open" | "person" | "bot";
  name: string;
  level: string;
}
export interface ClockLine {
  kind: "none" | "move" | "bank";
  seconds: number;
  increment: number;
}
export interface NewTable {
  game: string;
  /**
   * @minItems 1
   * @maxItems 10
   */
  seats: [Place, ...Place[]];
  options?: {
    [k: string]: unknown;
  };
  clock?: Clock;
  listed?: boolean;
  pace?: "brisk" | "calm" | "normal" | "once";
  rated?: boolean;
  talk?: boolean;
}
/**
 * A seat as somebody sets it up: open, kept for a person, or a bot's.
 */
export interface Place {
  kind?: "open" | "person" | "bot";
  person?: string;
  name?: string;
  level?: string;
}
export interface TableMade {
  table: string;
}
export interface Claim {
  token: string;
}
export interface Claimed {
  table: string;
  v: number;
}
/**
 * Whether other devices in the house can come here; `address` is for them, empty if there is none.
 *
 * `may`: who asks may open and close it. `why` a link would not work elsewhere, empty if it would:
 * "closed"; "moved" (closed, because the server's machine is in another network now); "no_network";
 * "internet" (the machine has an address for everybody, and no house). `guests` are at a table by that
 * address and would be cut; only who may close it is told their names.
 */
export interface House {
  open: boolean;
  may: boolean;
  why: "" | "closed" | "moved" | "no_network" | "internet";
  address: string;
  guests: string[];
}
export interface OpenHouse {
  open: boolean;
}
/**
 * A link that lets somebody in, and the same as a QR code: rows of 0 and 1.
 */
export interface Invitation {
  link: string;
  code: string[];
}
/**
 * A table as it is now, for somebody who knows its id.
 */
export interface TableNow {
  table: string;
  game: string;
  phase: "lobby" | "sealing" | "playing" | "over" | "closed";
  host: string;
  seats: SeatLine[];
  clock: ClockLine;
  options: {
    [k: string]: unknown;
  };
  rated: boolean;
  made: number;
  turn: number[];
  since: number;
  mine: number[];
  here: number[];
  watchers: number;
  next: string;
}
/**
 * All that it takes to check the luck of a match. It shows every hand: not before the end.
 */
export interface Proof {
  actions: [number, string][];
  bounds: number[];
  format: string;
  format_version: number;
  game: string;
  options: {
    [k: string]: unknown;
  };
  outcome: Result | null;
  rng_version: number;
  rules_version: number;
  seats: number;
  server: Sealed;
  shares: Share[];
  table: string;
  tape: number[];
}
export interface Result {
  ranks: number[];
  reason: string;
  scores: number[];
}
/**
 * The server's secret, and what was shown of it before the deal; both in hex.
 */
export interface Sealed {
  commitment: string;
  secret: string;
}
/**
 * A person's secret; `seat` is the lowest that the person holds.
 */
export interface Share {
  commitment: string;
  seat: number;
  secret: string;
}
export interface Replay {
  table: string;
  game: string;
  phase: "lobby" | "sealing" | "playing" | "over" | "closed";
  host: string;
  seats: SeatLine[];
  clock: ClockLine;
  options: {
    [k: string]: unknown;
  };
  rated: boolean;
  made: number;
  steps: ReplayStep[];
  outcome: Outcome;
}
/**
 * What everybody heard and then knew, by seat (`null`: who watched); the first is the deal.
 */
export interface ReplayStep {
  events: {
    [k: string]: AnyEvent[];
  };
  views: {
    [k: string]: AnyView;
  };
  seat?: number;
  action?: string;
}
/**
 * How much of it is done, from 0 to 1, and the review when all is: ask again until then.
 */
export interface Reviewed {
  done: number;
  review: Review | null;
}
/**
 * See docs/review.md. The steps are those of the replay.
 */
export interface Review {
  game: string;
  seats: number;
  finished: boolean;
  playouts: number;
  steps: ReviewStep[];
  turning_points: TurningPoint[];
  totals: ReviewTotal[];
}
/**
 * By seat: the chance to win then, its interval, and what the decision and luck did to it.
 */
export interface ReviewStep {
  seat: number | null;
  action: string | null;
  chances: number[];
  low: number[];
  high: number[];
  decision: number[];
  luck: number[];
  better: BetterMove | null;
}
/**
 * A move that was clearly missed: how much more of a chance to win, from `low` to `high`.
 */
export interface BetterMove {
  action: string;
  gain: number;
  low: number;
  high: number;
}
export interface TurningPoint {
  step: number;
  seat: number;
  change: number;
  by: "decision" | "luck";
}
/**
 * Of a seat: `before` the deal + luck + its own decisions + those of the others = `after`.
 */
export interface ReviewTotal {
  before: number;
  after: number;
  luck: ReviewPart;
  skill: ReviewPart;
  others: ReviewPart;
}
export interface ReviewPart {
  mean: number;
  low: number;
  high: number;
}
/**
 * The best first. The history is that of one person: of who asks, if nobody else is named.
 */
export interface Ratings {
  game: string;
  games: number;
  lines: RatingLine[];
  person: string;
  history: RatingStep[];
}
/**
 * A person (by id and last name) or a bot (by level): how good, how sure, after how many games.
 */
export interface RatingLine {
  kind: "person" | "bot";
  person: string;
  name: string;
  level: string;
  mean: number;
  uncertainty: number;
  games: number;
}
/**
 * After a game: when it ended (milliseconds since 1970), the rank, and the rating then.
 */
export interface RatingStep {
  table: string;
  at: number;
  rank: number;
  mean: number;
  uncertainty: number;
}
/**
 * Why not: a code, the rule's id where a game's rules speak against it, a sentence by language.
 */
export interface Fault {
  code: string;
  rule: string;
  messages: {
    fr: string;
    en: string;
  };
}
/**
 * By the name of a game, what its views and events are.
 */
export interface Games {
  super_miaou: {
    view: SuperMiaouView;
    event: SuperMiaouEvent;
  };
  meowtopia: {
    view: MeowtopiaView;
    event: MeowtopiaEvent;
  };
  push_em_up: {
    view: PushEmUpView;
    event: PushEmUpEvent;
  };
  megabou: {
    view: MegabouView;
    event: MegabouEvent;
  };
  mow: {
    view: MowView;
    event: MowEvent;
  };
}
