/** People write messages, run slash commands, and join and leave channels. */

import { isRecord, parseJson } from '../../json.ts';
import type { Directory } from './directory.ts';
import { Refusal } from './grants.ts';
import { postAnswer } from './hooks.ts';
import type { Channel, DeclaredCommand, Outcome, Person, Workspace } from './model.ts';
import { channelName, type Dispatch, issueResponseUrl, VERIFICATION_TOKEN } from './requests.ts';
import type { State } from './state.ts';

type Speaker = { person: Person; channel: Channel };

export function createSay(deps: {
  state: State;
  dispatch: Dispatch;
  membership: Membership;
  commands: readonly DeclaredCommand[];
  directReadOnly: boolean;
}): Workspace['say'] {
  const { state, dispatch, membership, commands, directReadOnly } = deps;

  function post({ person, channel }: Speaker, text: string, threadTs?: string): Outcome {
    state.messages.post({
      channel: channel.id,
      author: person.id,
      text: encodeText(text, state.directory),
      blocks: [],
      ...(threadTs !== undefined && { threadTs }),
    });
    return { ok: true };
  }

  /** `/invite @sightline` and `/remove @sightline`, with one or more handles. */
  async function moveMembers({ person, channel }: Speaker, command: string, text: string): Promise<Outcome> {
    const handles = text.split(/\s+/).filter(Boolean);
    if (handles.length === 0) return refuse(`Say who, like ${command} @${state.bot.name}.`);
    for (const handle of handles) {
      const member = state.directory.idOf(handle.replace(/^@/, ''));
      if (member === undefined) return refuse(`Nobody here is called ${handle}.`);
      const outcome =
        command === '/invite'
          ? await membership.invite(channel.id, member, person.id)
          : await membership.remove(channel.id, member);
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  }

  async function runCommand(speaker: Speaker, declared: DeclaredCommand, typed: string): Promise<Outcome> {
    const { person, channel } = speaker;
    const { command } = declared;
    const target = { person: person.id, channel: channel.id };
    const acknowledgement = await dispatch.command({
      token: VERIFICATION_TOKEN,
      team_id: state.team.id,
      team_domain: state.team.domain,
      channel_id: channel.id,
      channel_name: channelName(channel),
      user_id: person.id,
      user_name: person.name,
      command,
      text: declared.shouldEscape ? encodeText(typed, state.directory) : typed,
      api_app_id: state.bot.appId,
      is_enterprise_install: 'false',
      response_url: issueResponseUrl(state, target),
      trigger_id: state.triggers.issue(person.id, channel.id),
    });
    if (!acknowledgement.ok) return refuse(`${command} failed with the error “${acknowledgement.code}”`);
    const answer = readAnswer(acknowledgement.body);
    if (Object.keys(answer).length === 0) return { ok: true };
    // Before an answer for the whole channel, Slack shows the command.
    if (answer.response_type === 'in_channel') post(speaker, `${command} ${typed}`.trim());
    try {
      postAnswer(state, target, answer);
      return { ok: true };
    } catch (error) {
      if (error instanceof Refusal) return refuse(`${command} failed with the error “${error.code}”`);
      throw error;
    }
  }

  return async (personId, channelId, text, threadTs) => {
    const person = state.directory.person(personId);
    const channel = state.directory.channel(channelId);
    if (!person || !channel?.members.has(personId)) return refuse('You’re not in this channel.');
    if (channel.archived) return refuse('This channel is archived.');
    if (directReadOnly && channel.directWith)
      return refuse('Sending messages to this app has been turned off.');
    if (threadTs !== undefined && !state.messages.find(channelId, threadTs))
      return refuse('This thread has been deleted.');
    const typed = parseCommand(text);
    return typed ? runTyped({ person, channel }, typed, threadTs) : post({ person, channel }, text, threadTs);
  };

  async function runTyped(
    speaker: Speaker,
    { command, text }: NonNullable<ReturnType<typeof parseCommand>>,
    threadTs: string | undefined,
  ): Promise<Outcome> {
    const declared = commands.find((one) => one.command === command);
    if (!declared && !isBuiltIn(command)) return refuse(`${command} is not a valid command.`);
    if (threadTs !== undefined) return refuse(`${command} is not supported in threads. Sorry!`);
    if (declared) return runCommand(speaker, declared, text);
    if (['/invite', '/remove', '/kick'].includes(command)) return moveMembers(speaker, command, text);
    return refuse(`${command} is built into Slack, but this simulated workspace doesn’t have it.`);
  }
}

function readAnswer(body: string): Record<string, unknown> {
  if (body.trim() === '') return {};
  const json = parseJson(body);
  return isRecord(json) ? json : { text: body };
}

function refuse(sentence: string): Outcome {
  return { ok: false, sentence };
}

const BROADCASTS: ReadonlySet<string> = new Set(['here', 'channel', 'everyone']);

const URL_PART = /(https?:\/\/[^\s<>|]*[^\s<>|.,;:!?)'"])/;
const DOMAIN_PART = /(?<![\w@.-])((?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|co|app|eu|de)\b(?:\/[^\s<>|]*)?)/;
const CHANNEL_PART = /(?<!\w)#([a-z0-9_-]+)/;
const PERSON_PART = /(?<!\w)@([a-z0-9._-]*[a-z0-9_-])/;
const TOKEN = new RegExp(
  [URL_PART, DOMAIN_PART, CHANNEL_PART, PERSON_PART, /[&<>]/].map(({ source }) => source).join('|'),
  'gi',
);

/** Typed text as Slack stores it: references as ids, and &, < and > escaped. */
function encodeText(typed: string, directory: Directory): string {
  // Slack completes what is typed to a person's whole name.
  const text = directory.people.reduce(
    (given, { name, realName }) => given.replaceAll(`@${realName}`, `@${name}`),
    typed,
  );
  let encoded = '';
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    encoded += text.slice(from, match.index) + encodeToken(match, directory);
    from = match.index + match[0].length;
  }
  return encoded + text.slice(from);
}

function encodeToken([whole, url, domain, name, handle]: RegExpExecArray, directory: Directory): string {
  if (url !== undefined) return `<${escapeText(url)}>`;
  if (domain !== undefined) return `<http://${escapeText(domain)}|${escapeText(domain)}>`;
  if (name !== undefined) {
    const channel = directory.channelNamed(name);
    return channel ? `<#${channel.id}|${name}>` : whole;
  }
  if (handle === undefined) return escapeText(whole);
  if (BROADCASTS.has(handle)) return `<!${handle}>`;
  const id = directory.idOf(handle);
  return id ? `<@${id}|${handle}>` : whole;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The only command that the app may declare without a hyphen: its own name. */
const APP_COMMAND = '/visibility';

/** https://slack.com/help/articles/201259356-Slash-commands-in-Slack */
const BUILT_IN: ReadonlySet<string> = new Set(
  (
    'active apps archive away call canvas collapse dm dnd expand feed feedback hangout help huddle invite ' +
    'invite_people join keys kick leave me msg mute open part prefs remind remove rename search shortcuts ' +
    'shrug star status todo topic who'
  )
    .split(' ')
    .map((name) => `/${name}`),
);

/** The manifest declares commands that Slack would refuse. `faults` has one sentence for each. */
class CommandsRefused extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'CommandsRefused';
    this.faults = faults;
  }
}

