/** Where the bot is installed: clients and ids of workspaces that Slack has confirmed, and its last contact. */
import type { WebClient } from '@slack/web-api';
import { isRecent } from '../clock.ts';
import { BOT_TOKEN } from '../config.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Log, SparingLog } from '../log.ts';
import { type SlackFailure, toSlackFailure } from './failures.ts';

/** One workspace; `installedBy` if it was installed through /slack/install. */
export type Installation = {
  team: string;
  /** The organisation of several workspaces that it belongs to, if any. */
  enterprise?: string | undefined;
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

/** An installation through /slack/install. `installedAt` is real time, epoch ms. The store doesn't keep `enterprise`. */
export type StoredInstallation = Pick<Installation, 'team' | 'enterprise'> & {
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
  /** That Slack refuses the only token, or doesn’t answer, in words. */
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

const NO_ANSWER =
  'Slack doesn’t answer as it should, so nothing can be posted yet. Check this machine’s network, and HTTPS_PROXY and SLACK_API_URL if they’re set; Sightline keeps trying';

/** One workspace with one token: repeats auth.test until it succeeds. */
export function createSingleInstallation(
  client: WebClient,
  { log, sparing }: { log: Log; sparing: SparingLog },
  wait: Wait,
): KeptInstallations {
  let confirmed: Installation | undefined;
  let silence: string | undefined;
  const refusals = createRefusals('SLACK_BOT_TOKEN', BOT_TOKEN, log);

  function noteFailure(failure: SlackFailure): void {
    const { kind, reason } = failure;
    const isSilent = kind === 'unclear' || reason === 'unreachable';
    silence = isSilent ? `Slack doesn’t answer (${reason})` : undefined;
    const trouble = isSilent ? NO_ANSWER : 'Slack doesn’t confirm the bot token; trying again';
    if (!refusals.note(failure)) sparing({ reason }, trouble);
  }

  async function askUntilConfirmed(signal: AbortSignal): Promise<void> {
    while (!confirmed && !signal.aborted) {
      try {
        const { team_id = '', user_id = '', bot_id = '', enterprise_id } = await client.auth.test();
        confirmed = { team: team_id, enterprise: enterprise_id, botUserId: user_id, botId: bot_id, client };
        silence = undefined;
        refusals.note();
      } catch (error) {
        noteFailure(toSlackFailure(error));
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
    refusal: () => refusals.inWords() ?? silence,
    installed: async () => undefined,
    removed: async (team) => suspect(team),
    confirm: shareRun(askUntilConfirmed),
  };
}

type InstallationsDeps = {
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

  function remember({ team, enterprise, botUserId, botId, token, installedBy }: StoredInstallation): void {
    const installation = { team, enterprise, botUserId, botId, client: clientOf(token), installedBy };
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
      const { enterprise_id: enterprise } = await clientOf(token).auth.test();
      remember({ ...stored, enterprise });
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

/** A little less than the time between two ticks. */
const QUIET_MS = MINUTE_MS - 10_000;

type LastContactDeps = {
  installations: Pick<Installations, 'all' | 'suspect'>;
  /** In socket mode only the socket counts, since requests come over nothing else. */
  socketIsOpen: (() => boolean) | undefined;
  realNow: () => number;
};

export function createLastContact({ installations, socketIsOpen, realNow }: LastContactDeps) {
  let heardAt: number | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let turn = 0;

  const note = () => {
    heardAt = realNow();
  };
  const listen = () => {
    if (socketIsOpen?.()) note();
  };

  /** Calls auth.test after a silence, so that a quiet workspace doesn't look like a fault. Never fails. */
  async function ask(): Promise<void> {
    listen();
    const all = installations.all();
    // Workspaces take turns: any answer shows that Slack is there, and refused tokens are found on the way.
    const installation = all[turn % all.length];
    // After the machine’s clock was set back, too: the answer tells by how much.
    if (!installation || isRecent(Math.max(heardAt ?? askedAt, askedAt), realNow(), QUIET_MS)) return;
    turn += 1;
    askedAt = realNow();
    const failure = await installation.client.auth.test().then(() => undefined, toSlackFailure);
    if (failure?.kind === 'refused' && failure.spoilt === 'installation')
      installations.suspect(installation.team);
    const isAnswer = !failure || (failure.kind !== 'unclear' && failure.reason !== 'unreachable');
    if (isAnswer && !socketIsOpen) note();
  }

  return {
    note,
    ask,
    /** Epoch ms, real time; undefined if it never was. */
    at() {
      listen();
      return heardAt;
    },
  };
}
