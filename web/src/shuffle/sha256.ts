// SHA-256 of our own: pages that come over plain http from another machine have no `crypto.subtle`.

/** The first 32 bits of the fractional parts of the roots of the first primes: square roots, cube roots. */
const [START, ROUNDS] = constants();

function constants(): [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const part = (root: number): number => (root - Math.floor(root)) * 2 ** 32;
  return [Uint32Array.from(primes.slice(0, 8), (prime) => part(Math.sqrt(prime))), Uint32Array.from(primes, (prime) => part(Math.cbrt(prime)))];
}

/** The hash in hexadecimal; of a text, the hash of its UTF-8. */
export function sha256(given: string | Uint8Array): string {
  const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
  const blocks = padded(bytes);
  const state = Uint32Array.from(START);
  for (let at = 0; at < blocks.byteLength; at += 64) mix(state, schedule(blocks, at));
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** A one bit, zeros, and the length in bits, so that whole blocks of 64 bytes come out. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, (bytes.length << 3) >>> 0);
  return view;
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function schedule(blocks: DataView, at: number): Uint32Array {
  const w = new Uint32Array(64);
  const word = (i: number): number => w[i] as number;
  for (let i = 0; i < 16; i++) w[i] = blocks.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [a, b] = [word(i - 15), word(i - 2)] as const;
    const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w[i] = word(i - 16) + low + word(i - 7) + high;
  }
  return w;
}

function mix(state: Uint32Array, w: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + (ROUNDS[i] as number) + (w[i] as number)) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + word;
}
