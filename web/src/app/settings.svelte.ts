// What a person has chosen, kept in the browser.
import { USUAL } from './botChoices';
import type { Lang } from '../i18n/translate';

export type Theme = 'dark' | 'light';

interface Kept {
  lang?: Lang;
  theme?: Theme;
  mute?: boolean;
  name?: string;
  met?: boolean;
  order?: 'colour' | 'number';
  bot?: string;
}

const KEY = 'pioche';

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

function browserLang(): Lang {
  const wanted = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each === 'fr' || each === 'en');
  return (wanted as Lang | undefined) ?? 'fr';
}

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');

class Settings {
  #kept: Kept = $state(kept());
  #system: Theme = $state(systemTheme());

  constructor() {
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => (this.#system = systemTheme()));
  }

  get lang(): Lang {
    return this.#kept.lang ?? browserLang();
  }
  set lang(lang: Lang) {
    this.#keep({ lang });
  }
  get theme(): Theme {
    return this.#kept.theme ?? this.#system;
  }
  set theme(theme: Theme) {
    this.#keep({ theme });
  }
  get mute(): boolean {
    return this.#kept.mute ?? false;
  }
  set mute(mute: boolean) {
    this.#keep({ mute });
  }
  /** The name that a new guest gets. */
  get name(): string {
    return this.#kept.name ?? '';
  }
  set name(name: string) {
    this.#keep({ name });
  }

  /** How a big hand is sorted. */
  get order(): 'colour' | 'number' {
    return this.#kept.order ?? 'colour';
  }
  set order(order: 'colour' | 'number') {
    this.#keep({ order });
  }

  /** The bots one plays against. */
  get bot(): string {
    return this.#kept.bot ?? USUAL;
  }
  set bot(bot: string) {
    this.#keep({ bot });
  }

  /** Has the server met this browser? Its cookie can't be read from here. */
  get met(): boolean {
    return this.#kept.met ?? false;
  }
  set met(met: boolean) {
    this.#keep({ met });
  }

  /** Whoever comes next in this browser is somebody else; the page that is shown does not change any more. */
  forget(): void {
    this.#store({ ...this.#kept, met: false, name: '' });
  }

  #keep(change: Kept): void {
    this.#kept = { ...this.#kept, ...change };
    this.#store(this.#kept);
  }

  #store(kept: Kept): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing asks again next time
    }
  }
}

export const settings = new Settings();
