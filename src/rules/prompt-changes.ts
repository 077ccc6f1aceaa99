/** Which tracked prompts came or went between two days: that moves a score, though nothing became more or less visible. */
import type { MeasuredChange, ScoreNotice } from '../decision.ts';
import type { Prompt } from '../visibility/assumed.ts';
import type { PromptFigures } from './alert-explanation.ts';
import { daysBefore, today } from './calendar.ts';
import type { PromptChange } from './score-comparable.ts';
import { dateOf, dayNumber } from './score-series.ts';

type Move = 'came' | 'went' | 'reworded';

/** What somebody did to a prompt here, as the audit names it; `subject` are its words before that, `at` epoch ms. */
export type PromptWrite = { action: string; subject: string; at: number };

/**
 * The days from which other prompts were asked than before, oldest first. `tracked` says when each of today's was made,
 * by whomever; which went, and which were worded anew, is known only of what was written here.
 */
export function promptsMoved(
  tracked: readonly Pick<Prompt, 'text' | 'createdAt'>[],
  writes: readonly PromptWrite[],
  timezone: string,
): MeasuredChange[] {
  const days = new Map<string, Map<string, { words: string; how: Move }>>();
  const move = (at: number, words: string, how: Move) => {
    const day = countsFrom(at, timezone);
    const moves = days.get(day) ?? new Map();
    days.set(day, moves);
    const key = words.toLowerCase();
    // Tracked and untracked before anybody asked it, a prompt was never measured; a new one has no words before.
    const known = moves.get(key)?.how;
    if (known === 'came' && how === 'went') moves.delete(key);
    else if (known !== 'came') moves.set(key, { words, how });
  };
  const made = tracked.flatMap(({ text = '', createdAt }) =>
    createdAt === undefined ? [] : [{ action: 'prompt.track', subject: text, at: createdAt }],
  );
  for (const { action, subject, at } of [...made, ...writes].toSorted((a, b) => a.at - b.at)) {
    if (action === 'prompt.track') move(at, subject, 'came');
    if (action === 'prompt.untrack') move(at, subject, 'went');
    if (action === 'prompt.edit') move(at, subject, 'reworded');
  }
  return [...days].flatMap(([day, moves]): MeasuredChange[] => {
    const those = (how: Move) => [...moves.values()].flatMap((one) => (one.how === how ? one.words : []));
    const reworded = those('reworded').length;
    const change = { day, of: 'prompts' as const, came: those('came'), went: those('went') };
    return moves.size === 0 ? [] : [{ ...change, ...(reworded > 0 && { reworded }) }];
  });
}

/** As a set of engines or regions does, a set of prompts counts from the next day on; the API may begin its days by UTC. */
function countsFrom(at: number, timezone: string): string {
  const [here, utc] = [today(at, timezone), today(at, 'UTC')];
  return daysBefore(here > utc ? here : utc, -1);
}

/** `prompts` are all that are tracked. Undefined where the same ones have figures on both days, or none has any. */
export function promptChangeOn(day: string, prompts: readonly PromptFigures[]): PromptChange | undefined {
  const previousDay = dateOf(dayNumber(day) - 1);
  const on = (date: string, { rows }: PromptFigures) => {
    const scores = rows.flatMap((row) => (row.date === date && row.score !== undefined ? row.score : []));
    return scores.length === 0 ? undefined : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  };
  const both = prompts.map((prompt) => ({
    name: prompt.text,
    before: on(previousDay, prompt),
    after: on(day, prompt),
  }));
  const added = both.filter(({ before, after }) => before === undefined && after !== undefined);
  const removed = both.filter(({ before, after }) => before !== undefined && after === undefined);
  if (added.length + removed.length === 0) return undefined;
  const shared = both.flatMap(({ before, after }) =>
    before === undefined || after === undefined ? [] : [{ before, after }],
  );
  if (shared.length === 0) return undefined;
  const mean = (part: 'before' | 'after') => shared.reduce((sum, one) => sum + one[part], 0) / shared.length;
  return {
    day: dayNumber(day),
    added: added.map(({ name }) => name),
    removed: removed.map(({ name }) => name),
    shared: { before: mean('before'), after: mean('after'), parts: shared.length },
  };
}

/** Those that the channel was told of: the API's figures of the days keep them. */
export function promptChangesTold(notices: readonly ScoreNotice[]): PromptChange[] {
  return notices.flatMap(({ about, of }) => {
    if (about.type !== 'not_comparable' || of !== 'prompts') return [];
    const { day, added, removed, shared } = about;
    return [{ day: dayNumber(day), added, removed, shared }];
  });
}
