/**
 * The current profiles: the operator's corrections, lines from the store and lines learned since, for all keys or for
 * one. What a refusal taught holds only for the key that met it, since another plan may have other limits.
 */
import { createHash } from 'node:crypto';
import { type Line, type Profile, profileOf } from './profile.ts';

/** A learned line and a hash of its key; '' stands for all keys. */
export type KeptLine = Line & { keyMark: string };

export type ProfilesDeps = {
  /** The operator's corrections. */
  corrected: () => readonly Line[];
  /** Stores learned lines; after a failure they are learned again. */
  keep: (lines: readonly KeptLine[]) => Promise<void>;
  onLost: (error: unknown) => void;
};

export type KeptProfiles = ReturnType<typeof createProfiles>;

export function createProfiles({ corrected, keep, onLost }: ProfilesDeps) {
  let kept: readonly KeptLine[] = [];
  let keeping: Promise<unknown> = Promise.resolve();
  let made = new Map<string, { profile: Profile; corrected: readonly Line[] }>();

  return {
    /** The profile for calls with this key. */
    of(apiKey: string): Profile {
      const corrections = corrected();
      const known = made.get(apiKey);
      if (known && known.corrected === corrections) return known.profile;
      const mark = markOf(apiKey);
      const own = kept.filter((line) => line.keyMark === mark);
      const profile = profileOf([...kept.filter((line) => line.keyMark === ''), ...own, ...corrections]);
      made.set(apiKey, { profile, corrected: corrections });
      return profile;
    },
    learn(apiKey: string, lines: readonly Line[]): void {
      const mark = markOf(apiKey);
      const learned = lines.map((line) => ({ ...line, keyMark: mark }));
      kept = [...kept, ...learned];
      made = new Map();
      keeping = Promise.all([keeping, keep(learned).catch(onLost)]);
    },
    /** Resolves once all learned lines are stored or lost. */
    kept: async (): Promise<void> => void (await keeping),
    /** Replaces what is known by the lines from the store, including what other processes learned. */
    load(lines: readonly KeptLine[]): void {
      kept = lines;
      made = new Map();
    },
  };
}

/** Identifies a key, or the API's address, in the store without revealing it. */
export function markOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 16);
}
