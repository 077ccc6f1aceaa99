/** Engines, regions and prompts that came or went: scores across that aren't comparable, only the mean of what both times have. */
import type { MeasuredChange, Scope, SetChange, SharedFigures } from '../decision.ts';
import { namePart } from '../decision.ts';
import type { DailyScore, Prompt } from '../visibility/assumed.ts';
import { computeMeanOn, type PromptFigures, withoutReworded } from './alert-explanation.ts';
import { countDaysBetween, daysBefore, today } from './calendar.ts';
import type { Point } from './score-detector.ts';
import type { Figures, ScoreSeries } from './score-series.ts';
import { buildScoreSeries, dateOf, dayNumber, kindOfParts, scopeOf, seriesKey } from './score-series.ts';
import { meanOf, medianOf } from './score-window.ts';

/** A set of names that somebody chose here; `was`: the set before, if the audit has it; `at` epoch ms. */
export type SetWrite = {
  of: 'engines' | 'regions';
  at: number;
  names: readonly string[];
  was?: readonly string[] | undefined;
};

/** The days from which other engines or regions are measured, according to what people set here. */
export function findSetChanges(writes: readonly SetWrite[], timezone: string): MeasuredChange[] {
  const inOrder = writes.toSorted((a, b) => a.at - b.at);
  const byDay = Map.groupBy(inOrder, ({ of, at }) => `${findMeasuredFrom(at, timezone)} ${of}`);
  return [...byDay.values()].flatMap((ofDay): MeasuredChange[] => {
    const [first, last] = [ofDay[0], ofDay.at(-1)];
    if (!first || !last) return [];
    const { of } = first;
    const day = findMeasuredFrom(first.at, timezone);
    const before = first.was ?? inOrder.findLast((one) => one.of === of && one.at < first.at)?.names;
    if (!before) return [{ day, of, came: [], went: [] }];
    const came = last.names.filter((name) => !before.includes(name));
    const went = before.filter((name) => !last.names.includes(name));
    return came.length + went.length > 0 ? [{ day, of, came, went }] : [];
  });
}

/** Oldest first. Where both days have figures by engine or region, those tell what was measured, not `known`. */
export function findMeasuredChanges(
  scores: readonly DailyScore[],
  known: readonly MeasuredChange[],
  from: string,
  to: string,
): MeasuredChange[] {
  const within = known.filter(({ day }) => day > from && day <= to);
  const parts = (['engines', 'regions'] as const).flatMap((of) => {
    const isShown = [from, to].every((date) => findPartsOn(scores, of, date).size > 0);
    const set = within.filter((one) => one.of === of);
    return (isShown ? diffParts(scores, of, from, to) : sumChanges(set)) ?? [];
  });
  const prompts = within.filter(({ of }) => of === 'prompts');
  return [...prompts, ...parts].toSorted((a, b) => a.day.localeCompare(b.day));
}

/** Whether figures of this scope depend on the change: an engine's don't depend on what other engines there are. */
export function affects({ of }: MeasuredChange, { engine, region }: Scope): boolean {
  return of === 'prompts' || (of === 'engines' ? !engine : !region);
}

/** Changes of one kind as one; undefined if they cancel out. */
function sumChanges(changes: readonly MeasuredChange[]): MeasuredChange | undefined {
  const last = changes.toSorted((a, b) => a.day.localeCompare(b.day)).at(-1);
  if (!last || changes.length === 1) return last;
  // Nobody knows what some of these sets replaced.
  if (changes.some(({ came, went }) => came.length + went.length === 0))
    return { ...last, came: [], went: [] };
  const [came, went] = [new Set<string>(), new Set<string>()];
  for (const change of changes) {
    for (const name of change.came) if (!went.delete(name)) came.add(name);
    for (const name of change.went) if (!came.delete(name)) went.add(name);
  }
  return came.size + went.size > 0 ? { ...last, came: [...came], went: [...went] } : undefined;
}

/** Undefined if both days have the same engines or regions. */
function diffParts(scores: readonly DailyScore[], of: 'engines' | 'regions', from: string, to: string) {
  const [before, now] = [findPartsOn(scores, of, from), findPartsOn(scores, of, to)];
  const came = findNamesMissing(before, now);
  const went = findNamesMissing(now, before);
  if (came.length + went.length === 0) return undefined;
  let day = to;
  for (let earlier = daysBefore(day, 1); earlier > from; earlier = daysBefore(earlier, 1)) {
    const then = findPartsOn(scores, of, earlier);
    if (then.size === 0) continue;
    if (findNamesMissing(now, then).length + findNamesMissing(then, now).length > 0) break;
    day = earlier;
  }
  return { day, of, came, went };
}

