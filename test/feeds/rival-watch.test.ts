/** Mornings of a scores feed on which the answers say more than the scores: a rival passes, or negative mentions rise. */
import { describe, expect, it } from 'vitest';
import { muteAlert, readLatestAlerts, readToldWith } from '../../src/store/alerts.ts';
import type { Db } from '../../src/store/tables.ts';
import { CHANNEL, NINE, TEAM } from '../support/store-opened.ts';
import { ACME, DAY, day, kindsOf, mornings, QUIET, rowsOf } from './mornings.ts';

const SCORES = rowsOf(QUIET);
let ids = 0;

/** Answers of a day: so many name the brand first, so many Globex; `negative` of the brand's mentions are. */
function answers(ago: number, own: number, rival: number, negative = 0): object[] {
  const mention = (entity_name: string, sentiment: string) => {
    ids += 1;
    const id = `3b54cf0a-2c1d-4e38-8a55-${`${ids}`.padStart(12, '0')}`;
    return {
      id,
      response_id: id,
      entity_name,
      entity_type: 'company',
      matched_term: null,
      rank_position: 1,
      sentiment,
      description: sentiment === 'negative' ? 'loses data' : null,
      confidence: null,
      created_at: `${day(ago)}T10:00:00Z`,
    };
  };
  return [
    ...Array.from({ length: own }, (_, i) => mention('Acme', i < negative ? 'negative' : 'neutral')),
    ...Array.from({ length: rival }, () => mention('Globex', 'neutral')),
  ];
}
/** Newest first: the days from the last one on, and one more before them. */
const listed = (...days: [own: number, rival: number, negative?: number][]) => [
  ...days.flatMap(([own, rival, negative], i) => answers(i, own, rival, negative)),
  ...answers(days.length, 1, 0),
];
const OURS: [number, number] = [60, 30];
const THEIRS: [number, number] = [30, 60];
const passed = listed(THEIRS, THEIRS, THEIRS, OURS, OURS, OURS, OURS);

describe('a rival that passes', () => {
  it('is told once, with the figures of the day, and goes on in its message', async () => {
    const { morning } = await mornings();
    const { posted } = await morning(SCORES, NINE, { '/mentions': passed });
    expect(posted).toMatchObject([
      {
        decision: {
          kind: 'mention_alert',
          status: 'open',
          about: { rival: 'Globex', since: day(2), until: day(3), figures: { own: 30, rival: 60, of: 90 } },
        },
      },
    ]);
    const again = await morning(SCORES, NINE + DAY / 24, { '/mentions': passed });
    expect([again.posted, again.edited]).toEqual([[], []]);
  });

  it('is over after three days ahead, told by what was kept where the list is short', async () => {
    const { morning, kept } = await mornings();
    const alert = (await morning(SCORES, NINE, { '/mentions': passed })).posted[0]?.decision;
    for (const days of [1, 2, 3]) {
      const list = [...answers(-days, 60, 30), ...answers(1 - days, 1, 0)];
      const { posted, edited } = await morning(rowsOf(QUIET, -days), NINE + days * DAY, {
        '/mentions': list,
      });
      const ended = days === 3 ? [{ decision: { kind: 'ended_alert' } }] : [];
      expect([posted, edited.length]).toMatchObject([ended, 1]);
    }
    expect((await kept())[0]?.news).toMatchObject({
      ...alert,
      status: 'over',
      about: { now: { day: day(-3), own: 60, rival: 30 } },
    });
  });

  it('is no news where prompts were added between, whoever added them', async () => {
    const { morning } = await mornings();
    const prompt = { id: ACME, prompt: 'k8s', created_at: `${day(3)}T08:00:00Z` };
    const { posted } = await morning(SCORES, NINE, { '/mentions': passed, '/prompts': [prompt] });
    expect(posted).toEqual([]);
  });

  it('is told within the alert on the score that names it already', async () => {
    const { morning, kept } = await mornings();
    const list = listed([20, 80], THEIRS, [32, 58], OURS, OURS, OURS, OURS);
    const engines = [day(1), day(0)].map((date, i) => ({ date, engine: 'Gemini', score: i === 0 ? 60 : 50 }));
    const scores = [...rowsOf([...QUIET, 50]), ...engines];
    const { posted } = await morning(scores, NINE, { '/mentions': list });
    expect(kindsOf(posted)).toEqual(['score_alert']);
    const told = (await kept()).map(({ news }) => news).find(({ kind }) => kind === 'mention_alert');
    expect(told).toMatchObject({
      toldIn: posted[0]?.decision.kind === 'score_alert' && posted[0].decision.key,
    });
  });

  it('is told beside the alert on the score, after its why, where that does not name it', async () => {
    const { morning, posts } = await mornings();
    const { posted } = await morning(rowsOf([...QUIET, 50]), NINE, { '/mentions': passed });
    expect(kindsOf(posted)).toEqual(['score_alert']);
    expect(kindsOf(await posts())).toEqual(['score_alert', 'mention_alert']);
  });

  it('is not told in a channel that has muted its alerts', async () => {
    const { morning, db } = await mornings();
    const fall = (await morning(rowsOf([...QUIET, 50]))).posted[0]?.decision;
    const key = fall?.kind === 'score_alert' ? fall.key : '';
    await muteAlert(db, { team: TEAM, channel: CHANNEL, key }, { by: 'U0ANA', until: undefined });
    const { posted } = await morning(rowsOf([...QUIET, 50]), NINE + DAY / 24, { '/mentions': passed });
    expect(posted).toEqual([]);
  });

  it('is found by points, where one operation gives those of both', async () => {
    const { morning, asked } = await mornings();
    const score = (own: number, rival: number) => ({
      '/mentions': listed(OURS, OURS),
      own,
      rival,
    });
    let last: Awaited<ReturnType<typeof morning>> | undefined;
    for (let ago = 6; ago >= 0; ago -= 1) {
      const { own, rival } = ago > 2 ? score(60, 57) : score(56, 62);
      const mentions = [...answers(ago, 60, 30), ...answers(ago + 1, 1, 0)];
      last = await morning(
        (response, request, number) => {
          const isOf = (name: string) => request.url.includes(`competitor=${name}`);
          const body = request.url.includes('/scores/daily')
            ? rowsOf(QUIET, ago)
            : request.url.includes('/mentions')
              ? mentions
              : isOf('Acme')
                ? { name: 'Acme', score: own, mention_rate: 0.5 }
                : isOf('Globex')
                  ? { name: 'Globex', score: rival, mention_rate: 0.6 }
                  : [];
          response.end(JSON.stringify(body));
          return number;
        },
        NINE - ago * DAY,
      );
    }
    expect(asked().filter((url) => url.includes('competitor-detail'))).toHaveLength(2);
    expect(last?.posted).toMatchObject([{ decision: { about: { figures: { own: 56, rival: 62 } } } }]);
    expect(JSON.stringify(last?.posted)).not.toContain('"of"');
  });
});

