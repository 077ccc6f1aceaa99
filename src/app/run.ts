/** The order in which the bot starts, ticks and stops. */
import type { RequestListener } from 'node:http';
import { realNow } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { missingOf } from '../readiness.ts';
import { serve } from '../serve.ts';
import type { UnderWay } from '../surface/restarting.ts';
import { startTicking, untilDone } from '../ticker.ts';
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
