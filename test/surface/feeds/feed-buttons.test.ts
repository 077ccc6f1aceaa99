import { describe, expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import { feedsOf } from '../../../src/projects/projects.ts';
import { readAudits } from '../../../src/store/audit.ts';
import { pauseFeed, readSubscription, readSubscriptions } from '../../../src/store/subscriptions.ts';
import { botJoined, channelLost, channelUnarchived } from '../../../src/surface/feeds/channel-events.ts';
import { feedMenu, feedResume } from '../../../src/surface/feeds/feed-commands.ts';
import { pauseForPerson, requireFeed, resumeForPerson } from '../../../src/surface/feeds/feeds-of-project.ts';
import { no, ok } from '../../support/slack-server.ts';
import {
  CHANNEL,
  deliveryOf,
  dueSlot,
  NINE,
  ownersTold,
  queued,
  slotsOf,
  TEAM,
} from '../../support/store-opened.ts';
import { ACME, appOver, memberNamed, surfaceOver } from '../../support/surface-over.ts';
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

test('the Home tab of somebody who has left a feed’s channel changes nothing there', async () => {
  const leads = `leads: { channel: ${CHANNEL}, schedule: every day at 9:00 }`;
  const file = `projects: [{ id: ${ACME}, name: Acme, ${leads} }]`;
  const workspace = { isMember: async () => false, personOf: async (id: string) => memberNamed(id, id) };
  const { ask, db } = await surfaceOver(file, json([]), ok({}), { workspace });
  const value = carry('feed', { feed: FEED, choice: 'pause' });
  const click = { ...ask({ channel: '' }), ts: '', isPrivate: true, value };
  await expect(feedMenu.run(click)).rejects.toThrow(/you’re no longer in its channel\. Nothing changed/);
  expect((await readSubscription(db, TEAM, FEED))?.paused_at ?? null).toBeNull();
});

describe('when Slack gives a channel a new id', () => {
  const NEW = 'C0NEWID';
  const MOVED = FEED.replace(CHANNEL, NEW);
  const SCORES = `scores:${ACME}:${CHANNEL}`;

  async function movedChannel(inFile: boolean) {
    const leads = inFile ? `, leads: { channel: ${CHANNEL}, schedule: every day at 9:00 }` : '';
    const file = `projects: [{ id: ${ACME}, name: Acme${inFile ? `, visible_in: [${CHANNEL}]` : ''}${leads} }]\nowners: [U0OWNER]`;
    const { db, bot, workspace } = await surfaceOver(file, json([]), inChannel(true));
    const feed = {
      projectId: ACME,
      kind: 'scores',
      settings: { channel: CHANNEL, schedule: 'every day at 9:00' },
    } as const;
    await workspace.setup.addFeed(TEAM, feed, { by: 'U0ANA', at: NINE });
    await readSubscriptions(
      db,
      TEAM,
      [FEED, SCORES].map((id) => ({ id, timetable: 'daily' })),
      NINE,
    );
    await pauseFeed(db, TEAM, SCORES, 'person', NINE, { id: 'U0ANA', until: undefined });
    await queued(db, 'waiting', { channel: CHANNEL, subscription: FEED });
    await dueSlot(db, { subscription: FEED });
    const hear = appOver({ bot, workspace });
    const event = { type: 'channel_id_changed', old_channel_id: CHANNEL, new_channel_id: NEW };
    const move = () => hear({ type: 'event_callback', event });
    await move();
    return { db, workspace, move, told: () => ownersTold(db) };
  }

  test('its feeds, their pauses, and what waits to be posted go on under it, whoever set them up', async () => {
    const { db, workspace } = await movedChannel(true);
    const feeds = feedsOf(workspace.projects()).map(({ id, channel }) => [id, channel]);
    expect(feeds).toEqual([
      [MOVED, NEW],
      [SCORES.replace(CHANNEL, NEW), NEW],
    ]);
    expect(await readSubscription(db, TEAM, MOVED)).toMatchObject({ since: NINE, paused_at: null });
    expect(await readSubscription(db, TEAM, SCORES.replace(CHANNEL, NEW))).toMatchObject({
      paused_by: 'U0ANA',
    });
    expect(await deliveryOf(db, 'waiting')).toMatchObject({ channel: NEW, subscription: MOVED });
    expect(await slotsOf(db)).toMatchObject([{ channel: NEW, subscription: MOVED, state: 'due' }]);
    expect(JSON.stringify(await db.selectFrom('made_feed').selectAll().execute())).not.toContain(CHANNEL);
  });

  test('the owners are told once what to write in projects.yml, and only if it names the channel', async () => {
    const { move, told } = await movedChannel(true);
    await move();
    expect(await told()).toMatchObject([{ kind: 'channel_moved', from: CHANNEL, to: NEW, names: ['Acme'] }]);
    expect(await (await movedChannel(false)).told()).toEqual([]);
  });
});
