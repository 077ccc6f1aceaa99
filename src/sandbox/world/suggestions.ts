/**
 * What the simulated service suggests: segments (one open per project at the start, then one about every third day
 * until the script runs out), content to publish or change, and prompts to track.
 */

import { DAY_MS, HOUR_MS } from '../../durations.ts';
import type { Changes } from './changes.ts';
import { randomOf } from './random.ts';
import { type Day, dayOf, type Suggestion, startOf } from './rows.ts';
import type { AdviceScript, ProjectScript, SegmentScript, SuggestedPromptScript } from './script.ts';

/** When the service makes its suggestions. */
const MADE_AT = 5 * HOUR_MS;

/** The result of accepting or dismissing. Repeating it changes nothing; the opposite is a conflict. */
type Closing = { kind: 'closed' | 'conflict'; suggestion: Suggestion };

/** One project's segment suggestions. `days[n]` is the day, counted from the start, that the n-th one is made. */
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
  const at = (now: number) => made.filter(({ createdAt }) => createdAt <= now).map(withStatus);

  function withStatus(suggestion: Suggestion): Suggestion {
    const closing = closings().find(({ id }) => id === suggestion.id);
    if (closing === undefined) return suggestion;
    const { status, at } = closing;
    return { ...suggestion, status, ...(status === 'accepted' ? { acceptedAt: at } : { dismissedAt: at }) };
  }

  return {
    /** Those made so far, oldest first. */
    at,
    /** The name of the prompt's segment: the last accepted one that applies. */
    segmentOf(prompt: string): string | undefined {
      const accepted = closings().flatMap(({ id, status }) =>
        status === 'accepted' ? made.filter((each) => each.id === id) : [],
      );
      return accepted.findLast((each) => appliesTo(each, prompt))?.name;
    },
    /** Undefined if there's no such suggestion yet. */
    close(id: string, status: 'accepted' | 'dismissed', now: number): Closing | undefined {
      const suggestion = at(now).find((each) => each.id === id);
      if (suggestion === undefined) return undefined;
      if (suggestion.status === status) return { kind: 'closed', suggestion };
      if (suggestion.status !== 'open') return { kind: 'conflict', suggestion };
      changes.add({ kind: 'suggestion_closed', at: now, id, status });
      return { kind: 'closed', suggestion: withStatus(suggestion) };
    },
  };
}

/** The days each project gets a suggestion, by project id, counted from the start; the first is before it. */
export function planSuggestions(scripts: readonly ProjectScript[], seed: number): Map<string, Day[]> {
  const days = new Map(scripts.map(({ id }, index) => [id, [-2 + index]]));
  const random = randomOf(seed, 'suggestions');
  const waiting = scripts.flatMap(({ id, segments }) => segments.slice(1).map(() => id));
  random.shuffled(waiting).forEach((id, index) => {
    days.get(id)?.push(3 * (index + 1) + random.int(-1, 1));
  });
  return days;
}

/** Whether a prompt with this text belongs to the suggested segment. */
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

/** When the service reviews its advice each day. */
const REVIEWED_AT = 4 * HOUR_MS;

type Issued = { id: string; createdAt: number };
export type Advice = AdviceScript & Issued;
type SuggestedPrompt = SuggestedPromptScript & Issued;

/** One project's advice; `start` is the world's first day. */
export function createAdvice(script: ProjectScript, seed: number, start: Day) {
  /** The first three exist at the start; another follows every `every` days. */
  const issue = (name: string, index: number, every: number): Issued => ({
    id: randomOf(seed, 'advice', script.id, name).uuid(),
    createdAt: startOf(start + every * (index - 2) - 1) + REVIEWED_AT,
  });
  const advice = script.advice.map((each, index) => ({ ...each, ...issue(each.title, index, 4) }));
  const prompts = script.suggestedPrompts.map((each, index) => ({ ...each, ...issue(each.text, index, 3) }));
  const upTo = <Row extends Issued>(rows: readonly Row[], now: number) =>
    rows.filter(({ createdAt }) => createdAt <= now);

  return {
    /** Everything so far, oldest first. */
    at: (now: number): Advice[] => upTo(advice, now),
    /** Suggested prompts so far, oldest first. */
    promptsAt: (now: number): SuggestedPrompt[] => upTo(prompts, now),
    /** When the service last reviewed its advice. */
    reviewedAt: (now: number): number => {
      const today = startOf(dayOf(now)) + REVIEWED_AT;
      return today <= now ? today : today - DAY_MS;
    },
  };
}
