import { describe, expect, it } from 'vitest';

import { tomlModules } from '../../scripts/tomlModules';

/** What the build makes of a file, or what it says is wrong with it. */
function built(text: string, id = '/web/src/i18n/fr.toml'): unknown {
  const { transform } = tomlModules() as unknown as { transform: (text: string, id: string) => { code: string } | null };
  const context = { error: (message: string): never => { throw new Error(message); } };
  return transform.call(context, text, id);
}

describe('a TOML file', () => {
  it('becomes a module of its tables', () => {
    expect(built('guest = "Invité"\n[app]\nlead = """\\\n  Cinq \\\n  jeux"""')).toMatchObject({ code: 'export default {"guest":"Invité","app":{"lead":"Cinq jeux"}}' });
    expect(built('x', '/web/src/main.ts')).toBeNull();
  });

  it('with a mistake is named, with its line', () => {
    expect(() => built('guest = "Invité"\n[app\n')).toThrow('/web/src/i18n/fr.toml:2: Invalid TOML');
    expect(() => built('guest = "a"\nguest = "b"\n')).toThrow('fr.toml:2');
  });
});
