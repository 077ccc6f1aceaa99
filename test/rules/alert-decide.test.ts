import { describe, expect, test } from 'vitest';
import type { AlertState, ChangeAlert } from '../../src/decision.ts';
import { decideAlerts } from '../../src/rules/alert-decide.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { ACME, DAY, dailyScore, daysAgo, FRIDAY } from './cast.ts';
import { noise } from './score-days.ts';

const feed = { project: ACME, minChange: 5, timezone: 'Europe/Berlin' };
type Figures = readonly (number | undefined)[];

/** Scores day by day, the last of them `until` days before Thu 19 Nov. */
function rows(figures: Figures, given: Partial<DailyScore> = {}, until = 0): DailyScore[] {
  return figures.map((score, i) =>
    dailyScore({ ...given, date: daysAgo(figures.length - 1 - i + until), score }),
  );
}

type Event = { kind: string; state: AlertState; on: string };

/** What is told of a state: that it opened or goes on, else how it ended. */
function kindOf(state: AlertState, known: ReadonlyMap<string, AlertState>): string {
  if (state.type === 'no_data' && state.status === 'closed') return 'data_back';
  if (state.type !== 'change') return state.type;
  if (state.status !== 'open') return state.status;
  return known.has(state.key) ? 'updated' : 'opened';
}

/** Lives through the last `days` days: each day is polled once, with what is known by then; not on `missed` days (ago). */
function live(
  { rows: all, prompts }: Parameters<typeof decideAlerts>[0],
  days: number,
  missed: readonly number[] = [],
) {
  const kept = new Map<string, AlertState>();
  const events: Event[] = [];
  let lookedAt: number | undefined;
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    if (missed.includes(ago)) continue;
    const now = FRIDAY - ago * DAY;
    const decided = decideAlerts({ rows: all, prompts }, { ...feed, lookedAt }, [...kept.values()], now);
    lookedAt = now;
    if ('kind' in decided) continue;
    events.push(...decided.map((state) => ({ kind: kindOf(state, kept), state, on: daysAgo(ago) })));
    // What is kept has been text in a database.
    for (const state of decided) kept.set(state.key, JSON.parse(JSON.stringify(state)));
  }
  return { events, kept: [...kept.values()] };
}

const kinds = ({ events }: ReturnType<typeof live>) => events.map(({ kind }) => kind);
const alertIn = (state: AlertState | undefined): ChangeAlert => {
  if (state?.type !== 'change') throw new Error('no alert');
  return state;
};
const alertOf = (event: Event | undefined) => alertIn(event?.state);

const quiet = noise(30, 60);

describe('the life of an alert', () => {
  test('a quiet score is not spoken of', () => {
    expect(live({ rows: rows(quiet) }, 20).events).toEqual([]);
  });

  test('a fall is opened once and edited until the score is back for two days', () => {
    const story = live({ rows: rows([...quiet, 50, 51, 50, 60, 60, 60, 60]) }, 10);
    expect(kinds(story)).toEqual(['opened', 'updated', 'updated', 'updated', 'recovered']);
    const [opened, ...later] = story.events;
    const alert = alertOf(opened);
    expect(alert).toMatchObject({
      key: `score:${ACME.id}:score:${daysAgo(6)}`,
      openedOn: daysAgo(6),
      lead: { scope: {}, value: 50, changedOn: daysAgo(6) },
      sureness: 'well outside normal',
    });
    expect(alert.lead.base + alert.lead.delta).toBeCloseTo(50);
    expect(alert.usual?.low).toBeGreaterThan(54);
    expect(later.every(({ state }) => state.key === alert.key)).toBe(true);
    expect(alertOf(later.at(-1))).toMatchObject({
      status: 'recovered',
      day: daysAgo(2),
      lead: { value: 60 },
    });
  });

  test('the way back from a new normal is news again', () => {
    const story = live({ rows: rows([...quiet, ...noise(31, 12, 50), ...noise(32, 10, 60)]) }, 24);
    expect(kinds(story).filter((kind) => kind !== 'updated')).toEqual([
      'opened',
      'new_normal',
      'opened',
      'new_normal',
    ]);
    expect(alertOf(story.events.at(-1)).lead.delta).toBeGreaterThan(0);
  });

  test('a missing day ends nothing', () => {
    const story = live({ rows: rows([...quiet, 50, undefined, 50, 50]) }, 4);
    expect(kinds(story)).toEqual(['opened', 'updated', 'updated']);
  });
});

