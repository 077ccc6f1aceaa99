/** What befalls a request on its way to Slack and back. Drawn by seed: the same seed brings the same weather. */
import { randomOf } from '../../src/sandbox/world/random.ts';

/** Whether Slack takes the request, and what its sender hears of it. `later`: only after the connection is gone. */
export type Fate = {
  accepts: 'now' | 'later' | 'never';
  hears: 'the answer' | 'limited' | 'broken' | 'a reset' | 'nothing';
  /** How much later, real ms. */
  lateMs: number;
};

export const FAIR: Fate = { accepts: 'now', hears: 'the answer', lateMs: 0 };

/** Chances in a hundred; the rest is fair. */
const STORM: readonly (Pick<Fate, 'accepts' | 'hears'> & { chance: number })[] = [
  { chance: 8, accepts: 'never', hears: 'limited' },
  { chance: 4, accepts: 'never', hears: 'broken' },
  { chance: 3, accepts: 'now', hears: 'broken' },
  { chance: 4, accepts: 'never', hears: 'a reset' },
  { chance: 4, accepts: 'now', hears: 'a reset' },
  { chance: 4, accepts: 'later', hears: 'a reset' },
  { chance: 1, accepts: 'never', hears: 'nothing' },
  { chance: 1, accepts: 'now', hears: 'nothing' },
];

/** The fates of the first request, the second and so on. `latestMs`: what comes late comes after that at the latest. */
export function stormOf(seed: number, latestMs: number): () => Fate {
  const random = randomOf(seed, 'weather');
  return () => {
    const lateMs = random.int(1, latestMs);
    let left = random.next() * 100;
    for (const { chance, ...fate } of STORM) {
      left -= chance;
      if (left < 0) return { ...fate, lateMs };
    }
    return FAIR;
  };
}