/** Names by id of the engines or regions with a figure that day: their own, else by engine and region. */
function findPartsOn(scores: readonly DailyScore[], of: 'engines' | 'regions', date: string) {
  const ofDay = scores.filter((row) => row.date === date && row.score !== undefined).map(scopeOf);
  const isWithin = ofDay.every(({ engine, region }) => engine && region);
  return new Map(
    ofDay.flatMap(({ engine, region }): [string, string][] => {
      const [part, other] = of === 'engines' ? [engine, region] : [region, engine];
      return part && (isWithin || !other) ? [[part.id, part.name]] : [];
    }),
  );
}

function findNamesMissing(other: ReadonlyMap<string, string>, parts: ReadonlyMap<string, string>): string[] {
  return [...parts].flatMap(([id, name]) => (other.has(id) ? [] : name));
}

/** `prompts`: those of each prompt, if all could be read; `end`: the day after the last. */
type PartsRead = { rows: readonly DailyScore[]; prompts: readonly PromptFigures[]; end: string };

/** The figure of any part before and now, read as the whole's is. */
export type ReadAt = (figures: Figures) => { before: number | undefined; after: number | undefined };

/** The means before and after `measured` of the parts that have both; undefined if the figures don't tell. */
export function findShared(measured: readonly MeasuredChange[], read: PartsRead, readAt: ReadAt) {
  const [change] = measured;
  return change && meanShared(change.of, listParts(measured, read).map(readAt));
}

/** The means of the parts that have both figures; undefined if none has. */
export function meanShared(
  of: MeasuredChange['of'],
  all: readonly ReturnType<ReadAt>[],
): SharedFigures | undefined {
  const both = all.flatMap(({ before, after }) =>
    before === undefined || after === undefined ? [] : [{ before, after }],
  );
  if (both.length === 0) return undefined;
  const mean = (at: 'before' | 'after') => meanOf(both.map((one) => one[at]));
  return { of, parts: both.length, before: mean('before'), after: mean('after') };
}

/** Each part's figures, of the only kind that changed, without reworded prompts; none if several kinds did. */
function listParts(measured: readonly MeasuredChange[], { rows, prompts, end }: PartsRead): Figures[] {
  const kinds = new Set(measured.map(({ of }) => of));
  const [kind] = kinds;
  if (kinds.size !== 1) return [];
  if (kind === 'prompts')
    return withoutReworded(prompts, measured).map((prompt) => {
      const days = new Set(
        prompt.rows.flatMap(({ date, score }) => (score === undefined ? [] : (date ?? []))),
      );
      return new Map([...days].map((day) => [day, computeMeanOn(day, prompt.rows) ?? 0]));
    });
  const part = kind === 'engines' ? 'engine' : 'region';
  return buildScoreSeries(rows, end)
    .filter(({ metric, scope }) => metric === 'score' && kindOfParts(scope) === part)
    .map(({ points }) => new Map(points.map(({ day, value }) => [dateOf(day), value])));
}

/** A write to a prompt made here. `subject`: its words before; its `id` and its `words` afterwards, if told. */
export type PromptWrite = {
  action: string;
  subject: string;
  at: number;
  id?: string | undefined;
  words?: string | undefined;
};

/** Its words by the day from which it is asked in them ('': unknown); none once removed. `isTold`: an edit may not say its own. */
type Life = { id?: string | undefined; words: { from: string; text: string | undefined; isTold: boolean }[] };

/** The days from which other prompts were asked. Removals and rewordings are known only from writes made here. */
export function findPromptChanges(
  tracked: readonly Pick<Prompt, 'id' | 'text' | 'createdAt'>[],
  writes: readonly PromptWrite[],
  timezone: string,
): MeasuredChange[] {
  const dayOf = (at: number) => findMeasuredFrom(at, timezone);
  const lives = buildLives(writes, dayOf);
  addTracked(lives, tracked, dayOf);
  const days = new Set(lives.flatMap(({ words }) => words.flatMap(({ from }) => from || [])));
  return [...days].toSorted().flatMap((day) => changeOn(day, lives));
}

