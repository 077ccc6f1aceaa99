/** Where the bot is installed: the client and the bot's ids for each workspace. */
import type { WebClient } from '@slack/web-api';
import { BOT_TOKEN } from '../config.ts';
import type { Log, SparingLog } from '../log.ts';
import { type SlackFailure, toSlackFailure } from './failures.ts';

/** One workspace; `installedBy` if it was installed through /slack/install. */
export type Installation = {
  team: string;
  botUserId: string;
  botId: string;
  client: WebClient;
  installedBy?: string;
};

export type Installations = {
  /** Those that Slack has confirmed. */
  all(): readonly Installation[];
  of(team: string): Installation | undefined;
  /** Call when Slack refuses the token: nothing is sent until Slack confirms it again. */
  suspect(team: string): void;
  /** Asks Slack about unconfirmed tokens until it answers or `signal` aborts. Concurrent calls share one run. */
  confirm(signal: AbortSignal): Promise<void>;
};

/** An installation through /slack/install. `installedAt` is real time, epoch ms. */
export type StoredInstallation = {
  team: string;
  botUserId: string;
  botId: string;
  token: string;
  scopes: readonly string[];
  installedBy: string;
  installedAt: number;
};

/** Installations with the events that change them. */
export type KeptInstallations = Installations & {
  /** Slack has answered for every workspace since the start. */
  ready(): boolean;
  /** That Slack refuses the only token, in words. */
  refusal?(): string | undefined;
  /** A workspace installed the bot; Slack has just confirmed its token. */
  installed(installation: StoredInstallation): Promise<void>;
  /** The app was removed from a workspace, `at` epoch ms. */
  removed(team: string, at: number): Promise<void>;
};

/** A pause that ends early when `signal` aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Concurrent calls share one run of `work`. */
export function shareRun(
  work: (signal: AbortSignal) => Promise<void>,
): (signal: AbortSignal) => Promise<void> {
  let running: Promise<void> | undefined;
  return (signal) => {
    running ??= work(signal).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Between two attempts while Slack doesn't answer. */
export const ASK_AGAIN_MS = 5_000;

/** Remembers whether Slack refuses the token in `variable`, and logs it once until that changes. */
export function createRefusals(variable: string, source: string, log: Log) {
  let reason: string | undefined;
  return {
    /** Returns whether it's a refusal; undefined is none. */
    note(failure?: SlackFailure): boolean {
      const before = reason;
      reason = failure?.kind === 'refused' ? failure.reason : undefined;
      if (reason !== undefined && reason !== before)
        log.warn({ reason }, `Slack refuses ${variable}. Set it to ${source}, and restart.`);
      return reason !== undefined;
    },
    inWords: () => reason && `Slack refuses ${variable} (${reason})`,
  };
}

/**
 * One workspace with one token. Repeats auth.test until it succeeds: Slack may be out of reach at the start, and an
 * operator may reinstall the app after a refusal.
 */
export function createSingleInstallation(
  client: WebClient,
  { log, sparing }: { log: Log; sparing: SparingLog },
  wait: Wait,
): KeptInstallations {
  let confirmed: Installation | undefined;
  const refusals = createRefusals('SLACK_BOT_TOKEN', BOT_TOKEN, log);

  async function askUntilConfirmed(signal: AbortSignal): Promise<void> {
    while (!confirmed && !signal.aborted) {
      try {
        const { team_id = '', user_id = '', bot_id = '' } = await client.auth.test();
        confirmed = { team: team_id, botUserId: user_id, botId: bot_id, client };
        refusals.note();
      } catch (error) {
        const failure = toSlackFailure(error);
        if (!refusals.note(failure))
          sparing({ reason: failure.reason }, 'Slack doesn’t confirm the bot token; trying again');
        await wait(ASK_AGAIN_MS, signal);
      }
    }
  }

  function suspect(team: string): void {
    if (confirmed?.team !== team) return;
    confirmed = undefined;
    log.error({ team }, 'Slack refuses the bot token; nothing is sent until it is confirmed again');
  }

  return {
    all: () => (confirmed ? [confirmed] : []),
    of: (team) => (confirmed?.team === team ? confirmed : undefined),
    suspect,
    ready: () => confirmed !== undefined,
    refusal: refusals.inWords,
    installed: async () => undefined,
    removed: async (team) => suspect(team),
    confirm: shareRun(askUntilConfirmed),
  };
}
