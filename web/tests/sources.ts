// The files of the page, for tests that read them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { gameIn } from '../src/games/gameFolder';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

export interface Source {
  /** Below `src`, as in `games/ko/index.ts`. */
  path: string;
  text: string;
  /** The game in whose folder it lies. */
  game: string | null;
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(SOURCE, folder)).flatMap((name) => {
    const path = join(folder, name);
    return statSync(join(SOURCE, path)).isDirectory() ? filesUnder(path) : [path];
  });
}

const folderOf = (path: string): string | null => (/^games\/(?!generic\/)[^/]+\//.test(path) ? gameIn(path) : null);

export const SOURCES: Source[] = filesUnder('').map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8'), game: folderOf(path) }));
