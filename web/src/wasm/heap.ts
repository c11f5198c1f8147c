// The free memory of a module, and rooms in it that hold numbers.
import type { NumberKind } from './names';

const VIEWS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  float32: Float32Array,
  float64: Float64Array,
};
const ALIGNED = 16;
const PAGE = 1 << 16;

type View<K extends NumberKind> = InstanceType<(typeof VIEWS)[K]>;

/** Gives room from the end of what is in use, and again what was given back. */
export class Heap {
  private readonly free = new Map<number, number[]>();

  constructor(
    private readonly memory: WebAssembly.Memory,
    private top: number,
  ) {}

  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  /** Room for so many numbers, all of them 0; of several dimensions, the last one lies together. */
  room<K extends NumberKind>(kind: K, ...shape: number[]): Room<K> {
    const size = whole(kind, shape);
    const room = new Room(this, this.free.get(size)?.pop() ?? this.more(size), kind, shape);
    new Uint8Array(this.buffer, room.at, size).fill(0);
    return room;
  }

  /** Nobody may use it from now on. */
  give(room: Room): void {
    const size = whole(room.kind, room.shape);
    this.free.set(size, [...(this.free.get(size) ?? []), room.at]);
  }

  private more(size: number): number {
    const at = this.top;
    this.top += size;
    const missing = this.top - this.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }
}

/** Where an array lies. A view of it is good until more memory is needed: nobody keeps one. */
export class Room<K extends NumberKind = NumberKind> {
  constructor(
    private readonly heap: Heap,
    readonly at: number,
    readonly kind: K,
    readonly shape: readonly number[],
  ) {}

  get numbers(): View<K> {
    const view = VIEWS[this.kind] as unknown as new (buffer: ArrayBuffer, at: number, length: number) => View<K>;
    return new view(this.heap.buffer, this.at, product(this.shape));
  }

  /** The room of some of its bytes. */
  part<P extends NumberKind>(at: number, kind: P, count: number): Room<P> {
    return new Room(this.heap, this.at + at, kind, [count]);
  }

  /** An array of another number of things, at the same place: a table's bytes are one table. */
  as(...shape: number[]): Room<K> {
    return new Room(this.heap, this.at, this.kind, shape);
  }
}

const product = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

function whole(kind: NumberKind, shape: readonly number[]): number {
  return Math.max(1, Math.ceil((product(shape) * VIEWS[kind].BYTES_PER_ELEMENT) / ALIGNED)) * ALIGNED;
}
