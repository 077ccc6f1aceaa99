import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MeasuredChange, MentionAlert, ScoreAlert, SetChange, Settled } from '../../src/decision.ts';
import { buildAlertHistory } from '../../src/rules/alert-history.ts';
import { buildLedger, judgeAlert, outcomeOf } from '../../src/rules/alert-ledger.ts';
import { daysBefore } from '../../src/rules/calendar.ts';
import { buildScoreSeries, type ScoreSeries } from '../../src/rules/score-series.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { runs } from '../support/runs.ts';
import { ACME, dailyScore, daysAgo } from './cast.ts';
import { noise } from './score-days.ts';

const OPENED_ON = '2026-03-10';
const later = (days: number) => daysBefore(OPENED_ON, -days);

/** It fell from 60 to 50 where 57 to 63 is usual. */
const FALL: ScoreAlert = {
  ...OPENED,
  day: OPENED_ON,
  score: 50,
  previousScore: 60,
  alert: livingAlert({
    openedOn: OPENED_ON,
    day: OPENED_ON,
    lead: { scope: {}, kind: 'jump', changedOn: OPENED_ON, base: 60, value: 50, delta: -10 },
    usual: { low: 57, high: 63 },
    calmWithin: 3,
  }),
  foundAs: { scope: {}, kind: 'jump', changedOn: OPENED_ON, base: 60, value: 50, delta: -10 },
};
const fallAs = (given: Partial<NonNullable<ScoreAlert['alert']>>): ScoreAlert => ({
  ...FALL,
  alert: { ...FALL.alert, ...given },
  foundAs: given.lead ?? FALL.alert.lead,
});

type Figures = readonly (number | undefined)[];
const rowsOf = (since: Figures, onDay: number | undefined = 50) =>
  [onDay, ...since].flatMap((score, i) =>
    score === undefined ? [] : dailyScore({ date: later(i), score, engine: undefined }),
  );

/** `since`: the figures of the days after the one on which it opened. */
function settled(
  since: Figures,
  {
    alert = FALL,
    today = later(15),
    moved = [] as MeasuredChange[],
    onDay = 50 as number | undefined,
    promptChanges = [] as SetChange[],
  } = {},
): Settled | undefined {
  const rows = rowsOf(since, onDay);
  return judgeAlert(alert, { rows, series: buildScoreSeries(rows, today), moved, promptChanges }, today);
}

const days = (many: number, figure: number | undefined) => Array.from({ length: many }, () => figure);

