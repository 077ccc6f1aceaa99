/**
 * Segment suggestions of the simulated world: one is open for each project at the start, and about every third day one
 * of the projects gets another, until the written ones are used up.
 */
import type { Changes } from './changes.ts';
import { type Day, HOUR_MS, startOf } from './day.ts';
import { randomOf } from './random.ts';
import type { Suggestion } from './rows.ts';
import type { ProjectScript, SegmentScript } from './script.ts';

const MADE_AT = 5 * HOUR_MS;

/** What came of accepting or dismissing. Doing the same again changes nothing; the other way round is a conflict. */
export type Closing =
  | { kind: 'closed'; suggestion: Suggestion }
  | { kind: 'conflict'; suggestion: Suggestion };

/** One project's suggestions. `day` says on which day, counted from the start, its n-th is made; undefined: never. */
export function createSuggestions(
  script: ProjectScript,
  seed: number,
  start: Day,
  days: readonly Day[],
  changes: Changes,
) {
  const made = script.segments.flatMap((segment, index) => {
    const day = days[index];
    return day === undefined ? [] : [toSuggestion(script, seed, segment, startOf(start + day) + MADE_AT)];
  });
  const closings = () => changes.all().filter((change) => change.kind === 'suggestion_closed');
  const at = (now: number) => made.filter(({ createdAt }) => createdAt <= now).map(asClosed);

  function asClosed(suggestion: Suggestion): Suggestion {
    const closing = closings().find(({ id }) => id === suggestion.id);
    if (closing === undefined) return suggestion;
    const { status, at } = closing;
    return { ...suggestion, status, ...(status === 'accepted' ? { acceptedAt: at } : { dismissedAt: at }) };
  }

  return {
    /** Those made so far, oldest first. */
    at,
    /** Name of the segment that this prompt belongs to: of those accepted that apply, the one accepted last. */
    acceptedFor(prompt: string): string | undefined {
      const accepted = closings().flatMap(({ id, status }) =>
        status === 'accepted' ? made.filter((each) => each.id === id) : [],
      );
      return accepted.findLast((each) => appliesTo(each, prompt))?.name;
    },
    /** Undefined where there is no such suggestion yet. */
    close(id: string, status: 'accepted' | 'dismissed', now: number): Closing | undefined {
      const suggestion = at(now).find((each) => each.id === id);
      if (suggestion === undefined) return undefined;
      if (suggestion.status === status) return { kind: 'closed', suggestion };
      if (suggestion.status !== 'open') return { kind: 'conflict', suggestion };
      changes.add({ kind: 'suggestion_closed', at: now, id, status });
      return { kind: 'closed', suggestion: asClosed(suggestion) };
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

/** Whether a prompt of this text, also one tracked later, belongs to the suggested segment. */
export function appliesTo({ words }: Suggestion, prompt: string): boolean {
  const lower = prompt.toLowerCase();
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
