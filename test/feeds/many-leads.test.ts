import { describe, expect, it } from 'vitest';
import type { LeadDigest } from '../../src/decision.ts';
import { MOST_LEADS } from '../../src/feeds/leads.ts';
import { readKnownLeads } from '../../src/store/announced.ts';
import { recordVerdicts } from '../../src/store/lead-stories.ts';
import { readLeadsByKey, recordLeads } from '../../src/store/leads.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, NINE, TEAM } from '../support/store-opened.ts';
import { ACME, apiWith, watchOver } from '../support/watch-over.ts';
import { json } from '../visibility/api.ts';

const manyLeads = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: i,
    title: `Thread ${i}`,
    url: `https://forum.example/t/${i}`,
    score: 90,
  }));

describe('an answer of three thousand leads', () => {
  it('fills its digest with the best, and says that more are listed', async () => {
    const { db, tickAt, slotsCome, queued, lines } = await watchOver(
      apiWith({ '/leads': json(manyLeads(3_000)) }),
    );
    await tickAt(NINE);
    await slotsCome({ state: 'done', attempts: 1 });
    const [digest] = await queued();
    expect(digest?.decision).toMatchObject({
      leads: [{ key: 'id:0' }, ...Array(9).fill({})],
      listed: MOST_LEADS,
    });
    const [last, beyond] = [`id:${MOST_LEADS - 1}`, `id:${MOST_LEADS}`];
    expect(
      await readKnownLeads(db, { team: TEAM, channel: CHANNEL, projectId: ACME }, [last, beyond]),
    ).toEqual(new Set([last]));
    expect([...(await readLeadsByKey(db, TEAM, ACME, [last, beyond])).keys()]).toEqual([last]);
    expect(lines()).toContainEqual(expect.objectContaining({ came: 3_000, taken: MOST_LEADS }));
  });
});

/** Leads of these scores as an API lists them that takes a limit and pages no further. */
const limited = (scores: readonly (number | undefined)[]) =>
  apiWith({
    '/leads': (response, asked, number) => {
      const limit = Number(new URL(asked.url, 'http://api.example').searchParams.get('limit'));
      const leads = scores.map((score, i) => ({ id: i, title: `Thread ${i}`, score }));
      json(leads.slice(0, limit))(response, asked, number);
    },
  });

const keysPosted = async (answer: Parameters<typeof watchOver>[0]) => {
  const { tickAt, slotsCome, queued } = await watchOver(answer);
  await tickAt(NINE);
  await slotsCome({ state: 'done', attempts: 1 });
  const [digest] = (await queued()).map(({ decision }) => decision as LeadDigest);
  const { leads = [], listed } = digest ?? {};
  return { keys: leads.map(({ key }) => key), listed };
};

it('of a list whose best come first, all are read: leads without a score come last', async () => {
  const falling = Array.from({ length: 130 }, (_, i) => (i < 125 ? 900 - i : undefined));
  const { db, tickAt, slotsCome, queued } = await watchOver(limited(falling));
  await tickAt(NINE);
  await slotsCome({ state: 'done', attempts: 1 });
  expect((await queued())[0]?.decision).toMatchObject({ leads: [{ key: 'id:0' }, ...Array(9).fill({})] });
  expect([...(await readLeadsByKey(db, TEAM, ACME, ['id:129'])).keys()]).toEqual(['id:129']);
});

describe('an API that lists its worst leads first', () => {
  const rising = Array.from({ length: 130 }, (_, i) => i);

  it('has all its leads read, and the best of them posted', async () => {
    const best = rising.slice(-10).toReversed();
    expect(await keysPosted(limited(rising))).toEqual({
      keys: best.map((i) => `id:${i}`),
      listed: undefined,
    });
  });

  it('has them read page by page where it pages', async () => {
    const paged = apiWith({
      '/leads': (response, asked, number) => {
        const page = Number(new URL(asked.url, 'http://api.example').searchParams.get('page') ?? 1);
        const from = (page - 1) * 25;
        const items = rising.slice(from, from + 25).map((score) => ({ id: score, title: 'A thread', score }));
        json({ items, page, pages: 6, total: 130 })(response, asked, number);
      },
    });
    expect((await keysPosted(paged)).keys.slice(0, 2)).toEqual(['id:129', 'id:128']);
  });

  it('keeps leads without a score, and of one score, where it had them', async () => {
    const { keys } = await keysPosted(limited([undefined, 40, 60, undefined, 60]));
    expect(keys).toEqual(['id:0', 'id:2', 'id:4', 'id:3', 'id:1']);
  });

  it('is read as far as it answers', async () => {
    const refusing = apiWith({
      '/leads': (response, asked, number) =>
        asked.url.includes('1000')
          ? json({ error: 'out of order' }, 501)(response, asked, number)
          : json(rising.slice(0, 100).map((i) => ({ id: i, title: 'A thread', score: i })))(
              response,
              asked,
              number,
            ),
    });
    expect(await keysPosted(refusing)).toMatchObject({
      keys: ['id:99', ...Array(9).fill(expect.any(String))],
      listed: 100,
    });
  });
});

describe.each(ENGINES)('the store ($name)', ({ openedStore }) => {
  it('takes more rows than one statement does, and finds them all', async () => {
    const { db } = await openedStore();
    const keys = manyLeads(7_000).map(({ id }) => `id:${id}`);
    const leads = keys.map((key, i) => ({ key, identities: [key, `url:${i}`], rank: i + 1, title: key }));
    await recordLeads(db, TEAM, ACME, leads, NINE);
    const at = { team: TEAM, channel: CHANNEL, projectId: ACME, slotAt: NINE, polledAt: NINE };
    await recordVerdicts(
      db,
      at,
      keys.map((key, i) => ({ key, rank: i + 1, verdict: 'posted' })),
    );
    expect((await readLeadsByKey(db, TEAM, ACME, keys)).size).toBe(7_000);
  });
});