describe('two weeks after it opened an alert', () => {
  test('held where the last week is still out on the same side', () => {
    expect(settled(days(14, 51))).toBe('held');
    expect(settled([...days(5, 60), ...days(9, 52)])).toBe('held');
  });

  test('reverted where it was back within two days, and faded where later', () => {
    expect(settled([60, 61, ...days(12, 60)])).toBe('reverted');
    expect(settled([51, 61, ...days(12, 60)])).toBe('reverted');
    expect(settled([51, 51, 51, ...days(11, 60)])).toBe('faded');
  });

  test('that was back before another alert moved it again did not hold', () => {
    const figures = [51, 51, 51, 60, 60, ...days(9, 52)];
    expect(settled(figures, { alert: fallAs({ status: 'recovered' }) })).toBe('faded');
  });

  test('that is as far out on the other side did not hold', () => {
    expect(settled([51, 51, 51, ...days(11, 70)])).toBe('faded');
  });

  test('was false where the API has since given a figure of its day with which it never was', () => {
    expect(settled(days(14, 60), { onDay: 59 })).toBe('corrected');
    expect(settled(days(14, 51), { onDay: 54, alert: fallAs({ status: 'corrected' }) })).toBe('corrected');
    expect(settled(days(14, 51), { onDay: 51 })).toBe('held');
  });

  test('is not false because its feed’s threshold was raised: then the figures are what they were', () => {
    expect(settled(days(14, 51), { alert: fallAs({ status: 'corrected' }) })).toBe('held');
  });

  test('of a level within the range of single days held while it is nearer to the new level than to the old', () => {
    const lead = { scope: {}, kind: 'shift', changedOn: OPENED_ON, base: 60, value: 58, delta: -2 } as const;
    const shift = { ...fallAs({ lead, calmWithin: 1 }), score: 58 };
    expect(settled(days(14, 58), { alert: shift, onDay: 58 })).toBe('held');
    expect(settled([...days(4, 58), ...days(10, 60)], { alert: shift, onDay: 58 })).toBe('faded');
  });

  test('is not settled before the two weeks are over', () => {
    expect(settled(days(14, 51), { today: later(14) })).toBeUndefined();
  });

  test('waits a week for figures that come late, and can’t be told without them', () => {
    const few = [...days(8, 51), 51, 51];
    expect(settled([...days(7, 51), undefined, 51, 51])).toBeUndefined();
    expect(settled(few.slice(0, 9), { today: later(21) })).toBeUndefined();
    expect(settled(few.slice(0, 9), { today: later(22) })).toBe('unclear');
    expect(settled(few, { today: later(22) })).toBe('held');
  });

  test('can’t be told where other prompts, engines or regions were measured by then', () => {
    const moved = (of: MeasuredChange['of'], day: string) => [{ day, of, came: ['x'], went: [] }];
    expect(settled(days(14, 51), { moved: moved('prompts', later(3)) })).toBe('unclear');
    expect(settled(days(14, 51), { moved: moved('engines', later(3)) })).toBe('unclear');
    expect(settled(days(14, 51), { moved: moved('prompts', later(15)) })).toBe('held');
    expect(settled(days(14, 51), { moved: moved('prompts', OPENED_ON) })).toBe('held');
  });

  describe('and prompts were added meanwhile', () => {
    const added = { day: later(5), of: 'prompts' as const, came: ['x'], went: [] };
    /** The day before they count and the day itself, over the prompts asked on both. */
    const by = (before: number, after: number) => ({
      moved: [added],
      promptChanges: [{ ...added, shared: { of: 'prompts' as const, parts: 9, before, after } }],
    });

    test('is judged by those asked before and after, whatever the new ones do to the score', () => {
      expect(settled([...days(4, 50), ...days(10, 60)], by(50, 50))).toBe('held');
      expect(settled([...days(4, 50), ...days(10, 50)], by(50, 60))).toBe('faded');
      expect(settled([...days(4, 50), ...days(10, 40)], by(50, 60))).toBe('faded');
    });

    test('can’t be told if they can’t be compared, unless it was over before', () => {
      expect(settled(days(14, 51), { moved: [added], promptChanges: [added] })).toBe('unclear');
      const over = fallAs({ status: 'recovered', day: later(4) });
      const figures = [51, 51, 60, 60, ...days(10, 51)];
      expect(settled(figures, { alert: over, moved: [added] })).toBe('faded');
    });

    test('is judged as ever if it is about sentiment, which doesn’t depend on what is asked', () => {
      const rows = rowsOf(days(14, 0.1)).map(({ score, ...row }) => ({
        ...row,
        score: 50,
        sentiment: score,
      }));
      const lead = {
        scope: {},
        kind: 'jump',
        changedOn: OPENED_ON,
        base: 0.6,
        value: 0.1,
        delta: -0.5,
      } as const;
      const given = { metric: 'sentiment', lead, usual: { low: 0.5, high: 0.7 }, calmWithin: 0.1 } as const;
      const from = { rows, series: buildScoreSeries(rows, later(15)), moved: [added], promptChanges: [] };
      const alert = { ...fallAs(given), score: 50 };
      expect(judgeAlert(alert, from, later(15))).toBe('held');
    });
  });

  test('of one engine is nothing to do with which other engines came', () => {
    const scope = { engine: { id: 'g', name: 'Gemini' } };
    const lead = { scope, kind: 'jump', changedOn: OPENED_ON, base: 60, value: 50, delta: -10 } as const;
    const rows = rowsOf(days(14, 51)).map((row) => ({ ...row, engine: 'Gemini', engineId: 'g' }));
    const other = dailyScore({ date: later(14), score: 40, engine: 'Copilot', engineId: 'c' });
    const from = {
      rows: [...rows, other],
      series: buildScoreSeries([...rows, other], later(15)),
      moved: [],
      promptChanges: [],
    };
    expect(judgeAlert(fallAs({ lead }), from, later(15))).toBe('held');
  });

  test('can’t be told where the API writes its figures on another scale by then', () => {
    expect(settled(days(14, 0.51), { onDay: 0.5 })).toBe('unclear');
  });

  test('is settled whatever the figures, and the same for a rise as for a fall', () => {
    const figure = fc.option(fc.double({ min: 30, max: 90, noNaN: true }), { nil: undefined });
    const way = fc.array(figure, { minLength: 14, maxLength: 14 });
    const mirrored = (value: number | undefined) => (value === undefined ? undefined : 120 - value);
    const lead = { scope: {}, kind: 'jump', changedOn: OPENED_ON, base: 60, value: 70, delta: 10 } as const;
    const rise = { ...fallAs({ lead }), score: 70 };
    fc.assert(
      fc.property(way, (since) => {
        const outcome = settled(since, { today: later(22) });
        const known = since.slice(7).filter((value) => value !== undefined).length;
        expect(outcome === 'unclear').toBe(known < 3);
        expect(settled(since.map(mirrored), { alert: rise, onDay: 70, today: later(22) })).toBe(outcome);
        // What came after the two weeks says nothing of it.
        const more = [...since, ...days(7, 99)];
        expect(settled(more, { today: later(22) })).toBe(outcome);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('what people said', () => {
  test('goes before the figures', () => {
    expect(outcomeOf('held', { not_true: 1 })).toBe('false');
    expect(outcomeOf('held', { too_small: 1 })).toBe('false');
    expect(outcomeOf('reverted', { known_cause: 2, not_true: 1 })).toBe('known_cause');
  });

  test('leaves it to the figures where they disagree, or nobody said anything', () => {
    expect(outcomeOf('faded', { known_cause: 1, too_small: 1 })).toBe('faded');
    expect(outcomeOf('held', {})).toBe('held');
    expect(outcomeOf('corrected', {})).toBe('false');
    expect(outcomeOf('unclear', {})).toBe('unclear');
  });
});

describe('two weeks after a rival passed, that', () => {
  const passed = (status: MentionAlert['status'], lastSeen: number): MentionAlert => ({
    kind: 'mention_alert',
    v: 1,
    project: ACME,
    key: 'rival',
    status,
    about: {
      type: 'rival',
      rival: 'Globex',
      since: later(-2),
      until: later(-3),
      figures: { day: OPENED_ON, own: 30, rival: 60, of: 90 },
      now: { day: later(lastSeen), own: 30, rival: 60, of: 90 },
    },
  });
  const settledOn = (alert: MentionAlert, today: number, moved: MeasuredChange[] = []) =>
    judgeAlert(alert, { rows: [], series: [], moved, promptChanges: [] }, later(today));

  test('held while it is ahead, reverted or faded by when the brand was ahead again', () => {
    expect(settledOn(passed('open', 14), 15)).toBe('held');
    expect(settledOn(passed('stays', 28), 29)).toBe('held');
    expect(settledOn(passed('over', 16), 17)).toBe('held');
    expect(settledOn(passed('over', 3), 15)).toBe('reverted');
    expect(settledOn(passed('over', 9), 15)).toBe('faded');
  });

  test('is settled after the two weeks, where there are answers of the second one', () => {
    expect(settledOn(passed('over', 3), 14)).toBeUndefined();
    expect(settledOn(passed('open', 5), 15)).toBeUndefined();
    expect(settledOn(passed('open', 5), 22)).toBe('unclear');
  });

  test('can’t be told where other prompts were asked meanwhile', () => {
    const moved = [{ day: later(4), of: 'prompts' as const, came: ['x'], went: [] }];
    expect(settledOn(passed('open', 14), 15, moved)).toBe('unclear');
    expect(settledOn(passed('over', 3), 15, moved)).toBe('reverted');
  });
});

describe('a ledger', () => {
  const calm = (seed: number, many: number) => noise(seed, many, 60, 0.7);
  /** Bumps of 7 and of 20 points. */
  const figures = [...calm(1, 40), 53, 53, ...calm(2, 8), 40, 40, ...calm(5, 20)];
  const series: ScoreSeries[] = buildScoreSeries(
    figures.map((score, i) => dailyScore({ date: daysAgo(figures.length - 1 - i), score })),
    daysAgo(-1),
  );
  const all = buildAlertHistory(ACME.id, series, 5).alerts.map((alert) => ({
    alert: { ...OPENED, key: alert.key, alert },
    settled: 'reverted' as const,
    verdicts: {},
  }));
  const about = { project: ACME, minChange: 5, today: daysAgo(-1) };

  test('is none of no alerts', () => {
    expect(buildLedger([], series, about)).toBeUndefined();
  });

  test('counts each by what became of it, and says what the first threshold that changes anything would have dropped', () => {
    const [small, large] = all;
    expect(small && large && all.length).toBe(2);
    const judged = all.map((one) => ({ ...one, verdicts: one === small ? { not_true: 1 } : {} }));
    const ledger = buildLedger(judged, series, about);
    expect(ledger).toMatchObject({ days: 90, counts: { false: 1, reverted: 1 } });
    expect(ledger?.raised?.minChange).toBeGreaterThan(5);
    expect(ledger?.raised?.without).toEqual({ false: 1 });
  });

  test('tries no threshold where no feed has one', () => {
    expect(buildLedger(all, series, { ...about, minChange: undefined })).toEqual({
      days: 90,
      counts: { reverted: 2 },
    });
  });

  test('says nothing of thresholds where figures of its days are no longer known', () => {
    expect(buildLedger(all, [], about)).toEqual({ days: 90, counts: { reverted: 2 } });
  });
});
