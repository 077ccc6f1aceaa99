/** The conversations.* methods: which channels there are, who is in them, and what was said. */
import { z } from 'zod';
import type { Channel, PostedMessage } from '../model.ts';
import { joinedChannel, knownChannel, knownPerson, publicMessage } from '../reach.ts';
import { Refused } from '../refused.ts';
import { channelObject, messageObject, repliesTo } from '../slack-objects.ts';
import type { State } from '../state.ts';
import { flag, type Method, method, page, paging } from './method.ts';

const channelArgument = { channel: z.string().min(1) };
const kinds = { types: z.string().optional(), exclude_archived: flag.optional(), ...paging };

const stamp = z.coerce.number().nonnegative();
const span = {
  oldest: stamp.default(0),
  latest: stamp.default(Number.POSITIVE_INFINITY),
  inclusive: flag.default(false),
  include_all_metadata: flag.default(false),
  ...paging,
};

export const conversationsMethods: Readonly<Record<string, Method>> = {
  'conversations.list': method(z.looseObject(kinds), (args, state) =>
    channelPage(state, args, ({ members, private: hidden }) => !hidden || members.has(state.bot.userId)),
  ),

  'users.conversations': method(z.looseObject({ user: z.string().optional(), ...kinds }), (args, state) => {
    const { bot } = state;
    const user =
      args.user === undefined || args.user === bot.userId ? bot.userId : knownPerson(state, args.user).id;
    // Of somebody else's private channels the bot sees those that it shares.
    return channelPage(
      state,
      args,
      ({ members, private: hidden }) => members.has(user) && (!hidden || members.has(bot.userId)),
    );
  }),

  'conversations.info': method(
    z.looseObject({ ...channelArgument, include_num_members: flag.optional() }),
    (args, state) => ({ channel: channelObject(state, knownChannel(state, args.channel)) }),
  ),

  'conversations.members': method(z.looseObject({ ...channelArgument, ...paging }), (args, state) => {
    const members = [...knownChannel(state, args.channel).members];
    const { items, metadata } = page(members, (id) => id, args);
    return { members: items, response_metadata: metadata };
  }),

  'conversations.history': method(z.looseObject({ ...channelArgument, ...span }), (args, state) => {
    const channel = joinedChannel(state, args.channel);
    const messages = state.messages
      .of(channel.id)
      .filter(
        (message) => (message.threadTs === undefined || message.broadcast) && message.onlyFor === undefined,
      )
      .filter((message) => within(message, args))
      .toReversed();
    return messagePage(state, messages, args);
  }),

  'conversations.replies': method(
    z.looseObject({ ...channelArgument, ts: z.string().min(1), ...span }),
    (args, state) => {
      const channel = joinedChannel(state, args.channel);
      const message = state.messages.find(channel.id, args.ts);
      if (!message || message.onlyFor !== undefined) throw new Refused('thread_not_found');
      const parent = message.threadTs ? publicMessage(state, channel, message.threadTs) : message;
      const replies = repliesTo(state, parent).filter((reply) => within(reply, args));
      return messagePage(state, [parent, ...replies], args);
    },
  ),

  'conversations.open': method(
    z.looseObject({ users: z.string().optional(), channel: z.string().optional() }),
    (args, state) => {
      const direct = args.channel ? knownChannel(state, args.channel) : directWith(state, args.users);
      return { channel: { id: direct.id } };
    },
  ),
};

/** Group messages are not among what this workspace has, so there is one person at most. */
function directWith(state: State, users = ''): Channel {
  const [user, ...others] = users.split(',').filter(Boolean);
  if (user === undefined) throw new Refused('users_list_not_supplied');
  if (others.length > 0) throw new Refused('too_many_users');
  return state.directory.direct(knownPerson(state, user).id);
}

function kindOf(channel: Channel): string {
  if (channel.directWith !== undefined) return 'im';
  return channel.private ? 'private_channel' : 'public_channel';
}

function channelPage(
  state: State,
  args: {
    types?: string | undefined;
    exclude_archived?: boolean | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
  },
  visible: (channel: Channel) => boolean,
) {
  const types = (args.types ?? 'public_channel').split(',').map((type) => type.trim());
  const channels = state.directory.channels
    .filter((channel) => types.includes(kindOf(channel)) && visible(channel))
    .filter((channel) => !(args.exclude_archived && channel.archived));
  const { items, metadata } = page(channels, ({ id }) => id, args);
  return {
    channels: items.map((channel) => channelObject(state, channel)),
    response_metadata: metadata,
  };
}

function within(
  { ts }: PostedMessage,
  span: { oldest: number; latest: number; inclusive: boolean },
): boolean {
  const at = Number(ts);
  if (span.inclusive) return at >= span.oldest && at <= span.latest;
  return at > span.oldest && at < span.latest;
}

function messagePage(
  state: State,
  messages: readonly PostedMessage[],
  args: { include_all_metadata: boolean; limit?: number | undefined; cursor?: string | undefined },
) {
  const { items, more, metadata } = page(messages, ({ ts }) => ts, args);
  return {
    messages: items.map((message) => messageObject(state, message, { metadata: args.include_all_metadata })),
    has_more: more,
    ...(more && { response_metadata: metadata }),
  };
}
