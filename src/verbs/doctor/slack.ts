/** Looks at Slack without posting anything: the token, what it may do, how Slack reaches the bot, every channel. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { Config } from '../../config.ts';
import { createLog } from '../../log.ts';
import { feedsOf, type Projects } from '../../projects/projects.ts';
import { clientOptions, createSlackClient, slackLogger } from '../../slack/client.ts';
import { type SlackFailure, slackFailure } from '../../slack/failures.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../../surface/lookups/help.ts';
import { clockLook } from './clock-skew.ts';
import { type Look, type Noted, ok, skipped, trouble } from './report.ts';
import { lookAtBlocks } from './slack-blocks.ts';

/**
 * A workspace that the bot is in. `team` and `slack` are missing where Slack does not take the token, or it cannot be read. `isElsewhere`: the bot is not
 * in it, so none of its feeds comes due.
 */
export type Workspace = {
  team?: string;
  isElsewhere?: true;
  projects: Projects;
  slack?: { client: WebClient; bot: string; scopes: readonly string[] | undefined };
  noted: readonly Noted[];
};

/** What a workspace is looked at for. `channels` and `owners` are ids, with what each is for. */
export type SlackWishes = {
  channels: ReadonlyMap<string, readonly string[]>;
  owners: readonly string[];
  onUnclear: 'hold' | 'resend';
};

/** Every workspace as far as its token goes; what is common to all is told with the first. */
export async function lookAtSlack(
  doctor: SlackDoctor,
  all: readonly Workspace[],
  config: Config,
): Promise<{ team: string | undefined; looks: Noted[] }[]> {
  const common = [
    await doctor.way(config),
    clockLook('Slack', doctor.skewMs(), config.slack.mode !== 'socket'),
  ];
  const looked: { team: string | undefined; looks: Noted[] }[] = [];
  for (const { team, projects, slack, noted } of all) {
    const seen = slack ? await doctor.workspace(slack, wishesOf(projects)) : [];
    looked.push({ team, looks: [...noted, ...(looked.length === 0 ? common : []), ...seen] });
  }
  return looked;
}

/** Where posts go, with what goes there. */
function wishesOf(projects: Projects): SlackWishes {
  const uses = [
    ...feedsOf(projects).map(({ channel, project, kind }) => ({ channel, use: `${project.name} ${kind}` })),
    ...(projects.ops_channel ? [{ channel: projects.ops_channel, use: 'what owners are told' }] : []),
  ];
  const byChannel = Map.groupBy(uses, ({ channel }) => channel);
  const channels = [...byChannel].map(([id, those]) => [id, those.map(({ use }) => use)] as const);
  return { channels: new Map(channels), owners: projects.owners, onUnclear: projects.on_unclear };
}

/** What a token opens. `scopes` are missing where Slack does not say. */
type Who = { team: string; bot: string; scopes: readonly string[] | undefined };

export type SlackDoctor = ReturnType<typeof createSlackDoctor>;

