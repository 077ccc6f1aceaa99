import { describe, expect, test } from 'vitest';
import type { ChangeAlert, SetChange } from '../../src/decision.ts';
import { decideAlerts } from '../../src/rules/alert-decide.ts';
import { buildAlertBand, listAlertDays } from '../../src/rules/alert-figures.ts';
import { findUnlinkedChanges, linkPromptChanges } from '../../src/rules/prompt-links.ts';
import { buildScoreCourse, makeCourseSource } from '../../src/rules/score-course.ts';
import { findRecovery } from '../../src/rules/score-moves.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { ACME, DAY, dailyScore, daysAgo, FRIDAY } from './cast.ts';
import { noise } from './score-days.ts';

const QUIET = noise(30, 60);

/** Ends today, `until` days ago. */
const rowsOf = (figures: readonly number[], given: Partial<DailyScore> = {}): DailyScore[] =>
  figures.map((score, i) => dailyScore({ score, ...given, date: daysAgo(figures.length - 1 - i) }));

/** Each of the last days is polled once; what the channel knows in the end, and what was posted on the way. */
function live(rows: readonly DailyScore[], prompts: readonly SetChange[], days: number) {
  const feed = { project: ACME, minChange: 5, timezone: 'Europe/Berlin' };
  const known = new Map<string, ReturnType<typeof listed>[number]>();
  const posted: string[] = [];
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const decided = decideAlerts({ rows, prompts }, feed, [...known.values()], FRIDAY - ago * DAY);
    for (const state of listed(decided)) {
      if (!known.has(state.key)) posted.push(state.type);
      known.set(state.key, JSON.parse(JSON.stringify(state)));
    }
  }
  const [alert] = [...known.values()].filter((state): state is ChangeAlert => state.type === 'change');
  return { alert: alert ?? expect.fail('there is no alert'), posted };
}

const listed = (decided: ReturnType<typeof decideAlerts>) => ('kind' in decided ? [] : decided);

/** A prompt came so many days ago; the others went from one mean to the other. */
const came = (ago: number, before: number, after: number): SetChange => ({
  day: daysAgo(ago),
  of: 'prompts',
  came: ['easy'],
  went: [],
  shared: { of: 'prompts', parts: 10, before, after },
});
const unknown = (ago: number): SetChange => ({ ...came(ago, 0, 0), shared: undefined });

describe('prompts that came while an alert is open', () => {
  test('do not end it by lifting the mean, which the others do once they are back', () => {
    const lifted = [...QUIET, 50, 50, 60, 60, 60];
    const { alert, posted } = live(rowsOf(lifted), [came(2, 50, 50)], 5);
    expect(alert).toMatchObject({
      status: 'open',
      calmDays: 0,
      lead: { value: 60, delta: expect.closeTo(-10, 0) },
    });
    expect(alert.usualNow?.low).toBeCloseTo((alert.usual?.low ?? 0) + 10, 0);
    expect(posted).toEqual(['change']);
    const back = live(rowsOf([...lifted, 70, 70]), [came(4, 50, 50)], 7);
    expect(back).toMatchObject({ alert: { status: 'recovered', day: daysAgo(0) }, posted: ['change'] });
  });

  test('do not make answers say that it is over, nor its chart', () => {
    const rows = rowsOf([...QUIET, 50, 50, 60, 60, 60]);
    const promptChanges = [came(2, 50, 50)];
    const { alert } = live(rows, promptChanges, 5);
    const about = { rows, today: daysAgo(-1), minChange: 5, moved: [], promptChanges };
    const source = makeCourseSource({ ...about, told: [alert] });
    expect(findRecovery('score', {}, source)).toMatchObject({
      usual: alert.usualNow,
      side: 'below',
      days: 5,
    });
    const course = buildScoreCourse('score', {}, {}, source);
    expect(course).toMatchObject({ usual: alert.usualNow, isOfAlert: true });
    expect(course?.days.map(({ usual }) => usual)).toEqual([
      ...Array.from({ length: 17 }, () =>
        expect.objectContaining({ low: expect.closeTo(alert.usual?.low ?? 0) }),
      ),
      ...Array.from({ length: 3 }, () => undefined),
    ]);
    const charted = listAlertDays(alert, { ...source, series: source.series(), promptChanges });
    expect(charted.at(-1)?.usual).toEqual(alert.usualNow);
    expect(charted.filter(({ usual }) => usual)).toHaveLength(3);
    const picture = buildAlertBand(alert, { ...source, series: source.series(), promptChanges }, 90);
    expect(picture.at(-1)?.usual).toEqual(alert.usualNow);
  });

  test('do not keep it open by lowering the mean of others that are back', () => {
    const { alert } = live(rowsOf([...QUIET, 50, 50, 50, 50]), [came(1, 50, 60)], 4);
    expect(alert).toMatchObject({ status: 'recovered', lead: { value: 50 } });
  });

  test('whose figures nobody could read do not count as calm, nor does their day end anything', () => {
    const { alert } = live(rowsOf([...QUIET, 50, 50, 60, 60]), [unknown(1)], 4);
    expect(alert).toMatchObject({ status: 'open', calmDays: 0 });
    // The day before was calm.
    const calm = live(rowsOf([...QUIET, 50, 50, 60, 60]), [unknown(0)], 4);
    expect(calm.alert).toMatchObject({ status: 'open', calmDays: 1 });
    const after = live(rowsOf([...QUIET, 50, 50, 60, 65, 65]), [unknown(1)], 5);
    expect(after.alert).toMatchObject({ status: 'recovered' });
  });

  test('move an engine as its own answers to the others did', () => {
    const gemini = { engine: 'Gemini', engineId: 'g' };
    const figures = [...QUIET, 40, 40, 60, 60, 60];
    const rows = [
      ...rowsOf(noise(31, figures.length)),
      ...rowsOf(figures, gemini),
      ...rowsOf(noise(32, figures.length), { engine: 'Claude', engineId: 'c' }),
    ];
    const change = came(2, 60, 60);
    expect(live(rows, [], 5).alert.status).toBe('recovered');
    const steps = { 'score:*:*': 0, 'score:g:*': 0, 'score:c:*': 0 };
    const { shared } = change;
    const { alert } = live(rows, [{ ...change, shared: shared && { ...shared, steps } }], 5);
    expect(alert).toMatchObject({ status: 'open', lead: { scope: { engine: { id: 'g' } }, value: 60 } });
  });

  test('say nothing about a share by points of the score', () => {
    const rates = [...noise(33, 60).map((score) => score / 100), 0.45, 0.45, 0.6, 0.6];
    const rows = rates.map((mentionRate, i) =>
      dailyScore({ date: daysAgo(rates.length - 1 - i), score: undefined, mentionRate }),
    );
    const { alert, posted } = live(rows, [came(1, 50, 48)], 4);
    expect(alert).toMatchObject({
      metric: 'mentionRate',
      status: 'open',
      lead: { delta: expect.closeTo(-0.15, 1) },
    });
    expect(posted).toEqual(['change']);
  });
});

