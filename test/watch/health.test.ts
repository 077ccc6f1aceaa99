import { describe, expect, it } from 'vitest';
import type { ProjectHealth } from '../../src/decision.ts';
import { readLatePosts, toKnownFeed } from '../../src/feeds/feed-standing.ts';
import { findLate } from '../../src/messages/feeds/health.ts';
import { feedsOf, parseProjects } from '../../src/projects/projects.ts';
import { keepAlert, muteAlert } from '../../src/store/alerts.ts';
import { updateDelivery } from '../../src/store/deliveries.ts';
import { giveHandles } from '../../src/store/handles.ts';
import { claimSlot, closeSlot, reopenLatestSlot, retrySlot } from '../../src/store/slots.ts';
import { pauseFeed, readSubscriptions } from '../../src/store/subscriptions.ts';
import type { Db } from '../../src/store/tables.ts';
import { readHealth } from '../../src/watch/health.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';
import { ENGINES } from '../support/store-engines.ts';
import { CHANNEL, dueSlot, HOUR, MINUTE, NINE, queued, TEAM } from '../support/store-opened.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const GLOBEX = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b91';
const DAY = 24 * HOUR;
const feedIn = (channel: string) => `{ channel: ${channel}, schedule: every day at 9:00 }`;
const FEEDS = feedsOf(
  parseProjects(
    `{ owners: [U0OWNER], defaults: { timezone: Europe/Berlin }, projects: [
      { id: ${ACME}, name: Acme, leads: ${feedIn(CHANNEL)}, scores: ${feedIn(CHANNEL)} },
      { id: ${GLOBEX}, name: Globex, leads: ${feedIn('C0GLOBEX')} }] }`,
    'projects.yml',
  ),
);
const LEADS = { kind: 'leads', channel: CHANNEL };
const SCORES = { kind: 'scores', channel: CHANNEL };
const idOf = (project: string, kind: string) =>
  FEEDS.find((feed) => feed.project.id === project && feed.kind === kind)?.id ?? '';

const lateOf = (health?: ProjectHealth) => health && findLate(health);
const mutesOf = (health?: ProjectHealth) => health?.feeds.flatMap(({ muted }) => muted ?? []);

/** How Acme and Globex fare at a time. */
async function healthAt(db: Db, now: number, newsMs?: number) {
  const { projects, late } = await readHealth({ db, keyNameOf: () => 'KEY' }, TEAM, FEEDS, now, newsMs);
  const [acme, globex] = projects;
  return { acme, globex, late };
}