/** `onStep` is called before each look. */
export function createSlackDoctor(
  slack: Config['slack'],
  realNow: () => number,
  onStep: (what: string) => void,
) {
  let skewMs: number | undefined;
  /** Whether it was said already that Slack does not answer, and what to do about that. */
  let isSilenceTold = false;
  /** What Slack takes is the same in every workspace. */
  let isAskedOfBlocks = false;

  /** Slack's answers pass here on their way: each tells its time, to the second. */
  const listening: typeof fetch = async (...request) => {
    const answer = await globalThis.fetch(...request);
    const date = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(date)) skewMs = date + 500 - realNow();
    return answer;
  };
  const options = { ...clientOptions(slack.apiUrl, slackLogger(createLog('silent'))), fetch: listening };
  const clientOf = (token: string) => createSlackClient(token, options);

  /** Which workspace a token opens, and what it may do there; `who` is missing where Slack does not say. */
  async function token(client: WebClient, tokenName: string): Promise<{ who?: Who; noted: Noted[] }> {
    onStep('auth.test');
    try {
      const answer = await patiently(() => client.auth.test());
      const { team, team_id, user, response_metadata } = answer;
      const who = { team: team_id ?? '', bot: user ?? 'Sightline', scopes: response_metadata?.scopes };
      return { who, noted: [{ look: ok('token', `opens the workspace ${team} (${team_id}) as @${user}`) }] };
    } catch (error) {
      const failure = slackFailure(error);
      if (!isRefusal(failure)) isSilenceTold = true;
      return { noted: [tokenTrouble(failure, tokenName)] };
    }
  }

  /** Whether a socket could be opened, or where Slack has to send to. */
  async function way({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Noted> {
    if (slack.mode !== 'socket') {
      const there = `must lead to ${host}:${port} here`;
      const sentence = `Slack sends to https://your-host/slack/events, which ${there}; whether it does, only Slack can see`;
      return { look: skipped('HTTP', sentence) };
    }
    onStep('apps.connections.open');
    try {
      await patiently(() => clientOf(slack.appToken).apps.connections.open());
      return { look: ok('Socket Mode', 'Slack opens a socket for SLACK_APP_TOKEN') };
    } catch (error) {
      const failure = slackFailure(error);
      const { reason } = failure;
      if (!isRefusal(failure)) {
        return isSilenceTold
          ? { look: skipped('Socket Mode', `Slack does not answer: ${reason}`) }
          : silence('Socket Mode', reason, 'No command and no click reaches the bot.');
      }
      return fault(
        'Socket Mode',
        `Slack opens no socket: ${reason}. No command and no click reaches the bot.`,
        'Turn Socket Mode on in the app’s settings, and put an app-level token (xapp-…) with connections:write into SLACK_APP_TOKEN.',
      );
    }
  }

  /** One workspace, as far as its token goes. */
  async function workspace(
    { client, bot, scopes }: NonNullable<Workspace['slack']>,
    { channels, owners, onUnclear }: SlackWishes,
  ): Promise<Noted[]> {
    const noted = [...scopesOf(scopes), historyOf(scopes, onUnclear)];
    for (const [id, uses] of channels) {
      onStep(`channel ${id}`);
      noted.push(await channel(client, bot, id, uses));
    }
    for (const id of owners) {
      onStep(`owner ${id}`);
      noted.push(await owner(client, id));
    }
    if (!isAskedOfBlocks) {
      isAskedOfBlocks = true;
      onStep('blocks.validate');
      noted.push(...(await lookAtBlocks(client, patiently, realNow())));
    }
    return noted;
  }

  return { clientOf, token, way, workspace, skewMs: () => skewMs };
}

const MOST_ATTEMPTS = 4;

/** Hundreds of channels may be more than Slack takes at once; it says how long to wait. */
async function patiently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const failure = slackFailure(error);
      if (failure.kind !== 'later' || failure.afterMs === undefined || attempt === MOST_ATTEMPTS) throw error;
      await delay(failure.afterMs);
    }
  }
}

const fault = (what: string, sentence: string, mend: string) =>
  trouble('fault', 'Slack', { what, sentence, mend });

function loss(look: Look, sentence: string, mend: string): Noted {
  return { look, finding: { level: 'loss', subject: 'Slack', sentence, mend } };
}

/** Whether Slack itself said no, be it for a reason that nobody here knows; else the way to it is in question. */
function isRefusal(failure: SlackFailure): boolean {
  return failure.kind === 'refused' || (failure.kind === 'later' && failure.isUnknown === true);
}

function silence(what: string, reason: string, cost: string): Noted {
  return fault(
    what,
    `Slack does not answer: ${reason}. ${cost}`,
    'Check this machine’s network and proxy, and SLACK_API_URL if it is set; the bot asks again by itself.',
  );
}

function tokenTrouble(failure: SlackFailure, tokenName: string): Noted {
  const { reason } = failure;
  return isRefusal(failure)
    ? fault(
        'token',
        `Slack does not take ${tokenName}: ${reason}. Nothing can be posted.`,
        `Copy the bot token (xoxb-…) from "OAuth & Permissions" of your Slack app into ${tokenName}; install the app again if it is not there.`,
      )
    : silence('token', reason, 'Nothing can be posted.');
}

const AGAIN = 'Paste manifest.yml into "App Manifest" of your Slack app, and install it again.';

