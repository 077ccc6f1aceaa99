import { expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { readAudits } from '../../../src/store/audit.ts';
import { readSubscription, readSubscriptions } from '../../../src/store/subscriptions.ts';
import {
  botJoined,
  channelLost,
  channelUnarchived,
  feedResume,
} from '../../../src/surface/feeds/feed-commands.ts';
import { pauseForPerson, requireFeed, resumeForPerson } from '../../../src/surface/feeds/feeds-of-project.ts';
import { no, ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, queued, TEAM } from '../../support/store-opened.ts';
import { ACME, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const FEED = `leads:${ACME}:${CHANNEL}`;

const inChannel = (isMember: boolean) => ok({ channel: { id: CHANNEL, is_member: isMember } });

/** A paused feed, and message "1.2", which told of that. */
async function pausedFeed(slack = inChannel(true)) {
  const leads = `leads: { channel: ${CHANNEL}, schedule: every day at 9:00 }`;
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}], ${leads} }]`;
  const { db, ask } = await surfaceOver(file, json([]), slack);
  const told = { kind: 'feed_paused', v: 1, project: { id: ACME, name: 'Acme' }, subscription: FEED };
  await queued(db, 'told', { kind: 'feed_paused', decision: JSON.stringify(told) });
  await db.updateTable('delivery').set({ state: 'sent', ts: '1.2', placed_in: CHANNEL }).execute();
  await readSubscriptions(db, TEAM, [{ id: FEED, timetable: 'daily' }], NINE);
  const asker = (id: string) => ask({ id });
  const feed = requireFeed(FEED, ask());
  return {
    ask,
    pause: (id: string) => pauseForPerson(feed, undefined, asker(id)),
    inList: (id: string) => resumeForPerson(feed, asker(id)),
    underMessage: (id: string) =>
      feedResume.run({ ...asker(id), value: carry('feed', { feed: FEED }), ts: '1.2', isPrivate: false }),
    pausedAt: async () => (await readSubscription(db, TEAM, FEED))?.paused_at ?? undefined,
    resumed: async () => {
      const rows = await readAudits(db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 });
      return rows.flatMap(({ action, subject, outcome }) =>
        action === 'feed.resume' ? [[subject, outcome]] : [],
      );
    },
  };
}

test('resuming is audited alike from the list and from the notice', async () => {
  const { pause, inList, underMessage, resumed } = await pausedFeed();
  await pause('1');
  await inList('2');
  await pause('3');
  await underMessage('4');
  expect(await resumed()).toEqual([
    [FEED, 'done'],
    [FEED, 'done'],
  ]);
});

test('a feed whose channel Sightline isn’t in stays paused, and Resume says what to do there', async () => {
  const { pause, inList, underMessage, pausedAt } = await pausedFeed(inChannel(false));
  await pause('1');
  await expect(inList('2')).rejects.toThrow(/invite @Sightline/);
  await expect(underMessage('3')).rejects.toThrow(/invite @Sightline/);
  expect(await pausedAt()).toBeDefined();
});

// https://docs.slack.dev/reference/events/channel_id_changed
test('where sharing a private channel gave it a new id, Resume says to choose the channel again', async () => {
  const { pause, inList, pausedAt } = await pausedFeed(no('channel_not_found'));
  await pause('1');
  await expect(inList('2')).rejects.toThrow(/new id .* choose the feed’s channel again/);
  expect(await pausedAt()).toBeDefined();
});

test('a click delivered twice is ignored; another one hears that nothing is paused', async () => {
  const { pause, underMessage, resumed } = await pausedFeed();
  await pause('1');
  await underMessage('2');
  expect(await underMessage('2')).toBeUndefined();
  await expect(underMessage('3')).rejects.toThrow('This feed is no longer paused.');
  expect(await resumed()).toHaveLength(1);
});

test('when Sightline is removed from a channel, one message tells of all its feeds, and resumes them', async () => {
  const feeds = `leads: { channel: ${CHANNEL}, schedule: every day at 9:00 }, scores: { channel: ${CHANNEL}, schedule: every day at 9:00 }`;
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}], ${feeds} }]\nowners: [U0OWNER]`;
  const { db, ask } = await surfaceOver(file, json([]), inChannel(true));
  const ids = [FEED, `scores:${ACME}:${CHANNEL}`];
  await readSubscriptions(
    db,
    TEAM,
    ids.map((id) => ({ id, timetable: 'daily' })),
    NINE,
  );
  await channelLost('not_in_channel')({ ...ask(), event: {} });
  const pausedAt = async () =>
    (await Promise.all(ids.map((id) => readSubscription(db, TEAM, id)))).map(
      (state) => state?.paused_at ?? undefined,
    );
  expect((await pausedAt()).every((at) => at !== undefined)).toBe(true);
  const [told, another] = await db.selectFrom('delivery').selectAll().execute();
  expect(another).toBeUndefined();
  await db.updateTable('delivery').set({ state: 'sent', ts: '1.2', placed_in: 'D0OWNER' }).execute();
  const click = { ...ask({ person: 'U0OWNER', channel: 'D0OWNER' }), ts: '1.2', isPrivate: false };
  await feedResume.run({ ...click, value: carry('feed', { feed: FEED }) });
  expect(told?.kind).toBe('feed_paused');
  expect(await pausedAt()).toEqual([undefined, undefined]);
});

test('feeds resume once the channel is unarchived or Sightline is back in it, unless someone paused them', async () => {
  const { pause, pausedAt, ask } = await pausedFeed();
  const happens = (handle: typeof botJoined, person = 'U0ADMIN') => handle({ ...ask({ person }), event: {} });
  await happens(channelLost('not_in_channel'));
  await happens(channelUnarchived);
  expect(await pausedAt()).toBeDefined();
  await happens(botJoined);
  expect(await pausedAt()).toBeDefined();
  await happens(botJoined, ask().workspace.botUserId);
  expect(await pausedAt()).toBeUndefined();
  for (const back of [channelUnarchived, botJoined]) {
    await happens(channelLost('is_archived'));
    expect(await pausedAt()).toBeDefined();
    await happens(back, ask().workspace.botUserId);
    expect(await pausedAt()).toBeUndefined();
  }
  await pause('1');
  await happens(channelUnarchived);
  expect(await pausedAt()).toBeDefined();
});
