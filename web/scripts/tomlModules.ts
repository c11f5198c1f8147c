// Sentences are written in TOML; here a file becomes a module.
import { parse, TomlError } from 'smol-toml';
import type { Plugin } from 'vite';

/** Lets `import fr from './fr.toml'` be the tables of the file. */
export function tomlModules(): Plugin {
  return {
    name: 'toml-modules',
    transform(text, id) {
      if (!id.endsWith('.toml')) return null;
      try {
        return { code: `export default ${JSON.stringify(parse(text))}`, map: null };
      } catch (error) {
        const line = error instanceof TomlError ? `:${error.line}` : '';
        return this.error(`${id}${line}: ${(error as Error).message}`);
      }
    },
  };
}