describe('many series, one message', () => {
  const engine = (name: string, figures: Figures) => rows(figures, { engine: name, engineId: `id-${name}` });
  const fall = (seed: number, to: number) => [...noise(seed, 60), ...noise(seed + 50, 3, to)];

  test('engines that fall with the whole are folded into its alert, the farthest first', () => {
    const all = [...rows(fall(40, 50)), ...engine('Gemini', fall(41, 40)), ...engine('Claude', fall(42, 52))];
    const story = live({ rows: [...all, ...engine('ChatGPT', noise(43, 63))] }, 4);
    expect(kinds(story)).toEqual(['opened', 'updated', 'updated']);
    const alert = alertOf(story.events.at(-1));
    expect(alert.lead.scope).toEqual({});
    expect(alert.moved.map(({ scope }) => scope.engine?.name)).toEqual(['Gemini', 'Claude']);
  });

  test('an engine that falls alone leads its own alert, until the whole follows', () => {
    const late = [...noise(44, 61), ...noise(94, 2, 50)];
    const story = live({ rows: [...rows(late), ...engine('Gemini', fall(45, 35))] }, 3);
    expect(kinds(story)).toEqual(['opened', 'updated', 'updated']);
    const [first, second] = story.events.map(alertOf);
    expect(first?.lead.scope.engine?.name).toBe('Gemini');
    expect(second).toMatchObject({ key: first?.key, lead: { scope: {} } });
    expect(second?.moved.map(({ scope }) => scope.engine?.name)).toEqual(['Gemini']);
  });

  test('score and mention rate are two metrics with an alert each', () => {
    const both = rows(fall(46, 50)).map((row) => ({ ...row, mentionRate: (row.score ?? 0) / 100 }));
    const { events } = live({ rows: both }, 3);
    const opened = events.filter(({ kind }) => kind === 'opened').map(alertOf);
    expect(opened.map(({ metric }) => metric)).toEqual(['score', 'mentionRate']);
  });
});

describe('an engine that is no longer measured', () => {
  const engine = (name: string, figures: readonly number[], until = 0) =>
    rows(figures, { engine: name, engineId: name }, until);
  const whole = rows(noise(41, 60));
  const gone = engine('Gone', [...noise(42, 40), 30, 30, 30], 17);

  test('has its alert withdrawn after a week, and the next fall of another engine is told', () => {
    const other = engine('Other', [...noise(43, 57), 20, 20, 20]);
    const { events } = live({ rows: [...whole, ...gone, ...other] }, 22);
    expect(events.map(({ kind, on }) => [kind, on])).toEqual([
      ['opened', daysAgo(19)],
      ['updated', daysAgo(18)],
      ['updated', daysAgo(17)],
      ['corrected', daysAgo(10)],
      ['opened', daysAgo(2)],
      ['updated', daysAgo(1)],
      ['updated', daysAgo(0)],
    ]);
    expect(alertOf(events.at(-1)).lead.scope.engine?.name).toBe('Other');
  });

  test('for a few days only keeps its alert', () => {
    const back = engine('Gone', noise(44, 12, 30));
    const { events } = live({ rows: [...whole, ...gone, ...back] }, 20);
    expect(events.map(({ state }) => state.type === 'change' && state.status)).not.toContain('corrected');
  });
});

describe('the measured set', () => {
  const engines = (...figures: Figures[]) =>
    figures.flatMap((one, i) => rows(one, { engine: `E${i}`, engineId: `id-${i}` }));
  const added = [...Array<undefined>(60).fill(undefined), 30, 30, 31];

  test('an engine that was added makes days not comparable, said once, with what is in both', () => {
    const steady = [...quiet, 60, 60, 60];
    const whole = [...quiet, 50, 50, 50.3];
    const story = live({ rows: [...rows(whole), ...engines(steady, steady, added)] }, 4);
    expect(kinds(story)).toEqual(['not_comparable']);
    expect(story.events[0]?.state).toMatchObject({
      key: `score:${ACME.id}:not_comparable:${daysAgo(2)}`,
      measured: [{ day: daysAgo(2), of: 'engines', came: ['E2'], went: [] }],
      value: 50,
      shared: { after: 60, parts: 2 },
    });
  });

  test('a fall of the engines that are in both days is an alarm all the same', () => {
    const falling = [...quiet, 45, 45, 45];
    const whole = [...quiet, 40, 40, 40.3];
    const story = live({ rows: [...rows(whole), ...engines(falling, falling, added)] }, 4);
    expect(kinds(story)[0]).toBe('opened');
    const alert = alertOf(story.events[0]);
    expect(alert.lead.value).toBe(40);
    // Two engines of three fell by 15.
    expect(alert.lead.delta).toBeCloseTo(-10, -0.5);
  });
});