/** @throws CommandsRefused with every fault: like Slack, one bad name rejects the whole list. */
export function checkCommands(commands: readonly DeclaredCommand[]): readonly DeclaredCommand[] {
  const names = commands.map(({ command }) => command);
  const faults = commands.flatMap(({ command, description }, i) => [
    ...checkName(command),
    ...(names.indexOf(command) < i ? [`${command} is declared twice.`] : []),
    ...(description === '' ? [`${command} needs a description.`] : []),
  ]);
  if (faults.length > 0) throw new CommandsRefused(faults);
  return commands;
}

function checkName(command: string): string[] {
  if (!/^\/[a-z0-9_-]{1,31}$/.test(command)) {
    return [`${command} isn’t a valid command name: use a slash, then up to 31 of a-z, 0-9, _ and -.`];
  }
  if (isBuiltIn(command)) return [`${command} is built into Slack.`];
  if (command !== APP_COMMAND && !command.includes('-')) {
    return [
      `${command} could clash with another app: start it with this app’s name, like ${APP_COMMAND}-leads.`,
    ];
  }
  return [];
}

function isBuiltIn(command: string): boolean {
  return BUILT_IN.has(command);
}

/** "/visibility  leads " -> command and text; undefined for an ordinary message. */
function parseCommand(line: string): { command: string; text: string } | undefined {
  const match = /^(\/\S+)\s*([\s\S]*)$/.exec(line);
  return match?.[1] === undefined ? undefined : { command: match[1], text: (match[2] ?? '').trim() };
}

/** Sends an event to the bot if the app subscribes to its type. */
export type SendEvent = (event: Record<string, unknown> & { type: string }) => Promise<void>;

type Membership = {
  invite(channelId: string, member: string, by: string): Promise<Outcome>;
  remove(channelId: string, member: string): Promise<Outcome>;
};

export function createMembership(state: State, sendEvent: SendEvent): Membership {
  const { directory, messages, bot, team } = state;

  function postLine(channel: Channel, member: string, subtype: 'channel_join' | 'channel_leave'): void {
    const verb = subtype === 'channel_join' ? 'joined' : 'left';
    const text = `<@${member}> has ${verb} the channel`;
    messages.post({ channel: channel.id, author: member, subtype, text, blocks: [] });
  }

  function baseFields(channel: Channel) {
    const kind = channel.private ? 'G' : 'C';
    return { channel: channel.id, channel_type: kind, team: team.id, event_ts: messages.nextTs(channel.id) };
  }

  return {
    invite: async (channelId, member, by) => {
      const channel = directory.channel(channelId);
      if (!channel) return { ok: false, sentence: 'That channel doesn’t exist.' };
      if (channel.members.has(member)) return { ok: false, sentence: 'They’re already in this channel.' };
      directory.join(channel, member);
      postLine(channel, member, 'channel_join');
      await sendEvent({ type: 'member_joined_channel', user: member, inviter: by, ...baseFields(channel) });
      return { ok: true };
    },
    remove: async (channelId, member) => {
      const channel = directory.channel(channelId);
      if (!channel?.members.has(member)) return { ok: false, sentence: 'They’re not in this channel.' };
      directory.leave(channel, member);
      postLine(channel, member, 'channel_leave');
      // The app's own removal is channel_left or group_left; anyone else's is member_left_channel.
      const own = channel.private ? 'group_left' : 'channel_left';
      const type = member === bot.userId ? own : 'member_left_channel';
      await sendEvent({ type, user: member, ...baseFields(channel) });
      return { ok: true };
    },
  };
}
