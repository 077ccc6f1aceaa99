/** Which tracked prompts came or went between two days: that moves a score, though nothing became more or less visible. */
import type { MeasuredChange, ScoreNotice } from '../decision.ts';
import type { Prompt } from '../visibility/assumed.ts';
import { meanOn, type PromptFigures } from './alert-explanation.ts';
import { daysBefore, today } from './calendar.ts';
import type { PromptChange } from './score-comparable.ts';
import { dateOf, dayNumber } from './score-series.ts';

/**
 * What somebody did to a prompt here, as the audit names it; `subject` are its words before that, `at` epoch ms. As far as
 * the API said so: `id` of the prompt that was made, `words` those that it has since.
 */
export type PromptWrite = { action: string; subject: string; at: number; id?: string; words?: string };

/** One prompt, from when it was made until it was ended, each as far as it is known. `wordings` are epoch ms and words. */
type Life = {
  id?: string | undefined;
  born?: number | undefined;
  died?: number;
  first: string;
  wordings: { at: number; words: string | undefined }[];
};

/**
 * The days from which other prompts were asked than before, oldest first. `tracked` says when each of today's was made,
 * by whomever; which went, and which were worded anew, is known only of what was written here.
 */
export function findPromptChanges(
  tracked: readonly Pick<Prompt, 'id' | 'text' | 'createdAt'>[],
  writes: readonly PromptWrite[],
  timezone: string,
): MeasuredChange[] {
  const dayOf = (at: number) => measuredFrom(at, timezone);
  const lives = withTracked(livesWritten(writes), tracked, dayOf);
  const days = new Set(
    lives.flatMap(({ born, died, wordings }) =>
      [born, died, ...wordings.map(({ at }) => at)].flatMap((at) => (at === undefined ? [] : dayOf(at))),
    ),
  );
  return [...days].toSorted().flatMap((day) => movedOn(day, lives, dayOf));
}

function movedOn(day: string, lives: readonly Life[], dayOf: (at: number) => string): MeasuredChange[] {
  const came = new Map<string, string>();
  const went = new Map<string, string>();
  let reworded = 0;
  for (const { born, died, first, wordings } of lives) {
    const isNew = born !== undefined && dayOf(born) === day;
    const isOver = died !== undefined && dayOf(died) === day;
    const before = wordings.filter(({ at }) => dayOf(at) < day);
    const upTo = wordings.filter(({ at }) => dayOf(at) <= day);
    const was = lastWords(first, before);
    const is = lastWords(first, upTo);
    // Made and ended before anybody asked it, a prompt was never measured; a new one has no words before.
    if (isNew && isOver) continue;
    if (isNew) came.set(is.toLowerCase(), is);
    else if (isOver) went.set(was.toLowerCase(), was);
    else if (upTo.length > before.length && (is !== was || upTo.at(-1)?.words === undefined)) reworded += 1;
  }
  // Ended and made again on one day, a prompt is asked with the same words as before.
  const without = (other: Map<string, string>, of: Map<string, string>) =>
    [...of].flatMap(([key, words]) => (other.has(key) ? [] : words));
  const change = { day, of: 'prompts' as const, came: without(went, came), went: without(came, went) };
  if (change.came.length + change.went.length + reworded === 0) return [];
  return [{ ...change, ...(reworded > 0 && { reworded }) }];
}

/** An edit whose new words nobody knows leaves the ones before. */
function lastWords(first: string, wordings: Life['wordings']): string {
  return wordings.findLast(({ words }) => words !== undefined)?.words ?? first;
}

/** What was written to one prompt, whatever its words were by then. */
function livesWritten(writes: readonly PromptWrite[]): Life[] {
  const lives: Life[] = [];
  for (const { action, subject, at, id, words } of writes.toSorted((a, b) => a.at - b.at)) {
    const known = lives.findLast((life) => isCalled(life, subject));
    const life = action === 'prompt.track' || !known ? { first: subject, wordings: [] } : known;
    if (life !== known) lives.push(life);
    if (action === 'prompt.track') Object.assign(life, { id, born: at });
    if (action === 'prompt.untrack') life.died = at;
    if (action === 'prompt.edit') life.wordings.push({ at, words });
  }
  return lives;
}

function isCalled({ first, wordings, died }: Life, words: string): boolean {
  return died === undefined && lastWords(first, wordings).toLowerCase() === words.toLowerCase();
}

/** Each tracked prompt is the one that was made here, by its id, else by its words, or one that others made. */
function withTracked(
  written: readonly Life[],
  tracked: Parameters<typeof findPromptChanges>[0],
  dayOf: (at: number) => string,
): Life[] {
  const lives = [...written];
  const ids = new Set(tracked.flatMap(({ id }) => id ?? []));
  for (const { id, text = '', createdAt } of tracked) {
    const own = written.find((life) => life.id !== undefined && life.id === id);
    if (own || createdAt === undefined) continue;
    const named = lives.findIndex((life) => {
      const begun = life.born ?? life.wordings[0]?.at;
      const isOther = life.id !== undefined && ids.has(life.id);
      if (isOther || begun === undefined || !isCalled(life, text)) return false;
      // What was written to it before it was made was written to another one of these words.
      return life.born !== undefined || dayOf(createdAt) <= dayOf(begun);
    });
    const life = lives[named];
    if (life) lives[named] = { ...life, id, born: life.born ?? createdAt };
    else lives.push({ id, born: createdAt, first: text, wordings: [] });
  }
  return lives;
}

/** What is tracked counts from the next day on; the API may begin its days by UTC. */
export function measuredFrom(at: number, timezone: string): string {
  const [here, utc] = [today(at, timezone), today(at, 'UTC')];
  return daysBefore(here > utc ? here : utc, -1);
}

/**
 * Whether other prompts may have been asked from `day` (YYYY-MM-DD) on than before, as far as the list and what was written here
 * tell: some came or went about then, or the list doesn't say since when each is there. Their figures then decide.
 */
export function mayHaveChanged(
  day: string,
  tracked: Parameters<typeof findPromptChanges>[0],
  writes: readonly PromptWrite[],
  timezone: string,
): boolean {
  const about = [daysBefore(day, 1), day, daysBefore(day, -1)];
  return (
    tracked.some(({ createdAt }) => createdAt === undefined) ||
    findPromptChanges(tracked, writes, timezone).some((moved) => about.includes(moved.day))
  );
}

/** `prompts` are all that are tracked. Undefined where the same ones have figures on both days, or none has any. */
export function promptChangeOn(day: string, prompts: readonly PromptFigures[]): PromptChange | undefined {
  const previousDay = dateOf(dayNumber(day) - 1);
  const both = prompts.map((prompt) => ({
    name: prompt.text,
    before: meanOn(previousDay, prompt),
    after: meanOn(day, prompt),
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
export function toldPromptChanges(notices: readonly ScoreNotice[]): PromptChange[] {
  return notices.flatMap(({ about, of }) => {
    if (about.type !== 'not_comparable' || of !== 'prompts') return [];
    const { day, added, removed, shared } = about;
    return [{ day: dayNumber(day), added, removed, shared }];
  });
}
