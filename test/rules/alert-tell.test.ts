import { describe, expect, test } from 'vitest';
import type { AlertNews, AlertState, ChangeAlert, ScoreAlert } from '../../src/decision.ts';
import { scoreAlertMessage } from '../../src/messages/scores/alert-message.ts';
import {
  decideAlerts,
  findGraverAlerts,
  listStates,
  needsExplanation,
  type ToldAlert,
  tellAlerts,
  withMentions,
} from '../../src/rules/alert-decide.ts';
import type { PromptFigures } from '../../src/rules/alert-explanation.ts';
import type { AlertSource } from '../../src/rules/alert-figures.ts';
import { copyWhy, type Evidence, withWhy } from '../../src/rules/alert-figures.ts';
import { whatIf } from '../../src/rules/alert-ledger.ts';
import { buildScoreSeries } from '../../src/rules/score-series.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { ALERT, livingAlert, STANDING } from '../messages/cast.ts';
import { standingWith } from '../messages/every-alert.ts';
import { heardOf } from '../messages/reading.ts';
import { ACME, DAY, dailyScore, daysAgo, FRIDAY } from './cast.ts';
import { noise } from './score-days.ts';

const feed = { project: ACME, minChange: 5, timezone: 'Europe/Berlin', mention: ['U0ANA'] };
const quiet = noise(30, 60);

/** Scores day by day, the last of them on Thu 19 Nov. */
function rows(figures: readonly number[], given: (figure: number) => Partial<DailyScore>): DailyScore[] {
  return figures.map((figure, i) => dailyScore({ date: daysAgo(figures.length - 1 - i), ...given(figure) }));
}
const whole = (figures: readonly number[]) => rows(figures, (score) => ({ score }));
const rates = (figures: readonly number[]) => rows(figures, (figure) => ({ mentionRate: figure / 100 }));
const engine = (name: string, figures: readonly number[]) =>
  rows(figures, (score) => ({ score, engine: name, engineId: name }));

/** One morning: what is told, and what the channel knows after it. */
function morning(
  all: readonly DailyScore[],
  ago: number,
  known: readonly ToldAlert[],
  given: Partial<AlertSource> = {},
) {
  const now = FRIDAY - ago * DAY;
  const until = all.filter(({ date = '' }) => date <= daysAgo(ago));
  const series = buildScoreSeries(until, daysAgo(ago - 1));
  const states = known.flatMap(({ news }): AlertState[] => listStates([{ news }]));
  const decided = decideAlerts({ rows: until }, feed, states, now);
  const decidedOn: readonly AlertState[] = 'kind' in decided ? [] : decided;
  const from = { rows: until, series, minChange: 5, promptChanges: [], ...given };
  const told = tellAlerts(decidedOn, known, from, feed);
  const after = new Map(known.map((one) => [one.news.key, one]));
  for (const news of [...told.posted, ...told.changed]) after.set(news.key, { ...after.get(news.key), news });
  return { ...told, decided: decidedOn, from, known: [...after.values()] };
}

/** The alert that a morning posted, with the why that was found of this after it. */
function explained({ posted, from }: ReturnType<typeof morning>, evidence: Evidence = {}) {
  return withWhy(alertOf(posted[0]), evidence, from);
}

function live(all: readonly DailyScore[], days: number) {
  let known: readonly ToldAlert[] = [];
  const posted: AlertNews[] = [];
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const one = morning(all, ago, known);
    known = one.known;
    posted.push(...one.posted);
  }
  return { posted, known };
}

function alertOf(news: AlertNews | undefined): ScoreAlert {
  if (news?.kind !== 'score_alert') throw new Error('no alert');
  return news;
}

test('trying the feed’s own threshold gives an alert the day and size of its headline', () => {
  const all = [...whole([...quiet, 64, 66.5, 66]), ...engine('Gemini', [...quiet, 90, 90, 90])];
  const [news] = live(all, 4).known.flatMap((one) => (one.news.kind === 'score_alert' ? one.news : []));
  const [past] =
    whatIf({ project: ACME, minChange: 5 }, buildScoreSeries(all, daysAgo(-1)), 60)?.alerts ?? [];
  expect(news?.alert).toMatchObject({ openedOn: daysAgo(2), lead: { scope: {} } });
  expect(past).toMatchObject({ day: news?.day, score: news?.score, previousScore: news?.previousScore });
  expect(past?.day).toBe(daysAgo(1));
});

