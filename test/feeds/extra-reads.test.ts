/** A post comes whatever becomes of what is read beside it, says once what it goes without, and status says it for longer. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { isWell } from '../../src/decision.ts';
import { feedsOf } from '../../src/projects/projects.ts';
import { readKeptAlerts } from '../../src/store/alerts.ts';
import { readHealth } from '../../src/watch/health.ts';
import { CHANNEL, MINUTE, NINE, TEAM } from '../support/store-opened.ts';
import {
  ACME,
  apiWith,
  DAY,
  LEADS,
  SCORES,
  SUGGESTIONS,
  TWO_LEADS,
  watchOver,
} from '../support/watch-over.ts';
import { type Answering, json, text } from '../visibility/api.ts';

afterEach(() => vi.restoreAllMocks());

type Watched = Awaited<ReturnType<typeof watchOver>>;

/** Ticks each morning, and waits for what is due then. */
async function mornings({ tickAt, slotsCome }: Watched, from: number, to: number): Promise<void> {
  for (let day = from; day <= to; day += 1) {
    await tickAt(NINE + day * DAY);
    await slotsCome(...Array.from({ length: day + 1 }, () => ({ state: 'done' })));
  }
}

async function health({ db, projects }: Watched, now: number) {
  const { projects: all } = await readHealth({ db, keyNameOf: () => 'KEY' }, TEAM, feedsOf(projects), now);
  return all[0] ?? expect.fail('no project');
}

/** Two leads of each morning's own. */
const fresh: Answering = (response, asked, number) =>
  json([
    { id: `a${number}`, title: 'One', url: `https://a.example/${number}`, score: 90 },
    { id: `b${number}`, title: 'Two', url: `https://b.example/${number}`, score: 80 },
  ])(response, asked, number);

const NOT_FOUND = json({ detail: 'Not Found' }, 404);
const idOfRow = (i: number) => `0b54cf0a-2c1d-4e38-8a55-${String(i).padStart(12, '0')}`;
const hangs: Answering = () => undefined;

/** What hangs is given up so soon that no test waits for it, and late enough for an answer from a busy machine. */
function giveUpSoon(): void {
  const after = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => after(Math.min(ms, 2_000)));
}

describe('a digest', () => {
  it.each([
    ['are not there', NOT_FOUND],
    ['are not valid', json({ detail: [] }, 422)],
    ['cannot be read', text('<html>')],
    ['are no object', json([1, 2])],
    ['never come', hangs],
  ])('comes without the API’s counts where these %s, and tells nobody of a trouble', async (_, metrics) => {
    if (metrics === hangs) giveUpSoon();
    const watched = await watchOver(apiWith({ '/leads': TWO_LEADS, '/metrics': metrics }));
    await mornings(watched, 0, 0);
    const [digest, ...others] = await watched.queued();
    expect(digest).toMatchObject({
      kind: 'lead_digest',
      decision: { leads: [{ key: 'id:1' }, { key: 'id:2' }] },
    });
    expect(digest?.decision).not.toHaveProperty('known');
    expect(digest?.decision).toMatchObject({ unread: ['communityMetrics'] });
    expect(others).toEqual([]);
    const now = await health(watched, NINE);
    expect(now.unread).toMatchObject([{ extra: 'communityMetrics', since: NINE }]);
    expect([isWell(now), now.trouble]).toEqual([true, undefined]);
  });

  it('says once that citations could not be read, status for as long as it lasts, and both again when it begins anew', async () => {
    let citations = NOT_FOUND;
    const watched = await watchOver(
      apiWith({ '/community/leads': fresh, '/citations': (...request) => citations(...request) }),
    );
    await mornings(watched, 0, 2);
    expect((await watched.queued()).map(({ decision }) => decision.unread)).toEqual([
      ['citations'],
      undefined,
      undefined,
    ]);
    expect((await health(watched, NINE + 2 * DAY)).unread).toEqual([
      { extra: 'citations', reason: 'project_unknown', since: NINE },
    ]);

    citations = json([]);
    await mornings(watched, 3, 3);
    expect(await health(watched, NINE + 3 * DAY)).not.toHaveProperty('unread');
    citations = NOT_FOUND;
    await mornings(watched, 4, 5);
    expect((await watched.queued()).map(({ decision }) => decision.unread).slice(3)).toEqual([
      undefined,
      ['citations'],
      undefined,
    ]);
  });

  it('says so also where the first morning without them had nothing to post', async () => {
    let leads: Answering = json([]);
    const watched = await watchOver(
      apiWith({ '/community/leads': (...request) => leads(...request), '/sources': NOT_FOUND }),
    );
    await mornings(watched, 0, 0);
    expect(await watched.queued()).toEqual([]);
    leads = TWO_LEADS;
    await mornings(watched, 1, 1);
    expect(await watched.queued()).toMatchObject([{ decision: { unread: ['sources'] } }]);
  });
});

