/**
 * The profiles in force: what the operator says, what the store kept, and what was learnt a moment ago, for all keys and
 * for one. Another plan may have other limits, so that a refusal is remembered for the key that met it.
 */
import { createHash } from 'node:crypto';
import { type Line, type Profile, profileOf } from './profile.ts';

/** A line that was learnt, and by which key; '' stands for all. */
export type KeptLine = Line & { keyMark: string };

export type ProfilesDeps = {
  /** What a person says of the API. */
  corrected: () => readonly Line[];
  /** Keeps what was learnt; a failure costs that it is learnt again. */
  keep: (lines: readonly KeptLine[]) => Promise<void>;
  onLost: (error: unknown) => void;
};

export type KeptProfiles = ReturnType<typeof createProfiles>;

export function createProfiles({ corrected, keep, onLost }: ProfilesDeps) {
  let kept: readonly KeptLine[] = [];
  let keeping: Promise<unknown> = Promise.resolve();
  let made = new Map<string, { profile: Profile; corrected: readonly Line[] }>();

  return {
    /** For those who ask with this key. */
    of(apiKey: string): Profile {
      const said = corrected();
      const known = made.get(apiKey);
      if (known && known.corrected === said) return known.profile;
      const mark = keyMark(apiKey);
      const own = kept.filter((line) => line.keyMark === mark);
      const profile = profileOf([...kept.filter((line) => line.keyMark === ''), ...own, ...said]);
      made.set(apiKey, { profile, corrected: said });
      return profile;
    },
    learn(apiKey: string, lines: readonly Line[]): void {
      const mark = keyMark(apiKey);
      const learnt = lines.map((line) => ({ ...line, keyMark: mark }));
      kept = [...kept, ...learnt];
      made = new Map();
      keeping = Promise.all([keeping, keep(learnt).catch(onLost)]);
    },
    /** Resolves once all that was learnt is kept, or lost. */
    kept: async (): Promise<void> => void (await keeping),
    /** Everything that the store has, also what other processes learnt. */
    load(lines: readonly KeptLine[]): void {
      kept = lines;
      made = new Map();
    },
  };
}

/** Tells keys apart in the store without being one. */
export function keyMark(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 16);
}
