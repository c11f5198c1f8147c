// The app's icons as PNG: the same drawing as public/icon.svg, painted point by point, with no library.
import { deflateSync } from 'node:zlib';

type Colour = [number, number, number];

const GREEN: Colour = [0x17, 0x45, 0x3b];
const CREAM: Colour = [0xfb, 0xf6, 0xe9];
const CARDS: { angle: number; x: number; colour: Colour }[] = [
  { angle: -14, x: 28, colour: [0xf2, 0xb6, 0x32] },
  { angle: -3, x: 29, colour: [0xd7, 0x26, 0x3d] },
  { angle: 8, x: 29, colour: CREAM },
];
const STEPS = 4; // points a pixel, in each direction

/** Is a point inside a rectangle with rounded corners? */
function inRect(x: number, y: number, left: number, top: number, width: number, height: number, round: number): boolean {
  const dx = Math.max(left + round - x, x - (left + width - round), 0);
  const dy = Math.max(top + round - y, y - (top + height - round), 0);
  return dx * dx + dy * dy <= round * round && x >= left && x <= left + width && y >= top && y <= top + height;
}

function turned(x: number, y: number, degrees: number): [number, number] {
  const a = (-degrees * Math.PI) / 180;
  const [dx, dy] = [x - 50, y - 54] as const;
  return [50 + dx * Math.cos(a) - dy * Math.sin(a), 54 + dx * Math.sin(a) + dy * Math.cos(a)];
}

/** The pickaxe: a bent head and a handle. */
function inPick(x: number, y: number): boolean {
  const across = Math.abs(x - 50) / 15.5;
  const head = across <= 1 && y >= 35.4 + 5.6 * across ** 1.8 && y <= 39.6 + 1.6 * across ** 2;
  return head || (Math.abs(x - 50) <= 2.3 && y >= 37 && y <= 70);
}

function colourAt(x: number, y: number, round: number): Colour | null {
  if (!inRect(x, y, 0, 0, 100, 100, round)) return null;
  let colour = GREEN;
  for (const card of CARDS) {
    const [cx, cy] = turned(x, y, card.angle);
    if (inRect(cx, cy, card.x, 22, 42, 58, 6)) colour = card.colour === CREAM && inPick(cx, cy) ? GREEN : card.colour;
  }
  return colour;
}

function pixel(px: number, py: number, size: number, round: number, zoom: number): number[] {
  let [red, green, blue, seen] = [0, 0, 0, 0];
  for (let i = 0; i < STEPS * STEPS; i++) {
    const at = (p: number, k: number): number => 50 + (((p + (k + 0.5) / STEPS) / size) * 100 - 50) / zoom;
    const colour = colourAt(at(px, i % STEPS), at(py, Math.floor(i / STEPS)), round) ?? (zoom < 1 ? GREEN : null);
    if (!colour) continue;
    [red, green, blue, seen] = [red + colour[0], green + colour[1], blue + colour[2], seen + 1];
  }
  return [red / (seen || 1), green / (seen || 1), blue / (seen || 1), (255 * seen) / STEPS ** 2].map(Math.round);
}

function crc32(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let k = 0; k < 8; k++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

function chunk(name: string, body: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from(name), body]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  size.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(data));
  return Buffer.concat([size, data, sum]);
}

function png(size: number, round: number, zoom = 1): Buffer {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) rows.set(pixel(x, y, size, round, zoom), y * (size * 4 + 1) + 1 + x * 4);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** Name and bytes of every icon file. */
export function drawIcons(): [string, Buffer][] {
  return [
    ['icon-192.png', png(192, 22)],
    ['icon-512.png', png(512, 22)],
    ['icon-maskable.png', png(512, 22, 0.8)],
  ];
}
