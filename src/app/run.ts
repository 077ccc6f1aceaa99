/** The order in which the bot starts, ticks and stops, and whether it can do its work meanwhile (/readyz). */
import type { RequestListener } from 'node:http';
import { realNow } from '../clock.ts';
import type { Config } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Log } from '../log.ts';
import { serve } from '../serve.ts';
import type { UnderWay } from '../surface/restarting.ts';
import { pause, type SlackSide } from './slack-side.ts';

/** Whoever is told at a stop that there is no answer, is told within so long. */
const LAST_ANSWERS_MS = 3_000;

/** What runs, and what it does at each of its turns. */
export type Parts = {
  config: Config;
  slack: SlackSide;
  mcp: RequestListener;
  underWay: UnderWay;
  takesWrites: () => Promise<boolean>;
  metrics: () => Promise<string>;
  /** What is read anew before a tick. */
  refresh: (signal: AbortSignal) => Promise<void>;
  /** Slack has confirmed the bot, and hears it: what comes before all other ticks, and the first of them. */
  begin: (signal: AbortSignal) => Promise<void>;
  tick: () => Promise<void>;
  /** Ends what works by itself, once it has finished what it is at. */
  rest: () => Promise<unknown>;
  /** Real time that a stop leaves to requests for their answers. */
  answersMs: number;
  /** After everything else. */
  close: () => Promise<void>;
  onFault: (error: unknown) => void;
  log: Log;
};

/** Resolves when the bot listens; `confirmed` when it does its work. */
export async function run(parts: Parts) {
  const { config, underWay, onFault, log } = parts;
  const { bolt, heard, installations } = parts.slack;
  const stopping = new AbortController();
  const { signal } = stopping;
  // With Socket Mode Slack is heard only once the socket stands.
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
      log.info('Sightline is stopping; posts that are with Slack, and answers, are waited for');
      stopping.abort();
      underWay.refuseNew();
      const resting = Promise.all([confirmed, stopTicking(), parts.rest()]);
      await underWay.drained(parts.answersMs);
      underWay.cutShort();
      await underWay.drained(LAST_ANSWERS_MS);
      await Promise.all([bolt.stop(), servers.close()]);
      // What came in the last moment is told, too.
      await underWay.drained(LAST_ANSWERS_MS);
      await resting;
      await parts.close();
      log.info('Sightline has stopped');
    },
  };
}

/** Times are epoch ms, real time; a time is undefined where the thing never happened. */
export type Signs = {
  isStopping: boolean;
  /** Slack has confirmed the bot, and its socket stood once where there is one. */
  isConfirmed: boolean;
  /** When Slack and the bot last heard each other. */
  heardAt: number | undefined;
  /** When the last tick ended that went well. */
  tickedAt: number | undefined;
  takesWrites: boolean;
};

/** Slack is asked once a minute, and ticks come once a minute: one of each may be missed. */
const SILENT_MS = 2 * MINUTE_MS;
const LATE_MS = 3 * MINUTE_MS;

/** What is missing, a line for each thing; none: the bot is ready. */
export function missingOf(signs: Signs, now: number): string[] {
  const { isStopping, isConfirmed, heardAt, tickedAt, takesWrites } = signs;
  if (isStopping) return ['the bot is stopping'];
  const tickIsLate = isConfirmed && tickedAt !== undefined && now - tickedAt > LATE_MS;
  return [
    ...(takesWrites ? [] : ['the store takes no write']),
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
/** After the minute: a timer may come a moment early, and would come twice. */
const PAST_MS = 10;

/** Starts ticking; returns how to stop, which waits for the tick under way. A tick that fails is told to `onFault`; the next one tries again. */
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
  // Set anew each time: one for many minutes would drift, and know nothing of a machine that slept.
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
 * What comes before the first tick, tried until it succeeds or `signal` aborts: a store that was away for a moment must
 * not leave behind a bot that lives and is never ready. `pause` ends early when the signal aborts.
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
