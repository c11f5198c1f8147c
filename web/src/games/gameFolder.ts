/** The game in whose folder a file lies. A folder's name begins with a letter: `g2048` is the game 2048. */
export const gameIn = (path: string): string => (path.split('/').at(-2) ?? '').replace(/^g(?=\d)/, '');
