import { describe, expect, it } from 'vitest';
import { forgetAlert, muteAlert } from '../../src/store/alerts.ts';
import { beginWrite, endWrite } from '../../src/store/audit.ts';
import { updateDelivery } from '../../src/store/deliveries.ts';
import type { Db } from '../../src/store/tables.ts';
import { noise } from '../rules/score-days.ts';
import { CHANNEL, HOUR, NINE, TEAM } from '../support/store-opened.ts';
import { type Answering, json } from '../visibility/api.ts';
import { ACME, DAY, day, kindsOf, mornings, QUIET, rowsOf } from './mornings.ts';

const PROMPT = '0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10';

const MENTION = {
  id: '3b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10',
  entity_type: 'company',
  matched_term: null,
  rank_position: 1,
  sentiment: null,
  description: null,
  confidence: null,
};

describe('a fall', () => {
  it('is posted once, kept, and then edited day by day', async () => {
    const { morning, kept, posts } = await mornings();
    const first = await morning(rowsOf([...QUIET, 50]));
    expect(kindsOf(first.posted)).toEqual(['score_alert']);
    const second = await morning(rowsOf([...QUIET, 50, 51], -1), NINE + DAY);
    expect([second.posted, second.silence]).toEqual([[], 'edits_only']);
    // Its why is one edit, the second day another.
    expect((await posts()).map(({ wanted }) => wanted)).toEqual([3]);
    expect((await kept()).map(({ news }) => news.kind === 'score_alert' && news.alert?.day)).toEqual([
      '2026-11-20',
    ]);
  });

  it('says which prompts came since, whoever made them, and that what became of it is of others', async () => {
    const { morning, kept, db } = await mornings();
    await morning(rowsOf([...QUIET, 50]));
    const entry = { request: '1', at: NINE + HOUR, person: 'U0ANA', action: 'prompt.untrack' };
    await beginWrite(db, TEAM, { ...entry, projectId: ACME, subject: 'helm' });
    const last = QUIET.at(-1) ?? 0;
    const made = { id: PROMPT, prompt: 'k8s', created_at: new Date(NINE).toISOString() };
    const list = {
      '/prompts': [made, { id: ACME, prompt: 'gone', created_at: '2026-01-01T00:00:00Z' }],
      '/prompt-timeseries': rowsOf([last, last], -2),
    };
    await morning(rowsOf([...QUIET, 50, last, last], -2), NINE + 2 * DAY, list);
    const [{ news } = expect.fail('nothing is kept')] = await kept();
    expect(news).toMatchObject({
      measured: [{ day: '2026-11-21', of: 'prompts', came: ['k8s'], went: ['helm'] }],
      alert: { status: 'recovered' },
    });
  });

  it('is settled by the first poll that has the figures of its last day, two weeks later', async () => {
    const { morning, kept } = await mornings();
    await morning(rowsOf([...QUIET, 50]));
    const settledAfter = async (days: number) => {
      const since = Array.from({ length: days }, () => 50);
      await morning(rowsOf([...QUIET, 50, ...since], -days), NINE + days * DAY);
      return (await kept())[0]?.settled;
    };
    expect([await settledAfter(13), await settledAfter(14)]).toEqual([undefined, 'held']);
  });

  it('that a poll repeats says nothing twice', async () => {
    const { morning } = await mornings();
    await morning(rowsOf([...QUIET, 50]));
    expect(await morning(rowsOf([...QUIET, 50]), NINE + HOUR)).toEqual({
      silence: 'nothing_new',
      posted: [],
      edited: [],
    });
  });

  it('is explained by prompts that are asked for their figures once, and by nothing that cannot be read', async () => {
    const { morning, asked } = await mornings();
    const last = QUIET.at(-1) ?? 0;
    const others = {
      '/prompts': [{ id: PROMPT, prompt: 'k8s cost alerts' }],
      '/prompt-timeseries': [day(1), day(0)].flatMap((date, i) => [
        { date, engine: 'Gemini', score: i === 0 ? last : last - 20 },
        { date, engine: 'Claude', score: last },
      ]),
    };
    const [post] = (await morning(rowsOf([...QUIET, 50]), NINE, others)).posted;
    expect(post?.decision).toMatchObject({
      explanation: { parts: [{ of: [{ kind: 'engine', name: 'Gemini' }] }] },
    });
    await morning(rowsOf([...QUIET, 50, 50], -1), NINE + DAY, others);
    expect(asked().filter((url) => url.includes('timeseries'))).toEqual([]);
  });

  it('names the competitor who came forward, where the list of mentions covers both days', async () => {
    const named = (date: string, name: string, many: number) =>
      Array.from({ length: many }, () => ({
        ...MENTION,
        response_id: crypto.randomUUID(),
        entity_name: name,
        created_at: `${date}T10:00:00Z`,
      }));
    const both = [...named(day(0), 'Globex', 60), ...named(day(0), 'Acme', 40), ...named(day(1), 'Acme', 90)];
    const engines = [day(1), day(0)].map((date, i) => ({ date, engine: 'Gemini', score: i === 0 ? 60 : 50 }));
    const gained = async (mentions: object[]) => {
      const { morning, asked, kept } = await mornings();
      await morning([...rowsOf([...QUIET, 50]), ...engines], NINE, { '/mentions': mentions });
      const [{ news } = expect.fail('nothing is kept')] = await kept();
      // The poll looks for rivals that passed; the why looks further back.
      expect(asked().filter((url) => url.includes('/mentions'))).toEqual([
        expect.stringContaining('limit=2000'),
        expect.stringContaining('limit=4000'),
      ]);
      return news.kind === 'score_alert' && news.explanation?.gained;
    };
    expect(await gained([...both, ...named(day(2), 'Acme', 1)])).toEqual({
      name: 'Globex',
      before: 0,
      after: 60,
    });
    expect(await gained(both)).toBeUndefined();
  });

  it('is posted all the same where what explains it cannot be read', async () => {
    const { morning, lines } = await mornings();
    const { posted } = await morning((response, asked, number) =>
      asked.url.includes('/scores/daily')
        ? json(rowsOf([...QUIET, 50]))(response, asked, number)
        : json({}, 404)(response, asked, number),
    );
    expect(kindsOf(posted)).toEqual(['score_alert']);
    expect(lines().map(({ msg }) => msg)).not.toContain('Slot failed');
  });

  it('waits for the end of the quiet hours only where it is not grave', async () => {
    const night = NINE - 2 * HOUR;
    const grave = await (await mornings(', quiet: "06:00-08:00"')).morning(rowsOf([...QUIET, 30]), night);
    expect(grave.posted[0]?.notBefore).toBe(night);
    const slight = await (await mornings(', quiet: "06:00-08:00"')).morning(
      rowsOf([...noise(31, 59, 60, 2), 50.5]),
      night,
    );
    expect(slight.posted[0]?.notBefore).toBe(NINE - HOUR);
  });
});

