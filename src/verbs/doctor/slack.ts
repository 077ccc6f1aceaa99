/** Checks Slack without posting: the token, its scopes, how Slack reaches the bot, every channel. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import type { Config } from '../../config.ts';
import { createLog } from '../../log.ts';
import { feedsOf, type Projects, recipientsOf } from '../../projects/projects.ts';
import { createSlackClient, createSlackLogger, makeClientOptions } from '../../slack/client.ts';
import { isRefusal, toSlackFailure } from '../../slack/failures.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../../surface/lookups/help.ts';
import { remedyOf } from '../../visibility/errors.ts';
import { judgeClock } from './address.ts';
import { type LookResult, listSome, ok, skipped, trouble } from './report.ts';
import { lookAtBlocks } from './slack-blocks.ts';

/**
 * A workspace and its projects. `team` and `slack` are missing if its token is refused or can't be read. `isElsewhere`:
 * the bot isn't in it, so none of its feeds comes due.
 */
export type Workspace = {
  team?: string;
  isElsewhere?: true;
  projects: Projects;
  slack?: { client: WebClient; bot: string; scopes: readonly string[] | undefined };
  results: readonly LookResult[];
};

/** Somebody, or a user group, that projects.yml names. `lost`: what comes of it if Slack doesn't know them. */
type Named = { id: string; what: string; lost: string; where: string };

/**
 * What projects.yml needs in a workspace: channels by id, with what is posted there; those where projects are only visible,
 * with their names; and the people it names.
 */
type SlackNeeds = {
  channels: ReadonlyMap<string, readonly string[]>;
  visibleIn: ReadonlyMap<string, readonly string[]>;
  people: readonly Named[];
  onUnclear: 'hold' | 'resend';
};

function judgeRecipients(projects: Projects): LookResult[] {
  if (projects.projects.length === 0 || recipientsOf(projects).length > 0) return [];
  const sentence = 'Nobody hears when something breaks: projects.yml names no owners and no ops_channel.';
  const mend =
    'Add `owners: [U0123ABCD]` with the ids of one or more people (in Slack: their profile, ⋮, Copy member ID).';
  return [trouble('loss', 'Slack', { what: 'owners', sentence, mend })];
}

type PersonLooked = LookResult & { person?: string };

/** Checks every workspace. What is common to all is in the first one's results. */
export async function lookAtSlack(
  doctor: SlackDoctor,
  all: readonly Workspace[],
  config: Config,
): Promise<{ team: string | undefined; results: LookResult[] }[]> {
  const common = [
    await doctor.lookAtConnection(config),
    judgeClock('Slack', doctor.skewMs(), config.slack.mode !== 'socket'),
  ];
  const looked: { team: string | undefined; results: PersonLooked[] }[] = [];
  for (const { team, projects, slack, results } of all) {
    const further = slack ? await doctor.lookAtWorkspace(slack, needsOf(projects)) : [];
    // With many workspaces, whoever installed the bot hears.
    if (slack && config.slack.mode !== 'oauth') further.push(...judgeRecipients(projects));
    looked.push({ team, results: [...results, ...(looked.length === 0 ? common : []), ...further] });
  }
  // Few people are in every workspace.
  const isKnown = new Set(
    looked.flatMap(({ results }) => results.flatMap(({ person, finding }) => (!finding && person) || [])),
  );
  const isElsewhere = ({ person, finding }: PersonLooked) =>
    finding !== undefined && person !== undefined && isKnown.has(person);
  return looked.map(({ team, results }) => ({ team, results: results.filter((one) => !isElsewhere(one)) }));
}

function needsOf(projects: Projects): SlackNeeds {
  const uses = [
    ...feedsOf(projects).map(({ channel, project, kind }) => ({ channel, use: `${project.name} ${kind}` })),
    ...(projects.ops_channel ? [{ channel: projects.ops_channel, use: 'messages to owners' }] : []),
  ];
  const visible = projects.projects.flatMap(({ name, visible_in = [] }) =>
    visible_in.map((channel) => ({ channel, use: name })),
  );
  const channels = usesByChannel(uses);
  const visibleIn = usesByChannel(visible.filter(({ channel }) => !channels.has(channel)));
  return { channels, visibleIn, people: listPeople(projects), onUnclear: projects.on_unclear };
}