describe('a new alert', () => {
  test('on a day from which other engines are asked says that its level is carried over, and shares nothing out', () => {
    const falling = [...quiet, 45];
    const before = [...engine('Claude', falling), ...engine('ChatGPT', falling)];
    const same = alertOf(morning([...whole([...quiet, 45]), ...before], 0, []).posted[0]);
    expect(same).toMatchObject({ previousScore: quiet.at(-1), whyDue: true });
    const added = engine('Copilot', [30]);
    const first = morning([...whole([...quiet, 40]), ...before, ...added], 0, []);
    const other = alertOf(first.posted[0]);
    expect(other).toMatchObject({ score: 40, againstLevel: true });
    expect([other.whyDue, explained(first).explanation]).toEqual([undefined, undefined]);
  });

  test('tells its day against the day before, and calls people where it is grave', () => {
    const alert = alertOf(morning(whole([...quiet, 50]), 0, []).posted[0]);
    expect(alert).toMatchObject({
      day: daysAgo(0),
      previousDay: daysAgo(1),
      score: 50,
      previousScore: quiet.at(-1),
      alert: { sureness: 'well outside normal' },
      mention: ['U0ANA'],
    });
    expect(alert.series.at(-1)).toEqual({ date: daysAgo(0), score: 50 });
    expect(alert.againstLevel).toBeUndefined();
  });

  test('where the day before is itself far off, tells the level instead', () => {
    const alert = alertOf(morning(whole([...quiet.slice(0, -1), 56, 53]), 0, []).posted[0]);
    expect(alert.againstLevel).toBe(true);
    expect(alert.previousScore).toBeCloseTo(60, -0.5);
  });

  test('has the same headline in a channel that hears of it later, and how it stands by then', () => {
    const falling = [...quiet, 50, 52, 49];
    const all = [...whole(falling), ...engine('Gemini', falling)];
    const [first, later] = [morning(all, 2, []), morning(all, 0, [])].map((one) => alertOf(one.posted[0]));
    const headline = ({ day, previousDay, score, previousScore, engines, usual }: ScoreAlert) => ({
      day,
      previousDay,
      score,
      previousScore,
      engines,
      usual,
    });
    expect(later && headline(later)).toEqual(first && headline(first));
    expect(later?.alert).toMatchObject({ day: daysAgo(0), lead: { value: 49 } });
  });

  test('that only reaches the edge calls nobody', () => {
    const alert = alertOf(live(whole([...noise(31, 60, 60, 2), 52]), 1).posted[0]);
    expect(alert.alert.sureness).not.toBe('well outside normal');
    expect(alert.mention).toEqual([]);
  });
});