describe('an alert that becomes grave on a later day', () => {
  const slight = [...noise(31, 59, 60, 2), 50.5];
  const calling = ', mention: [U0ANA]';

  it('calls in the thread of its message, once, and its message is edited', async () => {
    const { db, morning } = await mornings(calling);
    const [message] = (await morning(rowsOf(slight))).posted;
    expect(message?.decision).toMatchObject({ alert: { sureness: 'outside normal' }, mention: [] });
    const second = await morning(rowsOf([...slight, 30], -1), NINE + DAY);
    expect(second.posted.map(({ decision }) => decision)).toMatchObject([
      { kind: 'graver_alert', mention: ['U0ANA'], alert: { lead: { value: 30 }, day: '2026-11-20' } },
    ]);
    expect(second.edited).toHaveLength(1);
    const [, reply] = await db.selectFrom('delivery').selectAll().orderBy('seq').execute();
    expect(reply?.thread_of).toBe(message?.id);
    expect((await morning(rowsOf([...slight, 30, 28], -2), NINE + 2 * DAY)).posted).toEqual([]);
  });

  it('does not wait for the end of quiet hours, nor does its message', async () => {
    const { morning, posts } = await mornings(`${calling}, quiet: "06:00-08:00"`);
    const [message] = (await morning(rowsOf(slight), NINE - 2 * HOUR)).posted;
    expect(message?.notBefore).toBe(NINE - HOUR);
    const soon = NINE - 2 * HOUR + 60_000;
    await morning(rowsOf([...slight.slice(0, -1), 30]), soon);
    expect((await posts()).map(({ notBefore }) => notBefore)).toEqual([soon, soon]);
  });
});

