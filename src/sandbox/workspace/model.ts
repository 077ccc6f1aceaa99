/**
 * The local Slack workspace as data, and what can be done in it. The Web API (web-api/) changes it on the bot's
 * behalf, the page (page/) on the visitor's; both go through `Workspace`.
 */
import type { ModalView } from '@slack/types';
import type { MessageBlock } from '../../slack/blocks.ts';
import type { SlackFault } from './slack-faults.ts';

/** A person one can act as. Guests are restricted; outsiders belong to another organisation (Slack Connect). */
export type Person = {
  id: string;
  /** Handle, without @. */
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
  /** Ids of people and of the bot. */
  members: Set<string>;
  /** Set on a direct message with the bot: the person at its other end, the only one who sees it. */
  directWith?: string;
};

/** A slash command as the app's manifest declares it. `shouldEscape`: #channels, @people and links arrive as ids. */
export type DeclaredCommand = {
  command: string;
  description: string;
  usageHint: string;
  shouldEscape?: boolean;
};

/** A shortcut as the manifest's `features.shortcuts` declares it. */
export type DeclaredShortcut = {
  name: string;
  type: 'global' | 'message';
  callbackId: string;
  description: string;
};

/** An option that the bot offered in answer to what a person typed. */
export type OfferedOption = { text: { type: 'plain_text'; text: string }; value: string };

/** A file that a message shows. `size` in bytes. */
export type SharedFile = {
  id: string;
  name: string;
  title: string;
  altText: string;
  mimetype: string;
  size: number;
};

/** A posted message. `ts` is Slack's: seconds and microseconds, unique in its channel, and its id. */
export type PostedMessage = {
  ts: string;
  channel: string;
  /** The parent's ts, for a reply in a thread. */
  threadTs?: string;
  /** A reply that stands in the channel too. */
  broadcast?: true;
  /** Who wrote it: a person's id or the bot's user id. */
  author: string;
  text: string;
  blocks: MessageBlock[];
  files?: readonly SharedFile[];
  metadata?: { event_type: string; event_payload: Record<string, unknown> };
  edited?: string;
  /** A line that Slack wrote itself: who came and who went. */
  subtype?: 'channel_join' | 'channel_leave';
  /** Private answers: only this person sees it. */
  onlyFor?: string;
};

/** An open modal of one person. `errors` by block_id, after a refused submission. */
export type OpenView = {
  id: string;
  person: string;
  view: ModalView;
  hash: string;
  errors: Record<string, string>;
  /** Where the person was when it opened. */
  channel?: string;
};

/** Where an element stands that a person uses. */
export type Source =
  | { kind: 'message'; channel: string; ts: string }
  | { kind: 'view'; viewId: string }
  | { kind: 'home' };

/** What the page learns: something changed, and where. It redraws that piece. */
export type Change =
  | { kind: 'message'; message: PostedMessage; event: 'posted' | 'edited' | 'deleted' }
  | { kind: 'view'; person: string; view: OpenView | undefined }
  | { kind: 'channel'; channel: string }
  | { kind: 'home'; person: string };

/** What came of an act: done, or one sentence for the person who acted (as Slack would say it). */
export type Outcome = { ok: true } | { ok: false; sentence: string };

/** Values of a modal's inputs or of an interactive element, in Slack's `state.values` shape. */
export type StateValues = Record<string, Record<string, Record<string, unknown>>>;

export type Workspace = {
  readonly team: { id: string; name: string; domain: string };
  readonly bot: { userId: string; botId: string; appId: string; name: string };
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  /** Slash commands as the app's manifest declares them, for autocomplete. */
  readonly commands: readonly DeclaredCommand[];
  /** The app's shortcuts as its manifest declares them. */
  readonly shortcuts: readonly DeclaredShortcut[];
  /** Whether the app takes no messages: its conversation with a person is only read. */
  readonly directReadOnly: boolean;
  /** Time in the workspace, epoch ms: the sandbox's clock. */
  now(): number;
  /** A channel's messages as this person sees them, oldest first; replies of a thread with `threadTs`. */
  messages(channel: string, asPerson: string, threadTs?: string): PostedMessage[];
  /** The bytes of a file that some channel was shown. */
  file(id: string): { name: string; mimetype: string; bytes: Uint8Array<ArrayBuffer> } | undefined;
  openView(person: string): OpenView | undefined;
  home(person: string): MessageBlock[] | undefined;
  subscribe(listener: (change: Change) => void): () => void;

  /** A person writes a message, or runs a slash command if it begins with "/". */
  say(person: string, channel: string, text: string, threadTs?: string): Promise<Outcome>;
  /**
   * A person uses an interactive element of a message or modal. `element` is found by block_id and action_id;
   * `value` is what the kind of element carries (selected option's value, date, …); confirm dialogs are the page's.
   */
  act(input: {
    person: string;
    from: Source;
    blockId: string;
    actionId: string;
    value?: string | string[];
    /** What the person has typed elsewhere in the modal, which travels along as its state. */
    values?: StateValues;
  }): Promise<Outcome>;
  /** A person runs a shortcut; one of a message with its ts. */
  shortcut(input: { person: string; callbackId: string; channel: string; ts?: string }): Promise<Outcome>;
  /** A person types into a menu whose options the bot gives. Empty where it gives none. */
  suggest(input: {
    person: string;
    from: Source;
    blockId: string;
    actionId: string;
    typed: string;
  }): Promise<readonly OfferedOption[]>;
  /** What the bot offered this person in such a menu until now. */
  offered(person: string, blockId: string, actionId: string): readonly OfferedOption[];
  /** A person submits a modal with what they typed; fields that are refused are named in `OpenView.errors`. */
  submitView(person: string, viewId: string, values: StateValues): Promise<Outcome>;
  closeView(person: string, viewId: string): Promise<Outcome>;
};

/** What else happens in a workspace, for the demo's own controls: the Home tab, and things that go wrong. */
export type WorkspaceControls = {
  /** Where the bot takes requests, and where this server is reached: for response_urls and permalinks. */
  connect(addresses: { botUrl?: string; ownUrl?: string }): void;
  /** A person looks at the app's Home or Messages tab; the bot is told, and may publish the Home. */
  openHome(person: string, tab?: 'home' | 'messages'): Promise<Outcome>;
  /** Adds a person or the bot to a channel, with Slack's line in it. `by` is who did it. */
  invite(channel: string, member: string, by: string): Promise<Outcome>;
  /** Removes a person or the bot from a channel, with Slack's line in it. */
  remove(channel: string, member: string): Promise<Outcome>;
  archive(channel: string, archived: boolean): void;
  /** With `true`, a second chat.postMessage within a second in one channel is answered 429. */
  rateLimit(on: boolean): void;
  fault(fault: SlackFault, on: boolean): void;
  hasFault(fault: SlackFault): boolean;
};
