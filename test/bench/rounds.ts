/** Measures several things in turn, round after round, so that a machine that is busy for a while is busy for all. */
import { performance } from 'node:perf_hooks';

/** What one thing took in one round. */
export type Taken = { cpuUs: number; perSecond: number };

const middle = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;

/** The median of the rounds, with the least and the most in brackets. */
export type Spread = { median: number; least: number; most: number };

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: middle(sorted), least: sorted[0] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN };
}

export function spreadText({ median, least, most }: Spread, digits = 2): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

/** Ratios of two things round by round: what they had of the machine was nearly the same. */
export function ratioOf(ones: readonly number[], others: readonly number[]): Spread {
  return spreadOf(ones.map((one, round) => one / (others[round] ?? Number.NaN)));
}

/** Runs `work` so often, so many at once; this process's own work for each, µs, and how many there were a second. */
export async function paceOf(work: () => Promise<unknown>, times: number, atOnce: number): Promise<Taken> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  let left = times;
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const { user, system } = process.cpuUsage(before);
  return { cpuUs: (user + system) / times, perSecond: (times * 1_000) / (performance.now() - began) };
}