it('what was not asked for longer than a week is not said to be unreadable', async () => {
  const watched = await watchOver(apiWith({ '/leads': TWO_LEADS, '/citations': NOT_FOUND }));
  await mornings(watched, 0, 0);
  expect(await health(watched, NINE + 8 * DAY)).toHaveProperty('unread');
  expect(await health(watched, NINE + 8 * DAY + MINUTE)).not.toHaveProperty('unread');
});

it('an alert comes where nothing that explains it can be read, and says so', async () => {
  const watched = await watchOver(
    apiWith({
      '/scores/daily': json([
        { date: '2026-11-18', score: 60 },
        { date: '2026-11-19', score: 40 },
      ]),
      '/prompts': NOT_FOUND,
      '/mentions': NOT_FOUND,
    }),
    [SCORES],
  );
  await watched.tickAt(NINE);
  await watched.slotsCome({ state: 'done' }, { state: 'done' });
  expect(await watched.queued()).toMatchObject([{ kind: 'score_alert', decision: { score: 40 } }]);
  const [{ news } = expect.fail('nothing is kept')] = await readKeptAlerts(
    watched.db,
    { team: TEAM, channel: CHANNEL, projectId: ACME },
    0,
  );
  expect(news).toMatchObject({ score: 40, unread: ['prompts', 'mentions'] });
});

it('a status looked at where the API has no metrics and no topics is none of a project that the API does not know', async () => {
  const RECAP = LEADS.replace('leads', 'recap');
  const watched = await watchOver(apiWith({ '/metrics': NOT_FOUND, '/topics': NOT_FOUND }), [LEADS, RECAP]);
  await watched.lookNow();
  expect(await health(watched, NINE)).not.toHaveProperty('trouble');
});

