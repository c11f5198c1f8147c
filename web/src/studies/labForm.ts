// What the form of the lab asks for, as the server takes it.

/** "J=2 *1=3" as names and values; a word without "=" is kept, so that the server says what is wrong with it. */
export function readCards(text: string): Record<string, string> {
  const words = text.split(/\s+/).filter(Boolean);
  return Object.fromEntries(words.map((word) => word.split('=', 2) as [string, string?]).map(([name, values]) => [name, values ?? '']));
}

/** Only what was written. */
export function given(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value));
}