describe.each(ENGINES)('a missed post ($name)', ({ openedStore }) => {
  /** The feed was due then, and ended so. */
  async function ended(db: Db, subscription: string, at: number, missedAs: string | null, channel = CHANNEL) {
    await dueSlot(db, { subscription, channel, due_at: at });
    const slot = (await claimSlot(db, TEAM, 'me', at)) ?? expect.fail('nothing was due');
    await closeSlot(db, slot, 'me', missedAs === null ? 'done' : 'expired', missedAs);
  }

  it('is told of its project for three days, with how many there were', async () => {
    const { db } = await openedStore();
    await ended(db, idOf(ACME, 'leads'), NINE - DAY, 'trouble:a@1');
    await ended(db, idOf(ACME, 'leads'), NINE, 'trouble:b@1');
    await ended(db, idOf(ACME, 'scores'), NINE, 'trouble:b@1');
    await ended(db, idOf(GLOBEX, 'leads'), NINE, null, 'C0GLOBEX');
    const { acme, globex } = await healthAt(db, NINE + 2 * DAY);
    const of = { first: NINE - DAY, at: NINE, times: 3 };
    expect(acme?.missed).toEqual([{ feeds: expect.arrayContaining([LEADS, SCORES]), ...of }]);
    expect(acme?.missed?.[0]?.feeds).toHaveLength(2);
    expect(globex).not.toHaveProperty('missed');
    expect((await healthAt(db, NINE + 3 * DAY)).acme?.missed).toMatchObject([{ first: NINE, times: 2 }]);
    expect((await healthAt(db, NINE + 3 * DAY + 1)).acme).not.toHaveProperty('missed');
    expect((await healthAt(db, NINE + 6 * DAY, 7 * DAY)).acme?.missed).toMatchObject([{ times: 3 }]);
  });

  it('that was tried in vain until the next one came is one too', async () => {
    const { db } = await openedStore();
    const feed = { subscription: idOf(ACME, 'leads') };
    await dueSlot(db, feed);
    const slot = (await claimSlot(db, TEAM, 'me', NINE)) ?? expect.fail('nothing was due');
    await retrySlot(db, slot, 'me', NINE + HOUR);
    const leads = (health?: ProjectHealth) => health?.feeds.find(({ feed: { kind } }) => kind === 'leads');
    expect(leads((await healthAt(db, NINE + HOUR)).acme)).toMatchObject({ triedAgain: NINE });
    await dueSlot(db, { ...feed, due_at: NINE + DAY });
    const { acme } = await healthAt(db, NINE + DAY);
    expect(acme?.missed).toEqual([{ feeds: [LEADS], first: NINE, at: NINE, times: 1 }]);
    expect(leads(acme)?.triedAgain).toBeUndefined();
  });

  it('that is made up for is none', async () => {
    const { db } = await openedStore();
    await ended(db, idOf(ACME, 'leads'), NINE, 'trouble:a@1');
    await reopenLatestSlot(db, TEAM, idOf(ACME, 'leads'), NINE + HOUR);
    const slot = (await claimSlot(db, TEAM, 'me', NINE + HOUR)) ?? expect.fail('nothing was due');
    await closeSlot(db, slot, 'me', 'done');
    expect((await healthAt(db, NINE + HOUR)).acme).not.toHaveProperty('missed');
  });
});

describe.each(ENGINES)('the last poll ($name)', ({ openedStore }) => {
  const subscription = idOf(ACME, 'leads');

  async function polled(db: Db, at: number) {
    const slot = (await claimSlot(db, TEAM, 'me', at)) ?? expect.fail('nothing was due');
    await closeSlot(db, slot, 'me', 'done');
    return (await healthAt(db, at)).acme?.lastAt;
  }

  it('after an outage of the bot is when it was made up for', async () => {
    const { db } = await openedStore();
    await readSubscriptions(db, TEAM, FEEDS.map(toKnownFeed), NINE - DAY);
    await dueSlot(db, { subscription, opened_at: NINE + 3 * HOUR });
    expect(await polled(db, NINE + 3 * HOUR)).toBe(NINE + 3 * HOUR);
  });

  it('after failures is when it was tried again, or when the next one was due', async () => {
    const { db } = await openedStore();
    await readSubscriptions(db, TEAM, FEEDS.map(toKnownFeed), NINE - DAY);
    await dueSlot(db, { subscription });
    const slot = (await claimSlot(db, TEAM, 'me', NINE)) ?? expect.fail('nothing was due');
    await retrySlot(db, slot, 'me', NINE + MINUTE);
    await dueSlot(db, { subscription, due_at: NINE + HOUR });
    expect(await polled(db, NINE + HOUR)).toBe(NINE + HOUR);
    await dueSlot(db, { subscription, due_at: NINE + DAY });
    const again = (await claimSlot(db, TEAM, 'me', NINE + DAY)) ?? expect.fail('nothing was due');
    await retrySlot(db, again, 'me', NINE + DAY + MINUTE);
    expect(await polled(db, NINE + DAY + MINUTE)).toBe(NINE + DAY + MINUTE);
  });
});