/** What is missing of the manifest's scopes, and what that costs. */
function scopesOf(granted: readonly string[] | undefined): Noted[] {
  if (granted === undefined) {
    return [{ look: skipped('scopes', 'this Slack does not say which scopes were granted') }];
  }
  const lacking = (scopes: Readonly<Record<string, string>>) =>
    Object.entries(scopes).filter(([scope]) => !granted.includes(scope));
  const [needed, optional] = [lacking(SCOPES), lacking(OPTIONAL_SCOPES)];
  const faults = needed.map(([scope, why]) =>
    fault('scopes', `The scope ${scope} was not granted; it is there ${why}.`, AGAIN),
  );
  const losses = optional.map(([scope, why]) => {
    const sentence = `The optional scope ${scope} was not granted; it is there ${why}.`;
    return loss(skipped('scopes', sentence), sentence, `If you want that: ${AGAIN}`);
  });
  const whole = ok('scopes', 'all that the manifest asks for were granted, the optional ones too');
  return faults.length + losses.length === 0 ? [{ look: whole }] : [...faults, ...losses];
}

const UNCLEAR = {
  hold: 'is held back, and the owners are told (on_unclear: hold)',
  resend: 'is sent again and may come twice (on_unclear: resend)',
};

/** What becomes of a post of which nobody can tell whether Slack has it. */
function historyOf(granted: readonly string[] | undefined, onUnclear: 'hold' | 'resend'): Noted {
  const lost = 'a post whose answer was lost';
  const needed = Object.keys(OPTIONAL_SCOPES).filter((scope) => /:history$|^im:/.test(scope));
  const missing = needed.filter((scope) => !granted?.includes(scope));
  if (granted && missing.length === 0) return { look: ok('history', `${lost} is looked up in its channel`) };
  const where = granted ? `without ${missing.join(' and ')}` : 'where history cannot be read';
  return { look: ok('history', `${where}, ${lost} ${UNCLEAR[onUnclear]}`) };
}

/** Whether the bot may post there, as far as that is seen without posting. */
async function channel(client: WebClient, bot: string, id: string, uses: readonly string[]): Promise<Noted> {
  const lost = `so nothing of this is posted: ${uses.join(', ')}.`;
  const invite = (name: string) => `In ${name}: /invite @${bot}`;
  try {
    const { channel } = await patiently(() => client.conversations.info({ channel: id }));
    const name = channel?.name ? `#${channel.name}` : id;
    if (channel?.is_archived) {
      return fault(
        id,
        `${name} is archived, ${lost}`,
        `Unarchive ${name}, or give these feeds another channel.`,
      );
    }
    if (!channel?.is_member) return fault(id, `The bot is not in ${name}, ${lost}`, invite(name));
    if (channel.is_read_only || channel.is_thread_only) {
      const mend = `Allow @${bot} to post in ${name} ("Channel settings", "Posting permissions").`;
      return fault(id, `${name} does not let everybody post, ${lost}`, mend);
    }
    return { look: ok(id, `${name}: the bot is in it and may post ${uses.join(', ')}`) };
  } catch (error) {
    const { reason } = slackFailure(error);
    const unknown = `Slack shows the bot no channel ${id}: it is private without the bot, or its id is wrong, ${lost}`;
    return reason === 'channel_not_found'
      ? fault(
          id,
          unknown,
          `${invite('that channel')}. Its id stands in Slack under the channel’s name, "About".`,
        )
      : fault(
          id,
          `The channel ${id} cannot be looked at: ${reason}.`,
          'See what stands above of token and scopes.',
        );
  }
}

/** Whether somebody who is to be told is there to be told. */
async function owner(client: WebClient, id: string): Promise<Noted> {
  const gone = (why: string) => {
    const sentence = `The owner ${id} ${why}, so they are not told when something breaks.`;
    return trouble('loss', 'Slack', { what: 'owner', sentence, mend: 'Correct `owners` in projects.yml.' });
  };
  try {
    const { user } = await patiently(() => client.users.info({ user: id }));
    return user?.deleted
      ? gone('has left this workspace')
      : { look: ok('owner', `${id} is in the workspace`) };
  } catch (error) {
    return gone(`cannot be found: ${slackFailure(error).reason}`);
  }
}