function changeOn(day: string, lives: readonly Life[]): MeasuredChange[] {
  const came = new Map<string, string>();
  const went = new Map<string, string>();
  const reworded: string[] = [];
  for (const { words } of lives) {
    const was = words.findLast(({ from }) => from < day)?.text;
    const { from, text, isTold } = words.findLast((one) => one.from <= day) ?? {};
    if (was === undefined && text !== undefined) came.set(text.toLowerCase(), text);
    if (was !== undefined && text === undefined) went.set(was.toLowerCase(), was);
    const isEdited = from === day && was !== undefined && text !== undefined && (text !== was || !isTold);
    // By the words it has today, which name it in the API's lists.
    if (isEdited) reworded.push(words.findLast((one) => one.text !== undefined)?.text ?? text);
  }
  // A prompt ended and recreated on one day is still asked with the same words.
  const without = (other: Map<string, string>, of: Map<string, string>) =>
    [...of].flatMap(([key, words]) => (other.has(key) ? [] : words));
  const change = { day, of: 'prompts' as const, came: without(went, came), went: without(came, went) };
  if (change.came.length + change.went.length + reworded.length === 0) return [];
  return [{ ...change, ...(reworded.length > 0 && { reworded }) }];
}

function buildLives(writes: readonly PromptWrite[], dayOf: (at: number) => string): Life[] {
  const lives: Life[] = [];
  for (const { action, subject, at, id, words } of writes.toSorted((a, b) => a.at - b.at)) {
    const from = dayOf(at);
    if (action === 'prompt.track') {
      lives.push({ id, words: [{ from, text: words || subject, isTold: true }] });
      continue;
    }
    const known = lives.findLast((one) => isCalled(one, subject));
    const life = known ?? { words: [{ from: '', text: subject, isTold: true }] };
    if (!known) lives.push(life);
    if (action === 'prompt.untrack') life.words.push({ from, text: undefined, isTold: true });
    if (action === 'prompt.edit')
      life.words.push({ from, text: words ?? subject, isTold: words !== undefined });
  }
  return lives;
}

function isCalled({ words }: Life, text: string): boolean {
  return words.at(-1)?.text?.toLowerCase() === text.toLowerCase();
}

/** Adds the tracked prompts: each is one written here, by id or else by words, or one that others created. */
function addTracked(
  lives: Life[],
  tracked: Parameters<typeof findPromptChanges>[0],
  dayOf: (at: number) => string,
): void {
  const ids = new Set(tracked.flatMap(({ id }) => id ?? []));
  for (const { id, text = '', createdAt } of tracked) {
    if (createdAt === undefined || lives.some((one) => one.id !== undefined && one.id === id)) continue;
    const from = dayOf(createdAt);
    const life = lives.find((one) => {
      const [first, second] = one.words;
      const isOther = one.id !== undefined && ids.has(one.id);
      // Writes from before its creation belong to another prompt with the same words.
      return !isOther && isCalled(one, text) && (first?.from !== '' || from <= (second?.from ?? ''));
    });
    if (!life) lives.push({ id, words: [{ from, text, isTold: true }] });
    else {
      life.id = id;
      for (const one of life.words) one.from ||= from;
    }
  }
}

/** Tracking takes effect the day after, by the later of the local and the UTC day, since the API may count in UTC. */
export function findMeasuredFrom(at: number, timezone: string): string {
  const [here, utc] = [today(at, timezone), today(at, 'UTC')];
  return daysBefore(here > utc ? here : utc, -1);
}

/** Whether the prompts may have changed within a day of `day`; if so, their figures decide. */
export function mayHaveChanged(
  day: string,
  tracked: Parameters<typeof findPromptChanges>[0],
  writes: readonly PromptWrite[],
  timezone: string,
): boolean {
  return (
    tracked.some(({ createdAt }) => createdAt === undefined) ||
    findPromptChanges(tracked, writes, timezone).some(
      (moved) => Math.abs(countDaysBetween(moved.day, day)) <= 1,
    )
  );
}

/** A part's usual figure is the median of this many days; a set seen within them isn't new. */
const USUAL_DAYS = 28;

/** `value`: the API's figure plus `link`, as the first set would have shown it. `isAssumed`: nobody knows how it moved that day. */
export type ComparablePoint = Point & { link: number; changes?: readonly SetChange[]; isAssumed?: boolean };

type Parts = readonly ScoreSeries[];

const WHOLE_SCORE = seriesKey('score', {});

type Step = { link: number; isNew: boolean; change: SetChange; isAssumed?: boolean };

