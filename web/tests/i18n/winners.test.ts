import { expect, it, vi } from 'vitest';

const settings = vi.hoisted(() => ({ lang: 'en' }));
vi.mock('../../src/app/settings.svelte', () => ({ settings }));
vi.mock('../../src/net/api', () => ({ api: {} }));

const { winnersLine } = await import('../../src/i18n/i18n.svelte');

it('says who has won, one or several', () => {
  expect(winnersLine(['Ada'])).toBe('Ada wins');
  expect(winnersLine(['Ada', 'Bob'])).toBe('Ada and Bob win');
  expect(winnersLine(['Ada', 'Bob', 'Cy'])).toBe('Ada, Bob and Cy win');
  settings.lang = 'fr';
  expect(winnersLine(['Ada'])).toBe('Victoire de Ada');
  expect(winnersLine(['Ada', 'Bob', 'Cy'])).toBe('Victoire partagée\u00a0: Ada, Bob et Cy');
});