describe.each(ENGINES)('a post that Slack never took ($name)', ({ openedStore }) => {
  const LONG = 'msg_too_long';
  const end = { state: 'failed', reason: LONG };

  /** A post of one of Acme's feeds came to nothing. */
  async function lost(db: Db, id: string, kind: 'leads' | 'scores', given: object = {}, failure = LONG) {
    await queued(db, id, {
      project_id: ACME,
      subscription: idOf(ACME, kind),
      kind: kind === 'leads' ? 'lead_digest' : 'score_alert',
      ...given,
    });
    await updateDelivery(db, { team: TEAM, id }, ['queued'], { state: 'failed', failure });
  }

  it('is missed too, for as long as any, with why', async () => {
    const { db } = await openedStore();
    await lost(db, 'a', 'leads');
    const { acme, globex } = await healthAt(db, NINE + 3 * DAY);
    expect(acme?.missed).toEqual([{ feeds: [LEADS], first: NINE, at: NINE, times: 1, end }]);
    expect(globex).not.toHaveProperty('missed');
    expect((await healthAt(db, NINE + 3 * DAY + 1)).acme).not.toHaveProperty('missed');
  });

  it('is one missed post, though it was decided twice and both came to nothing', async () => {
    const { db } = await openedStore();
    const about = { subject: 'digest:1' };
    await lost(db, 'a', 'leads', about, 'ratelimited');
    await lost(db, 'b', 'leads', about);
    const { acme } = await healthAt(db, NINE + DAY);
    expect(acme?.missed).toEqual([{ feeds: [LEADS], first: NINE, at: NINE, times: 1, end }]);
  });

  it('stands beside what the API kept', async () => {
    const { db } = await openedStore();
    await lost(db, 'a', 'leads', { slot_at: NINE - DAY });
    await lost(db, 'b', 'scores', { slot_at: NINE - DAY });
    await dueSlot(db, { subscription: idOf(ACME, 'leads') });
    const slot = (await claimSlot(db, TEAM, 'me', NINE)) ?? expect.fail('nothing was due');
    await closeSlot(db, slot, 'me', 'expired', 'trouble:a@1');
    expect((await healthAt(db, NINE)).acme?.missed).toMatchObject([
      { feeds: [LEADS], at: NINE, times: 1 },
      { feeds: expect.arrayContaining([LEADS, SCORES]), at: NINE - DAY, times: 2, end },
    ]);
  });

  it('is none where the same came in a later post, or is looked for again', async () => {
    const { db } = await openedStore();
    await lost(db, 'a', 'scores', { subject: 'fall' });
    await queued(db, 'b', { project_id: ACME, subscription: idOf(ACME, 'scores'), subject: 'fall' });
    expect((await healthAt(db, NINE)).acme).not.toHaveProperty('missed');
    await lost(db, 'c', 'leads');
    await dueSlot(db, { subscription: idOf(ACME, 'leads') });
    expect((await healthAt(db, NINE)).acme).not.toHaveProperty('missed');
  });

  it('is none where people ended it, with its project', async () => {
    const { db } = await openedStore();
    await lost(db, 'a', 'leads', {}, 'withdrawn');
    expect((await healthAt(db, NINE)).acme).not.toHaveProperty('missed');
  });

  it('is told of by the pause where Sightline stopped its feed, and a line of a missed post is no second one', async () => {
    const { db } = await openedStore();
    await lost(db, 'a', 'leads', {}, 'is_archived');
    await lost(db, 'b', 'scores', { kind: 'feed_missed' });
    await healthAt(db, NINE);
    await pauseFeed(db, TEAM, idOf(ACME, 'leads'), 'is_archived', NINE);
    expect((await healthAt(db, NINE)).acme).not.toHaveProperty('missed');
  });
});

