// The bots that a person plays against: by level first, the others for the curious.

export const LEVELS = ['level1', 'level2', 'level3', 'level4', 'level5'];
export const USUAL = 'level2';

/** 1 to 5; 0 for a bot that is no level. */
export const levelOf = (bot: string): number => Number(/^level(\d)$/.exec(bot)?.[1] ?? 0);

export const curious = (bots: string[]): string[] => bots.filter((bot) => !levelOf(bot));

/** Without its budget: `search:1s` is a `search`. */
export const kindOf = (bot: string): string => bot.split(':')[0] ?? bot;
