import { describe, expect, it } from 'vitest';
import { moveLead } from '../../src/outbox/move-lead.ts';
import type { LeadAct } from '../../src/rules/lead-state.ts';
import { readKnownLeads } from '../../src/store/announced.ts';
import { recordLeads } from '../../src/store/leads.ts';
import { CHANNEL, HOUR, NINE, TEAM } from '../support/store-opened.ts';
import { ACME, apiWith, DAY, TWO_LEADS, watchOver } from '../support/watch-over.ts';

/** A watch over a channel that knows no lead yet; in another one somebody did this to the first of the two. */
async function afterElsewhere(act: LeadAct) {
  const watched = await watchOver(apiWith({ '/leads': TWO_LEADS }));
  const polled = { key: 'id:1', identities: ['id:1'], rank: 1, title: 'Best CRM?', score: 90 };
  await recordLeads(watched.db, TEAM, ACME, [polled], NINE - DAY);
  const lead = { team: TEAM, projectId: ACME, key: 'id:1' };
  await moveLead(watched.db, lead, act, { by: 'U0ANA', now: NINE - HOUR });
  return { ...watched, lead };
}

describe('the first digest of a second channel', () => {
  it('brings no lead that was replied to in the first one, and why says so', async () => {
    const { db, tickAt, slotsCome, queued } = await afterElsewhere({ kind: 'reply' });
    await tickAt(NINE);
    await slotsCome({ state: 'done' });
    const [digest] = await queued();
    expect(digest?.decision).toMatchObject({ first: true, leftOut: [{ reason: 'taken', count: 1 }] });
    expect(digest?.decision.leads).toMatchObject([{ key: 'id:2' }]);
    const verdicts = await db.selectFrom('lead_verdict').select(['lead_key', 'verdict']).execute();
    expect(verdicts).toContainEqual({ lead_key: 'id:1', verdict: 'taken' });
  });

  it('leaves a snoozed one to the digest after its snooze, where it comes back, once', async () => {
    const until = NINE + DAY - HOUR;
    const { db, tickAt, slotsCome, queued } = await afterElsewhere({ kind: 'snooze', until });
    await tickAt(NINE);
    await slotsCome({ state: 'done' });
    expect(
      await readKnownLeads(db, { team: TEAM, channel: CHANNEL, projectId: ACME }, ['id:1', 'id:2']),
    ).toEqual(new Set(['id:2']));
    await tickAt(NINE + DAY);
    await slotsCome({ state: 'done' }, { state: 'done' });
    await tickAt(NINE + 2 * DAY);
    await slotsCome({ state: 'done' }, { state: 'done' }, { state: 'done' });
    const digests = (await queued()).map(({ decision }) => ({
      leads: decision.leads.map(({ key }: { key: string }) => key),
      stillOpen: decision.stillOpen.map(({ key }: { key: string }) => key),
    }));
    expect(digests).toEqual([
      { leads: ['id:2'], stillOpen: [] },
      { leads: [], stillOpen: ['id:1', 'id:2'] },
      { leads: [], stillOpen: ['id:1'] },
    ]);
  });
});
