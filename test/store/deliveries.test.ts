import { describe, expect, it } from 'vitest';
import { OUT_AGAIN } from '../../src/outbox/post-kinds.ts';
import { recordPosts } from '../../src/store/announced.ts';
import {
  findDelivery,
  readKnownSubjects,
  reviveRefused,
  updateDelivery,
  wantEdit,
  wantLeadEdits,
} from '../../src/store/deliveries.ts';
import {
  beginSending,
  claimLane,
  findStaleDelivery,
  postponeEdit,
  readLaneHead,
} from '../../src/store/lanes.ts';
import type { Db } from '../../src/store/tables.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, deliveryOf, MINUTE, NINE, queued, SECOND, TEAM } from '../support/store-opened.ts';

const key = (id: string) => ({ team: TEAM, id });
const ACME = { team: TEAM, projectId: 'acme' };

describe.each(ENGINES)('a post that is queued ($name)', ({ openedStore }) => {
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

describe.each(ENGINES)('the head of a lane ($name)', ({ openedStore }) => {
  it('is its lowest post that is not finished', async () => {
    const { db } = await openedStore();
    for (const id of ['a', 'b', 'c']) await queued(db, id);
    const heads = [];
    for (const state of ['sent', 'failed', 'expired'] as const) {
      const head = await readLaneHead(db, TEAM, CHANNEL, NINE);
      heads.push(head?.id);
      await updateDelivery(db, key(head?.id ?? ''), ['queued'], { state });
    }
    expect(heads).toEqual(['a', 'b', 'c']);
    expect(await readLaneHead(db, TEAM, CHANNEL, NINE)).toBeUndefined();
  });

  it('is passed over only while it is held back', async () => {
    const { db } = await openedStore();
    await queued(db, 'held', { not_before: NINE + MINUTE });
    await queued(db, 'free');
    expect((await readLaneHead(db, TEAM, CHANNEL, NINE))?.id).toBe('free');
    expect((await readLaneHead(db, TEAM, CHANNEL, NINE + MINUTE))?.id).toBe('held');
  });

  it('stays the head while it is being sent, so that nothing overtakes it', async () => {
    const { db } = await openedStore();
    await queued(db, 'a');
    await queued(db, 'b');
    await updateDelivery(db, key('a'), ['queued'], { state: 'sending' });
    expect((await readLaneHead(db, TEAM, CHANNEL, NINE))?.id).toBe('a');
  });
});

describe.each(ENGINES)('a write to a post ($name)', ({ openedStore }) => {
  it('happens only from the state it was meant for', async () => {
    const { db } = await openedStore();
    await queued(db, 'a');
    expect(await updateDelivery(db, key('a'), ['sending'], { state: 'sent' })).toBe(false);
    expect((await deliveryOf(db, 'a')).state).toBe('queued');
    expect(
      await updateDelivery(db, key('a'), ['queued', 'sending'], { state: 'failed', failure: 'no' }),
    ).toBe(true);
    expect(await deliveryOf(db, 'a')).toMatchObject({ state: 'failed', failure: 'no' });
  });

  it('of another workspace does not happen', async () => {
    const { db } = await openedStore();
    await queued(db, 'a');
    expect(await updateDelivery(db, { team: 'T0OTHER', id: 'a' }, ['queued'], { state: 'sent' })).toBe(false);
  });
});

describe.each(ENGINES)('a worker that lost its lane ($name)', ({ openedStore }) => {
  const write = (db: Db, owner: string) =>
    updateDelivery(db, { ...key('a'), owner }, ['queued', 'sending'], { state: 'failed' });
  const begin = async (db: Db, owner: string) =>
    beginSending(db, await deliveryOf(db, 'a'), owner, { settleMs: MINUTE, search: '{}' });

  it('may not write to its posts any more, nor begin one', async () => {
    const { db, pass } = await openedStore();
    await queued(db, 'a');
    await claimLane(db, 'me', NINE);
    await pass(MINUTE);
    expect([await begin(db, 'me'), await write(db, 'me')]).toEqual([false, false]);
    await claimLane(db, 'you', NINE);
    expect([await begin(db, 'me'), await write(db, 'me')]).toEqual([false, false]);
    expect([await begin(db, 'you'), await write(db, 'you')]).toEqual([true, true]);
  });

  it('may not write to posts of another lane that it holds', async () => {
    const { db } = await openedStore();
    await queued(db, 'elsewhere', { channel: 'C0OTHER' });
    await claimLane(db, 'me', NINE);
    await queued(db, 'a');
    expect([await begin(db, 'me'), await write(db, 'me')]).toEqual([false, false]);
  });
});

describe.each(ENGINES)('a post that is being sent ($name)', ({ openedStore }) => {
  it('counts its attempts, begins once, and says how long it may still arrive', async () => {
    const { db, pass } = await openedStore();
    await queued(db, 'a');
    await claimLane(db, 'me', NINE);
    const attempt = { settleMs: 20 * SECOND, search: '{}' };
    const before = await deliveryOf(db, 'a');
    expect(await beginSending(db, before, 'me', attempt)).toBe(true);
    expect(await beginSending(db, before, 'me', attempt)).toBe(false);
    const head = await readLaneHead(db, TEAM, CHANNEL, NINE);
    const begun = { id: 'a', state: 'sending', attempt: 1 };
    expect(head).toMatchObject({ ...begun, settle_in_ms: 20 * SECOND });
    await pass(25 * SECOND);
    expect((await readLaneHead(db, TEAM, CHANNEL, NINE))?.settle_in_ms).toBe(-5 * SECOND);
  });
});

describe.each(ENGINES)('posts that Slack refused ($name)', ({ openedStore }) => {
  const refused = { state: 'failed', failure: 'channel_not_found' } as const;

  it('go out again when their feed does, if they are still worth it', async () => {
    const { db } = await openedStore();
    await queued(db, 'suggestion', { kind: 'segment_suggestion' });
    await queued(db, 'digest');
    await queued(db, 'alert', { kind: 'score_alert' });
    await queued(db, 'late', { kind: 'segment_suggestion', expires_at: NINE + MINUTE });
    await queued(db, 'unclear', { kind: 'segment_suggestion' });
    await queued(db, 'of another feed', { kind: 'segment_suggestion', subscription: 'scores:acme' });
    for (const id of ['suggestion', 'digest', 'alert', 'late', 'of another feed'])
      await updateDelivery(db, key(id), ['queued'], refused);
    await updateDelivery(db, key('unclear'), ['queued'], { state: 'failed', failure: 'unclear' });
    expect(await reviveRefused(db, TEAM, 'leads:acme', OUT_AGAIN, NINE + MINUTE)).toBe(1);
    expect(await deliveryOf(db, 'suggestion')).toMatchObject({ state: 'queued', not_before: NINE + MINUTE });
    for (const id of ['digest', 'alert']) expect((await deliveryOf(db, id)).state).toBe('failed');
  });
});

describe.each(ENGINES)('a message in Slack ($name)', ({ openedStore }) => {
  it('is found again by where it stands', async () => {
    const { db } = await openedStore();
    await queued(db, 'a');
    await updateDelivery(db, key('a'), ['queued'], { state: 'sent', ts: '17.5', placed_in: CHANNEL });
    expect((await findDelivery(db, TEAM, CHANNEL, '17.5'))?.id).toBe('a');
    expect(await findDelivery(db, TEAM, CHANNEL, '17.6')).toBeUndefined();
    expect(await findDelivery(db, TEAM, 'C0OTHER', '17.5')).toBeUndefined();
    expect(await findDelivery(db, 'T0OTHER', CHANNEL, '17.5')).toBeUndefined();
  });

  it('to a person is found where Slack put it, which is not where it was sent', async () => {
    const { db } = await openedStore();
    await queued(db, 'a', { channel: 'U0ANA' });
    await updateDelivery(db, key('a'), ['queued'], { state: 'sent', ts: '17.5', placed_in: 'D0ANA' });
    expect((await findDelivery(db, TEAM, 'D0ANA', '17.5'))?.id).toBe('a');
    expect(await findDelivery(db, TEAM, 'U0ANA', '17.5')).toBeUndefined();
  });
});

describe.each(ENGINES)('a thing that changed ($name)', ({ openedStore }) => {
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
    expect(await findStaleDelivery(db, TEAM, CHANNEL)).toBeUndefined();
    await wantEdit(db, TEAM, 's9');
    expect((await findStaleDelivery(db, TEAM, CHANNEL))?.id).toBe('old');
    await updateDelivery(db, key('old'), ['sent'], { shown_rev: 2 });
    expect(await findStaleDelivery(db, TEAM, CHANNEL)).toBeUndefined();
  });

  it('is tried again after a failed edit once that has waited, and after all that was not tried yet', async () => {
    const { db, pass } = await openedStore();
    for (const id of ['failed', 'untried']) {
      await queued(db, id, { subject: id });
      await updateDelivery(db, key(id), ['queued'], { state: 'sent', shown_rev: 1 });
    }
    await wantEdit(db, TEAM, 'failed');
    await claimLane(db, 'me', NINE);
    const failed = await deliveryOf(db, 'failed');
    await postponeEdit(db, failed, 'you', { refusals: 1, afterMs: 7 * SECOND });
    expect(await findStaleDelivery(db, TEAM, CHANNEL)).toMatchObject({ id: 'failed', failed_edits: 0 });
    await postponeEdit(db, failed, 'me', { refusals: 1, afterMs: 7 * SECOND });
    expect(await findStaleDelivery(db, TEAM, CHANNEL)).toBeUndefined();
    await pass(7 * SECOND);
    expect(await findStaleDelivery(db, TEAM, CHANNEL)).toMatchObject({ id: 'failed', failed_edits: 1 });
    await wantEdit(db, TEAM, 'untried');
    expect(await findStaleDelivery(db, TEAM, CHANNEL)).toMatchObject({ id: 'untried', failed_edits: 1 });
  });

  it.each([
    ['', (db: Db) => wantEdit(db, TEAM, 's9')],
    [', by a lead that it shows,', (db: Db) => wantLeadEdits(db, { ...ACME, key: 'id:1' })],
  ])(
    'again%s after an edit of it failed is edited at once, with all tries, still after posts',
    async (_, want) => {
      const { db } = await openedStore();
      await queued(db, 'a', { subject: 's9' });
      await recordPosts(db, { ...ACME, deliveryId: 'a', channel: CHANNEL, at: NINE }, [
        { key: 'id:1', part: 'new' },
      ]);
      await updateDelivery(db, key('a'), ['queued'], { state: 'sent', shown_rev: 0 });
      await claimLane(db, 'me', NINE);
      await postponeEdit(db, await deliveryOf(db, 'a'), 'me', { refusals: 9, afterMs: 7 * SECOND });
      await want(db);
      expect(await findStaleDelivery(db, TEAM, CHANNEL)).toMatchObject({
        id: 'a',
        edit_attempt: 0,
        failed_edits: 1,
      });
    },
  );

  it('during an edit that failed is edited at once, as often as if none had, still after posts', async () => {
    const { db } = await openedStore();
    await queued(db, 'a', { subject: 's9' });
    await updateDelivery(db, key('a'), ['queued'], { state: 'sent', shown_rev: 0 });
    await claimLane(db, 'me', NINE);
    const before = await deliveryOf(db, 'a');
    await wantEdit(db, TEAM, 's9');
    await postponeEdit(db, before, 'me', { refusals: 9, afterMs: 7 * SECOND });
    expect(await findStaleDelivery(db, TEAM, CHANNEL)).toMatchObject({
      id: 'a',
      edit_attempt: 0,
      failed_edits: 1,
    });
  });

  it('while its post is on its way changes nothing of how often that was tried and until when it may arrive', async () => {
    const { db } = await openedStore();
    await queued(db, 'a', { subject: 's9' });
    await updateDelivery(db, key('a'), ['queued'], {
      state: 'sending',
      attempt: 3,
      settle_after: NINE + SECOND,
    });
    await wantEdit(db, TEAM, 's9');
    expect(await deliveryOf(db, 'a')).toMatchObject({
      attempt: 3,
      settle_after: NINE + SECOND,
      wanted_rev: 2,
    });
  });
});

describe.each(ENGINES)('what a channel was told of ($name)', ({ openedStore }) => {
  it('is known by subject, in that channel only', async () => {
    const { db } = await openedStore();
    await queued(db, 'a', { subject: 's9' });
    await queued(db, 'b', { subject: 's9' });
    expect(await readKnownSubjects(db, TEAM, CHANNEL, ['s9', 's10'])).toEqual(new Set(['s9']));
    expect(await readKnownSubjects(db, TEAM, 'C0OTHER', ['s9'])).toEqual(new Set());
    expect(await readKnownSubjects(db, TEAM, CHANNEL, [])).toEqual(new Set());
  });
});
