// What only the browser says: sentences of all games, and those of a game's folder with the game before the key, `GAME.key`.
// Rules, refusals and log lines come from the server's catalogues.
import { gameIn } from '../games/gameFolder';
import en from './en.toml';
import fr from './fr.toml';
import type { Catalogue, Lang, WordTables } from './translate';

type Found = Record<string, WordTables>; // by the path of the file

const FR = import.meta.glob<WordTables>('../games/*/fr.toml', { eager: true, import: 'default' });
const EN = import.meta.glob<WordTables>('../games/*/en.toml', { eager: true, import: 'default' });

/** Sentences by their whole keys: `lead` of the table `app` is `app.lead`. */
function flat(words: WordTables, before = ''): Catalogue {
  const parts = Object.entries(words).map(([key, text]) => (typeof text === 'string' ? { [before + key]: text } : flat(text, `${before}${key}.`)));
  return Object.assign({}, ...parts) as Catalogue;
}

/** All games' sentences, and those of each game. */
export function gathered(shared: WordTables, found: Found): Catalogue {
  const own = Object.entries(found).map(([path, words]) => [gameIn(path), words]);
  return flat({ ...shared, ...(Object.fromEntries(own) as WordTables) });
}

export const WORDS: Record<Lang, Catalogue> = { fr: gathered(fr, FR), en: gathered(en, EN) };