describe('few messages', () => {
  const both = [...whole([...quiet, 50, 50, 50]), ...rates([...quiet, 40, 40, 40])];

  test('metrics that move together are told in one, that of the score', () => {
    const { posted, known } = live(both, 3);
    expect(posted.map(({ key }) => key)).toEqual([`score:${ACME.id}:score:${daysAgo(2)}`]);
    expect(known.map(({ news }) => alertOf(news).toldIn)).toEqual([undefined, posted[0]?.key]);
  });

  test('a metric that moves later joins the message that stands open', () => {
    const later = [...whole([...quiet, 50, 50, 50]), ...rates([...quiet, quiet[0] ?? 60, 40, 40])];
    const { posted, known } = live(later, 3);
    expect(posted).toHaveLength(1);
    expect(known.filter(({ news }) => alertOf(news).toldIn === posted[0]?.key)).toHaveLength(1);
  });

  test.each([
    ['still away', 52],
    ['back, and a little beyond', 60.9],
  ])('the headline stays as the days go on, and the last days follow: %s', (_, latest) => {
    const all = whole([...quiet, 50, 51, latest]);
    const { posted, known } = live(all, 3);
    const [first, now] = [alertOf(posted[0]), alertOf(known[0]?.news)];
    expect({ ...now, alert: undefined, series: [] }).toEqual({ ...first, alert: undefined, series: [] });
    expect(now.alert?.day).toBe(daysAgo(0));
    expect(now.series.at(-1)).toEqual({ date: daysAgo(0), score: latest });
  });

  describe('that an engine began and the whole goes on with', () => {
    const [before, last] = [quiet.at(-1) ?? 60, noise(36, 60)];
    const perplexity = last.at(-1) ?? 60;
    const all = [
      ...whole([...quiet, before + 3, before + 12]),
      ...engine('Perplexity', [...last, perplexity + 24, perplexity + 32]),
      ...rows([...last, perplexity + 24, perplexity + 32], (figure) => ({
        mentionRate: figure / 100,
        engine: 'Perplexity',
        engineId: 'Perplexity',
      })),
    ];
    const { posted, known } = live(all, 2);
    const first = alertOf(posted[0]);

    test('has the headline of the whole, and is one message', () => {
      expect(posted).toHaveLength(1);
      expect(first).toMatchObject({ day: daysAgo(1), previousScore: perplexity, score: perplexity + 24 });
      const now = alertOf(known.find(({ news }) => news.key === first.key)?.news);
      expect(now).toMatchObject({ day: daysAgo(0), score: before + 12 });
      expect(now.alert?.lead.scope.engine).toBeUndefined();
    });

    test('says what it began with', () => {
      const now = alertOf(known.find(({ news }) => news.key === first.key)?.news);
      const [headline, ...below] = heardOf(scoreAlertMessage(first, standingWith(now)));
      expect(headline).not.toContain('Perplexity');
      expect(below.join('\n')).toContain('It began when Acme on Perplexity rose 24.0 points');
      expect(heardOf(scoreAlertMessage(first, STANDING)).join('\n')).not.toContain('It began when');
    });

    test('doesn’t repeat the engine of its headline', () => {
      const [headline, ...below] = heardOf(scoreAlertMessage(first, STANDING));
      expect(headline).toContain('on Perplexity');
      expect(below.join('\n')).not.toMatch(/Perplexity \d/);
    });
  });

  test('one that goes the other way is named where it began, and names what it reverses', () => {
    const { known } = live(whole([...quiet, 75, 76, 75, 45, 44]), 5);
    const [rise, fall] = known.map(({ news }) => alertOf(news));
    expect([rise?.next, fall?.follows]).toEqual([fall?.key, rise?.key]);
    const handles = { [rise?.key ?? '']: 'A1', [fall?.key ?? '']: 'A2' };
    const said = [rise, fall].map(
      (one) => one && heardOf(scoreAlertMessage(one, { ...standingWith(one), handles })).join('\n'),
    );
    expect(said).toEqual([expect.stringContaining('A2'), expect.stringContaining('A1')]);
  });

  test('once it is over, the next one is a message of its own', () => {
    const { posted } = live(whole([...quiet, 50, 60, 60, 60, 50]), 5);
    expect(posted).toHaveLength(2);
  });

  test('an engine in its first days is no news by itself', () => {
    const fresh = engine('Copilot', [70, 20, 70]);
    expect(live([...whole(quiet), ...fresh], 3).posted).toEqual([]);
  });
});

describe('sentiment', () => {
  const tone = (last: number) => [
    ...whole(quiet),
    ...rows([...noise(37, 59, 40, 6).map((each) => each / 100), last], (sentiment) => ({ sentiment })),
  ];

  test('that is well outside normal is told', () => {
    expect(live(tone(-0.3), 1).posted.map((news) => alertOf(news).alert?.metric)).toEqual(['sentiment']);
  });

  test('that is only outside normal is not, nor does what-if count it', () => {
    const swung = tone(0.13);
    expect(morning(swung, 0, []).decided).toMatchObject([{ status: 'open' }]);
    expect(live(swung, 1).posted).toEqual([]);
    expect(whatIf({ project: ACME, minChange: 5 }, buildScoreSeries(swung, daysAgo(-1)), 60)?.alerts).toEqual(
      [],
    );
  });
});