function usesByChannel(all: readonly { channel: string; use: string }[]): Map<string, string[]> {
  const byChannel = Map.groupBy(all, ({ channel }) => channel);
  return new Map([...byChannel].map(([id, alike]) => [id, alike.map(({ use }) => use)]));
}

function listPeople(projects: Projects): Named[] {
  const named = (ids: readonly string[], role: string, lost: string, where: string): Named[] =>
    ids.map((id) => ({ id, what: role || (isGroup(id) ? 'user group' : 'person'), lost, where }));
  return [
    ...named(projects.owners, 'owner', 'they won’t hear when something breaks', 'owners'),
    ...Object.entries(projects.permissions).flatMap(([right, who]) =>
      typeof who === 'string'
        ? []
        : named(who, '', `permissions: ${right} allows nobody by that id`, `permissions: ${right}`),
    ),
    ...feedsOf(projects).flatMap((feed) =>
      feed.kind === 'scores'
        ? named(
            feed.settings.mention,
            '',
            `serious alerts of ${feed.project.name} can’t mention them`,
            'scores: mention',
          )
        : [],
    ),
  ];
}

const isGroup = (id: string) => id.startsWith('S');

/** Who a token belongs to. `scopes` are missing if Slack doesn't send them. */
type Who = { team: string; bot: string; scopes: readonly string[] | undefined };

export type SlackDoctor = ReturnType<typeof createSlackDoctor>;

/** `onStep` is called before each request. */
export function createSlackDoctor(
  slack: Config['slack'],
  realNow: () => number,
  onStep: (what: string) => void,
) {
  let skewMs: number | undefined;
  let isSilenceReported = false;
  /** Slack accepts the same blocks in every workspace, so one check is enough. */
  let areBlocksChecked = false;

  /** Reads Slack's time, which is cut off to the second, from every answer. */
  const fetchAndReadDate: typeof fetch = async (...request) => {
    const answer = await globalThis.fetch(...request);
    const date = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(date)) skewMs = date + 500 - realNow();
    return answer;
  };
  const options = {
    ...makeClientOptions(slack.apiUrl, createSlackLogger(createLog('silent'))),
    fetch: fetchAndReadDate,
  };
  const clientOf = (token: string) => createSlackClient(token, options);

  /** Finds out whose token it is, and what it may do. `who` is missing if Slack doesn't say. */
  async function lookAtToken(
    client: WebClient,
    tokenName: string,
  ): Promise<{ who?: Who; results: LookResult[] }> {
    onStep('auth.test');
    try {
      const answer = await callPatiently(() => client.auth.test());
      const { team, team_id, user, response_metadata } = answer;
      const who = { team: team_id ?? '', bot: user ?? 'Sightline', scopes: response_metadata?.scopes };
      const look = ok('token', `signs in to the workspace ${team} (${team_id}) as @${user}`);
      return { who, results: [{ look }] };
    } catch (error) {
      const failure = toSlackFailure(error);
      if (isRefusal(failure)) return { results: [tokenRefused(failure.reason, tokenName)] };
      isSilenceReported = true;
      return { results: [silence('token', failure.reason, 'Nothing can be posted.')] };
    }
  }

  function tokenRefused(reason: string, tokenName: string): LookResult {
    return fault(
      'token',
      `Slack refuses ${tokenName} (${reason}), so nothing can be posted.`,
      slack.mode === 'oauth'
        ? 'Install the bot there again, at /slack/install.'
        : `Set ${tokenName} to the bot token (xoxb-…) from "OAuth & Permissions" in your Slack app’s settings. If there is none, install the app again.`,
    );
  }

  /** How Slack reaches the bot: through a socket, or at an address that only Slack can test. */
  async function lookAtConnection({ host, port }: Pick<Config, 'host' | 'port'>): Promise<LookResult> {
    if (slack.mode !== 'socket') {
      const sentence = `only Slack can test that https://your-host/slack/events reaches ${host}:${port} on this machine`;
      return { look: skipped('HTTP', sentence) };
    }
    onStep('apps.connections.open');
    try {
      await callPatiently(() => clientOf(slack.appToken).apps.connections.open());
      return { look: ok('Socket Mode', 'Slack accepts SLACK_APP_TOKEN') };
    } catch (error) {
      const failure = toSlackFailure(error);
      const { reason } = failure;
      if (!isRefusal(failure)) {
        return isSilenceReported
          ? { look: skipped('Socket Mode', `Slack doesn’t answer (${reason})`) }
          : silence('Socket Mode', reason, 'Commands and clicks can’t reach the bot.');
      }
      return fault(
        'Socket Mode',
        `Slack refuses SLACK_APP_TOKEN (${reason}), so commands and clicks can’t reach the bot.`,
        'Turn on Socket Mode in your Slack app’s settings, and set SLACK_APP_TOKEN to an app-level token (xapp-…) with connections:write.',
      );
    }
  }

  async function lookAtWorkspace(
    { client, bot, scopes }: NonNullable<Workspace['slack']>,
    { channels, visibleIn, people, onUnclear }: SlackNeeds,
  ): Promise<PersonLooked[]> {
    const results: PersonLooked[] = [...judgeScopes(scopes), describeLostPosts(scopes, onUnclear)];
    for (const [id, uses] of channels) {
      onStep(`channel ${id}`);
      results.push(await lookAtChannel(client, bot, id, uses));
    }
    for (const [id, names] of visibleIn) {
      onStep(`channel ${id}`);
      results.push(await lookAtVisible(client, id, names));
    }
    for (const named of people) {
      onStep(`${named.what} ${named.id}`);
      results.push({ ...(await lookAtPerson(client, named)), person: named.id });
    }
    if (!areBlocksChecked) {
      areBlocksChecked = true;
      onStep('blocks.validate');
      results.push(...(await lookAtBlocks(client, callPatiently, realNow())));
    }
    return results;
  }

  return { clientOf, lookAtToken, lookAtConnection, lookAtWorkspace, skewMs: () => skewMs };
}

