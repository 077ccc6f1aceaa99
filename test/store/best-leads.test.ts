import { describe, expect, it } from 'vitest';
import { readBestOpenLeads, readClaimsHeld, recordPosts } from '../../src/store/announced.ts';
import { findLeadsByIdentity } from '../../src/store/lead-stories.ts';
import { changeLead, recordEvent, recordLeads } from '../../src/store/leads.ts';
import type { Db, DeliveryRow } from '../../src/store/tables.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, HOUR, NINE, queued, TEAM } from '../support/store-opened.ts';

const OTHER = 'C0OTHER';

type Posted = {
  projectId?: string;
  channel?: string;
  at?: number;
  state?: DeliveryRow['state'];
  scores?: number[];
};

/** Leads in the API's order, and the post that shows them. */
async function posted(db: Db, id: string, keys: readonly string[], given: Posted = {}): Promise<void> {
  const { projectId = 'acme', channel = CHANNEL, at = NINE, state = 'sent', scores = [] } = given;
  const leads = keys.map((key, i) => ({
    key,
    rank: i + 1,
    score: scores[i],
    identities: [key, `url:https://x.example/${key}`],
  }));
  await recordLeads(db, TEAM, projectId, leads, at);
  await queued(db, id, { channel, project_id: projectId, created_at: at, decision: `{"id":"${id}"}` });
  await db
    .updateTable('delivery')
    .set({ state, ts: `ts of ${id}`, placed_in: channel })
    .where('id', '=', id)
    .execute();
  const shown = keys.map((key) => ({ key, part: 'new' as const }));
  await recordPosts(db, { team: TEAM, projectId, deliveryId: id, channel, at }, shown);
}

describe.each(ENGINES)('the best open leads ($name)', ({ openedStore }) => {
  const wanted = { projectIds: ['acme', 'globex'], channels: [CHANNEL], since: NINE };
  const best = async (db: Db, given: Partial<typeof wanted> = {}) =>
    (await readBestOpenLeads(db, TEAM, { ...wanted, ...given })).map(({ key }) => key);

  it('have the highest score first, of whichever project and day, and those without one last', async () => {
    const { db } = await openedStore();
    await posted(db, 'one', ['a1', 'a2', 'a3'], { scores: [91.5, 9, 100] });
    await posted(db, 'two', ['g1', 'g2', 'g3'], { projectId: 'globex', scores: [95, 62] });
    expect(await best(db)).toEqual(['a3', 'g1', 'a1', 'g2', 'a2', 'g3']);
    await changeLead(db, { team: TEAM, projectId: 'acme', key: 'a3' }, 0, {
      state: 'claimed',
      by: 'U0ANA',
      since: NINE,
    });
    expect(await best(db)).toEqual(['g1', 'a1', 'g2', 'a2', 'g3']);
  });

  it('keep the API’s order where it gives no scores', async () => {
    const { db } = await openedStore();
    await posted(db, 'one', ['a1', 'a2']);
    await posted(db, 'two', ['g1', 'g2'], { projectId: 'globex' });
    expect(await best(db)).toEqual(['a1', 'g1', 'a2', 'g2']);
  });

  it('are none of other channels, projects, workspaces or days, and none that Slack does not have', async () => {
    const { db } = await openedStore();
    await posted(db, 'elsewhere', ['a1'], { channel: OTHER });
    await posted(db, 'hidden', ['h1'], { projectId: 'hidden' });
    await posted(db, 'old', ['a2'], { at: NINE - 1 });
    await posted(db, 'waiting', ['a3'], { state: 'queued' });
    expect(await best(db)).toEqual([]);
    await posted(db, 'here', ['a4']);
    expect(await best(db)).toEqual(['a4']);
    expect(await readBestOpenLeads(db, 'T0OTHER', wanted)).toEqual([]);
  });

  it('are each one lead, however many posts show it, and none that somebody took', async () => {
    const { db } = await openedStore();
    await posted(db, 'one', ['a1', 'a2']);
    await posted(db, 'again', ['a1', 'a2'], { channel: OTHER });
    expect(await best(db, { channels: [CHANNEL, OTHER] })).toEqual(['a1', 'a2']);
    const at = { team: TEAM, projectId: 'acme', key: 'a1' };
    await changeLead(db, at, 0, { state: 'claimed', by: 'U0ANA', since: NINE });
    expect(await best(db)).toEqual(['a2']);
  });

  it('are none for somebody who is in no channel', async () => {
    const { db } = await openedStore();
    await posted(db, 'one', ['a1']);
    expect(await best(db, { channels: [] })).toEqual([]);
    expect(await best(db, { projectIds: [] })).toEqual([]);
  });
});

describe.each(ENGINES)('what one person claimed ($name)', ({ openedStore }) => {
  it('is what waits for their reply, longest first', async () => {
    const { db } = await openedStore();
    await posted(db, 'one', ['a1', 'a2']);
    const acts = [
      { key: 'a2', by: 'U0ANA', at: NINE },
      { key: 'a1', by: 'U0ANA', at: NINE + HOUR },
    ];
    for (const { key, by, at } of acts) {
      await recordEvent(db, { team: TEAM, projectId: 'acme', key }, { kind: 'claim', at, by });
      await changeLead(db, { team: TEAM, projectId: 'acme', key }, 0, { state: 'claimed', by, since: at });
    }
    expect((await readClaimsHeld(db, TEAM, 'U0ANA')).map(({ key }) => key)).toEqual(['a2', 'a1']);
    expect(await readClaimsHeld(db, TEAM, 'U0BEN')).toEqual([]);
  });
});

describe.each(ENGINES)('a lead looked up from outside ($name)', ({ openedStore }) => {
  const link = (key: string) => `url:https://x.example/${key}`;

  it('is found by its thread, in the projects that may be seen', async () => {
    const { db } = await openedStore();
    await posted(db, 'one', ['a1']);
    await posted(db, 'two', ['a1'], { projectId: 'globex' });
    const both = [
      { projectId: 'acme', key: 'a1' },
      { projectId: 'globex', key: 'a1' },
    ];
    expect(await findLeadsByIdentity(db, TEAM, ['acme', 'globex'], [link('a1'), link('a9')])).toEqual(both);
    expect(await findLeadsByIdentity(db, TEAM, ['acme'], [link('a1')])).toEqual(both.slice(0, 1));
    expect(await findLeadsByIdentity(db, TEAM, [], [link('a1')])).toEqual([]);
    expect(await findLeadsByIdentity(db, TEAM, ['acme'], [])).toEqual([]);
  });
});