describe('a mute', () => {
  const fallen = whole([...quiet, 50]);
  const elsewhere = (muted: ToldAlert['muted']): ToldAlert => {
    const news = alertOf(morning(whole([...quiet, 50]), 0, []).posted[0]);
    const state = news.alert && { ...news.alert, key: 'older', openedOn: '2026-09-01', day: '2026-09-02' };
    return { news: { ...news, key: 'older', alert: state && { ...state, status: 'recovered' } }, muted };
  };

  test('keeps new alerts back, and nothing is remembered of them', () => {
    const quietly = morning(fallen, 0, [elsewhere({ until: FRIDAY + DAY })]);
    expect(quietly.decided).toMatchObject([{ status: 'open' }]);
    expect([quietly.posted, quietly.changed]).toEqual([[], []]);
  });

  test('of a fall lets a rise come, and a grave one', () => {
    const all = whole([...quiet, 50, 50, 72, 90]);
    const fall = morning(all, 3, []).known.map((one) => ({ ...one, muted: { until: FRIDAY + DAY } }));
    const later = morning(all, 2, fall);
    expect([later.posted, later.graver]).toEqual([[], []]);
    const rise = morning(all, 1, later.known);
    expect(rise.posted.map((news) => alertOf(news).alert.lead.delta > 0)).toEqual([true]);
  });

  test('that is over lets them come, if they still stand', () => {
    expect(morning(fallen, 0, [elsewhere(undefined)]).posted).toHaveLength(1);
  });
});

describe('what moved it', () => {
  const prompt = (id: string, before: number, after: number): PromptFigures => ({
    id,
    text: id,
    rows: [dailyScore({ date: daysAgo(1), score: before }), dailyScore({ date: daysAgo(0), score: after })],
  });

  test('is not said before it was looked for', () => {
    const alert = alertOf(morning(whole([...quiet, 50]), 0, []).posted[0]);
    expect([alert.whyDue, alert.explanation]).toEqual([true, undefined]);
    expect(withWhy(alert, {}, morning(whole([...quiet, 50]), 0, []).from)).not.toHaveProperty('whyDue');
  });

  test('of one headline is that of no other, though the alert be the same', () => {
    const told = explained(morning(whole([...quiet, 50]), 0, []), { prompts: [prompt('k8s', 60, 40)] });
    const again: ScoreAlert = { ...told, explanation: undefined, worst: undefined, whyDue: true };
    expect(copyWhy(again, [again, told])).toEqual(told);
    expect(copyWhy({ ...again, previousScore: 12 }, [told])).toBeUndefined();
    expect(copyWhy(again, [{ ...told, whyDue: true }])).toBeUndefined();
  });

  test('is asked for when there is a headline to make, and not again', () => {
    const all = whole([...quiet, 50, 50]);
    const first = morning(all, 1, []);
    expect(needsExplanation(first.decided, [])).toBe(true);
    const second = morning(all, 0, first.known);
    expect(second.decided).toMatchObject([{ status: 'open' }]);
    expect(needsExplanation(second.decided, first.known)).toBe(false);
  });

  test('is of the change that the headline says', () => {
    const last = quiet.at(-1) ?? 0;
    const prompts = [prompt('k8s cost alerts', last, last - 18), prompt('cut aws bill', last, last - 0.4)];
    const alert = explained(morning(whole([...quiet, last - 9.2]), 0, []), { prompts });
    const { parts = [], change } = alert.explanation ?? {};
    expect(change).toBeCloseTo(-9.2);
    expect(parts.map(({ of, points }) => [of[0]?.name, points])).toEqual([['k8s cost alerts', -9]]);
  });

  test('an engine that leads is explained by its prompts, not by itself', () => {
    const figures = noise(36, 60);
    const all = [...whole(quiet), ...engine('Gemini', [...figures.slice(1), 30])];
    const of = (score: number, date: string) =>
      dailyScore({ date, score, engine: 'Gemini', engineId: 'Gemini' });
    const last = figures.at(-1) ?? 0;
    const prompts = ['cut aws bill', 'k8s', 'finops'].map((text, i) => ({
      id: text,
      text,
      rows: [of(last, daysAgo(1)), of(i === 0 ? 30 : last, daysAgo(0))],
    }));
    const alert = explained(morning(all, 0, []), { prompts });
    expect(alert.alert?.lead.scope.engine?.name).toBe('Gemini');
    expect(alert.explanation?.parts.map(({ of }) => of)).toEqual([
      [{ kind: 'prompt', name: 'cut aws bill' }],
    ]);
  });
});

test('an alert that goes on keeps the level by which it was found', () => {
  const weekly = noise(56, 60).map((score, i) => score + (i < 3 ? 8 : i % 7));
  const all = whole([...weekly, 45, 46, 45, 46]);
  let known: readonly ToldAlert[] = [];
  const [found, read]: [unknown[], unknown[]] = [[], []];
  for (const ago of [3, 2, 1, 0]) {
    // The API gives the last 60 days and no more: those from which the level is read begin a day later each day.
    known = morning(all.slice(3 - ago), ago, known).known;
    const { foundAs, alert } = alertOf(known[0]?.news);
    found.push(foundAs);
    read.push(alert?.lead.base);
  }
  expect(found).toEqual(Array.from({ length: 4 }, () => found[0]));
  expect(new Set(read).size).toBeGreaterThan(1);
  expect(found[0]).toMatchObject({ kind: 'jump', changedOn: daysAgo(3) });
});