describe.each(ENGINES)('muted score alerts ($name)', ({ openedStore }) => {
  const at = (key: string) => ({ team: TEAM, channel: CHANNEL, key });

  async function muted(db: Db, key: string, until: number | undefined): Promise<void> {
    const alert = { ...OPENED, key, alert: livingAlert({ key }) };
    await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME }, alert, NINE);
    await giveHandles(db, TEAM, 'A', [key]);
    await muteAlert(db, at(key), { by: 'U0ANA', until });
  }

  it('are told with the mute that lasts longest, and no more when it is over', async () => {
    const { db } = await openedStore();
    await muted(db, 'a', NINE + HOUR);
    await muted(db, 'b', NINE + DAY);
    const { acme, globex } = await healthAt(db, NINE);
    expect(mutesOf(acme)).toEqual([{ channel: CHANNEL, by: 'U0ANA', until: NINE + DAY, handle: 'A2' }]);
    expect(mutesOf(globex)).toEqual([]);
    expect(mutesOf((await healthAt(db, NINE + DAY)).acme)).toEqual([]);
  });

  it('until an alert has recovered are told until then', async () => {
    const { db } = await openedStore();
    await muted(db, 'a', undefined);
    await muted(db, 'b', NINE + DAY);
    expect(mutesOf((await healthAt(db, NINE)).acme)).toMatchObject([{ until: undefined, handle: 'A1' }]);
    const over = { ...OPENED, key: 'a', alert: livingAlert({ key: 'a', status: 'recovered' }) };
    await keepAlert(db, { team: TEAM, channel: CHANNEL, projectId: ACME }, over, NINE);
    expect(mutesOf((await healthAt(db, NINE)).acme)).toMatchObject([{ until: NINE + DAY, handle: 'A2' }]);
  });
});

describe.each(ENGINES)('posts that Slack does not take ($name)', ({ openedStore }) => {
  const post = (db: Db, id: string, given: object = {}) =>
    queued(db, id, { project_id: ACME, subscription: idOf(ACME, 'leads'), ...given });
  const tried = (db: Db, id: string, change: object) =>
    updateDelivery(db, { team: TEAM, id }, ['queued'], change);

  it('are late after five minutes, for their project alone', async () => {
    const { db } = await openedStore();
    await post(db, 'a');
    await post(db, 'b', { created_at: NINE + MINUTE });
    expect(lateOf((await healthAt(db, NINE + 5 * MINUTE - 1)).acme)).toBeUndefined();
    const { acme, globex } = await healthAt(db, NINE + 5 * MINUTE);
    expect(lateOf(acme)).toEqual({ since: NINE, reason: undefined });
    expect(lateOf(globex)).toBeUndefined();
  });

  it('are late at once where Slack has refused a try, with what it said', async () => {
    const { db } = await openedStore();
    await post(db, 'a');
    await tried(db, 'a', { failure: 'ratelimited' });
    expect(lateOf((await healthAt(db, NINE)).acme)).toEqual({ since: NINE, reason: 'ratelimited' });
  });

  it('wait for the reason of what goes before them in their channel', async () => {
    const { db } = await openedStore();
    await post(db, 'a', { project_id: GLOBEX, subscription: idOf(GLOBEX, 'leads') });
    await post(db, 'b');
    await tried(db, 'a', { state: 'sending' });
    expect(lateOf((await healthAt(db, NINE + HOUR)).acme)).toEqual({ since: NINE, reason: 'unclear' });
  });

  it('are not late while their quiet hours last', async () => {
    const { db } = await openedStore();
    await post(db, 'a', { not_before: NINE + HOUR });
    expect(lateOf((await healthAt(db, NINE + HOUR)).acme)).toBeUndefined();
    expect(lateOf((await healthAt(db, NINE + 2 * HOUR)).acme)).toEqual({
      since: NINE + HOUR,
      reason: undefined,
    });
  });

  it('count for the workspace and for no project where they are word to the owners', async () => {
    const { db } = await openedStore();
    await post(db, 'a', { subscription: 'owners', channel: 'U0OWNER' });
    const { acme, late } = await healthAt(db, NINE + HOUR);
    expect(lateOf(acme)).toBeUndefined();
    expect(late).toEqual({ since: NINE, reason: undefined });
    expect((await readLatePosts(db, 'T0OTHER', NINE + HOUR)).any).toBeUndefined();
  });
});