describe('negative mentions', () => {
  const week: [number, number, number][] = [3, 2, 4, 3, 1, 3, 2].map((negative) => [60, 30, negative]);

  it('that rise beyond their usual are told, with what the worst says', async () => {
    const { morning } = await mornings();
    const { posted } = await morning(SCORES, NINE, { '/mentions': listed([60, 30, 15], ...week) });
    expect(posted).toMatchObject([
      {
        decision: {
          kind: 'mention_alert',
          about: { type: 'negative', quote: 'loses data', figures: { day: day(0), negative: 15, of: 60 } },
        },
      },
    ]);
  });

  it('wait for the end of the quiet hours, and are silent while few days are known', async () => {
    const night = NINE - DAY / 12;
    const { morning } = await mornings(', quiet: "06:00-08:00"');
    const { posted } = await morning(SCORES, night, { '/mentions': listed([60, 30, 15], ...week) });
    expect(posted[0]?.notBefore).toBeGreaterThan(night);
    const few = await mornings();
    const list = { '/mentions': listed([60, 30, 15], ...week.slice(2)) };
    expect((await few.morning(SCORES, NINE, list)).posted).toEqual([]);
  });

  it('tell of a sentiment that falls, too, where that comes later', async () => {
    const { morning, kept } = await mornings();
    const risen = listed([60, 30, 15], ...week);
    const first = await morning(SCORES, NINE, { '/mentions': risen });
    const tone = (figures: readonly number[], until = 0) =>
      figures.map((sentiment, i) => ({ date: day(figures.length - 1 - i + until), sentiment, score: 59 }));
    const steady = Array.from({ length: 30 }, (_, i) => 0.5 + (i % 3) * 0.01);
    const { posted } = await morning(tone([...steady, -0.6], -1), NINE + DAY, {
      '/mentions': [...answers(-1, 60, 30, 16), ...risen],
    });
    expect(posted).toEqual([]);
    const negative = first.posted[0]?.decision;
    const [about] = (await kept()).map(({ news }) => news).filter(({ kind }) => kind === 'score_alert');
    expect(about).toMatchObject({
      alert: { metric: 'sentiment', status: 'open' },
      toldIn: negative?.kind === 'mention_alert' ? negative.key : '',
    });
  });

  it('that cannot be read keep the scores from nothing', async () => {
    const { morning } = await mornings();
    const { posted } = await morning(rowsOf([...QUIET, 50]), NINE, { '/mentions': [{ odd: true }] });
    expect(kindsOf(posted)).toEqual(['score_alert']);
  });
});

/** Open alerts as the Home tab lists them: what of, and the short name. */
async function listedOpen(db: Db) {
  const rows = await readLatestAlerts(db, TEAM, {
    channels: [CHANNEL],
    since: NINE + 90 * DAY,
    orOpen: true,
  });
  return rows.map(({ alert, handle }) => [
    alert.kind === 'score_alert' ? alert.alert.metric : alert.about.type,
    handle,
  ]);
}

