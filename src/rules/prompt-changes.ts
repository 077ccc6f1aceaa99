/** Which tracked prompts came or went between two days: that moves a score, though nothing became more or less visible. */
import type { ScoreNotice } from '../decision.ts';
import type { PromptFigures } from './alert-explanation.ts';
import type { PromptChange } from './score-comparable.ts';
import { dateOf, dayNumber } from './score-series.ts';

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
