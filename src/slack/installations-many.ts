/** Every workspace that installed the bot through /slack/install: read from the store, asked of Slack, kept in mind. */
import type { WebClient } from '@slack/web-api';
import type { Log, SparingLog } from '../log.ts';
import { slackFailure } from './failures.ts';
import {
  ASK_AGAIN_MS,
  type Installation,
  type KeptInstallations,
  type StoredInstallation,
  type Wait,
} from './installations.ts';

export type InstallationsDeps = {
  /** Where installations outlive this process, and where other processes write theirs. */
  kept: {
    all(): Promise<readonly StoredInstallation[]>;
    keep(installation: StoredInstallation): Promise<void>;
    /** False if there is none from before `before` (epoch ms). */
    drop(team: string, before: number): Promise<boolean>;
  };
  clientOf: (token: string) => WebClient;
  log: Log;
  /** For Slack's troubles. */
  sparing: SparingLog;
  wait: Wait;
};

/** Workspaces that Slack is asked about at one time. */
const ASKED_AT_ONCE = 16;

/** `confirm` reads what is stored anew: it finds what other processes installed and removed, and asks about what is new. */
export function manyInstallations({
  kept,
  clientOf,
  log,
  sparing,
  wait,
}: InstallationsDeps): KeptInstallations {
  const confirmed = new Map<string, { installation: Installation; token: string }>();
  const refused = new Map<string, string>();
  let answered = false;
  let confirming: Promise<void> | undefined;

  function remember({ team, botUserId, botId, token, installedBy }: StoredInstallation): void {
    const installation = { team, botUserId, botId, client: clientOf(token), installedBy };
    confirmed.set(team, { installation, token });
    refused.delete(team);
  }

  async function untilAnswered(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await askAll())) await wait(ASK_AGAIN_MS, signal);
  }

  /** True when Slack answered for every workspace, whatever it said. */
  async function askAll(): Promise<boolean> {
    const all = await kept.all();
    const teams = new Set(all.map(({ team }) => team));
    for (const team of confirmed.keys()) if (!teams.has(team)) confirmed.delete(team);
    const unknown = all.filter(({ team, token }) => confirmed.get(team)?.token !== token);
    for (let first = 0; first < unknown.length; first += ASKED_AT_ONCE) {
      const answers = await Promise.all(unknown.slice(first, first + ASKED_AT_ONCE).map(ask));
      if (answers.includes(false)) return false;
    }
    answered = true;
    return true;
  }

  /** Whether Slack answered. A token that it refuses is asked about again at the next `confirm`. */
  async function ask(stored: StoredInstallation): Promise<boolean> {
    const { team, token } = stored;
    try {
      await clientOf(token).auth.test();
      remember(stored);
      return true;
    } catch (error) {
      const failure = slackFailure(error);
      const isRefused = failure.kind === 'refused';
      if (!isRefused || refused.get(team) !== token) {
        const words = 'Slack does not confirm the token of a workspace';
        if (isRefused) log.warn({ team, reason: failure.reason }, words);
        else sparing({ team, reason: failure.reason }, words);
      }
      if (isRefused) refused.set(team, token);
      return isRefused;
    }
  }

  return {
    all: () => [...confirmed.values()].map(({ installation }) => installation),
    of: (team) => confirmed.get(team)?.installation,
    ready: () => answered,
    suspect(team) {
      if (confirmed.delete(team))
        log.error(
          { team },
          'Slack refuses the token of a workspace; nothing is sent there until it is confirmed',
        );
    },
    async installed(installation) {
      await kept.keep(installation);
      remember(installation);
      log.info({ team: installation.team, by: installation.installedBy }, 'Installed in a workspace');
    },
    async removed(team, at) {
      if (!(await kept.drop(team, at))) return;
      confirmed.delete(team);
      log.warn(
        { team },
        'Removed from a workspace: its token is forgotten, all else waits for it to come back',
      );
    },
    confirm(signal) {
      confirming ??= untilAnswered(signal).finally(() => {
        confirming = undefined;
      });
      return confirming;
    },
  };
}
