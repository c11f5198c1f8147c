/** Does this person want nothing to move? */
export const reduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