describe('what the message of another alert tells', () => {
  const FALL = `score:${ACME}:score:${day(0)}`;
  const both = (scores: readonly number[], rates: readonly number[]) => {
    const until = 1 - scores.length;
    const mentioned = rowsOf([...QUIET, ...rates], until);
    return rowsOf([...QUIET, ...scores], until).map((row, i) => ({
      ...row,
      mentionRate: (mentioned[i]?.score ?? 0) / 100,
    }));
  };
  /** Mornings after which the alert of the score, once it is told, may be muted until then. */
  async function live(scores: readonly number[], rates: readonly number[], muted?: { until?: number }) {
    const world = await mornings();
    const days: { posted: string[]; open: unknown[]; edited: number; wanted: number }[] = [];
    for (let i = 0; i < scores.length; i += 1) {
      const rows = both(scores.slice(0, i + 1), rates.slice(0, i + 1));
      const { posted, edited } = await world.morning(rows, NINE + i * DAY);
      const wanted = (await world.posts())[0]?.wanted ?? 0;
      days.push({ posted: kindsOf(posted), open: await listedOpen(world.db), edited: edited.length, wanted });
      const mute = { by: 'U0ANA', until: muted?.until };
      if (muted && i === 0) await muteAlert(world.db, { team: TEAM, channel: CHANNEL, key: FALL }, mute);
    }
    return { ...world, days };
  }

  it('and is still away when that one is over has a message and a short name of its own from then on', async () => {
    const { days, posts, db } = await live([50, 60, 60, 60, 60, 60], [40, 40, 40, 40, 60, 60]);
    expect(days.map(({ posted }) => posted)).toEqual([
      ['score_alert'],
      [],
      ['ended_alert', 'score_alert'],
      [],
      [],
      ['ended_alert'],
    ]);
    expect(days.map(({ open }) => open)).toEqual([
      [['score', 'A1']],
      [['score', 'A1']],
      [['mentionRate', 'A2']],
      [['mentionRate', 'A2']],
      [['mentionRate', 'A2']],
      [],
    ]);
    const [, , rate] = await posts();
    expect(rate?.decision).toMatchObject({ alert: { metric: 'mentionRate', status: 'open' } });
    expect(await readToldWith(db, { team: TEAM, channel: CHANNEL, key: FALL })).toEqual([]);
  });

  it('and is on its way back then stays in that message, which tells its end, too', async () => {
    const { days, kept } = await live([50, 60, 60, 60], [40, 40, 60, 60]);
    expect(days.map(({ posted }) => posted)).toEqual([['score_alert'], [], ['ended_alert'], []]);
    expect(days.slice(2)).toMatchObject([{ open: [] }, { open: [], edited: 1 }]);
    const states = (await kept()).map(({ news }) => news.kind === 'score_alert' && news.alert.status);
    expect(states).toEqual(['recovered', 'recovered']);
  });

  it('and falls back on its way back has a message of its own after all', async () => {
    const { days, db } = await live([50, 60, 60, 60], [40, 40, 60, 40]);
    const [, , over, after] = days;
    expect([over, after]).toMatchObject([
      { posted: ['ended_alert'], open: [] },
      { posted: ['score_alert'], open: [['mentionRate', 'A2']] },
    ]);
    // The message of the other one no longer tells it, and is edited.
    expect(await readToldWith(db, { team: TEAM, channel: CHANNEL, key: FALL })).toEqual([]);
    expect(after?.wanted).toBe((over?.wanted ?? 0) + 1);
  });

  it('waits where the channel has muted its alerts for longer, but not where only until that one is over', async () => {
    const [scores, rates] = [
      [50, 60, 60, 60],
      [40, 40, 40, 40],
    ];
    const longer = await live(scores, rates, { until: NINE + 2.5 * DAY });
    expect(longer.days.slice(2)).toMatchObject([
      { posted: ['ended_alert'], open: [] },
      { posted: ['score_alert'], open: [['mentionRate', 'A2']] },
    ]);
    const untilOver = await live(scores, rates, {});
    expect(untilOver.days[2]).toMatchObject({ posted: ['ended_alert', 'score_alert'] });
  });

  it('of a rival goes on in a message of its own, if the rival is ahead when the score is back', async () => {
    const { morning, db } = await mornings();
    const engines = (until: number, ...figures: number[]) =>
      figures.map((score, i) => ({ date: day(figures.length - 1 - i + until), engine: 'Gemini', score }));
    const list = listed([20, 80], THEIRS, [32, 58], OURS, OURS, OURS, OURS);
    await morning([...rowsOf([...QUIET, 50]), ...engines(0, 60, 50)], NINE, { '/mentions': list });
    expect(await listedOpen(db)).toEqual([['score', 'A1']]);
    const next = async (i: number, answered: [number, number], scores: number[]) => {
      const rows = [...rowsOf([...QUIET, 50, ...scores], -i), ...engines(-i, 60, 50, ...scores)];
      const mentions = [...answers(-i, ...answered), ...answers(1 - i, 1, 0)];
      return kindsOf((await morning(rows, NINE + i * DAY, { '/mentions': mentions })).posted);
    };
    expect(await next(1, THEIRS, [60])).toEqual([]);
    expect(await next(2, THEIRS, [60, 60])).toEqual(['ended_alert', 'mention_alert']);
    expect(await listedOpen(db)).toEqual([['rival', 'A2']]);
  });
});