const MOST_ATTEMPTS = 4;

/** Slack limits its rate and says how long to wait, for example when there are hundreds of channels. */
async function callPatiently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const failure = toSlackFailure(error);
      if (failure.kind !== 'later' || failure.afterMs === undefined || attempt === MOST_ATTEMPTS) throw error;
      await delay(failure.afterMs);
    }
  }
}

const fault = (what: string, sentence: string, mend: string) =>
  trouble('fault', 'Slack', { what, sentence, mend });

function silence(what: string, reason: string, cost: string): LookResult {
  return fault(
    what,
    `Slack doesn’t answer (${reason}). ${cost}`,
    remedyOf(reason) ??
      'Check this machine’s network and proxy, and SLACK_API_URL if it’s set. The bot keeps trying by itself.',
  );
}

const UPDATE_APP =
  'paste manifest.yml into "App Manifest" in your Slack app’s settings, and install the app again.';

/** Which of the manifest's scopes are missing, and what that costs. */
function judgeScopes(granted: readonly string[] | undefined): LookResult[] {
  if (granted === undefined)
    return [{ look: skipped('scopes', 'this Slack doesn’t say which scopes are granted') }];
  const judge = (level: 'fault' | 'loss', scopes: Readonly<Record<string, string>>) => {
    const [which, uses, mend] =
      level === 'fault' ? ['scope', 'needs', 'To grant it'] : ['optional scope', 'uses', 'If you want that'];
    return Object.entries(scopes).flatMap(([scope, why]) => {
      const sentence = `The ${which} ${scope} isn’t granted. Sightline ${uses} it ${why}.`;
      const lacking = { what: 'scopes', sentence, mend: `${mend}, ${UPDATE_APP}` };
      return granted.includes(scope) ? [] : trouble(level, 'Slack', lacking);
    });
  };
  const all = ok('scopes', 'all scopes in the manifest are granted, including the optional ones');
  const lacking = [...judge('fault', SCOPES), ...judge('loss', OPTIONAL_SCOPES)];
  return lacking.length > 0 ? lacking : [{ look: all }];
}

const UNCLEAR = {
  hold: 'it is held back and the owners are told (on_unclear: hold)',
  resend: 'it is sent again, perhaps twice (on_unclear: resend)',
};

