/** A person types a line: a message for the channel, a command for the bot, or one of Slack's own commands. */
import { giveAnswer } from './answers.ts';
import { isSlacksOwn, typedCommand } from './commands.ts';
import type { Directory } from './directory.ts';
import type { Dispatch } from './dispatch.ts';
import { isRecord, parsedJson } from './json.ts';
import type { Membership } from './membership.ts';
import type { Channel, DeclaredCommand, Outcome, Person, Workspace } from './model.ts';
import { Refused } from './refused.ts';
import { channelName, OLD_TOKEN, responseUrl } from './requests.ts';
import type { State } from './state.ts';

type Spoken = { person: Person; channel: Channel };

export function createSay(deps: {
  state: State;
  dispatch: Dispatch;
  membership: Membership;
  commands: readonly DeclaredCommand[];
  directReadOnly: boolean;
}): Workspace['say'] {
  const { state, dispatch, membership, commands, directReadOnly } = deps;

  function post({ person, channel }: Spoken, text: string, threadTs?: string): Outcome {
    const encoded = encodeTyped(text, state.directory);
    state.messages.post({
      channel: channel.id,
      author: person.id,
      text: encoded,
      blocks: [],
      ...(threadTs !== undefined && { threadTs }),
    });
    return { ok: true };
  }

  /** `/invite @sightline` and `/remove @sightline`, with one handle or more. */
  async function moveMembers({ person, channel }: Spoken, command: string, text: string): Promise<Outcome> {
    const handles = text.split(/\s+/).filter(Boolean);
    if (handles.length === 0) return refusal(`Name somebody: ${command} @${state.bot.name}`);
    for (const handle of handles) {
      const member = state.directory.idOf(handle.replace(/^@/, ''));
      if (member === undefined) return refusal(`There is nobody called ${handle}.`);
      const outcome =
        command === '/invite'
          ? await membership.invite(channel.id, member, person.id)
          : await membership.remove(channel.id, member);
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  }

  async function run(spoken: Spoken, declared: DeclaredCommand, typed: string): Promise<Outcome> {
    const { person, channel } = spoken;
    const { command } = declared;
    const asked = { person: person.id, channel: channel.id };
    const acknowledged = await dispatch.command({
      token: OLD_TOKEN,
      team_id: state.team.id,
      team_domain: state.team.domain,
      channel_id: channel.id,
      channel_name: channelName(channel),
      user_id: person.id,
      user_name: person.name,
      command,
      text: declared.shouldEscape ? encodeTyped(typed, state.directory) : typed,
      api_app_id: state.bot.appId,
      is_enterprise_install: 'false',
      response_url: responseUrl(state, asked),
      trigger_id: state.triggers.issue(person.id, channel.id),
    });
    if (!acknowledged.ok) return refusal(`${command} failed with the error “${acknowledged.code}”`);
    return answered(spoken, `${command} ${typed}`.trim(), command, acknowledged.body);
  }

  /** The acknowledgement may hold an answer; one for the channel shows the command before it. */
  function answered(spoken: Spoken, line: string, command: string, body: string): Outcome {
    if (body.trim() === '') return { ok: true };
    const json = parsedJson(body);
    const answer = isRecord(json) ? json : { text: body };
    if (Object.keys(answer).length === 0) return { ok: true };
    if (answer.response_type === 'in_channel') post(spoken, line);
    try {
      giveAnswer(state, { person: spoken.person.id, channel: spoken.channel.id }, answer);
      return { ok: true };
    } catch (error) {
      if (error instanceof Refused) return refusal(`${command} failed with the error “${error.code}”`);
      throw error;
    }
  }

  return async (personId, channelId, text, threadTs) => {
    const person = state.directory.person(personId);
    const channel = state.directory.channel(channelId);
    if (!person || !channel?.members.has(personId)) return refusal('You are not in this channel.');
    if (channel.archived) return refusal('This channel is archived.');
    if (directReadOnly && channel.directWith)
      return refusal('Sending messages to this app has been turned off.');
    const spoken = { person, channel };
    const typed = typedCommand(text);
    if (threadTs !== undefined && !state.messages.find(channelId, threadTs)) {
      return refusal('This thread is gone.');
    }
    if (!typed) return post(spoken, text, threadTs);

    const { command } = typed;
    const declared = commands.find((one) => one.command === command);
    if (!declared && !isSlacksOwn(command)) return refusal(`${command} is not a valid command.`);
    if (threadTs !== undefined) return refusal(`${command} is not supported in threads. Sorry!`);
    if (declared) return run(spoken, declared, typed.text);
    if (command === '/invite' || command === '/remove' || command === '/kick') {
      return moveMembers(spoken, command, typed.text);
    }
    return refusal(`${command} is Slack's own command, which this local workspace does not have.`);
  };
}

function refusal(sentence: string): Outcome {
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

function encodeTyped(text: string, directory: Directory): string {
  let encoded = '';
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    encoded += text.slice(from, match.index) + reference(match, directory);
    from = match.index + match[0].length;
  }
  return encoded + text.slice(from);
}

function reference([whole, ...rest]: RegExpExecArray, directory: Directory): string {
  const [url, domain, channel, handle] = rest;
  if (url !== undefined) return `<${escaped(url)}>`;
  if (domain !== undefined) return `<http://${escaped(domain)}|${escaped(domain)}>`;
  if (channel !== undefined) return channelReference(channel, directory) ?? whole;
  if (handle !== undefined) return personReference(handle, directory) ?? whole;
  return escaped(whole);
}

function channelReference(name: string, directory: Directory): string | undefined {
  const channel = directory.channelNamed(name);
  return channel && `<#${channel.id}|${name}>`;
}

function personReference(handle: string, directory: Directory): string | undefined {
  if (BROADCASTS.has(handle)) return `<!${handle}>`;
  const id = directory.idOf(handle);
  return id && `<@${id}|${handle}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
