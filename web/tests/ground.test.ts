// Row 28, the browser's half: the same honest and forged records as the Python check is held to (tests/test_ground.py).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { check, type Noted } from '../src/fair';
import { sha256 } from '../src/sha256';

interface Case {
  name: string;
  record: string;
  salt: string;
  kept: Noted;
  wrong: string[];
}

const cases = JSON.parse(readFileSync(fileURLToPath(new URL('ground.json', import.meta.url)), 'utf8')) as Case[];

describe('what the browser kept', () => {
  it.each(cases)('finds out: $name', ({ record, salt, kept, wrong }) => {
    const checks = check(record, kept.table, [{ salt, promise: sha256(salt), noted: kept }]);
    expect(checks.flatMap(({ name, ok }) => (ok === false ? [name] : [])).sort()).toEqual(wrong);
  });
});
