/** Starts, ticks and stops the bot in order, tells whether it’s ready (/readyz), and logs faults. */
import type { RequestListener } from 'node:http';
import { type Clock, realNow } from '../clock.ts';
import type { Config } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import { ClockError, isOutage, messageOf, StoreError, StoreFull, StoreGone } from '../errors.ts';
import { createSparingLog, type Log, type SparingLog } from '../log.ts';
import { storeGoneMessage } from '../messages/feeds/owner-notices.ts';
import type { Core } from '../outbox/ledger.ts';
import { recipientsOf } from '../projects/projects.ts';
import { serve } from '../serve.ts';
import { draw } from '../slack/draw.ts';
import { toSlackFailure } from '../slack/failures.ts';
import type { Installations, Wait } from '../slack/installations.ts';
import type { UnderWay } from '../surface/restarting.ts';
import { pause, type SlackSide } from './slack-side.ts';

/** At a stop, people who won't get their answer are told within this time. */
const LAST_ANSWERS_MS = 3_000;

export type Parts = {
  config: Config;
  slack: SlackSide;
  mcp: RequestListener;
  underWay: UnderWay;
  takesWrites: () => Promise<boolean>;
  metrics: () => Promise<string>;
  refresh: (signal: AbortSignal) => Promise<void>;
  /** Called once Slack has confirmed the bot; includes the first tick. */
  begin: (signal: AbortSignal) => Promise<void>;
  tick: () => Promise<void>;
  /** As a simulated clock has it. */
  hasMoved?: Clock['hasMoved'];
  /** Stops background work, after what is in progress. */
  rest: () => Promise<unknown>;
  answersMs: number;
  close: () => Promise<void>;
  onFault: (error: unknown) => void;
  log: Log;
};

/** `confirmed` resolves when Slack has confirmed the bot and it has ticked once. @throws ConfigError if it can't listen */
export async function run(parts: Parts) {
  const { config, underWay, onFault, log } = parts;
  const { bolt, lastContact, installations } = parts.slack;
  const stopping = new AbortController();
  const { signal } = stopping;
  // With Socket Mode the bot gets events only once the socket is open.
  let isHearing = false;
  let tickedAt: number | undefined;
  const missing = async () =>
    listMissing(
      {
        isStopping: signal.aborted,
        isConfirmed: isHearing && installations.ready(),
        refusal: installations.refusal?.() ?? bolt.refusal?.(),
        heardAt: lastContact.at(),
        tickedAt,
        takesWrites: await parts.takesWrites(),
      },
      realNow(),
    );
  let isReady = true;
  /** Logs when a bot that was ready no longer is, and when it is again. */
  const noteReadiness = async () => {
    const why = isHearing ? await missing() : [];
    if (isReady !== (why.length === 0) && !signal.aborted)
      log.warn({ why }, isReady ? 'No longer ready' : 'Ready again');
    isReady = why.length === 0;
  };
  const servers = await serve(config, {
    missing,
    slack: bolt.listener,
    mcp: parts.mcp,
    metrics: parts.metrics,
  }).catch(async (error) => {
    await parts.close();
    throw error;
  });
  const stopTicking = startTicking(parts.hasMoved, onFault, async () => {
    await parts.refresh(signal);
    installations.confirm(signal).catch(onFault);
    void lastContact.ask();
    await parts.tick();
    tickedAt = realNow();
    await noteReadiness();
  });
  const begin = async () => {
    await installations.confirm(signal);
    if (!isHearing && !signal.aborted) await bolt.start(signal);
    if (signal.aborted) return;
    isHearing = true;
    lastContact.note();
    tickedAt = realNow();
    await parts.begin(signal);
  };
  const confirmed = retryUntilDone(begin, { onFault, pause, signal });
  return {
    url: servers.url,
    confirmed,
    missing,
    ready: async () => (await missing()).length === 0,
    async stop() {
      log.info('Sightline is stopping; waiting for posts and answers in progress');
      stopping.abort();
      underWay.refuseNew();
      const resting = Promise.all([confirmed, stopTicking(), parts.rest()]);
      await underWay.drain(parts.answersMs);
      underWay.cutShort();
      await underWay.drain(LAST_ANSWERS_MS);
      await Promise.all([bolt.stop(), servers.close()]);
      // For requests that came in at the last moment.
      await underWay.drain(LAST_ANSWERS_MS);
      await resting;
      await parts.close();
      log.info('Sightline has stopped');
    },
  };
}

/** Times are epoch ms, real time; undefined if it never happened. */
export type Signs = {
  isStopping: boolean;
  /** Slack has confirmed the bot, and its socket, if any, was open once. */
  isConfirmed: boolean;
  refusal?: string | undefined;
  /** When Slack and the bot last heard each other. */
  heardAt: number | undefined;
  /** When the last successful tick ended. */
  tickedAt: number | undefined;
  takesWrites: boolean;
};

/** Slack is asked once a minute, and a tick comes every minute: either may be missed once. */
const SILENT_MS = 2 * MINUTE_MS;
const LATE_MS = 3 * MINUTE_MS;

