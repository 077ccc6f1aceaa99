/** The local Slack workspace: its memory, and what people and the demo can do in it. HTTP is in web-api/ and hooks.ts. */
import { SLACK_TIMES } from '../../slack/blocks.ts';
import { createAct, createShortcuts, createSuggest } from './act.ts';
import { checkedCommands } from './commands.ts';
import { createDispatch } from './dispatch.ts';
import { initialValues } from './elements.ts';
import { createMembership, type SendEvent } from './membership.ts';
import { createModals } from './modals.ts';
import type {
  Channel,
  DeclaredCommand,
  DeclaredShortcut,
  Person,
  PostedMessage,
  Workspace,
  WorkspaceControls,
} from './model.ts';
import { eventEnvelope, messageEvent } from './requests.ts';
import { createSay } from './say.ts';
import { viewObject } from './slack-objects.ts';
import { createState, type State, type StateOptions } from './state.ts';

export type WorkspaceOptions = StateOptions & {
  signingSecret: string;
  /** From the app's manifest; a name that Slack would refuse is refused. */
  commands: readonly DeclaredCommand[];
  /** From the app's manifest. */
  shortcuts?: readonly DeclaredShortcut[];
  /** As the manifest's messages_tab_read_only_enabled says. */
  directReadOnly?: boolean;
  /** Events that the app's manifest asks for, by its names for them; no other is sent. */
  botEvents?: readonly string[];
  /** Scopes that the app was granted; without them it may hear everything. */
  scopes?: readonly string[];
  /** Real milliseconds that the bot has to acknowledge; Slack's three seconds unless a test is in a hurry. */
  ackMs?: number;
};

/** `state` is for the Web API and the hooks, which work on the same memory. */
export type LocalWorkspace = Workspace & WorkspaceControls & { readonly state: State };

/** @throws CommandsRefused if the manifest's commands are not Slack's to take. */
export function createWorkspace(options: WorkspaceOptions): LocalWorkspace {
  const {
    signingSecret,
    shortcuts = [],
    directReadOnly = false,
    botEvents = [],
    scopes,
    ackMs = SLACK_TIMES.triggerMs,
  } = options;
  const commands = checkedCommands(options.commands);
  const state = createState(options);
  const dispatch = createDispatch(state, { signingSecret, ackMs });
  const sendEvent: SendEvent = async (event) => {
    if (botEvents.includes(event.type)) await dispatch.event(eventEnvelope(state, event));
  };
  const membership = createMembership(state, sendEvent);
  const { directory, messages, views } = state;
  state.changes.subscribe((change) => {
    const told = change.kind === 'message' ? messageEvent(state, change) : undefined;
    if (!told || !botEvents.includes(told.name) || scopes?.includes(told.scope) === false) return;
    void dispatch.event(eventEnvelope(state, told.event));
  });
  for (const { id } of directory.people) directory.direct(id);

  return {
    state,
    commands,
    shortcuts,
    directReadOnly,
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
    file: (id) => {
      const file = state.files.find(id);
      return file && file.shares.length > 0 ? file : undefined;
    },
    openView: (person) => views.top(person),
    home: (person) => views.home(person)?.view.blocks,
    say: createSay({ state, dispatch, membership, commands, directReadOnly }),
    act: createAct({ state, dispatch }),
    shortcut: createShortcuts({ state, dispatch, shortcuts }),
    suggest: createSuggest({ state, dispatch }),
    offered: state.offers.of,
    ...createModals({ state, dispatch }),
    ...membership,
    connect: (addresses) => {
      Object.assign(state.addresses, addresses);
    },
    openHome: async (person, tab = 'home') => {
      if (!directory.person(person)) return { ok: false, sentence: 'There is nobody of that id.' };
      const channel = directory.direct(person).id;
      const event_ts = messages.nextTs(channel);
      const home = tab === 'home' ? views.home(person) : undefined;
      const view =
        home && viewObject(state, { ...home, rootId: home.id, values: initialValues(home.view.blocks) });
      const opened = { type: 'app_home_opened', user: person, channel, tab, event_ts };
      await sendEvent({ ...opened, ...(view && { view }) });
      return { ok: true };
    },
    archive: (channelId, archived) => {
      const channel = directory.channel(channelId);
      if (channel) directory.archive(channel, archived);
    },
    rateLimit: state.rateLimit.turn,
    fault: state.faults.set,
    hasFault: state.faults.has,
  };
}

/** Guests and outsiders know only the channels that they are in, the others every public one too. */
function isVisible(channel: Channel, person: Person | undefined): boolean {
  if (!person) return false;
  const isInside = person.role === 'member' || person.role === 'admin';
  return channel.members.has(person.id) || (isInside && !channel.private);
}

function isShown(message: PostedMessage, person: string, threadTs: string | undefined): boolean {
  const isThere = message.threadTs === threadTs || (threadTs === undefined && message.broadcast === true);
  return isThere && (message.onlyFor === undefined || message.onlyFor === person);
}