describe('an alert that ends in the quiet hours', () => {
  const slight = [...noise(31, 59, 60, 2), 50.5];
  const NIGHT = NINE - 6 * HOUR;
  const EIGHT = NINE - HOUR;

  it('ends in its thread when they are over', async () => {
    const { morning } = await mornings(', quiet: "22:00-08:00"');
    expect(kindsOf((await morning(rowsOf(slight))).posted)).toEqual(['score_alert']);
    await morning(rowsOf([...slight, 60], -1), NIGHT + DAY);
    const { posted } = await morning(rowsOf([...slight, 60, 60], -2), NIGHT + 2 * DAY);
    expect(posted).toMatchObject([{ decision: { kind: 'ended_alert' }, notBefore: EIGHT + 2 * DAY }]);
  });

  it('while its message still waits for their end, is told by that alone', async () => {
    const { morning, posts } = await mornings(', quiet: "22:00-08:00"');
    await morning(rowsOf(slight), NIGHT);
    await morning(rowsOf([...slight.slice(0, -1), 60]), NIGHT + HOUR);
    expect(await posts()).toMatchObject([{ decision: { kind: 'score_alert' }, notBefore: EIGHT }]);
  });
});

describe('an alert whose post never came', () => {
  const fallen = rowsOf([...QUIET, 50]);
  /** Slack took nothing, or refused it. */
  async function lost(db: Db, state: 'expired' | 'failed', failure: string) {
    const head = await db.selectFrom('delivery').selectAll().executeTakeFirstOrThrow();
    await updateDelivery(db, head, ['queued'], { state, failure });
    await forgetAlert(db, { team: TEAM, channel: CHANNEL, key: head.subject }, head.id);
  }

  it.each([
    ['expired', 'ratelimited'],
    ['failed', 'channel_not_found'],
  ] as const)('(%s) is told as it stands then, once, if it still does', async (state, reason) => {
    const { db, morning, posts } = await mornings();
    await morning(fallen);
    await lost(db, state, reason);
    const later = rowsOf([...QUIET, 50, 48], -1);
    const [again] = (await morning(later, NINE + DAY)).posted;
    const now = { day: '2026-11-20', lead: { value: 48 } };
    expect(again?.decision).toMatchObject({ kind: 'score_alert', score: 50, day: '2026-11-19', alert: now });
    expect((await morning(later, NINE + DAY + HOUR)).posted).toEqual([]);
    expect(await posts()).toHaveLength(2);
  });

  it('is not told once it is over', async () => {
    const { db, morning } = await mornings();
    await morning(fallen);
    await lost(db, 'expired', 'ratelimited');
    expect((await morning(rowsOf([...QUIET, 50, 60, 60], -2), NINE + 2 * DAY)).posted).toEqual([]);
  });
});

describe('the first morning of a channel', () => {
  it('does not tell the past, only what stands today', async () => {
    const { morning } = await mornings();
    const past = [...QUIET.slice(0, 20), 40, 40, ...QUIET.slice(20)];
    expect(await morning(rowsOf(past))).toMatchObject({ posted: [], silence: 'nothing_unusual' });
    const standing = [...QUIET, 50, 50, 50];
    expect(kindsOf((await morning(rowsOf(standing), NINE + HOUR)).posted)).toEqual(['score_alert']);
  });

  it('of a series that starts today says that alerts will come, and nothing else', async () => {
    const { morning } = await mornings();
    expect(await morning([{ date: '2026-11-20', score: 55 }])).toMatchObject({
      posted: [],
      silence: 'no_complete_day',
    });
    expect(await morning([{ date: '2026-11-19', score: 55 }], NINE + HOUR)).toMatchObject({
      posted: [{ decision: { kind: 'score_notice', about: { type: 'few_days', days: 1 } } }],
    });
    expect(await morning([{ date: '2026-11-19', score: 55 }], NINE + 2 * HOUR)).toMatchObject({ posted: [] });
  });
});

