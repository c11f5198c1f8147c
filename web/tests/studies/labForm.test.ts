import { expect, test } from 'vitest';

import { given, readCards } from '../../src/studies/labForm';

test('cards are read by name, and what is no count is left to the server', () => {
  expect(readCards(' J=0..4  *1=3 ')).toEqual({ J: '0..4', '*1': '3' });
  expect(readCards('J')).toEqual({ J: '' });
  expect(readCards('')).toEqual({});
});

test('only options that were written are asked for', () => {
  expect(given({ target: ' 30 ', rounds: '  ' })).toEqual({ target: '30' });
});
