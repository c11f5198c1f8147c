import { createHash, randomBytes } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { sha256 } from '../../src/shuffle/sha256';

describe('SHA-256', () => {
  it('gives the published answers', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe('248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1');
    expect(sha256('a'.repeat(1_000_000))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });

  it('agrees with another one on every length up to three blocks, and on what is no ASCII', () => {
    for (let length = 0; length <= 192; length++) {
      const bytes = randomBytes(length);
      expect(sha256(bytes), `${length} bytes`).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    expect(sha256('pioche · été')).toBe(createHash('sha256').update('pioche · été', 'utf8').digest('hex'));
  });
});