describe('all engines are replaced by others', () => {
  const missing = (days: number) => Array<undefined>(days).fill(undefined);
  /** E0 and E1 for 60 days, an outage, then E2 and E3, which see the brand at another level. */
  function replaced(outage: number, since: number, level = 45) {
    const gap = missing(outage);
    const [old, fresh] = [
      [59, 61],
      [level - 1, level + 1],
    ];
    const engines = [
      ...old.map((at, i) => [...noise(70 + i, 60, at, 0.7), ...gap, ...missing(since)]),
      ...fresh.map((at, i) => [...missing(60), ...gap, ...noise(72 + i, since, at, 0.7)]),
    ];
    const whole = [...noise(74, 60, 60, 0.7), ...gap, ...noise(75, since, level, 0.7)];
    return [
      ...rows(whole),
      ...engines.flatMap((one, i) => rows(one, { engine: `E${i}`, engineId: `id-${i}` })),
    ];
  }
  const saidOn = (story: ReturnType<typeof live>) => story.events.map(({ kind, on }) => `${kind} ${on}`);

  test('is said after an outage of the figures, in place of an alarm', () => {
    const story = live({ rows: replaced(3, 5) }, 9);
    expect(saidOn(story)).toEqual([
      `no_data ${daysAgo(6)}`,
      `no_data ${daysAgo(5)}`,
      `data_back ${daysAgo(4)}`,
      `not_comparable ${daysAgo(4)}`,
    ]);
    expect(story.events.at(-1)?.state).toMatchObject({
      day: daysAgo(4),
      previousDay: daysAgo(8),
      measured: [{ of: 'engines', came: ['E2', 'E3'], went: ['E0', 'E1'] }],
    });
    expect(story.events.at(-1)?.state).not.toHaveProperty('shared.parts');
  });

  test('while the API could not be asked, is said when it can be, and once', () => {
    const story = live({ rows: replaced(2, 5) }, 10, [6, 5, 4, 3, 2]);
    expect(saidOn(story)).toEqual([`not_comparable ${daysAgo(1)}`]);
  });

  test('in days that came in late, is said when they are there', () => {
    const all = replaced(0, 5);
    const late = all.filter(({ date = '' }) => date < daysAgo(4));
    const { kept } = live({ rows: late }, 8);
    expect(kept).toMatchObject([{ type: 'no_data', status: 'open' }]);
    const decided = decideAlerts({ rows: all }, { ...feed, lookedAt: FRIDAY - DAY }, kept, FRIDAY);
    expect(decided).toMatchObject([{ type: 'no_data', status: 'closed' }, { type: 'not_comparable' }]);
  });

  test('is said also where the others stand at the same level: nobody can know', () => {
    expect(kinds(live({ rows: replaced(0, 2, 60) }, 3))).toEqual(['not_comparable']);
  });
});

describe('sentiment', () => {
  const tone = (figures: Figures, given: Partial<DailyScore> = {}, until = 0) =>
    rows(figures, given, until).map((row) => ({ ...row, score: undefined, sentiment: row.score }));
  const calm = noise(80, 60, 0.4, 0.03);

  test('is told of the whole project', () => {
    const alert = alertOf(live({ rows: tone([...calm, -0.2]) }, 1).events[0]);
    expect(alert).toMatchObject({ metric: 'sentiment', lead: { scope: {}, value: -0.2 } });
  });

  test('of an engine alone is no news: it is the tone of a few answers', () => {
    const engine = tone([...calm, -0.8, -0.9], { engine: 'Gemini', engineId: 'g', answers: 60 });
    expect(live({ rows: [...rows(quiet), ...engine] }, 2).events).toEqual([]);
  });

  test('of a day with few answers says nothing', () => {
    const few = [...tone(calm, { answers: 200 }, 1), ...tone([-0.6], { answers: 8 })];
    expect(live({ rows: few }, 1).events).toEqual([]);
  });

  test('that an engine has no more is no change of what is measured', () => {
    const engine = (name: string) => ({ engine: name, engineId: name });
    const engines = [
      ...tone([...noise(81, 60, 0.1, 0.03), 0.1], engine('A')),
      ...tone(noise(82, 60, 0.7, 0.03), engine('B'), 1),
    ];
    const all = [...tone([...calm, 0.1]), ...engines];
    expect(kinds(live({ rows: all }, 1))).toEqual([]);
  });
});

