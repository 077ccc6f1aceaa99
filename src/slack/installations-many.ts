/** The workspaces that installed the bot through /slack/install: read from the store and confirmed by Slack. */
import type { WebClient } from '@slack/web-api';
import type { Log, SparingLog } from '../log.ts';
import { toSlackFailure } from './failures.ts';
import {
  ASK_AGAIN_MS,
  type Installation,
  type KeptInstallations,
  type StoredInstallation,
  shareRun,
  type Wait,
} from './installations.ts';

export type InstallationsDeps = {
  /** The store, which other processes write to as well. */
  kept: {
    all(): Promise<readonly StoredInstallation[]>;
    keep(installation: StoredInstallation): Promise<void>;
    /** False if there is no installation from before `before` (epoch ms). */
    drop(team: string, before: number): Promise<boolean>;
  };
  clientOf: (token: string) => WebClient;
  log: Log;
  sparing: SparingLog;
  wait: Wait;
};

const ASKED_AT_ONCE = 16;

/** Slack itself is out of reach or takes no calls; any other answer is about this workspace, and may last for days. */
const SLACKS_OWN = /^(?:unreachable|rate_?limited|request_timeout|service_unavailable)$/;

/** `confirm` rereads the store, so it finds what other processes installed and removed, and confirms new tokens. */
export function createManyInstallations({
  kept,
  clientOf,
  log,
  sparing,
  wait,
}: InstallationsDeps): KeptInstallations {
  const confirmed = new Map<string, { installation: Installation; token: string }>();
  const refused = new Map<string, string>();
  let answered = false;

  function remember({ team, botUserId, botId, token, installedBy }: StoredInstallation): void {
    const installation = { team, botUserId, botId, client: clientOf(token), installedBy };
    confirmed.set(team, { installation, token });
    refused.delete(team);
  }

  async function askUntilAnswered(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await askAll())) await wait(ASK_AGAIN_MS, signal);
  }

  /** True if Slack answered for every workspace, whatever it said. */
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

  /** Whether Slack answered. A token that it didn't confirm is tried again at the next `confirm`. */
  async function ask(stored: StoredInstallation): Promise<boolean> {
    const { team, token } = stored;
    try {
      await clientOf(token).auth.test();
      remember(stored);
      return true;
    } catch (error) {
      const failure = toSlackFailure(error);
      const isAnswer = failure.kind !== 'unclear' && !SLACKS_OWN.test(failure.reason);
      if (!isAnswer || refused.get(team) !== token) {
        const words = 'Slack doesn’t confirm the token of a workspace';
        if (isAnswer) log.warn({ team, reason: failure.reason }, words);
        else sparing({ team, reason: failure.reason }, words);
      }
      if (isAnswer) refused.set(team, token);
      return isAnswer;
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
        'Removed from a workspace: deleted its token; the rest is kept in case it reinstalls',
      );
    },
    confirm: shareRun(askUntilAnswered),
  };
}
