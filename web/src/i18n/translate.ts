// Sentences by key, from several catalogues: the first that has the key speaks.

export type Lang = 'fr' | 'en';
export type Details = Record<string, string | number>;
export type Catalogue = Record<string, string>;

/** Sentences as they are written, in tables by topic. */
export interface WordTables {
  [key: string]: string | WordTables;
}

/** The sentence with its arguments in place; a key that is nowhere is shown as it is, and fails the tests. */
export function sentence(catalogues: (Catalogue | undefined)[], key: string, details: Details = {}): string {
  const text = catalogues.map((catalogue) => catalogue?.[key]).find((each) => each !== undefined);
  return text === undefined ? key : fill(text, details);
}

export function fill(text: string, details: Details): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole));
}
