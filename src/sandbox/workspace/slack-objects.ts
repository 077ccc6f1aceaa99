/** Messages, files, channels, people and views as Slack's JSON describes them, in answers and requests alike. */
import type { HomeView, ModalView } from '@slack/types';
import type { Channel, Person, PostedMessage, StateValues } from './model.ts';
import type { State, StoredFile } from './state.ts';

/** https://docs.slack.dev/reference/events/message, with `metadata` only on request */
export function toMessageObject(state: State, message: PostedMessage, options: { metadata: boolean }) {
  const { bot, team } = state;
  const byBot = message.author === bot.userId;
  return {
    type: 'message',
    ...(message.subtype && { subtype: message.subtype }),
    ...(message.broadcast && { subtype: 'thread_broadcast' }),
    user: message.author,
    ...(byBot && { bot_id: bot.botId, app_id: bot.appId }),
    team: state.directory.person(message.author)?.teamId ?? team.id,
    ts: message.ts,
    text: message.text,
    ...(message.blocks.length > 0 && { blocks: message.blocks }),
    ...fileFields(state, message),
    ...(message.threadTs && { thread_ts: message.threadTs }),
    ...threadFields(state, message),
    ...(message.edited && { edited: { user: message.author, ts: message.edited } }),
    ...(options.metadata && message.metadata && { metadata: message.metadata }),
  };
}

function fileFields(state: State, { files = [] }: PostedMessage) {
  const known = files.flatMap(({ id }) => state.files.find(id) ?? []);
  return known.length > 0 ? { files: known.map((file) => toFileObject(state, file)), upload: true } : {};
}

/** https://docs.slack.dev/reference/objects/file-object */
export function toFileObject({ bot, addresses }: State, file: StoredFile) {
  const address = `${addresses.ownUrl ?? ''}/files/${file.id}`;
  const shares: Record<string, { ts: string; thread_ts?: string }[]> = {};
  for (const { channel, ts, threadTs } of file.shares) {
    shares[channel] = [...(shares[channel] ?? []), { ts, ...(threadTs && { thread_ts: threadTs }) }];
  }
  const seconds = Math.floor(file.completedAt / 1_000);
  return {
    id: file.id,
    created: seconds,
    timestamp: seconds,
    name: file.name,
    title: file.title,
    alt_txt: file.altText,
    mimetype: file.mimetype,
    filetype: file.name.split('.').at(-1) ?? '',
    user: bot.userId,
    size: file.bytes.length,
    mode: 'hosted',
    url_private: address,
    url_private_download: address,
    permalink: address,
    channels: Object.keys(shares),
    shares: { public: shares },
  };
}

function threadFields(state: State, message: PostedMessage) {
  const replies = findReplies(state, message);
  const latest = replies.at(-1);
  if (!latest) return {};
  const repliers = [...new Set(replies.map((reply) => reply.author))];
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: repliers.length,
    reply_users: repliers,
    latest_reply: latest.ts,
  };
}

/** A thread's public replies, oldest first. */
export function findReplies(state: State, parent: PostedMessage): PostedMessage[] {
  return state.messages
    .of(parent.channel)
    .filter((message) => message.threadTs === parent.ts && message.onlyFor === undefined);
}

/** https://docs.slack.dev/reference/objects/conversation-object */
export function toChannelObject(state: State, channel: Channel) {
  if (channel.directWith !== undefined) {
    return { id: channel.id, is_im: true, is_archived: channel.archived, user: channel.directWith };
  }
  return {
    id: channel.id,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: !channel.private,
    is_group: channel.private,
    is_im: false,
    is_mpim: false,
    is_private: channel.private,
    is_archived: channel.archived,
    is_member: channel.members.has(state.bot.userId),
    is_ext_shared: isShared(state, channel),
    context_team_id: state.team.id,
    topic: { value: channel.topic, creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    num_members: channel.members.size,
  };
}

function isShared(state: State, channel: Channel): boolean {
  return state.directory.people.some(
    (person) => person.teamId !== state.team.id && channel.members.has(person.id),
  );
}

/** https://docs.slack.dev/reference/objects/user-object */
export function toUserObject(state: State, person: Person) {
  return {
    id: person.id,
    team_id: person.teamId,
    name: person.name,
    real_name: person.realName,
    deleted: false,
    tz: 'Europe/Berlin',
    tz_label: 'Central European Time',
    is_admin: person.role === 'admin',
    is_owner: false,
    is_primary_owner: false,
    is_restricted: person.role === 'guest',
    is_ultra_restricted: false,
    is_stranger: isStranger(state, person),
    is_bot: false,
    // Nobody here has set a display name, so Slack and the page show the full name.
    profile: { real_name: person.realName, display_name: '', team: person.teamId },
  };
}

/** From another organisation and in no channel with the app. https://docs.slack.dev/apis/slack-connect */
function isStranger({ directory, team, bot }: State, person: Person): boolean {
  const sharesChannel = directory.channels.some(
    ({ members, directWith }) =>
      directWith === undefined && members.has(person.id) && members.has(bot.userId),
  );
  return person.teamId !== team.id && !sharesChannel;
}

/** The app's own user. */
export function toBotUserObject({ bot, team }: State) {
  return {
    id: bot.userId,
    team_id: team.id,
    name: bot.name,
    real_name: bot.name,
    deleted: false,
    tz: 'Europe/Berlin',
    is_admin: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_bot: true,
    profile: { real_name: bot.name, display_name: bot.name, bot_id: bot.botId, api_app_id: bot.appId },
  };
}

/** https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload */
export function toViewObject(
  state: State,
  placed: {
    id: string;
    hash: string;
    view: ModalView | HomeView;
    rootId: string;
    previousId?: string | undefined;
    values: StateValues;
  },
) {
  const { bot, team } = state;
  return {
    clear_on_close: false,
    notify_on_close: false,
    private_metadata: '',
    callback_id: '',
    external_id: '',
    title: null,
    submit: null,
    close: null,
    ...placed.view,
    id: placed.id,
    hash: placed.hash,
    team_id: team.id,
    app_installed_team_id: team.id,
    app_id: bot.appId,
    bot_id: bot.botId,
    root_view_id: placed.rootId,
    previous_view_id: placed.previousId ?? null,
    state: { values: placed.values },
  };
}