describe('no data', () => {
  test('for two days is said once, and closed when data returns', () => {
    const story = live({ rows: rows([...quiet, undefined, undefined, undefined, 60, 60]) }, 7);
    expect(story.events.map(({ kind, on }) => [kind, on])).toEqual([
      ['no_data', daysAgo(3)],
      ['no_data', daysAgo(2)],
      ['data_back', daysAgo(1)],
    ]);
    expect(new Set(story.events.map(({ state }) => state.key)).size).toBe(1);
    expect(story.events.at(-1)?.state).toMatchObject({
      status: 'closed',
      since: daysAgo(4),
      day: daysAgo(2),
      returnedOn: daysAgo(1),
    });
  });

  test('for one day is no news', () => {
    expect(live({ rows: rows([...quiet, undefined, 60]) }, 3).events).toEqual([]);
  });
});

describe('the past is read anew', () => {
  const fallen = rows([...quiet, 50, 50]);

  test('a poll that is repeated says nothing twice', () => {
    const { kept } = live({ rows: fallen }, 2);
    expect(decideAlerts({ rows: fallen }, feed, kept, FRIDAY)).toEqual({
      kind: 'silence',
      reason: 'nothing_new',
    });
  });

  test('a backfill that takes the fall back corrects the alert', () => {
    const { kept } = live({ rows: fallen }, 2);
    const decided = decideAlerts({ rows: rows([...quiet, 60, 60]) }, feed, kept, FRIDAY);
    expect(decided).toMatchObject([{ status: 'corrected' }]);
  });

  test('a smallest change above what was told takes the alert back', () => {
    const { kept } = live({ rows: fallen }, 2);
    const decided = decideAlerts({ rows: fallen }, { ...feed, minChange: 20 }, kept, FRIDAY);
    expect(decided).toMatchObject([{ status: 'corrected' }]);
  });

  test('a backfill that changes a figure edits the message, under its own key', () => {
    const { kept } = live({ rows: fallen }, 2);
    const decided = decideAlerts({ rows: rows([...quiet, 50, 48]) }, feed, kept, FRIDAY);
    expect(decided).toMatchObject([{ key: kept[0]?.key, status: 'open', lead: { value: 48 } }]);
  });

  test('a day that arrives late is told when it arrives', () => {
    const early = rows([...quiet, undefined, 60.2]);
    expect(live({ rows: early }, 2).events).toEqual([]);
    const decided = decideAlerts({ rows: rows([...quiet, 49, 49.5]) }, feed, [], FRIDAY);
    expect(decided).toMatchObject([{ status: 'open', openedOn: daysAgo(1) }]);
  });

  test('what ended before the first poll is not told', () => {
    const old = rows([...quiet, 50, 50, 60, 60, ...noise(34, 20)]);
    expect(decideAlerts({ rows: old }, feed, [], FRIDAY)).toEqual({
      kind: 'silence',
      reason: 'nothing_unusual',
    });
  });
});

describe('it is silent', () => {
  test.each([
    ['no_scores', []],
    ['no_complete_day', [dailyScore({ date: '2026-11-20', score: 50 })]],
    ['nothing_unusual', rows(quiet)],
  ])('%s', (reason, given) => {
    expect(decideAlerts({ rows: given }, feed, [], FRIDAY)).toEqual({ kind: 'silence', reason });
  });
});

describe('a history too short to tell what is normal', () => {
  const days = (count: number) => rows(quiet.slice(-count));
  const decided = (count: number, known: readonly AlertState[] = []) =>
    decideAlerts({ rows: days(count) }, feed, known, FRIDAY);

  test('is said once, with the day from which alerts can come', () => {
    const first = decided(7);
    if ('kind' in first) throw new Error('nothing was said');
    expect(first).toMatchObject([{ type: 'few_days', days: 7, day: '2026-11-19', startsOn: '2026-11-21' }]);
    expect(decided(7, first)).toMatchObject({ kind: 'silence' });
  });

  test('is none from the ninth day on', () => {
    expect(decided(8)).toMatchObject([{ startsOn: '2026-11-20' }]);
    expect(decided(9)).toMatchObject({ kind: 'silence' });
  });
});

test('how near ends an alert stays as it was said, though polls reach back to a later day each time', () => {
  const all = rows([...noise(35, 70, 60, 2), 40, 41]);
  const poll = (ago: number, known: readonly AlertState[]) => {
    const seen = all.filter(({ date = '' }) => date > daysAgo(ago + 45) && date <= daysAgo(ago));
    const decided = decideAlerts({ rows: seen }, feed, known, FRIDAY - ago * DAY);
    return alertIn('kind' in decided ? undefined : decided[0]);
  };
  const opened = poll(1, []);
  expect(poll(0, []).calmWithin).not.toBe(opened.calmWithin);
  expect(poll(0, [opened]).calmWithin).toBe(opened.calmWithin);
});