describe('the figures of prompts', () => {
  const days = [3, 2, 1, 0].map(daysAgo);
  /** From the first of the days on which it has figures to the last. */
  const prompt = (id: string, figures: readonly number[], given: Partial<DailyScore> = {}) => ({
    id,
    text: id,
    rows: figures.map((score, i) => dailyScore({ ...given, score, date: daysAgo(figures.length - 1 - i) })),
  });
  const change = { day: daysAgo(0), of: 'prompts' as const, came: ['new'], went: [] };
  const link = (
    prompts: ReturnType<typeof prompt>[] | undefined,
    given = {},
    tracked = prompts?.length ?? 100,
  ) => linkPromptChanges([{ ...change, ...given }], { prompts, tracked }, days);

  test('tell how far the others moved, all together and on each engine', () => {
    const old = prompt('old', [60, 60, 60, 55], { engineId: 'g', engine: 'Gemini', mentionRate: 0.5 });
    const [linked] = link([old, prompt('new', [90])]);
    expect(linked).toMatchObject({
      ...change,
      shared: {
        parts: 1,
        before: 60,
        after: 55,
        steps: { 'score:*:*': -5, 'score:g:*': -5, 'mentionRate:g:*': 0 },
      },
    });
  });

  test('tell that a prompt was asked on the day before, and compare those left where one ended', () => {
    const old = prompt('old', [60, 60, 60, 55]);
    const early = link([old, prompt('new', [90, 90])]);
    expect(early).toMatchObject([{ day: daysAgo(1), came: ['new'] }, { day: daysAgo(0) }]);
    expect(link([old], { came: [], went: ['gone'] })).toMatchObject([{ shared: { before: 60, after: 55 } }]);
  });

  test('that could not be read leave the change unknown unless it is slight', () => {
    expect(link(undefined, {}, 10)).toEqual([change]);
    expect(link(undefined)).toEqual([]);
  });

  test('are compared without one that got other words; if it isn’t found by them, nobody knows', () => {
    const reworded = { came: [], reworded: ['New words'] };
    const old = prompt('old', [60, 60, 60, 55]);
    const other = prompt('new words', [90, 90, 90, 90]);
    expect(link([old, other], reworded)).toMatchObject([{ shared: { parts: 1, before: 60, after: 55 } }]);
    expect(link([old], reworded)).toEqual([{ ...change, ...reworded }]);
  });

  test('are asked for a change since an open alert began, on the first day with a figure, until they are known', () => {
    const { alert } = live(rowsOf([...QUIET, 50, 50, 50]), [], 3);
    const find = (day: string, known: readonly SetChange[] = [], of = alert) =>
      findUnlinkedChanges([{ ...change, day }], [of], known, [daysAgo(2), daysAgo(0)]);
    expect(find(daysAgo(1))).toEqual([change]);
    expect(find(daysAgo(-1))).toEqual([]);
    expect(find(daysAgo(2))).toEqual([]);
    expect(find(daysAgo(0), [unknown(0)])).toHaveLength(1);
    expect(find(daysAgo(0), [came(0, 60, 60)])).toEqual([]);
    expect(find(daysAgo(0), [], { ...alert, status: 'recovered' })).toEqual([]);
  });
});
