import { describe, expect, it } from 'vitest';
import {
  deliveryAt,
  knownSubjects,
  laneHead,
  staleDelivery,
  updateDelivery,
  wantEdit,
} from '../../src/store/deliveries.ts';
import { CHANNEL, deliveryOf, NINE, openedStore, queued, TEAM } from '../support/store-opened.ts';

const key = (id: string) => ({ team: TEAM, id });

describe('a post that is queued', () => {
  it('stands at the end of its channel, whatever other channels do', async () => {
    const { db } = await openedStore();
    await queued(db, 'a');
    await queued(db, 'elsewhere', { channel: 'C0OTHER' });
    await queued(db, 'b');
    const seqs = await Promise.all(['a', 'b', 'elsewhere'].map(async (id) => (await deliveryOf(db, id)).seq));
    expect(seqs).toEqual([1, 2, 1]);
  });

  it('twice under one key is there once; the first one stays', async () => {
    const { db } = await openedStore();
    expect(await queued(db, 'a', { dedupe_key: 'leads@nine', decision: '{"first":true}' })).toBe(true);
    expect(await queued(db, 'b', { dedupe_key: 'leads@nine' })).toBe(false);
    expect(await queued(db, 'c', { dedupe_key: 'leads@nine', team: 'T0OTHER' })).toBe(true);
    const rows = await db
      .selectFrom('delivery')
      .select(['id', 'decision'])
      .where('team', '=', TEAM)
      .execute();
    expect(rows).toEqual([{ id: 'a', decision: '{"first":true}' }]);
  });

  it('begins unsent, with its first state still to be shown', async () => {
    const { db } = await openedStore();
    await queued(db, 'a');
    expect(await deliveryOf(db, 'a')).toMatchObject({
      state: 'queued',
      not_before: NINE,
      attempt: 0,
      ts: null,
      wanted_rev: 1,
      shown_rev: 0,
    });
  });

  it('while others are queued at the same moment, has a place of its own', async () => {
    const { db } = await openedStore();
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => queued(db, id)));
    const rows = await db.selectFrom('delivery').select('seq').orderBy('seq').execute();
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });
});

describe('the head of a lane', () => {
  it('is its lowest post that is not finished', async () => {
    const { db } = await openedStore();
    for (const id of ['a', 'b', 'c']) await queued(db, id);
    const heads = [];
    for (const state of ['sent', 'failed', 'expired'] as const) {
      const head = await laneHead(db, TEAM, CHANNEL);
      heads.push(head?.id);
      await updateDelivery(db, key(head?.id ?? ''), ['queued'], { state });
    }
    expect(heads).toEqual(['a', 'b', 'c']);
    expect(await laneHead(db, TEAM, CHANNEL)).toBeUndefined();
  });

  it('stays the head while it is being sent, so that nothing overtakes it', async () => {
    const { db } = await openedStore();
    await queued(db, 'a');
    await queued(db, 'b');
    await updateDelivery(db, key('a'), ['queued'], { state: 'sending' });
    expect((await laneHead(db, TEAM, CHANNEL))?.id).toBe('a');
  });
});

describe('a write to a post', () => {
  it('happens only from the state it was meant for', async () => {
    const { db } = await openedStore();
    await queued(db, 'a');
    expect(await updateDelivery(db, key('a'), ['sending'], { state: 'sent' })).toBe(false);
    expect((await deliveryOf(db, 'a')).state).toBe('queued');
    expect(await updateDelivery(db, key('a'), ['queued', 'sending'], { state: 'failed', reason: 'no' })).toBe(
      true,
    );
    expect(await deliveryOf(db, 'a')).toMatchObject({ state: 'failed', reason: 'no' });
  });

  it('of another workspace does not happen', async () => {
    const { db } = await openedStore();
    await queued(db, 'a');
    expect(await updateDelivery(db, { team: 'T0OTHER', id: 'a' }, ['queued'], { state: 'sent' })).toBe(false);
  });
});

describe('a message in Slack', () => {
  it('is found again by where it stands', async () => {
    const { db } = await openedStore();
    await queued(db, 'a');
    await updateDelivery(db, key('a'), ['queued'], { state: 'sent', ts: '17.5' });
    expect((await deliveryAt(db, TEAM, CHANNEL, '17.5'))?.id).toBe('a');
    expect(await deliveryAt(db, TEAM, CHANNEL, '17.6')).toBeUndefined();
    expect(await deliveryAt(db, TEAM, 'C0OTHER', '17.5')).toBeUndefined();
    expect(await deliveryAt(db, 'T0OTHER', CHANNEL, '17.5')).toBeUndefined();
  });
});

describe('a thing that changed', () => {
  it('wants an edit of every post that speaks of it, wherever that stands', async () => {
    const { db } = await openedStore();
    await queued(db, 'a', { subject: 's9' });
    await queued(db, 'b', { subject: 's9', channel: 'C0OTHER' });
    await queued(db, 'c', { subject: 's10' });
    await wantEdit(db, TEAM, 's9');
    await wantEdit(db, TEAM, 's9');
    const revs = await Promise.all(['a', 'b', 'c'].map(async (id) => (await deliveryOf(db, id)).wanted_rev));
    expect(revs).toEqual([3, 3, 1]);
  });

  it('has posts to edit only where they were sent and are shown in an older state', async () => {
    const { db } = await openedStore();
    await queued(db, 'unsent', { subject: 's9' });
    await queued(db, 'shown', { subject: 's10' });
    await queued(db, 'old', { subject: 's9' });
    for (const id of ['shown', 'old'])
      await updateDelivery(db, key(id), ['queued'], { state: 'sent', shown_rev: 1 });
    expect(await staleDelivery(db, TEAM, CHANNEL)).toBeUndefined();
    await wantEdit(db, TEAM, 's9');
    expect((await staleDelivery(db, TEAM, CHANNEL))?.id).toBe('old');
    await updateDelivery(db, key('old'), ['sent'], { shown_rev: 2 });
    expect(await staleDelivery(db, TEAM, CHANNEL)).toBeUndefined();
  });
});

describe('what a channel was told of', () => {
  it('is known by subject, in that channel only', async () => {
    const { db } = await openedStore();
    await queued(db, 'a', { subject: 's9' });
    await queued(db, 'b', { subject: 's9' });
    expect(await knownSubjects(db, TEAM, CHANNEL, ['s9', 's10'])).toEqual(new Set(['s9']));
    expect(await knownSubjects(db, TEAM, 'C0OTHER', ['s9'])).toEqual(new Set());
    expect(await knownSubjects(db, TEAM, CHANNEL, [])).toEqual(new Set());
  });
});
