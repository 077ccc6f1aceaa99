/**
 * What the simulated service suggests: segments, one of them open for each project at the start and another about every third
 * day until the written ones are used up; things to publish or change; and prompts to track.
 */
import type { Changes } from './changes.ts';
import { DAY_MS, type Day, dayOf, HOUR_MS, startOf } from './day.ts';
import { randomOf } from './random.ts';
import type { Suggestion } from './rows.ts';
import type { AdviceScript, ProjectScript, SegmentScript, SuggestedPromptScript } from './script.ts';

const MADE_AT = 5 * HOUR_MS;

/** What came of accepting or dismissing. Doing the same again changes nothing; the other way round is a conflict. */
type Closing = { kind: 'closed'; suggestion: Suggestion } | { kind: 'conflict'; suggestion: Suggestion };

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

/** When the service thinks about its advice, every day. */
const THINKS_AT = 4 * HOUR_MS;

type Given = { id: string; createdAt: number };
export type Advice = AdviceScript & Given;
type SuggestedPrompt = SuggestedPromptScript & Given;

/** One project's advice; `start` is the world's first day. */
export function createAdvice(script: ProjectScript, seed: number, start: Day) {
  /** The first three are there at the start; `every` days another follows. */
  const given = (name: string, index: number, every: number): Given => ({
    id: randomOf(seed, 'advice', script.id, name).uuid(),
    createdAt: startOf(start + every * (index - 2) - 1) + THINKS_AT,
  });
  const advice = script.advice.map((each, index) => ({ ...each, ...given(each.title, index, 4) }));
  const prompts = script.suggestedPrompts.map((each, index) => ({ ...each, ...given(each.text, index, 3) }));
  const by = <Row extends Given>(rows: readonly Row[], now: number) =>
    rows.filter(({ createdAt }) => createdAt <= now);

  return {
    /** Those given so far, oldest first. */
    at: (now: number): Advice[] => by(advice, now),
    /** Prompts suggested so far, oldest first. */
    promptsAt: (now: number): SuggestedPrompt[] => by(prompts, now),
    /** When the service last thought about it. */
    thoughtAt: (now: number): number => {
      const today = startOf(dayOf(now)) + THINKS_AT;
      return today <= now ? today : today - DAY_MS;
    },
  };
}
