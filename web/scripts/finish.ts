// What the build does last.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Plugin } from 'vite';

import { drawIcons } from './icons';

export const OUT = '../src/pioche/web';

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

/** The icons as PNG, the service worker's list of what to keep, and every text file compressed beside itself. */
export function finish(): Plugin {
  return {
    name: 'finish',
    apply: 'build',
    closeBundle() {
      for (const [name, bytes] of drawIcons()) writeFileSync(join(OUT, name), bytes);
      const shell = filesUnder(OUT).map((path) => path.slice(OUT.length + 1)).filter((path) => path.startsWith('assets/'));
      const worker = join(OUT, 'sw.js');
      const version = shell.join().replace(/[^0-9a-zA-Z]/g, '').slice(0, 4000);
      const text = readFileSync(worker, 'utf8').replace("'SHELL'", shell.map((path) => `'${path}'`).join(', '));
      writeFileSync(worker, text.replace('VERSION', hash(version)));
      for (const path of filesUnder(OUT).filter((each) => /\.(js|css|html|svg|webmanifest)$/.test(each))) {
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}

function hash(text: string): string {
  let sum = 5381;
  for (const letter of text) sum = (sum * 33 + letter.charCodeAt(0)) >>> 0;
  return sum.toString(36);
}
