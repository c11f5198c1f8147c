// Cards that are picked out of many. Equal ones are told apart by a number: `PEEK1#0`, `PEEK1#1`.

/** A name for each card, which another order does not change. */
export function namesOf(cards: string[]): string[] {
  const met = new Map<string, number>();
  return cards.map((face) => {
    const copy = met.get(face) ?? 0;
    met.set(face, copy + 1);
    return `${face}#${copy}`;
  });
}

export const faceOf = (name: string): string => name.slice(0, name.lastIndexOf('#'));

/** The names that are still there. */
export function kept(picked: string[], cards: string[]): string[] {
  const names = new Set(namesOf(cards));
  return picked.every((name) => names.has(name)) ? picked : picked.filter((name) => names.has(name));
}

/** Picked, or no longer picked. */
export const toggled = (picked: string[], name: string): string[] => (picked.includes(name) ? picked.filter((each) => each !== name) : [...picked, name]);
