/** Finds changes of the tracked prompts: they move a score though nothing became more or less visible. */
import type { MeasuredChange, ScoreNotice } from '../decision.ts';
import type { Prompt } from '../visibility/assumed.ts';
import { computeMeanOn, type PromptFigures } from './alert-explanation.ts';
import { daysBefore, today } from './calendar.ts';
import type { PromptChange } from './score-comparable.ts';
import { dateOf, dayNumber } from './score-series.ts';

/**
 * A write to a prompt made here, from the audit. `subject`: its words before the write; `at` epoch ms. If the API told:
 * `id` of a new prompt, `words` after an edit.
 */
export type PromptWrite = {
  action: string;
  subject: string;
  at: number;
  id?: string | undefined;
  words?: string | undefined;
};

/** One prompt from its creation to its end, as far as known. `wordings`: edits with their new words, `at` epoch ms. */
type Life = {
  id?: string | undefined;
  born?: number | undefined;
  died?: number;
  first: string;
  wordings: { at: number; words: string | undefined }[];
};

/**
 * The days from which other prompts were asked, oldest first. `tracked` tells when each current prompt was created, by
 * anybody; removals and rewordings are known only from writes made here.
 */
export function findPromptChanges(
  tracked: readonly Pick<Prompt, 'id' | 'text' | 'createdAt'>[],
  writes: readonly PromptWrite[],
  timezone: string,
): MeasuredChange[] {
  const dayOf = (at: number) => findMeasuredFrom(at, timezone);
  const lives = withTracked(buildLives(writes), tracked, dayOf);
  const days = new Set(
    lives.flatMap(({ born, died, wordings }) =>
      [born, died, ...wordings.map(({ at }) => at)].flatMap((at) => (at === undefined ? [] : dayOf(at))),
    ),
  );
  return [...days].toSorted().flatMap((day) => changeOn(day, lives, dayOf));
}

function changeOn(day: string, lives: readonly Life[], dayOf: (at: number) => string): MeasuredChange[] {
  const came = new Map<string, string>();
  const went = new Map<string, string>();
  let reworded = 0;
  for (const { born, died, first, wordings } of lives) {
    const isNew = born !== undefined && dayOf(born) === day;
    const isOver = died !== undefined && dayOf(died) === day;
    // A prompt created and ended before it was ever asked was never measured.
    if (isNew && isOver) continue;
    const before = wordings.filter(({ at }) => dayOf(at) < day);
    const upTo = wordings.filter(({ at }) => dayOf(at) <= day);
    const [was, is] = [findLastWords(first, before), findLastWords(first, upTo)];
    const isReworded = upTo.length > before.length && (is !== was || upTo.at(-1)?.words === undefined);
    if (isNew) came.set(is.toLowerCase(), is);
    else if (isOver) went.set(was.toLowerCase(), was);
    else if (isReworded) reworded += 1;
  }
  // A prompt ended and recreated on one day is still asked with the same words.
  const without = (other: Map<string, string>, of: Map<string, string>) =>
    [...of].flatMap(([key, words]) => (other.has(key) ? [] : words));
  const change = { day, of: 'prompts' as const, came: without(went, came), went: without(came, went) };
  if (change.came.length + change.went.length + reworded === 0) return [];
  return [{ ...change, ...(reworded > 0 && { reworded }) }];
}

/** Skips edits whose new words are unknown. */
function findLastWords(first: string, wordings: Life['wordings']): string {
  return wordings.findLast(({ words }) => words !== undefined)?.words ?? first;
}

/** Groups writes by prompt, following its rewordings. */
function buildLives(writes: readonly PromptWrite[]): Life[] {
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
  return died === undefined && findLastWords(first, wordings).toLowerCase() === words.toLowerCase();
}

/** Adds the tracked prompts: each is one written here, by id or else by words, or one that others created. */
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
      // Writes from before its creation belong to another prompt with the same words.
      return life.born !== undefined || dayOf(createdAt) <= dayOf(begun);
    });
    const life = lives[named];
    if (life) lives[named] = { ...life, id, born: life.born ?? createdAt };
    else lives.push({ id, born: createdAt, first: text, wordings: [] });
  }
  return lives;
}

/** Tracking takes effect the day after, by the later of the local and the UTC day, since the API may count in UTC. */
export function findMeasuredFrom(at: number, timezone: string): string {
  const [here, utc] = [today(at, timezone), today(at, 'UTC')];
  return daysBefore(here > utc ? here : utc, -1);
}

/**
 * Whether the prompts may have changed on `day` (YYYY-MM-DD): some were added or removed within a day of it, or the
 * list doesn't tell when each was created. If so, their figures decide.
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

/** `prompts`: all that are tracked. Undefined if the same ones have figures on both days, or none has both. */
export function findPromptChangeOn(day: string, prompts: readonly PromptFigures[]): PromptChange | undefined {
  const previousDay = dateOf(dayNumber(day) - 1);
  const both = prompts.map((prompt) => ({
    name: prompt.text,
    before: computeMeanOn(previousDay, prompt),
    after: computeMeanOn(day, prompt),
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

/** The changes that the channel was told about; they stay in the API's figures of those days. */
export function listToldPromptChanges(notices: readonly ScoreNotice[]): PromptChange[] {
  return notices.flatMap(({ about, measured }) => {
    if (about.type !== 'not_comparable' || measured?.[0]?.of !== 'prompts') return [];
    const { day, added, removed, shared } = about;
    return [{ day: dayNumber(day), added, removed, shared }];
  });
}