/** A line for each thing that is missing; the bot is ready if there is none. */
export function listMissing(signs: Signs, now: number): string[] {
  const { isStopping, isConfirmed, refusal, heardAt, tickedAt, takesWrites } = signs;
  if (isStopping) return ['the bot is stopping'];
  const tickIsLate = isConfirmed && tickedAt !== undefined && now - tickedAt > LATE_MS;
  return [
    ...(takesWrites ? [] : ['the store takes no writes']),
    ...(isConfirmed ? describeSilence(heardAt, now) : [refusal ?? 'waiting for Slack to confirm the bot']),
    ...(tickIsLate ? [`the last tick ended ${minutes(now - tickedAt)} ago; one is due every minute`] : []),
  ];
}

function describeSilence(heardAt: number | undefined, now: number): string[] {
  if (heardAt === undefined) return ['not heard from Slack yet'];
  return now - heardAt > SILENT_MS ? [`last heard from Slack ${minutes(now - heardAt)} ago`] : [];
}

const minutes = (ms: number) => `${Math.floor(ms / MINUTE_MS)} min`;

/** A simulated clock is asked this often whether it has moved, and there is a tick this often even if it hasn't. */
const ASKED_MS = 100;
const SIMULATED_MS = 1_000;
const AGAIN_MS = 5_000;
/** Added to the full minute: a timer that fires a moment early would fire twice. */
const PAST_MS = 10;

/** Ticks every minute, or when a simulated clock `hasMoved`. Returns a function that stops it after the current tick. */
export function startTicking(
  hasMoved: Clock['hasMoved'],
  onFault: (error: unknown) => void,
  tick: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const runAlone = (work: () => Promise<void>) => {
    running ??= work()
      .catch(onFault)
      .finally(() => {
        running = undefined;
      });
  };
  if (hasMoved) {
    let tickedAt = 0;
    const timer = setInterval(
      () =>
        runAlone(async () => {
          if (realNow() - tickedAt < SIMULATED_MS && !(await hasMoved())) return;
          tickedAt = realNow();
          await tick();
        }),
      ASKED_MS,
    );
    return async () => {
      clearInterval(timer);
      await running;
    };
  }
  // A new timer each time: an interval would drift, and wouldn't notice that the machine slept.
  let timer: NodeJS.Timeout;
  const scheduleNext = () => {
    timer = setTimeout(
      () => {
        runAlone(tick);
        scheduleNext();
      },
      MINUTE_MS - (realNow() % MINUTE_MS) + PAST_MS,
    );
  };
  scheduleNext();
  return async () => {
    clearTimeout(timer);
    await running;
  };
}

type Retrying = Pick<Parts, 'onFault'> & { pause: Wait; signal: AbortSignal };

/** Tries `work` until it succeeds or `signal` aborts: a store briefly out of reach at startup mustn't stop the bot. */
export async function retryUntilDone(work: () => Promise<void>, { onFault, pause, signal }: Retrying) {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      onFault(error);
    }
    await pause(AGAIN_MS, signal);
  }
}

const OUT_OF_REACH =
  'PostgreSQL can’t be reached, so nothing is posted and people get no answers; Sightline goes on by itself once it can. See that it runs and that DATABASE_URL is right';

type FaultsDeps = Pick<Core, 'projects' | 'log'> & { installations: Pick<Installations, 'all'> };

/** `storeLost` rejects with the first StoreError but a full disk, which passes. If the store is gone, owners hear first. */
export function createFaults(deps: FaultsDeps): {
  onFault: (error: unknown) => void;
  storeLost: Promise<never>;
} {
  const { promise: storeLost, reject: loseStore } = Promise.withResolvers<never>();
  let isLost = false;
  const sparing = createSparingLog(deps.log, realNow);
  let last: { said: string; again: SparingLog } | undefined;
  const onFault = (error: unknown) => {
    const said = messageOf(error);
    if (error instanceof StoreFull || error instanceof ClockError)
      return sparing({ why: said }, 'Work waits, and nothing is posted meanwhile');
    if (isOutage(error) && !(error instanceof StoreError)) return sparing({ why: said }, OUT_OF_REACH);
    // What fails may fail every second.
    if (last?.said !== said) last = { said, again: createSparingLog(deps.log, realNow, 'error') };
    last.again({ err: error }, 'Background work failed; it will be tried again');
    if (!(error instanceof StoreError) || isLost) return;
    isLost = true;
    const telling = error instanceof StoreGone ? tellStoreGone(deps) : undefined;
    void Promise.resolve(telling).finally(() => loseStore(error));
  };
  storeLost.catch(() => undefined);
  return { onFault, storeLost };
}

/** Tells every workspace's owners directly, since without a store there is no outbox. */
async function tellStoreGone({ installations, projects, log }: FaultsDeps): Promise<void> {
  const { text, blocks } = draw(storeGoneMessage());
  const messages = installations
    .all()
    .flatMap(({ team, client }) =>
      recipientsOf(projects(team)).map((channel) =>
        client.chat
          .postMessage({ channel, text, blocks })
          .catch((error) =>
            log.error(
              { team, channel, reason: toSlackFailure(error).reason },
              'Couldn’t tell an owner that the store is gone',
            ),
          ),
      ),
    );
  await Promise.all(messages);
}