describe('while an alert is muted', () => {
  it('until it recovers, a change the other way is told by the check that ends it', async () => {
    const { morning, db, kept } = await mornings();
    await morning(rowsOf([...QUIET, 50]));
    const [{ news } = expect.fail('nothing is kept')] = await kept();
    const at = { team: TEAM, channel: CHANNEL, projectId: ACME, key: news.key };
    expect(await muteAlert(db, at, { by: 'U0ANA', until: undefined })).toBe(true);
    const after = await morning(rowsOf([...QUIET, 50, 75], -1), NINE + DAY);
    expect(kindsOf(after.posted).toSorted()).toEqual(['ended_alert', 'score_alert']);
  });

  it('another one waits, and comes when the mute is over if it still stands', async () => {
    const { db, morning, kept } = await mornings();
    const fallen = [...QUIET, 50, ...QUIET.slice(0, 3)];
    await morning(rowsOf([...QUIET, 50], 3), NINE - 3 * DAY);
    const [alert] = await kept();
    const at = { team: TEAM, channel: CHANNEL, key: alert?.news.key ?? '' };
    expect(await muteAlert(db, at, { by: 'U0ANA', until: NINE + 2 * DAY })).toBe(true);
    expect((await morning(rowsOf(fallen))).edited).toEqual([at.key]);
    const again = rowsOf([...fallen, 40], -1);
    expect(await morning(again, NINE + DAY)).toMatchObject({ posted: [], silence: 'muted' });
    const stands = rowsOf([...fallen, 40, 40, 40], -3);
    expect(kindsOf((await morning(stands, NINE + 3 * DAY)).posted)).toEqual(['score_alert']);
  });
});

describe('in place of an alert', () => {
  it('two days without figures are one notice, closed when they come back', async () => {
    const { morning, kept } = await mornings();
    await morning(rowsOf(QUIET));
    expect(await morning(rowsOf(QUIET), NINE + DAY)).toMatchObject({ posted: [] });
    const [notice] = (await morning(rowsOf(QUIET), NINE + 2 * DAY)).posted;
    expect(notice?.decision).toMatchObject({ kind: 'score_notice', about: { since: '2026-11-20' } });
    const third = await morning(rowsOf(QUIET), NINE + 3 * DAY);
    expect([third.posted, third.edited]).toEqual([[], [expect.stringContaining('no_data')]]);
    const back = [...rowsOf(QUIET), { date: '2026-11-23', score: 60 }];
    expect((await morning(back, NINE + 4 * DAY)).posted).toEqual([]);
    expect((await kept()).map(({ news }) => news.kind === 'score_notice' && news.about)).toMatchObject([
      { status: 'closed', returnedOn: '2026-11-23' },
    ]);
  });

  it('a prompt that came is no fall, nor on an engine: it is said once, and no alert follows it', async () => {
    const { morning } = await mornings();
    const last = QUIET.at(-1) ?? 0;
    const news = '1b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c11';
    const prompts = [
      { id: PROMPT, prompt: 'k8s cost alerts' },
      { id: news, prompt: 'best crm' },
    ];
    const withEngine = (rows: { date: string; score: number }[]) => [
      ...rows,
      ...rows.map((row) => ({ ...row, engine: 'Gemini' })),
    ];
    const figures: Answering = (response, asked, number) => {
      const before = asked.url.includes(news) ? [] : [{ date: day(1), score: last }];
      const now = { date: day(0), score: asked.url.includes(news) ? 0 : last };
      const rows = asked.url.includes('/prompt-timeseries') ? [...before, now] : rowsOf([...QUIET, last / 2]);
      return json(withEngine(rows))(response, asked, number);
    };
    const first = await morning(figures, NINE, { '/prompts': prompts });
    expect(first.posted.map(({ decision }) => decision)).toMatchObject([
      {
        kind: 'score_notice',
        about: {
          measured: [{ of: 'prompts', came: ['best crm'] }],
          shared: { of: 'prompts', before: last, after: last, parts: 1 },
        },
      },
    ]);
    const next = await morning(withEngine(rowsOf([...QUIET, last / 2, last / 2], -1)), NINE + DAY);
    expect([next.posted, next.silence]).toEqual([[], 'nothing_unusual']);
  });
});

