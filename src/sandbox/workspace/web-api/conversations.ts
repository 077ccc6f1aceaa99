/**
 * The conversations.*, users.* and usergroups.* methods and auth.test: which channels exist, who is in them and what was
 * said, who someone is, and who the token belongs to.
 */
import { z } from 'zod';
import { Refusal } from '../grants.ts';
import type { Channel, PostedMessage } from '../model.ts';
import {
  findReplies,
  toBotUserObject,
  toChannelObject,
  toMessageObject,
  toUserObject,
} from '../slack-objects.ts';
import type { State } from '../state.ts';
import {
  flag,
  type Method,
  method,
  page,
  paging,
  requireChannel,
  requireJoinedChannel,
  requirePerson,
  requirePublicMessage,
} from './method.ts';

const channelArgument = { channel: z.string().min(1) };

const time = z.coerce.number().nonnegative();
const historyArguments = {
  oldest: time.default(0),
  latest: time.default(Number.POSITIVE_INFINITY),
  inclusive: flag.default(false),
  include_all_metadata: flag.default(false),
  ...paging,
};

export const conversationsMethods: Readonly<Record<string, Method>> = {
  'users.conversations': method(
    z.looseObject({
      user: z.string().optional(),
      types: z.string().default('public_channel'),
      exclude_archived: flag.default(false),
      ...paging,
    }),
    (args, state) => {
      const { bot, directory } = state;
      const user =
        args.user === undefined || args.user === bot.userId ? bot.userId : requirePerson(state, args.user).id;
      const types = args.types.split(',').map((type) => type.trim());
      // The bot sees someone else's private channels only if it's in them too.
      const channels = directory.channels.filter(
        (channel) =>
          channel.members.has(user) &&
          (!channel.private || channel.members.has(bot.userId)) &&
          types.includes(kindOf(channel)) &&
          !(args.exclude_archived && channel.archived),
      );
      const { items, metadata } = page(channels, ({ id }) => id, args);
      return {
        channels: items.map((channel) => toChannelObject(state, channel)),
        response_metadata: metadata,
      };
    },
  ),

  'conversations.info': method(
    z.looseObject({ ...channelArgument, include_num_members: flag.optional() }),
    (args, state) => ({ channel: toChannelObject(state, requireChannel(state, args.channel)) }),
  ),

  'conversations.members': method(z.looseObject({ ...channelArgument, ...paging }), (args, state) => {
    const members = [...requireChannel(state, args.channel).members];
    const { items, metadata } = page(members, (id) => id, args);
    return { members: items, response_metadata: metadata };
  }),

  'conversations.history': method(
    z.looseObject({ ...channelArgument, ...historyArguments }),
    (args, state) => {
      const channel = requireJoinedChannel(state, args.channel);
      const messages = state.messages
        .of(channel.id)
        .filter(
          (message) => (message.threadTs === undefined || message.broadcast) && message.onlyFor === undefined,
        )
        .filter((message) => isWithin(message, args))
        .toReversed();
      return pageOfMessages(state, messages, args);
    },
  ),

  'conversations.replies': method(
    z.looseObject({ ...channelArgument, ts: z.string().min(1), ...historyArguments }),
    (args, state) => {
      const channel = requireJoinedChannel(state, args.channel);
      const message = state.messages.find(channel.id, args.ts);
      if (!message || message.onlyFor !== undefined) throw new Refusal('thread_not_found');
      const parent = message.threadTs ? requirePublicMessage(state, channel, message.threadTs) : message;
      const replies = findReplies(state, parent).filter((reply) => isWithin(reply, args));
      return pageOfMessages(state, [parent, ...replies], args);
    },
  ),

  'conversations.open': method(
    z.looseObject({ users: z.string().optional(), channel: z.string().optional() }),
    (args, state) => {
      const channel = args.channel ? requireChannel(state, args.channel) : openDirect(state, args.users);
      return { channel: { id: channel.id } };
    },
  ),
};

/** This workspace has no group messages, so only one person is allowed. */
function openDirect(state: State, users = ''): Channel {
  const [user, ...others] = users.split(',').filter(Boolean);
  if (user === undefined) throw new Refusal('users_list_not_supplied');
  if (others.length > 0) throw new Refusal('too_many_users');
  return state.directory.direct(requirePerson(state, user).id);
}

function kindOf(channel: Channel): string {
  if (channel.directWith !== undefined) return 'im';
  return channel.private ? 'private_channel' : 'public_channel';
}

function isWithin(
  { ts }: PostedMessage,
  span: { oldest: number; latest: number; inclusive: boolean },
): boolean {
  const at = Number(ts);
  if (span.inclusive) return at >= span.oldest && at <= span.latest;
  return at > span.oldest && at < span.latest;
}

function pageOfMessages(
  state: State,
  messages: readonly PostedMessage[],
  args: { include_all_metadata: boolean; limit?: number | undefined; cursor?: string | undefined },
) {
  const { items, more, metadata } = page(messages, ({ ts }) => ts, args);
  return {
    messages: items.map((message) =>
      toMessageObject(state, message, { metadata: args.include_all_metadata }),
    ),
    has_more: more,
    ...(more && { response_metadata: metadata }),
  };
}

export const usersMethods: Readonly<Record<string, Method>> = {
  'users.info': method(z.looseObject({ user: z.string().min(1) }), ({ user }, state) => ({
    user:
      user === state.bot.userId ? toBotUserObject(state) : toUserObject(state, requirePerson(state, user)),
  })),

  'usergroups.users.list': method(z.looseObject({ usergroup: z.string().min(1) }), ({ usergroup }, state) => {
    const users = state.userGroups[usergroup];
    if (!users) throw new Refusal('no_such_subteam');
    return { users };
  }),

  'auth.test': method(z.looseObject({}), (_, { team, bot, addresses }) => ({
    url: `${addresses.ownUrl ?? ''}/`,
    team: team.name,
    user: bot.name,
    team_id: team.id,
    user_id: bot.userId,
    bot_id: bot.botId,
    is_enterprise_install: false,
  })),
};
