// Crazy eights as examples/crazy_eights plays it (which is OpenSpiel's), without special cards.
// Cards are numbers: suit = card % 4, rank = card >> 2, from 0 (the two) to 12 (the ace).
'use strict';

const { INVALID_MOVE, PlayerView, TurnOrder } = require('boardgame.io/core');

const CARDS = 52;
const EIGHT = 6;
const MAX_DRAW = 5;
const MAX_PLAYS = 100;

const rankOf = (card) => card >> 2;
const suitOf = (card) => card & 3;

function penalty(card) {
  if (rankOf(card) === EIGHT) return 50;
  return rankOf(card) >= 9 ? 10 : card + 2;
}

function setup({ ctx, random }) {
  const deck = random.Shuffle([...Array(CARDS).keys()]);
  const size = ctx.numPlayers === 2 ? 7 : 5;
  const players = {};
  for (let seat = 0; seat < ctx.numPlayers; seat++) players[seat] = { hand: deck.splice(-size) };
  const at = deck.findLastIndex((card) => rankOf(card) !== EIGHT);
  const [top] = deck.splice(at, 1);
  return {
    secret: { deck },
    players,
    sizes: Array(ctx.numPlayers).fill(size),
    left: deck.length,
    first: random.Die(ctx.numPlayers) - 1,
    top,
    suit: suitOf(top),
    naming: false, // an eight was played, its suit must be named
    draws: 0, // in this turn
    mayPass: false,
    passes: 0, // in a row, with the deck empty
    plays: 0,
  };
}

function playCard({ G, playerID, events }, card) {
  const { hand } = G.players[playerID];
  const at = hand.indexOf(card);
  const eight = rankOf(card) === EIGHT;
  if (G.naming || at < 0) return INVALID_MOVE;
  if (!eight && suitOf(card) !== G.suit && rankOf(card) !== rankOf(G.top)) return INVALID_MOVE;
  hand.splice(at, 1);
  G.sizes[playerID] -= 1;
  G.top = card;
  G.suit = suitOf(card);
  G.draws = 0;
  G.mayPass = false;
  G.passes = 0;
  G.plays += 1;
  if (eight && hand.length > 0) G.naming = true;
  else events.endTurn();
}

function nameSuit({ G, events }, suit) {
  if (!G.naming || ![0, 1, 2, 3].includes(suit)) return INVALID_MOVE;
  G.suit = suit;
  G.naming = false;
  G.passes = 0;
  events.endTurn();
}

function drawCard({ G, playerID }) {
  if (G.naming || G.left === 0 || G.draws >= MAX_DRAW) return INVALID_MOVE;
  G.players[playerID].hand.push(G.secret.deck.pop());
  G.sizes[playerID] += 1;
  G.left -= 1;
  G.passes = 0;
  G.draws = G.left > 0 ? G.draws + 1 : MAX_DRAW;
  G.mayPass = G.draws === MAX_DRAW;
}

function pass({ G, events }) {
  if (G.naming || !(G.mayPass || G.left === 0)) return INVALID_MOVE;
  G.passes = G.left === 0 ? G.passes + 1 : 0;
  if (G.draws === MAX_DRAW) G.draws = 0;
  if (G.left > 0) G.mayPass = false;
  events.endTurn();
}

function endIf({ G, ctx }) {
  if (!G.sizes.includes(0) && G.plays < MAX_PLAYS && G.passes <= ctx.numPlayers) return undefined;
  const scores = Object.values(G.players).map(({ hand }) => -hand.reduce((sum, card) => sum + penalty(card), 0));
  return { scores };
}

const CrazyEights = {
  name: 'crazy-eights',
  minPlayers: 2,
  maxPlayers: 5,
  setup,
  moves: {
    playCard,
    nameSuit,
    drawCard: { move: drawCard, client: false },
    pass,
  },
  turn: { order: { first: ({ G }) => G.first, next: TurnOrder.DEFAULT.next } },
  endIf,
  // One's own hand; at the end everybody's.
  playerView: ({ G, ctx, playerID }) => {
    if (ctx.gameover === undefined) return PlayerView.STRIP_SECRETS({ G, ctx, playerID });
    const { secret, ...open } = G;
    return open;
  },
  disableUndo: true, // nothing to keep for it
};

module.exports = { CrazyEights };
