/**
 * The local Slack workspace: its data, and what people and the demo can do in it. The bot uses the Web API (web-api/),
 * visitors use the page (page/).
 */
import type { ModalView } from '@slack/types';
import type { MessageBlock } from '../../slack/blocks.ts';
import type { SlackFault } from './grants.ts';

/** Someone you can act as. Guests are restricted; outsiders belong to another organisation (Slack Connect). */
export type Person = {
  id: string;
  /** The handle, without @. */
  name: string;
  realName: string;
  role: 'member' | 'admin' | 'guest' | 'outsider';
  teamId: string;
};

export type Channel = {
  id: string;
  name: string;
  topic: string;
  private: boolean;
  archived: boolean;
  /** Ids of people and the bot. */
  members: Set<string>;
  /** For a direct message with the bot: the person, who is the only one to see it. */
  directWith?: string;
};

/** A slash command from the app's manifest. With `shouldEscape`, #channels, @people and links arrive as ids. */
export type DeclaredCommand = {
  command: string;
  description: string;
  usageHint: string;
  shouldEscape?: boolean;
};

/** A shortcut from the manifest's `features.shortcuts`. */
export type DeclaredShortcut = {
  name: string;
  type: 'global' | 'message';
  callbackId: string;
  description: string;
};

/** A file in a message. `size` in bytes. */
export type SharedFile = {
  id: string;
  name: string;
  title: string;
  altText: string;
  mimetype: string;
  size: number;
};

/** A posted message. `ts` is its id: seconds and microseconds, unique in the channel. */
export type PostedMessage = {
  ts: string;
  channel: string;
  /** For a reply in a thread: the parent's ts. */
  threadTs?: string;
  /** A reply that was also sent to the channel. */
  broadcast?: true;
  /** A person's id or the bot's user id. */
  author: string;
  text: string;
  blocks: MessageBlock[];
  files?: readonly SharedFile[];
  metadata?: { event_type: string; event_payload: Record<string, unknown> };
  edited?: string;
  /** For Slack's own lines about people joining and leaving. */
  subtype?: 'channel_join' | 'channel_leave';
  /** For private answers: the only person who sees it. */
  onlyFor?: string;
};

/** A person's open modal. `errors` by block_id, after a rejected submission. */
export type OpenView = {
  id: string;
  person: string;
  view: ModalView;
  hash: string;
  errors: Record<string, string>;
  /** Where the person was when it opened. */
  channel?: string;
};

/** Where the element is that a person uses. */
export type Source =
  | { kind: 'message'; channel: string; ts: string }
  | { kind: 'view'; viewId: string }
  | { kind: 'home' };

/** What changed, and where. */
export type Change =
  | { kind: 'message'; message: PostedMessage; event: 'posted' | 'edited' | 'deleted' }
  | { kind: 'view'; person: string; view: OpenView | undefined }
  | { kind: 'channel'; channel: string }
  | { kind: 'home'; person: string };

/** Success, or one sentence for the person, as Slack would put it. */
export type Outcome = { ok: true } | { ok: false; sentence: string };

/** Values by block_id and action_id, as in Slack's `state.values`. */
export type StateValues = Record<string, Record<string, Record<string, unknown>>>;

export type Workspace = {
  readonly team: { id: string; name: string; domain: string };
  readonly bot: { userId: string; botId: string; appId: string; name: string };
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  readonly commands: readonly DeclaredCommand[];
  readonly shortcuts: readonly DeclaredShortcut[];
  /** Whether people can't write to the app directly. */
  readonly directReadOnly: boolean;
  /** The sandbox's clock, epoch ms. */
  now(): number;
  /** The messages that this person sees in a channel or, with `threadTs`, in a thread, oldest first. */
  messages(channel: string, asPerson: string, threadTs?: string): PostedMessage[];
  /** A file that was shared in a channel. */
  file(id: string): { name: string; mimetype: string; bytes: Uint8Array<ArrayBuffer> } | undefined;
  openView(person: string): OpenView | undefined;
  home(person: string): MessageBlock[] | undefined;
  subscribe(listener: (change: Change) => void): () => void;

  /** A person writes a message, or runs a slash command if it starts with "/". */
  say(person: string, channel: string, text: string, threadTs?: string): Promise<Outcome>;
  /**
   * A person uses an element. `value` depends on its type: the chosen option's value, a date and so on. The page has
   * already asked for confirmation.
   */
  act(input: {
    person: string;
    from: Source;
    blockId: string;
    actionId: string;
    value?: string | string[];
    /** What the person has typed in the modal's other fields. */
    values?: StateValues;
  }): Promise<Outcome>;
  /** A person runs a shortcut. `ts` is the message's, for a message shortcut. */
  shortcut(input: { person: string; callbackId: string; channel: string; ts?: string }): Promise<Outcome>;
  /** A person submits a modal. Faulty fields appear in `OpenView.errors`. */
  submitView(person: string, viewId: string, values: StateValues): Promise<Outcome>;
  closeView(person: string, viewId: string): Promise<Outcome>;
};

/** `botUrl` takes Slack's requests. `ownUrl` is this server's address, for response_urls and permalinks. */
export type Addresses = { botUrl?: string; ownUrl?: string };

/** What the demo's own controls can do: open the Home tab, move people around, and break things. */
export type WorkspaceControls = {
  connect(addresses: Addresses): void;
  /** A person opens the app's Home or Messages tab. The bot gets an event and may publish the Home tab. */
  openHome(person: string, tab?: 'home' | 'messages'): Promise<Outcome>;
  /** Adds a person or the bot to a channel. `by` is who invited them. */
  invite(channel: string, member: string, by: string): Promise<Outcome>;
  /** Removes a person or the bot from a channel. */
  remove(channel: string, member: string): Promise<Outcome>;
  archive(channel: string, archived: boolean): void;
  /** While on, a channel's second chat.postMessage within a second gets a 429. */
  rateLimit(on: boolean): void;
  fault(fault: SlackFault, on: boolean): void;
  hasFault(fault: SlackFault): boolean;
};
