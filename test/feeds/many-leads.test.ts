import { describe, expect, it } from 'vitest';
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
    expect(await readKnownLeads(db, TEAM, CHANNEL, [last, beyond])).toEqual(new Set([last]));
    expect([...(await readLeadsByKey(db, TEAM, ACME, [last, beyond])).keys()]).toEqual([last]);
    expect(lines()).toContainEqual(expect.objectContaining({ came: 3_000, taken: MOST_LEADS }));
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
