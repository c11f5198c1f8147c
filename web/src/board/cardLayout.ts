// How many cards are laid out in a box: as large as they can be, overlapping only as far as their corners stay readable.

export interface Layout {
  /** Width of a card; its height is 1.4 times that. */
  card: number;
  columns: number;
  /** From one card to the next, across and down. */
  across: number;
  down: number;
  /** Where the first one lies. */
  left: number;
  top: number;
  /** All of it; more than the box if even the smallest cards do not fit. */
  height: number;
}

const RATIO = 1.4;
const GAP = 5;
const SHOWN_ACROSS = 0.5; // of a card that is partly covered: its numeral
const SHOWN_DOWN = 0.6; // and its symbol
const LEAST = 32; // px

interface Room {
  width: number;
  height: number;
  /** No card is wider. */
  most: number;
}

/** The layout in which each card shows most of itself. */
export function spread(count: number, room: Room): Layout {
  const all = Array.from({ length: Math.max(1, count) }, (_, i) => layout(count, i + 1, room));
  const readable = all.filter(({ card }) => card >= Math.min(LEAST, room.most));
  const tries = readable.length ? readable : all.slice(0, 1);
  return tries.reduce((best, each) => (worth(each, room) >= worth(best, room) * 0.999 ? each : best));
}

function layout(count: number, columns: number, { width, height, most }: Room): Layout {
  const rows = Math.ceil(Math.max(1, count) / columns);
  const byWidth = width / (1 + (columns - 1) * SHOWN_ACROSS);
  const byHeight = height / RATIO / (1 + (rows - 1) * SHOWN_DOWN);
  const card = Math.max(Math.min(byWidth, byHeight, most), Math.min(LEAST, most, byWidth));
  const tall = card * RATIO;
  const across = columns < 2 ? 0 : Math.min(card + GAP, (width - card) / (columns - 1));
  const down = rows < 2 ? 0 : Math.max(Math.min(tall + GAP, (height - tall) / (rows - 1)), tall * SHOWN_DOWN);
  const used = tall + down * (rows - 1);
  return {
    card, columns, across, down, height: used,
    left: (width - card - across * (columns - 1)) / 2, top: Math.max(0, (height - used) / 2),
  }; // prettier-ignore
}

/** What is seen of a card, with a liking for cards that are not covered, and for what needs no scrolling. */
function worth({ card, columns, across, down, height }: Layout, room: Room): number {
  const wide = columns < 2 ? card : Math.min(card, across);
  const high = down ? Math.min(card * RATIO, down) : card * RATIO;
  return wide * high * card ** 0.3 * Math.min(1, room.height / height) ** 2;
}

/** Where the card at an index lies. */
export function spot(at: number, { columns, across, down, left, top }: Layout): { x: number; y: number } {
  return { x: left + (at % columns) * across, y: top + Math.floor(at / columns) * down };
}
