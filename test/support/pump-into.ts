/** A real pump over a real store into a local Slack that answers as a test tells it. */
import { expect, onTestFinished } from 'vitest';
import type { Decision } from '../../src/decision.ts';
import { createSparingLog } from '../../src/log.ts';
import { createMetrics } from '../../src/metrics.ts';
import { createPump, TIMING } from '../../src/outbox/pump.ts';
import { feedOf, type Project, type Projects, ProjectsFile } from '../../src/projects/projects.ts';
import { readBacklog } from '../../src/store/backlog.ts';
import { DIGEST, STANDING } from '../messages/cast.ts';
import { keptLog } from './log-kept.ts';
import { type Answering, type Call, slackServer } from './slack-server.ts';
import { CHANNEL, deliveryOf, openedStore, queued, TEAM } from './store-opened.ts';

const DECISION = JSON.stringify(DIGEST);
export const deliveryIn = ({ args }: Call) =>
  JSON.stringify(args.metadata)?.match(/"delivery_id":"(\w+)"/)?.[1];

/**
 * A pump over a real store into a local Slack that answers so. Time stands until `later`, which also wakes the pump; Slack's clock is
 * not known unless `slackAheadMs` is given.
 */
export async function pumpInto(
  answering: Answering,
  standingOf = async (_team: string, _decision: Decision, _channel: string) => STANDING,
  onUnclear: 'hold' | 'resend' = 'hold',
  slackAheadMs?: number,
) {
  const { db, time } = await openedStore();
  const { client, calls } = await slackServer(answering);
  const { log, lines } = keptLog();
  const suspected: string[] = [];
  const installation = { team: TEAM, botUserId: 'U0BOT', botId: 'B0BOT', client };
  let isRemoved = false;
  const leads = { channel: CHANNEL, schedule: 'daily at 9:00' };
  const viewWith = (more: object): Projects => ({
    ...ProjectsFile.parse({ owners: ['U0OWNER'], on_unclear: onUnclear }),
    projects: [{ id: 'acme', name: 'Acme', ...more } as Project],
  });
  let view = viewWith({ leads });
  let elsewhere: Projects | undefined;
  const metrics = createMetrics(() => readBacklog(db, time.now));
  const pump = createPump({
    db,
    clock: { now: () => time.now, refresh: async () => time.now },
    installations: {
      all: () => [installation],
      of: (team) => (team === TEAM && !isRemoved ? installation : undefined),
      suspect: (team) => void suspected.push(team),
      confirm: async () => undefined,
    },
    standingOf,
    projects: () => view,
    findFeed: async (_, id) => elsewhere && feedOf(elsewhere, id),
    send: fetch,
    slackNow: () => (slackAheadMs === undefined ? undefined : time.now + slackAheadMs),
    timing: TIMING,
    onFault: (error) => expect.fail(String(error)),
    metrics,
    log,
    sparing: createSparingLog(log, () => time.now),
  });
  onTestFinished(pump.stop);
  return {
    db,
    time,
    calls,
    pump,
    metrics,
    lines,
    suspected,
    /** From now on the workspace is one that removed the bot. */
    remove: () => {
      isRemoved = true;
    },
    /** From now on no feed exists, or `elsewhere` only another look finds those there were. */
    removeFeeds: (where?: 'elsewhere') => {
      if (where) elsewhere = view;
      view = viewWith({});
    },
    post: (id: string, given: Parameters<typeof queued>[2] = {}) =>
      queued(db, id, { decision: DECISION, ...given }),
    later: (ms: number) => {
      time.now += ms;
      pump.wake();
    },
    /** Waits until a post stands so. */
    comesTo: (id: string, state: object) => expect.poll(() => deliveryOf(db, id)).toMatchObject(state),
    /** Waits until the lane of the channel was given back; its next turn, counted from now. */
    pause: async (channel = CHANNEL) => {
      const lane = () =>
        db.selectFrom('lane').selectAll().where('channel', '=', channel).executeTakeFirstOrThrow();
      await expect.poll(lane).toMatchObject({ owner: null });
      return (await lane()).next_at - time.now;
    },
    /** Ids of the posts that Slack was asked to make, in order; not those to the owners. */
    posts: () =>
      calls
        .filter(({ method, args }) => method === 'chat.postMessage' && args.channel !== 'U0OWNER')
        .map(deliveryIn),
  };
}