/** Links the points of a series (`key`), the mean of these sets of parts. Each point depends on its past alone. */
export function makeComparable(
  points: readonly Point[],
  dimensions: readonly Parts[],
  prompts: readonly SetChange[] = [],
  key = WHOLE_SCORE,
): ComparablePoint[] {
  const sets: ((day: number, moved: number) => Step | undefined)[] = dimensions
    .filter((parts) => parts.length > 0)
    .map(createBasket);
  if (prompts.length > 0) sets.push(createPromptSteps(prompts, key));
  let link = 0;
  return points.map((point, i) => {
    const { day, value } = point;
    const previous = points[i - 1];
    const all = sets.flatMap((step) => step(day, value - (previous?.value ?? value)) ?? []);
    const steps = previous ? all : [];
    for (const step of steps) link += step.link;
    const changes = steps.flatMap(({ isNew, change }) => (isNew ? change : []));
    const isAssumed = steps.some((step) => step.isAssumed);
    return {
      ...point,
      value: value + link,
      link,
      ...(changes.length > 0 && { changes }),
      ...(isAssumed && { isAssumed }),
    };
  });
}

/** On a day with other prompts, the series moves as those did that both days have. */
function createPromptSteps(prompts: readonly SetChange[], key: string) {
  const byDay = new Map(prompts.map((change) => [dayNumber(change.day), change]));
  return (day: number, moved: number): Step | undefined => {
    const change = byDay.get(day);
    if (!change) return undefined;
    const { shared } = change;
    const whole = shared && key === WHOLE_SCORE ? shared.after - shared.before : undefined;
    const step = shared?.steps?.[key] ?? whole;
    return { link: (step ?? 0) - moved, isNew: true, change, isAssumed: step === undefined };
  };
}

/** Walks through the days of a whole and reports when its set of parts changes. */
function createBasket(parts: Parts) {
  const of = parts.some(({ scope }) => scope.engine) ? 'engines' : 'regions';
  const all = parts.map(({ points, scope }) => ({
    name: namePart(scope),
    byDay: new Map(points.map((point) => [point.day, point])),
    figures: [] as number[],
    answers: 1,
  }));
  type Part = (typeof all)[number];
  const seen = new Map<string, number>();
  let measured: readonly Part[] = [];
  let measuredOn = 0;
  let signature = '';

  return (day: number): Step | undefined => {
    const now = all.filter(({ byDay }) => byDay.has(day));
    // Without any part's figure nobody knows what was measured.
    if (now.length === 0) return undefined;
    const [earlier, earlierDay, before] = [measured, measuredOn, signature];
    signature = now.map((part) => all.indexOf(part)).join();
    const isOther = before !== '' && before !== signature;
    const link = isOther ? linkOf(earlier, now, day) : 0;
    const lastSeen = seen.get(signature) ?? Number.NEGATIVE_INFINITY;
    seen.set(signature, day);
    [measured, measuredOn] = [now, day];
    for (const part of now) {
      const { value, answers = 1 } = part.byDay.get(day) ?? { value: 0 };
      part.figures.push(value);
      part.answers = answers;
    }
    if (!isOther) return undefined;
    const both = now.filter((part) => earlier.includes(part));
    const change: SetChange = {
      day: dateOf(day),
      of,
      came: now.filter((part) => !earlier.includes(part)).map(({ name }) => name),
      went: earlier.filter((part) => !now.includes(part)).map(({ name }) => name),
      shared: meanShared(
        of,
        both.map(({ byDay }) => ({ before: byDay.get(earlierDay)?.value, after: byDay.get(day)?.value })),
      ),
    };
    return { link, isNew: lastSeen < day - USUAL_DAYS, change };
  };

  /** How far the old set is usually above the new one. A part without a past counts with today's figure. */
  function linkOf(earlier: readonly Part[], now: readonly Part[], day: number): number {
    const mean = (set: readonly Part[]) => {
      const usual = set.map(({ figures, answers, byDay }) => {
        const today = byDay.get(day);
        return figures.length > 0
          ? { value: medianOf(figures.slice(-USUAL_DAYS)), weight: answers }
          : { value: today?.value ?? 0, weight: today?.answers ?? 1 };
      });
      const total = usual.reduce((sum, { weight }) => sum + weight, 0);
      return usual.reduce((sum, { value, weight }) => sum + weight * value, 0) / total;
    };
    return mean(earlier) - mean(now);
  }
}
