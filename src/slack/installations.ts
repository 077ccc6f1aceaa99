/** Where the bot is installed: for each workspace its client and the bot's own ids. */
import type { WebClient } from '@slack/web-api';
import type { Log, SparingLog } from '../log.ts';
import { slackFailure } from './failures.ts';

/** One workspace that the bot lives in; `installedBy`, where it was installed through /slack/install. */
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
  /** Slack refused the token: nothing is sent until Slack confirms it again. */
  suspect(team: string): void;
  /** Asks Slack, until it answers, for those not confirmed; called again, it joins the asking under way. Aborting ends it. */
  confirm(signal: AbortSignal): Promise<void>;
};

/** What a workspace gives when it installs the bot through /slack/install. `installedAt` is real time, epoch ms. */
export type StoredInstallation = {
  team: string;
  botUserId: string;
  botId: string;
  token: string;
  scopes: readonly string[];
  installedBy: string;
  installedAt: number;
};

/** The same as the app holds them. */
export type KeptInstallations = Installations & {
  /** Slack has answered for every workspace since the start. */
  ready(): boolean;
  /** A workspace has installed the bot, and Slack confirmed its token a moment ago. */
  installed(installation: StoredInstallation): Promise<void>;
  /** Slack tells that the app was removed from a workspace, at a time (epoch ms). */
  removed(team: string, at: number): Promise<void>;
};

/** How a pause ends early when the bot stops. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Between two questions to a Slack that did not answer. */
export const ASK_AGAIN_MS = 5_000;

/**
 * One workspace with one token. Slack out of reach at the start is no error: auth.test is asked again until it answers.
 * A token that Slack refuses is asked again too, since an operator may reinstall the app meanwhile.
 */
export function singleInstallation(
  client: WebClient,
  { log, sparing }: { log: Log; sparing: SparingLog },
  wait: Wait,
): KeptInstallations {
  let confirmed: Installation | undefined;
  let confirming: Promise<void> | undefined;

  async function untilConfirmed(signal: AbortSignal): Promise<void> {
    while (!confirmed && !signal.aborted) {
      try {
        const { team_id = '', user_id = '', bot_id = '' } = await client.auth.test();
        confirmed = { team: team_id, botUserId: user_id, botId: bot_id, client };
      } catch (error) {
        const { kind, reason } = slackFailure(error);
        const words = 'Slack does not confirm the bot token; asking again';
        if (kind === 'refused') log.warn({ reason }, words);
        else sparing({ reason }, words);
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
    installed: async () => undefined,
    removed: async (team) => suspect(team),
    confirm(signal) {
      confirming ??= untilConfirmed(signal).finally(() => {
        confirming = undefined;
      });
      return confirming;
    },
  };
}