/** What happens to a post if Slack's answer to it gets lost, so that nobody knows whether it was posted. */
function describeLostPosts(granted: readonly string[] | undefined, onUnclear: 'hold' | 'resend'): LookResult {
  const lost = 'if Slack’s answer to a post gets lost,';
  const needed = Object.keys(OPTIONAL_SCOPES).filter((scope) => /:history$|^im:/.test(scope));
  const missing = needed.filter((scope) => !granted?.includes(scope));
  if (granted && missing.length === 0) {
    return { look: ok('history', `${lost} Sightline looks for the post in its channel`) };
  }
  const why = granted ? `; looking for it needs ${missing.join(' and ')}` : '';
  return { look: ok('history', `${lost} ${UNCLEAR[onUnclear]}${why}`) };
}

/** Whether the bot can post there, as far as that can be seen without posting. */
async function lookAtChannel(
  client: WebClient,
  bot: string,
  id: string,
  uses: readonly string[],
): Promise<LookResult> {
  const used = listSome(uses);
  const lost = `so this isn’t posted: ${used}.`;
  const invite = (name: string) => `In ${name}: /invite @${bot}`;
  try {
    const { channel } = await callPatiently(() => client.conversations.info({ channel: id }));
    const name = channel?.name ? `#${channel.name}` : id;
    if (channel?.is_archived) {
      return fault(
        id,
        `${name} is archived, ${lost}`,
        `Unarchive ${name}, or choose another channel in projects.yml.`,
      );
    }
    if (!channel?.is_member) return fault(id, `The bot isn’t in ${name}, ${lost}`, invite(name));
    if (channel.is_read_only || channel.is_thread_only) {
      const mend = `Let @${bot} post in ${name} (in its settings, under "Posting permissions").`;
      return fault(id, `Not everybody may post in ${name}, ${lost}`, mend);
    }
    const shared = channel.is_ext_shared ? '. People of another organisation are in it, and see that' : '';
    const look = ok(id, `${name}: the bot is a member and can post ${used}${shared}`);
    return { look: { ...look, ...(!shared && { alike: 'the bot is a member and can post in' }) } };
  } catch (error) {
    const { reason } = toSlackFailure(error);
    return reason === 'channel_not_found'
      ? fault(
          id,
          `The channel ${id} is private and the bot isn’t in it, or the id is wrong, ${lost}`,
          `${invite('that channel')}. To see its id, click the channel’s name in Slack and scroll down in "About".`,
        )
      : fault(
          id,
          `The channel ${id} can’t be checked: ${reason}.`,
          'Check the bot token and its scopes first.',
        );
  }
}

/** A channel where nothing is posted, but a project can be asked about. */
async function lookAtVisible(client: WebClient, id: string, names: readonly string[]): Promise<LookResult> {
  try {
    const { channel } = await callPatiently(() => client.conversations.info({ channel: id }));
    const name = channel?.name ? `#${channel.name}` : id;
    return { look: ok(id, `${name}: people there can ask about ${names.join(', ')}`) };
  } catch (error) {
    const sentence = `The channel ${id} can’t be found (${toSlackFailure(error).reason}), so ${names.join(', ')} can’t be asked about there.`;
    const mend = 'Correct `visible_in` in projects.yml, or invite the bot if the channel is private.';
    return trouble('loss', 'Slack', { what: id, sentence, mend });
  }
}

async function lookAtPerson(client: WebClient, { id, what, lost, where }: Named): Promise<LookResult> {
  const gone = (why: string) => {
    const sentence = `The ${what} ${id} ${why}, so ${lost}.`;
    return trouble('loss', 'Slack', { what, sentence, mend: `Correct \`${where}\` in projects.yml.` });
  };
  try {
    if (isGroup(id)) {
      await callPatiently(() => client.usergroups.users.list({ usergroup: id }));
      return { look: ok(what, `${id} is in the workspace`) };
    }
    const { user } = await callPatiently(() => client.users.info({ user: id }));
    return user?.deleted ? gone('has left this workspace') : { look: ok(what, `${id} is in the workspace`) };
  } catch (error) {
    const { reason } = toSlackFailure(error);
    return reason === 'missing_scope'
      ? { look: skipped(what, `a scope is missing to look for ${id}`) }
      : gone(`can’t be found (${reason})`);
  }
}
