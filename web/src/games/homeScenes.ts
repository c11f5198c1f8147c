// Moving pictures of the games, for the home page: a few cards, and where they lie from one moment to the next.

/** Across and down in hundredths of the picture, then degrees; a face of its own for this moment. */
export type Spot = [x: number, y: number, turn?: number, face?: string];

export interface Actor {
  face: string;
  at: Spot[];
}

/** Every card has as many spots as the scene has moments; the last one stays. */
export interface Scene {
  moments: number;
  cards: Actor[];
}

const stays = (face: string, x: number, y: number, turn = 0): Actor => ({ face, at: [[x, y, turn]] });

export const SCENES: Record<string, Scene> = {
  kolpa: {
    moments: 4,
    cards: [
      stays('?', 40, 36, -3), stays('R3', 57, 36, 4),
      { face: 'B3', at: [[36, 98, -8], [57, 36, -6]] },
      { face: 'G5', at: [[50, 96], [50, 96], [14, 50, -4]] },
      { face: 'J', at: [[64, 98, 8], [64, 98, 8], [64, 98, 8], [57, 36, 9]] },
      stays('?', 82, 33, 174), stays('?', 89, 35, 186),
    ],
  },
  '5211': {
    moments: 4,
    cards: [
      { face: '?', at: [[20, 120], [26, 50, -5], [26, 50, -5, 'Y5'], [14, 62, -18, 'Y5']] },
      { face: '?', at: [[42, -60], [42, 50, 2], [42, 50, 2, 'B2'], [42, 50, 2, 'B2']] },
      { face: '?', at: [[58, -60], [58, 50, -2], [58, 50, -2, 'B1'], [58, 50, -2, 'B1']] },
      { face: '?', at: [[120, 50], [74, 50, 6], [74, 50, 6, 'P1'], [86, 62, 18, 'P1']] },
    ],
  },
  ko: {
    moments: 4,
    cards: [
      stays('G6', 18, 26), { face: 'G7', at: [[34, 140], [34, 26]] }, { face: 'G8', at: [[50, 140], [50, 140], [50, 26]] },
      stays('T9', 66, 26), { face: 'KO', at: [[82, 140], [82, 140], [82, 140], [82, 26]] },
      stays('R2', 36, 76, -6), stays('STEAL', 50, 74), stays('B12', 64, 76, 6),
    ],
  },
  kombio: {
    moments: 4,
    cards: [
      { face: '?', at: [[22, 26], [22, 26, 0, '-1'], [22, 26]] }, stays('?', 36, 26),
      stays('?', 22, 75), { face: '?', at: [[36, 75], [36, 75], [36, 75], [64, 50, 8, '9']] },
      { face: '9', at: [[64, 50, -4]] }, stays('?', 84, 50, 3),
    ],
  },
  coloretto: {
    moments: 4,
    cards: [
      stays('R', 22, 40), { face: 'Y', at: [[86, -60], [22, 66], [22, 66], [-30, 66]] },
      stays('G', 44, 40), { face: 'J', at: [[86, -60], [86, -60], [44, 66]] },
      stays('+', 66, 40), stays('?', 88, 48, 4),
    ],
  },
}; // prettier-ignore

/** Where a card lies at a moment. */
export const spotAt = (actor: Actor, moment: number): Spot => actor.at[Math.min(moment, actor.at.length - 1)] ?? [50, 50];
