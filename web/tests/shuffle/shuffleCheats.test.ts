// Row 28, the browser's half: the same honest and forged records as the Python check is held to (tests/table/test_shuffle_cheats.py).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { check, type Noted } from '../../src/shuffle/shuffleCheck';
import { sha256 } from '../../src/shuffle/sha256';

interface Case {
  name: string;
  record: string;
  table: string;
  salt: string;
  kept: Noted | null;
  seen: string[];
  wrong: string[];
}

const REPLAYED = 'shown'; // only who knows the rules can compare the cards that were shown

const cases = JSON.parse(readFileSync(fileURLToPath(new URL('../shuffleCheats.json', import.meta.url)), 'utf8')) as Case[];

describe('what the browser kept', () => {
  it.each(cases)('finds out: $name', ({ table, record, salt, kept, seen, wrong }) => {
    const promise = sha256(salt);
    const game = { promise, seat: 0, epoch: 'e', seq: 9, whole: true, over: true, lines: seen };
    const checks = check(record, table, [{ salt, promise, table, ...(kept && { noted: kept }) }], seen.length ? game : null);
    expect(checks.flatMap(({ name, ok }) => (ok === false ? [name] : [])).sort()).toEqual(wrong.filter((name) => name !== REPLAYED));
  });
});
