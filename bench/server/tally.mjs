// What a load generator counts: moves acknowledged after the warm-up, how long each took, and what went wrong.
export class Tally {
  constructor(warmup, seconds) {
    this.from = performance.now() + warmup * 1000;
    this.until = this.from + seconds * 1000;
    this.seconds = seconds;
    this.took = [];
    this.games = 0;
    this.errors = {};
  }

  get over() {
    return performance.now() >= this.until;
  }

  moved(sent) {
    const now = performance.now();
    if (now >= this.from && now < this.until) this.took.push(now - sent);
  }

  wrong(what) {
    this.errors[what] = (this.errors[what] ?? 0) + 1;
  }

  async finished() {
    await new Promise((resolve) => setTimeout(resolve, this.until - performance.now()));
  }

  report(extra = {}) {
    const sorted = Float64Array.from(this.took).sort();
    const at = (share) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
    return {
      moves: sorted.length,
      moves_per_second: round(sorted.length / this.seconds),
      p50_ms: at(0.5),
      p99_ms: at(0.99),
      max_ms: at(1),
      games: this.games,
      errors: this.errors,
      ...extra,
    };
  }
}

const round = (value) => Math.round(value * 100) / 100;

// Do `work` for each of `things`, `width` at a time.
export async function inParallel(things, width, work) {
  const left = [...things].entries();
  const results = [];
  const worker = async () => {
    for (const [index, thing] of left) results[index] = await work(thing, index);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

export const print = (report) => process.stdout.write(JSON.stringify(report) + '\n');