describe('a recap', () => {
  const RECAP = LEADS.replace('leads', 'recap');
  const mentions = json(
    ['Acme', 'Globex', 'Initech'].map((entity_name, i) => ({
      id: idOfRow(i),
      response_id: idOfRow(9),
      entity_name,
      entity_type: 'tool',
      matched_term: null,
      rank_position: 1,
      sentiment: null,
      description: null,
      confidence: null,
      created_at: '2026-11-19T10:00:00Z',
    })),
  );
  const rivals: Answering = (response, asked, number) => {
    const name = new URL(asked.url, 'http://api.example').searchParams.get('competitor');
    const answer = name === 'Acme' ? NOT_FOUND : json({ name, score: name === 'Globex' ? 61 : 40 });
    answer(response, asked, number);
  };
  const scores = json([
    { date: '2026-11-18', score: 60 },
    { date: '2026-11-19', score: 52 },
  ]);
  const gone = ['/mentions', '/scores/daily', '/prompts', '/citations'];
  const NONE_FOUND = Object.fromEntries(gone.map((end) => [end, NOT_FOUND]));
  const ALL = { '/mentions': mentions, '/competitor-detail': rivals, '/scores/daily': scores };

  it('waits, like every feed, for a project that the API doesn’t know', async () => {
    const watched = await watchOver(apiWith({ ...NONE_FOUND, '/leads': NOT_FOUND }), [RECAP]);
    await watched.tickAt(NINE);
    await watched.slotsCome({ state: 'due', attempts: 1 });
    expect(await watched.queued()).not.toContainEqual(expect.objectContaining({ kind: 'recap' }));
  });

  it('tells the score and the best rival; that the API knows nothing of the brand as a rival is no trouble', async () => {
    const watched = await watchOver(apiWith(ALL), [RECAP]);
    await mornings(watched, 0, 0);
    const [post, ...others] = await watched.queued();
    expect(post).toMatchObject({
      kind: 'recap',
      decision: {
        score: { day: '2026-11-19', score: 52, before: { day: '2026-11-18', score: 60 } },
        rival: { name: 'Globex', score: 61 },
      },
    });
    expect(post?.decision).not.toHaveProperty('unread');
    expect(post?.decision).not.toHaveProperty('rival.standing');
    expect(others).toEqual([]);
    expect(await health(watched, NINE)).not.toHaveProperty('unread');
  });

  it('tells a rival’s change since the recap before it', async () => {
    const watched = await watchOver(apiWith(ALL), [RECAP]);
    await mornings(watched, 0, 1);
    const [first, second] = (await watched.queued()).map(({ decision }) => decision);
    expect(first).not.toHaveProperty('rival.before');
    expect(second).toMatchObject({ rival: { name: 'Globex', score: 61, before: 61 } });
  });

  it('comes without what cannot be read, and says so', async () => {
    const watched = await watchOver(apiWith({ ...NONE_FOUND, '/leads': TWO_LEADS }), [RECAP]);
    await mornings(watched, 0, 0);
    const [post] = await watched.queued();
    expect(post?.decision).toMatchObject({ kind: 'recap' });
    expect(post?.decision).not.toHaveProperty('score');
    const { unread } = z.object({ unread: z.array(z.string()) }).parse(post?.decision);
    expect(unread.toSorted()).toEqual(['citations', 'dailyScores', 'mentions', 'prompts']);
  });
});

describe('suggestions', () => {
  const suggestions = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: idOfRow(i),
      project_id: ACME,
      name: `Segment ${i}`,
      status: 'pending',
      created_at: '2026-11-19T10:00:00Z',
    }));
  const MAPPED = json([{ prompt_id: idOfRow(0), prompt: 'k8s cost alerts', applies: true }]);
  const promptsAsked = ({ api }: Watched) => api.asked.filter(({ url }) => url.endsWith('/prompts')).length;

  it('are posted without their prompts where these cannot be read', async () => {
    const watched = await watchOver(
      apiWith({ '/segment-suggestions': json(suggestions(1)), '/prompts': NOT_FOUND }),
      [SUGGESTIONS],
    );
    await mornings(watched, 0, 0);
    const [post, ...others] = await watched.queued();
    expect(post).toMatchObject({ kind: 'segment_suggestion', decision: { suggestion: { id: idOfRow(0) } } });
    expect(post?.decision).not.toHaveProperty('prompts');
    expect(others).toEqual([]);
  });

  it('that the channel knows are asked for nothing; of many that are new a few at a time', async () => {
    let [listed, atOnce, most] = [60, 0, 0];
    const watched = await watchOver(
      apiWith({
        '/segment-suggestions': (...request) => json(suggestions(listed))(...request),
        '/prompts': (...request) => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          setImmediate(() => {
            atOnce -= 1;
            MAPPED(...request);
          });
        },
      }),
      [SUGGESTIONS],
    );
    await mornings(watched, 0, 0);
    expect(await watched.queued()).toHaveLength(60);
    expect(promptsAsked(watched)).toBe(60);
    expect(most).toBeLessThanOrEqual(4);
    listed = 61;
    await mornings(watched, 1, 1);
    expect(await watched.queued()).toHaveLength(61);
    expect(promptsAsked(watched)).toBe(61);
  });
});
