/** The order in which the bot starts, ticks and stops, and whether it is ready (/readyz). */
import type { RequestListener } from 'node:http';
import { realNow } from '../clock.ts';
import type { Config } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Log } from '../log.ts';
import { serve } from '../serve.ts';
import type { UnderWay } from '../surface/restarting.ts';
import { pause, type SlackSide } from './slack-side.ts';

/** At a stop, people whose answer doesn't come are told so within this time. */
const LAST_ANSWERS_MS = 3_000;

/** The parts of the bot, and what to do at each stage. */
export type Parts = {
  config: Config;
  slack: SlackSide;
  mcp: RequestListener;
  underWay: UnderWay;
  takesWrites: () => Promise<boolean>;
  metrics: () => Promise<string>;
  /** Called before each tick. */
  refresh: (signal: AbortSignal) => Promise<void>;
  /** Called once Slack has confirmed the bot; includes the first tick. */
  begin: (signal: AbortSignal) => Promise<void>;
  tick: () => Promise<void>;
  /** Stops background work, after what is in progress. */
  rest: () => Promise<unknown>;
  /** How long a stop waits for answers to requests, real ms. */
  answersMs: number;
  /** Called after everything else. */
  close: () => Promise<void>;
  onFault: (error: unknown) => void;
  log: Log;
};

/** Resolves when the bot listens; `confirmed` resolves when it works. */
export async function run(parts: Parts) {
  const { config, underWay, onFault, log } = parts;
  const { bolt, heard, installations } = parts.slack;
  const stopping = new AbortController();
  const { signal } = stopping;
  // With Socket Mode the bot gets events only once the socket is open.
  let isHearing = false;
  let tickedAt: number | undefined;
  const servers = await serve(config, {
    missing: async () =>
      missingOf(
        {
          isStopping: signal.aborted,
          isConfirmed: isHearing && installations.ready(),
          heardAt: heard.at(),
          tickedAt,
          takesWrites: await parts.takesWrites(),
        },
        realNow(),
      ),
    slack: bolt.listener,
    mcp: parts.mcp,
    metrics: parts.metrics,
  });
  const stopTicking = startTicking(config.clockUrl !== undefined, onFault, async () => {
    await parts.refresh(signal);
    installations.confirm(signal).catch(onFault);
    void heard.ask();
    await parts.tick();
    tickedAt = realNow();
  });
  const begin = async () => {
    await installations.confirm(signal);
    if (!isHearing && !signal.aborted) await bolt.start(signal);
    if (signal.aborted) return;
    isHearing = true;
    heard.note();
    tickedAt = realNow();
    await parts.begin(signal);
  };
  const confirmed = untilDone(begin, { onFault, pause, signal });
  return {
    url: servers.url,
    confirmed,
    async stop() {
      log.info('Sightline is stopping; waiting for posts and answers in progress');
      stopping.abort();
      underWay.refuseNew();
      const resting = Promise.all([confirmed, stopTicking(), parts.rest()]);
      await underWay.drained(parts.answersMs);
      underWay.cutShort();
      await underWay.drained(LAST_ANSWERS_MS);
      await Promise.all([bolt.stop(), servers.close()]);
      // For requests that came in at the last moment.
      await underWay.drained(LAST_ANSWERS_MS);
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
  /** When Slack and the bot last heard each other. */
  heardAt: number | undefined;
  /** When the last successful tick ended. */
  tickedAt: number | undefined;
  takesWrites: boolean;
};

/** Slack is asked once a minute, and so is a tick: one of each may be missed. */
const SILENT_MS = 2 * MINUTE_MS;
const LATE_MS = 3 * MINUTE_MS;

/** What is missing, a line for each. The bot is ready if there is none. */
export function missingOf(signs: Signs, now: number): string[] {
  const { isStopping, isConfirmed, heardAt, tickedAt, takesWrites } = signs;
  if (isStopping) return ['the bot is stopping'];
  const tickIsLate = isConfirmed && tickedAt !== undefined && now - tickedAt > LATE_MS;
  return [
    ...(takesWrites ? [] : ['the store takes no writes']),
    ...(isConfirmed ? silenceOf(heardAt, now) : ['waiting for Slack to confirm the bot']),
    ...(tickIsLate ? [`the last tick ended ${minutes(now - tickedAt)} ago; one is due every minute`] : []),
  ];
}

function silenceOf(heardAt: number | undefined, now: number): string[] {
  if (heardAt === undefined) return ['Slack has not been heard yet'];
  return now - heardAt > SILENT_MS ? [`Slack was last heard ${minutes(now - heardAt)} ago`] : [];
}

const minutes = (ms: number) => `${Math.floor(ms / MINUTE_MS)} min`;

const SIMULATED_MS = 100;
const AGAIN_MS = 5_000;
/** Past the full minute: a timer may fire a moment early, and then would fire twice. */
const PAST_MS = 10;

/** Starts ticking. Returns a function that stops it and waits for the current tick. A failed tick goes to `onFault`. */
export function startTicking(
  simulated: boolean,
  onFault: (error: unknown) => void,
  tick: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const once = () => {
    running ??= tick()
      .catch(onFault)
      .finally(() => {
        running = undefined;
      });
  };
  if (simulated) {
    const timer = setInterval(once, SIMULATED_MS);
    return async () => {
      clearInterval(timer);
      await running;
    };
  }
  // A new timer each time: an interval would drift, and miss that the machine slept.
  let timer: NodeJS.Timeout;
  const atNextMinute = () => {
    timer = setTimeout(
      () => {
        once();
        atNextMinute();
      },
      MINUTE_MS - (realNow() % MINUTE_MS) + PAST_MS,
    );
  };
  atNextMinute();
  return async () => {
    clearTimeout(timer);
    await running;
  };
}

/**
 * Tries `work` until it succeeds or `signal` aborts: a store that is away for a moment at startup must not leave a bot that is
 * never ready. `pause` ends early when the signal aborts.
 */
export async function untilDone(
  work: () => Promise<void>,
  {
    onFault,
    pause,
    signal,
  }: {
    onFault: (error: unknown) => void;
    pause: (ms: number, signal: AbortSignal) => Promise<void>;
    signal: AbortSignal;
  },
): Promise<void> {
  while (!signal.aborted) {
    const isDone = await work().then(
      () => true,
      (error) => {
        onFault(error);
        return false;
      },
    );
    if (isDone) return;
    await pause(AGAIN_MS, signal);
  }
}