describe('after somebody set the tracked regions', () => {
  async function setRegions(db: Db, now: number) {
    const set = { names: ['France'], ids: ['fr'], before: ['us', 'de'] };
    const was = { ...set, was: ['United States', 'Germany'] };
    const entry = { request: 'regions', at: now, person: 'U0ANA', action: 'regions.set', projectId: ACME };
    await beginWrite(db, TEAM, { ...entry, subject: 'France', data: { set } });
    await endWrite(db, TEAM, 'regions', { state: 'done', outcome: 'set', data: { set: was } });
  }
  const regions = { day: day(0), of: 'regions', came: ['France'], went: ['United States', 'Germany'] };
  /** The engines of the last two days: Gemini went, Copilot came, Claude stays where it was. */
  const byEngine = (last: number) => [
    ...QUIET.flatMap((score, i) =>
      ['Gemini', 'Claude'].map((engine) => ({ date: day(QUIET.length - i), engine, score })),
    ),
    { date: day(0), engine: 'Claude', score: last },
    { date: day(0), engine: 'Copilot', score: last - 20 },
  ];

  it('a fall on the day from which they count names them, and calls no engine normal', async () => {
    const { db, morning } = await mornings();
    await setRegions(db, NINE - 2 * DAY);
    const claude = QUIET.map((score, i) => ({ date: day(QUIET.length - i), engine: 'Claude', score }));
    const last = { date: day(0), engine: 'Claude', score: QUIET.at(-1) };
    const { posted } = await morning([...rowsOf([...QUIET, 50]), ...claude, last]);
    expect(posted.map(({ decision }) => decision)).toMatchObject([
      { kind: 'score_alert', measured: [regions], engines: [{ engine: 'Claude', change: 0, normal: false }] },
    ]);
  });

  it('one on the day before that does not', async () => {
    const { db, morning } = await mornings();
    await setRegions(db, NINE - DAY);
    const [post] = (await morning(rowsOf([...QUIET, 50]))).posted;
    expect(post?.decision.kind === 'score_alert' && post.decision.measured).toBeUndefined();
  });

  it('a notice of other engines names the regions too', async () => {
    const { db, morning } = await mornings();
    await setRegions(db, NINE - 2 * DAY);
    const last = QUIET.at(-1) ?? 0;
    const { posted } = await morning([...rowsOf([...QUIET, last - 10]), ...byEngine(last)]);
    expect(posted.map(({ decision }) => decision)).toMatchObject([
      { kind: 'score_notice', about: { measured: [{ of: 'engines', came: ['Copilot'] }, regions] } },
    ]);
  });

  it('what became of an alert is of other regions', async () => {
    const { db, morning, kept } = await mornings();
    await morning(rowsOf([...QUIET, 50]));
    await setRegions(db, NINE);
    const last = QUIET.at(-1) ?? 0;
    await morning(rowsOf([...QUIET, 50, last, last], -2), NINE + 2 * DAY);
    const [{ news } = expect.fail('nothing is kept')] = await kept();
    expect(news).toMatchObject({
      measured: [{ ...regions, day: '2026-11-21' }],
      alert: { status: 'recovered' },
    });
  });
});

describe('whatever the API lists', () => {
  const fallen = rowsOf([...QUIET, 50]);
  const shuffled = [...fallen].reverse();
  const odd = [
    { date: '2026-11-19', score: null },
    { date: '2026-02-30', score: 1 },
    { date: null, score: 5 },
    { date: '2099-01-01', score: 99 },
    { score: 5 },
  ];

  it.each([
    ['days in any order', shuffled],
    ['the same day twice', [...fallen, ...fallen]],
    ['days to come, days of no calendar, and nothing at all', [...odd, ...fallen]],
    ['figures as text', fallen.map(({ date, score }) => ({ date, score: String(score) }))],
    ['a thousand days at once', [...rowsOf(noise(35, 940), 60), ...fallen]],
  ])('%s bring the one right alert', async (_, rows) => {
    const { morning, kept } = await mornings();
    const { posted } = await morning(rows);
    expect(posted.map(({ decision }) => decision)).toMatchObject([
      { kind: 'score_alert', score: 50, day: '2026-11-19' },
    ]);
    expect(await kept()).toHaveLength(1);
  });

  it('a figure of zero is a figure, and a missing one is none', async () => {
    const { morning } = await mornings();
    const missing = rowsOf([...QUIET, 50]).map((row, i, all) =>
      i === all.length - 1 ? { ...row, score: null } : row,
    );
    expect((await morning(missing)).posted).toEqual([]);
    expect((await morning(rowsOf([...QUIET, 0]), NINE + HOUR)).posted[0]?.decision).toMatchObject({
      score: 0,
    });
  });
});
