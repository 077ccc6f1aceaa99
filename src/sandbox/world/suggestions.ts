/**
 * Segment suggestions of the simulated world: one is open for each project at the start, and about every third day one
 * of the projects gets another, until the written ones are used up. Accepting and dismissing live in memory.
 */
import { type Day, HOUR_MS, startOf } from './day.ts';
import { randomOf } from './random.ts';
import type { Suggestion, TrackedPrompt } from './rows.ts';
import type { ProjectScript, SegmentScript } from './script.ts';

const MADE_AT = 5 * HOUR_MS;

/** What came of accepting or dismissing. Doing the same again changes nothing; the other way round is a conflict. */
export type Closing =
  | { kind: 'closed'; suggestion: Suggestion }
  | { kind: 'conflict'; suggestion: Suggestion };

/** One project's suggestions. `day` says on which day, counted from the start, its n-th is made; undefined: never. */
export function createSuggestions(script: ProjectScript, seed: number, start: Day, days: readonly Day[]) {
  const made = script.segments.flatMap((segment, index) => {
    const day = days[index];
    return day === undefined ? [] : [toSuggestion(script, seed, segment, startOf(start + day) + MADE_AT)];
  });
  const closed = new Map<string, Suggestion>();
  const at = (now: number) =>
    made.filter(({ createdAt }) => createdAt <= now).map((each) => closed.get(each.id) ?? each);

  return {
    /** Those made so far, oldest first. */
    at,
    /** Undefined where there is no such suggestion yet. */
    close(id: string, status: 'accepted' | 'dismissed', now: number): Closing | undefined {
      const suggestion = at(now).find((each) => each.id === id);
      if (suggestion === undefined) return undefined;
      if (suggestion.status === status) return { kind: 'closed', suggestion };
      if (suggestion.status !== 'open') return { kind: 'conflict', suggestion };
      const times = status === 'accepted' ? { acceptedAt: now } : { dismissedAt: now };
      const done = { ...suggestion, status, ...times };
      closed.set(id, done);
      return { kind: 'closed', suggestion: done };
    },
  };
}

/** Days on which each project gets a suggestion, counted from the start: the first before it, then one for somebody. */
export function suggestionDays(scripts: readonly ProjectScript[], seed: number): Map<string, Day[]> {
  const days = new Map(scripts.map(({ id }, index) => [id, [-2 + index]]));
  const random = randomOf(seed, 'suggestions');
  const waiting = scripts.flatMap(({ id, segments }) => segments.slice(1).map(() => id));
  random.shuffled(waiting).forEach((id, index) => {
    days.get(id)?.push(3 * (index + 1) + random.int(-1, 1));
  });
  return days;
}

/** Whether a tracked prompt, also one tracked later, belongs to the suggested segment. */
export function appliesTo({ words }: Suggestion, { text }: TrackedPrompt): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word));
}

function toSuggestion(
  script: ProjectScript,
  seed: number,
  { name, description, words }: SegmentScript,
  createdAt: number,
): Suggestion {
  return {
    id: randomOf(seed, 'suggestion', script.id, name).uuid(),
    name,
    description,
    words,
    status: 'open',
    createdAt,
    acceptedAt: null,
    dismissedAt: null,
  };
}
