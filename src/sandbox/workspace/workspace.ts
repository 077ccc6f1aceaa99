/**
 * Puts the local Slack workspace together: its state, and what people and the
 * demo can do. HTTP is in web-api/ and hooks.ts.
 */
import { SLACK_TIMES } from '../../slack/blocks.ts';
import { createAct, createModals, createShortcut } from './act.ts';
import { canSee } from './directory.ts';
import { readInitialValues } from './elements.ts';
import type {
  DeclaredCommand,
  DeclaredShortcut,
  PostedMessage,
  Workspace,
  WorkspaceControls,
} from './model.ts';
import { createDispatch, toMessageEvent, wrapEvent } from './requests.ts';
import { checkCommands, createMembership, createSay, type SendEvent } from './say.ts';
import { toViewObject } from './slack-objects.ts';
import { createState, type State, type StateOptions } from './state.ts';

export type WorkspaceOptions = StateOptions & {
  signingSecret: string;
  /** From the app's manifest. */
  commands: readonly DeclaredCommand[];
  /** From the app's manifest. */
  shortcuts?: readonly DeclaredShortcut[];
  /** The manifest's messages_tab_read_only_enabled. */
  directReadOnly?: boolean;
  /** The manifest's bot_events; no others are sent. */
  botEvents?: readonly string[];
  /** The app's granted scopes; all if missing. */
  scopes?: readonly string[];
  /** How long the bot has to acknowledge, in real milliseconds. Slack's three seconds by default. */
  ackMs?: number;
};

/** `state` is for the Web API and the hooks. */
export type LocalWorkspace = Workspace & WorkspaceControls & { readonly state: State };

/** @throws CommandsRefused if Slack would refuse the manifest's commands. */
export function createWorkspace(options: WorkspaceOptions): LocalWorkspace {
  const {
    signingSecret,
    shortcuts = [],
    directReadOnly = false,
    botEvents = [],
    scopes,
    ackMs = SLACK_TIMES.triggerMs,
  } = options;
  const commands = checkCommands(options.commands);
  const state = createState(options);
  const dispatch = createDispatch(state, { signingSecret, ackMs });
  const sendEvent: SendEvent = async (event) => {
    if (botEvents.includes(event.type)) await dispatch.event(wrapEvent(state, event));
  };
  const membership = createMembership(state, sendEvent);
  const { directory, messages, views } = state;
  state.changes.subscribe((change) => {
    const caused = change.kind === 'message' ? toMessageEvent(state, change) : undefined;
    if (!caused || !botEvents.includes(caused.name) || scopes?.includes(caused.scope) === false) return;
    void dispatch.event(wrapEvent(state, caused.event));
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
      if (!channel || !canSee(directory.person(asPerson), channel)) return [];
      return messages.of(channelId).filter((message) => isInList(message, asPerson, threadTs));
    },
    file: (id) => {
      const file = state.files.find(id);
      return file && file.shares.length > 0 ? file : undefined;
    },
    openView: (person) => views.top(person),
    home: (person) => views.home(person)?.view.blocks,
    say: createSay({ state, dispatch, membership, commands, directReadOnly }),
    act: createAct({ state, dispatch }),
    shortcut: createShortcut({ state, dispatch, shortcuts }),
    ...createModals({ state, dispatch }),
    ...membership,
    connect: (addresses) => {
      Object.assign(state.addresses, addresses);
    },
    openHome: async (person, tab = 'home') => {
      if (!directory.person(person)) return { ok: false, sentence: 'Nobody has that id.' };
      const channel = directory.direct(person).id;
      const event_ts = messages.nextTs(channel);
      const home = tab === 'home' ? views.home(person) : undefined;
      const view =
        home &&
        toViewObject(state, { ...home, rootId: home.id, values: readInitialValues(home.view.blocks) });
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

function isInList(message: PostedMessage, person: string, threadTs: string | undefined): boolean {
  const isHere = message.threadTs === threadTs || (threadTs === undefined && message.broadcast === true);
  return isHere && (message.onlyFor === undefined || message.onlyFor === person);
}
