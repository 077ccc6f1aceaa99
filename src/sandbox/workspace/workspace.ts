/** The local Slack workspace: its memory, and what people and the demo can do in it. HTTP is in web-api/ and hooks.ts. */
import { SLACK_TIMES } from '../../slack/blocks.ts';
import { createAct } from './act.ts';
import { checkedCommands } from './commands.ts';
import { createDispatch } from './dispatch.ts';
import { createMembership, type SendEvent } from './membership.ts';
import { createModals } from './modals.ts';
import type {
  Channel,
  DeclaredCommand,
  Person,
  PostedMessage,
  Workspace,
  WorkspaceControls,
} from './model.ts';
import { eventEnvelope } from './requests.ts';
import { createSay } from './say.ts';
import { createState, type State, type StateOptions } from './state.ts';

export type WorkspaceOptions = StateOptions & {
  signingSecret: string;
  /** From the app's manifest; a name that Slack would refuse is refused. */
  commands: readonly DeclaredCommand[];
  /** Event types that the app's manifest asks for; no other is sent. */
  botEvents?: readonly string[];
  /** Real milliseconds that the bot has to acknowledge; Slack's three seconds unless a test is in a hurry. */
  ackMs?: number;
};

/** `state` is for the Web API and the hooks, which work on the same memory. */
export type LocalWorkspace = Workspace & WorkspaceControls & { readonly state: State };

/** @throws CommandsRefused if the manifest's commands are not Slack's to take. */
export function createWorkspace(options: WorkspaceOptions): LocalWorkspace {
  const { signingSecret, botEvents = [], ackMs = SLACK_TIMES.triggerMs } = options;
  const commands = checkedCommands(options.commands);
  const state = createState(options);
  const dispatch = createDispatch(state, { signingSecret, ackMs });
  const sendEvent: SendEvent = async (event) => {
    if (botEvents.includes(event.type)) await dispatch.event(eventEnvelope(state, event));
  };
  const membership = createMembership(state, sendEvent);
  const { directory, messages, views } = state;

  return {
    state,
    commands,
    team: state.team,
    bot: state.bot,
    people: directory.people,
    channels: directory.channels,
    now: state.now,
    subscribe: state.changes.subscribe,
    messages: (channelId, asPerson, threadTs) => {
      const channel = directory.channel(channelId);
      if (!channel || !isVisible(channel, directory.person(asPerson))) return [];
      return messages.of(channelId).filter((message) => isShown(message, asPerson, threadTs));
    },
    openView: (person) => views.top(person),
    home: (person) => views.home(person)?.view.blocks,
    say: createSay({ state, dispatch, membership, commands }),
    act: createAct({ state, dispatch }),
    ...createModals({ state, dispatch }),
    ...membership,
    connect: (addresses) => {
      Object.assign(state.addresses, addresses);
    },
    openHome: async (person) => {
      if (!directory.person(person)) return { ok: false, sentence: 'There is nobody of that id.' };
      const channel = directory.direct(person).id;
      const event_ts = messages.nextTs(channel);
      await sendEvent({ type: 'app_home_opened', user: person, channel, tab: 'home', event_ts });
      return { ok: true };
    },
    archive: (channelId, archived) => {
      const channel = directory.channel(channelId);
      if (channel) directory.archive(channel, archived);
    },
    rateLimit: state.rateLimit.turn,
  };
}

/** Guests and outsiders know only the channels that they are in, the others every public one too. */
function isVisible(channel: Channel, person: Person | undefined): boolean {
  if (!person) return false;
  const isInside = person.role === 'member' || person.role === 'admin';
  return channel.members.has(person.id) || (isInside && !channel.private);
}

function isShown(message: PostedMessage, person: string, threadTs: string | undefined): boolean {
  return message.threadTs === threadTs && (message.onlyFor === undefined || message.onlyFor === person);
}
