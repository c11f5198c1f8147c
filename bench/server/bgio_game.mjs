// A small real card game for boardgame.io: lay a card of the top card's suit or rank, or draw; an empty hand wins a
// deal, and three deals are a match: some 130 moves, as long as the Coloretto for two that Pioche is measured with.
// Hands and stock are hidden by its own STRIP_SECRETS. Moves run on the server only, as its documentation asks of moves
// that touch secrets. Whole states are sent (its `deltaState` made it two to three times slower here), undo is off.
import { INVALID_MOVE, PlayerView } from 'boardgame.io/dist/cjs/core.js';

const DEALS = 3;
const HAND = 9;
const DECK = [...'CDHS'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => suit + rank));

const matches = (card, top) => card[0] === top[0] || card[1] === top[1];

function deal(G, seats, random) {
  const stock = random.Shuffle(DECK);
  for (const seat of seats) {
    G.players[seat] = { hand: stock.splice(-HAND) };
    G.sizes[seat] = HAND;
  }
  G.discard = [stock.pop()];
  G.secret.stock = stock;
}

function setup({ ctx, random }) {
  const G = { secret: {}, players: {}, sizes: {}, discard: [], winners: [] };
  deal(G, ctx.playOrder, random);
  return G;
}

function lay({ G, ctx, playerID, random }, index) {
  const { hand } = G.players[playerID];
  const card = hand[index];
  if (!card || !matches(card, G.discard.at(-1))) return INVALID_MOVE;
  hand.splice(index, 1);
  G.discard.push(card);
  G.sizes[playerID] = hand.length;
  if (hand.length) return;
  G.winners.push(playerID);
  if (G.winners.length < DEALS) deal(G, ctx.playOrder, random);
}

function draw({ G, playerID, random }) {
  const { hand } = G.players[playerID];
  if (!G.secret.stock.length) G.secret.stock = random.Shuffle(G.discard.splice(0, G.discard.length - 1));
  if (G.secret.stock.length) hand.push(G.secret.stock.pop());
  G.sizes[playerID] = hand.length;
}

export const game = {
  name: 'matching',
  setup,
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { lay: { move: lay, client: false }, draw: { move: draw, client: false } },
  endIf: ({ G }) => (G.winners.length === DEALS ? { winners: G.winners } : undefined),
};

// What a player does: the first card that may be laid, or a draw. [move, arguments]
export function choose(G, seat) {
  const top = G.discard.at(-1);
  const index = G.players[seat].hand.findIndex((card) => matches(card, top));
  return index < 0 ? ['draw', []] : ['lay', [index]];
}
