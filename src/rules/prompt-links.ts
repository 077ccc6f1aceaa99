/** Links days between which prompts came or went by those that both have; read once, then kept in what the channel was told. */
import type { AlertNews, AlertState, MeasuredChange, Scope, SetChange } from '../decision.ts';
import { computeMeanOn, type PromptFigures, withoutReworded } from './alert-explanation.ts';
import { daysBefore } from './calendar.ts';
import { meanShared } from './measured-changes.ts';
import { narrowRows, OF_EVERY_ANSWER, scopeOf, seriesKey } from './score-series.ts';

/** A smaller share of the prompts can hardly move their mean by what an alert takes. */
const SLIGHT = 0.05;

/** The changes that the channel was told about, one a day; they stay in the API's figures of those days. */
export function listToldPromptChanges(told: readonly { news: AlertNews }[]): SetChange[] {
  return joinPromptChanges(
    told.flatMap(({ news }): SetChange[] => {
      if (news.kind === 'score_alert') return news.promptChanges ?? [];
      if (news.kind !== 'score_notice' || news.about.type !== 'not_comparable') return [];
      const [change] = news.about.measured;
      return change?.of === 'prompts' ? [{ ...change, shared: news.about.shared }] : [];
    }),
  );
}

/** One for each day, preferably one that tells how far the figures moved. */
export function joinPromptChanges(changes: readonly SetChange[]): SetChange[] {
  const byDay = Map.groupBy(changes, ({ day }) => day);
  return [...byDay.values()].flatMap((ofDay) => ofDay.find(({ shared }) => shared) ?? ofDay.slice(0, 1));
}

/** `prompts`: all that are tracked. Undefined if the same ones have figures on both days, or none has both. */
export function findPromptChangeOn(
  day: string,
  prompts: readonly PromptFigures[],
  previousDay = daysBefore(day, 1),
): SetChange | undefined {
  const named = (from: string, to: string) =>
    prompts.flatMap(({ rows, text }) =>
      computeMeanOn(from, rows) === undefined && computeMeanOn(to, rows) !== undefined ? text : [],
    );
  const [came, went] = [named(previousDay, day), named(day, previousDay)];
  const shared = came.length + went.length > 0 ? measureShared(previousDay, day, prompts) : undefined;
  return shared && { day, of: 'prompts', came, went, shared };
}

/** Known changes since open alerts began that are not linked yet, each on the first of the `days` that has its figure. */
export function findUnlinkedChanges(
  known: readonly MeasuredChange[],
  states: readonly AlertState[],
  links: readonly SetChange[],
  days: readonly string[],
): MeasuredChange[] {
  const [since] = states
    .flatMap((state) => (state.type === 'change' && state.status === 'open' ? state.lead.changedOn : []))
    .toSorted();
  return known.flatMap((change) => {
    const day = days.find((one) => one >= change.day);
    const isDue = day !== undefined && since !== undefined && day > since;
    return isDue && !links.some((link) => link.day === day && link.shared) ? [{ ...change, day }] : [];
  });
}

/** Without `prompts`, a change is linked as if nothing else had moved that day, unless it is slight. */
export function linkPromptChanges(
  unlinked: readonly MeasuredChange[],
  { prompts, tracked }: { prompts: readonly PromptFigures[] | undefined; tracked: number },
  days: readonly string[],
): SetChange[] {
  return unlinked.flatMap((change): SetChange[] => {
    const { day, came, went, reworded = [] } = change;
    const [before, earlier] = [1, 2].map((ago) => days[days.indexOf(day) - ago]);
    const same = prompts && withoutReworded(prompts, [change]);
    const shared = before && same && measureShared(before, day, same);
    const isSlight = came.length + went.length + reworded.length <= SLIGHT * tracked;
    if (!shared) return isSlight ? [] : [change];
    // The API may ask a new prompt on the day it is tracked.
    const first = before && earlier && prompts && findPromptChangeOn(before, prompts, earlier);
    return [...(first ? [first] : []), { ...change, shared }];
  });
}

function measureShared(previousDay: string, day: string, prompts: readonly PromptFigures[]) {
  const figures = prompts.map(({ rows }) => rows.filter(({ date }) => date === previousDay || date === day));
  const compare = (metric: (typeof OF_EVERY_ANSWER)[number], scope: Scope) =>
    meanShared(
      'prompts',
      figures.map((rows) => {
        const within = narrowRows(rows, scope);
        const [before, after] = [previousDay, day].map((date) => computeMeanOn(date, within, metric));
        return { before, after };
      }),
    );
  const whole = compare('score', {});
  if (!whole) return undefined;
  const all = figures.flatMap((rows) => rows.map(scopeOf));
  const scopes = all.flatMap(({ engine, region }): Scope[] => [{ engine }, { region }, { engine, region }]);
  const steps = new Map<string, number>();
  for (const metric of OF_EVERY_ANSWER)
    for (const scope of [{}, ...scopes]) {
      const key = seriesKey(metric, scope);
      const moved = steps.has(key) ? undefined : compare(metric, scope);
      if (moved) steps.set(key, moved.after - moved.before);
    }
  return { ...whole, steps: Object.fromEntries(steps) };
}
