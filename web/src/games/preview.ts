// A game's moving picture on the home page: a few cards, and where they lie from one moment to the next.

/** Across and down in hundredths of the picture, then degrees; a face of its own for this moment. */
export type Spot = [x: number, y: number, turn?: number, face?: string];

export interface Actor {
  face: string;
  at: Spot[];
}

/** Every card has as many spots as there are moments; the last one stays. */
export interface Preview {
  moments: number;
  cards: Actor[];
}

/** A card that lies where it is. */
export const stays = (face: string, x: number, y: number, turn = 0): Actor => ({ face, at: [[x, y, turn]] });

/** Where a card lies at a moment. */
export const spotAt = (actor: Actor, moment: number): Spot => actor.at[Math.min(moment, actor.at.length - 1)] ?? [50, 50];