test.each([
  [1, true],
  [2, undefined],
])(
  'the end of an alert is told; of a grave one in its channel too (days vary %i times as much)',
  (more, grave) => {
    const restless = quiet.map((score) => 60 + more * (score - 60));
    const all = whole([...restless, 50, 50, ...restless.slice(0, 4)]);
    let known: readonly ToldAlert[] = [];
    const ended: unknown[] = [];
    for (let ago = 5; ago >= 0; ago -= 1) {
      const told = morning(all, ago, known);
      known = told.known;
      ended.push(...told.ended);
    }
    expect(ended).toMatchObject([{ kind: 'ended_alert', alert: { alert: { status: 'recovered' } } }]);
    expect(ended).toEqual([expect.objectContaining({ grave })]);
  },
);

test('an alert that is over names the engines that aren’t back', () => {
  const [fall, back] = [
    [50, 50],
    [60, 60],
  ];
  const all = [
    ...whole([...quiet, ...fall, ...back]),
    ...engine('Claude', [...quiet, ...fall, ...back]),
    ...engine('Gemini', [...quiet, ...fall, 51, 50]),
  ];
  let known: readonly ToldAlert[] = [];
  const still: unknown[] = [];
  for (let ago = 3; ago >= 0; ago -= 1) {
    const told = morning(all, ago, known);
    known = told.known;
    still.push(...told.ended.map((one) => alertOf(one.alert).still));
  }
  const gemini = [expect.objectContaining({ engine: 'Gemini', score: 50 })];
  expect(still).toEqual([gemini]);
  expect(alertOf(known[0]?.news).still).toEqual(gemini);
});

const alert = (sureness: ChangeAlert['sureness'], given: Partial<ScoreAlert> = {}): ScoreAlert => {
  const key = given.key ?? 'a';
  return { ...ALERT, key, alert: livingAlert({ key, sureness }), ...given };
};

const ended = (given: ScoreAlert): ScoreAlert => ({
  ...given,
  alert: { ...given.alert, status: 'recovered' },
});
const [sure, less] = [alert('well outside normal'), alert('outside normal')];
const called = (news: AlertNews | undefined) => news?.kind === 'score_alert' && news.mention;
const keys = (before: AlertNews[], changed: AlertNews[]) =>
  findGraverAlerts(before, changed, ['U1']).map(({ key, alert: { key: grave }, mention }) => [
    key,
    grave,
    ...mention,
  ]);

test('only the highest severity mentions people, and only those of the feed', () => {
  expect(called(withMentions([sure], [], ['U1'])[0])).toEqual(['U1']);
  expect(called(withMentions([sure], [], [])[0])).toEqual([]);
  expect(called(withMentions([less], [], ['U1'])[0])).toEqual([]);
});

test('a message that tells a grave alert of another metric calls them too', () => {
  const rate = alert('well outside normal', { key: 'b', toldIn: 'a' });
  expect(called(withMentions([less], [rate], ['U1'])[0])).toEqual(['U1']);
});

test('a message that stands calls them once, when what it tells becomes grave', () => {
  expect(keys([less], [sure])).toEqual([['a', 'a', 'U1']]);
  expect(keys([sure], [sure])).toEqual([]);
  expect(keys([less], [ended(sure)])).toEqual([]);
  expect(keys([less], [less])).toEqual([]);
});

test('also when it is another metric that it tells; not twice for two', () => {
  const rate = alert('well outside normal', { key: 'b', toldIn: 'a' });
  const mild = alert('outside normal', { key: 'b', toldIn: 'a' });
  expect(keys([less, mild], [less, rate])).toEqual([['a', 'b', 'U1']]);
  expect(keys([less, mild], [sure, rate])).toEqual([['a', 'a', 'U1']]);
  expect(keys([less, rate], [sure, rate])).toEqual([]);
});

test('of what only ended, or is posted today, no thread is told', () => {
  expect(keys([], [sure])).toEqual([]);
});
