/**
 * Everything the local workspace remembers, such as every channel's messages, private answers included, the modals each
 * person has open, and the Home tab each person sees. The Web API, the hooks and people's actions all work on it.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ModalView } from '@slack/types';
import { type Changes, type ChannelSetup, createChanges, createDirectory } from './directory.ts';
import { createRateLimit, createResponseUrls, createSlackFaults, createTriggers, Refusal } from './grants.ts';
import { type CheckedHome, withBlockIds } from './limits-check.ts';
import type { Addresses, OpenView, Person, PostedMessage, Workspace } from './model.ts';

export type StateOptions = {
  /** The sandbox's clock, epoch ms. */
  now(): number;
  /** Real time, epoch ms, for signatures, trigger_ids, response_urls and rate limits. */
  realNow(): number;
  channels: readonly ChannelSetup[];
  /** Members by the user group's id. */
  userGroups?: Readonly<Record<string, readonly string[]>>;
};

export type State = ReturnType<typeof createState>;

export function createState(options: StateOptions) {
  const { now, realNow, channels, userGroups = {} } = options;
  const addresses: Addresses = {};
  const changes = createChanges();
  return {
    team: TEAM,
    bot: BOT,
    userGroups,
    now,
    realNow,
    changes,
    addresses,
    directory: createDirectory({ people: CAST, bot: BOT, channels, changes }),
    messages: createMessageLog(now, changes),
    files: createFiles(realNow),
    views: createViewStacks(changes),
    triggers: createTriggers(realNow),
    responseUrls: createResponseUrls(realNow),
    rateLimit: createRateLimit(realNow),
    faults: createSlackFaults(),
  };
}

const TEAM: Workspace['team'] = { id: 'T0LOCAL01', name: 'Local workspace', domain: 'local' };

export const BOT: Workspace['bot'] = {
  userId: 'U0SIGHTLINE',
  botId: 'B0SIGHTLINE',
  appId: 'A0SIGHTLINE',
  name: 'Sightline',
};

/** One of each kind: a member, an admin, a guest, and someone from another organisation. */
export const CAST: readonly Person[] = [
  { id: 'U0ANARUIZ', name: 'ana', realName: 'Ana Ruiz', role: 'member', teamId: TEAM.id },
  { id: 'U0BENOKOYE', name: 'ben', realName: 'Ben Okoye', role: 'admin', teamId: TEAM.id },
  { id: 'U0GIALUND', name: 'gia', realName: 'Gia Lund', role: 'guest', teamId: TEAM.id },
  { id: 'U0OTOVANCE', name: 'oto', realName: 'Oto Vance', role: 'outsider', teamId: 'T0OTHER01' },
];

type MessageDraft = Omit<PostedMessage, 'ts' | 'edited'>;

/** How many earlier versions of a message can still be clicked. */
const MAX_VERSIONS = 50;

/** `now` is the workspace's time in epoch ms. It may stand still, but timestamps always rise. */
function createMessageLog(now: () => number, changes: Changes) {
  const channels = new Map<string, PostedMessage[]>();
  const lastMicros = new Map<string, number>();
  const versions = new Map<string, PostedMessage['blocks'][]>();

  function of(channel: string): PostedMessage[] {
    const messages = channels.get(channel) ?? [];
    channels.set(channel, messages);
    return messages;
  }

  function nextTs(channel: string): string {
    const micros = Math.max(Math.floor(now()) * 1_000, (lastMicros.get(channel) ?? 0) + 1);
    lastMicros.set(channel, micros);
    return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;
  }

  const keyOf = ({ channel, ts }: PostedMessage) => `${channel} ${ts}`;
  const earlier = (message: PostedMessage) => versions.get(keyOf(message)) ?? [];

  function indexOf({ channel, ts }: PostedMessage): number {
    return of(channel).findIndex((message) => message.ts === ts);
  }

  return {
    /** Everything in a channel, including replies and private answers, oldest first. */
    of,
    /** A timestamp in Slack's format, later than any other in the channel. */
    nextTs,
    /** A message's blocks before each edit, latest first: someone may still have them on screen. */
    earlier,
    find: (channel: string, ts: string) => of(channel).find((message) => message.ts === ts),
    post: (draft: MessageDraft) => {
      const message = { ...draft, ts: nextTs(draft.channel) };
      of(draft.channel).push(message);
      changes.emit({ kind: 'message', message, event: 'posted' });
      return message;
    },
    /** Puts the edited message in its old place. */
    replace: (message: PostedMessage) => {
      const [old] = of(message.channel).splice(indexOf(message), 1, message);
      if (old) versions.set(keyOf(message), [old.blocks, ...earlier(message)].slice(0, MAX_VERSIONS));
      changes.emit({ kind: 'message', message, event: 'edited' });
    },
    remove: (message: PostedMessage) => {
      of(message.channel).splice(indexOf(message), 1);
      versions.delete(keyOf(message));
      changes.emit({ kind: 'message', message, event: 'deleted' });
    },
  };
}

/** https://docs.slack.dev/surfaces/modals#view-stack */
const STACK_LIMIT = 3;

type PublishedHome = { id: string; hash: string; view: CheckedHome };

function createViewStacks(changes: Changes) {
  const stacks = new Map<string, readonly OpenView[]>();
  const homes = new Map<string, PublishedHome>();

  function top(person: string): OpenView | undefined {
    return stacks.get(person)?.at(-1);
  }

  function set(person: string, stack: readonly OpenView[]): void {
    stacks.set(person, stack);
    changes.emit({ kind: 'view', person, view: stack.at(-1) });
  }

  function locate(viewId: string) {
    for (const [person, stack] of stacks) {
      const index = stack.findIndex(({ id }) => id === viewId);
      const open = stack[index];
      if (open) return { person, stack, index, open };
    }
    return undefined;
  }

  function replace(viewId: string, next: (open: OpenView) => OpenView): OpenView | undefined {
    const found = locate(viewId);
    if (!found) return undefined;
    const changed = next(found.open);
    set(found.person, found.stack.with(found.index, changed));
    return changed;
  }

  return {
    top,
    /** Replaces whatever modals the person has open. */
    open: (person: string, view: ModalView, channel?: string) => {
      const opened = createView(person, view, channel);
      set(person, [opened]);
      return opened;
    },
    /** Puts a modal on top. Undefined if none is open or the stack is full. */
    push: (person: string, view: ModalView) => {
      const stack = stacks.get(person) ?? [];
      if (stack.length === 0 || stack.length >= STACK_LIMIT) return undefined;
      const opened = createView(person, view, stack[0]?.channel);
      set(person, [...stack, opened]);
      return opened;
    },
    /** Keeps the errors of fields that are still there. */
    update: (viewId: string, view: ModalView) =>
      replace(viewId, (open) => {
        const blocks = withBlockIds(view.blocks);
        const errors = Object.entries(open.errors).filter(([id]) =>
          blocks.some((block) => block.block_id === id),
        );
        return { ...open, view: { ...view, blocks }, hash: createHash(), errors: Object.fromEntries(errors) };
      }),
    /** Sets a submission's errors, by block_id. */
    refuse: (viewId: string, errors: Record<string, string>) => {
      replace(viewId, (open) => ({ ...open, errors }));
    },
    /** Clears the error of a field that the person has changed. */
    touch: (viewId: string, blockId: string) => {
      if (locate(viewId)?.open.errors[blockId] === undefined) return;
      replace(viewId, (open) => {
        const { [blockId]: _, ...errors } = open.errors;
        return { ...open, errors };
      });
    },
    /** Closes a modal and those on top of it. */
    close: (viewId: string) => {
      const found = locate(viewId);
      if (found) set(found.person, found.stack.slice(0, found.index));
    },
    clear: (person: string) => set(person, []),
    /** A modal and its place in the stack: `rootId` is at the bottom, `previousId` right below. */
    find: (viewId: string) => {
      const found = locate(viewId);
      if (!found) return undefined;
      const { stack, index, open } = found;
      return { open, rootId: stack[0]?.id ?? open.id, previousId: stack[index - 1]?.id };
    },
    publish: (person: string, view: CheckedHome) => {
      const id = homes.get(person)?.id ?? createViewId();
      const home = { id, hash: createHash(), view: { ...view, blocks: withBlockIds(view.blocks) } };
      homes.set(person, home);
      changes.emit({ kind: 'home', person });
      return home;
    },
    home: (person: string) => homes.get(person),
  };
}

function createView(person: string, view: ModalView, channel: string | undefined): OpenView {
  return {
    id: createViewId(),
    hash: createHash(),
    person,
    view: { ...view, blocks: withBlockIds(view.blocks) },
    errors: {},
    ...(channel && { channel }),
  };
}

function createViewId(): string {
  return `V${createHash().toUpperCase()}`;
}

function createHash(): string {
  return randomUUID().replaceAll('-', '').slice(0, 12);
}

/** A completed upload. `shares` are the messages that show it; without any, only the bot can see it. */
export type StoredFile = {
  id: string;
  name: string;
  title: string;
  altText: string;
  mimetype: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Real time, epoch ms. */
  completedAt: number;
  shares: readonly { channel: string; ts: string; threadTs?: string }[];
};

const MIMETYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.txt': 'text/plain',
};

type Reserved = {
  id: string;
  name: string;
  length: number;
  altText: string;
  bytes?: Uint8Array<ArrayBuffer>;
};

/** `realNow` in epoch ms. */
function createFiles(realNow: () => number) {
  const reserved = new Map<string, Reserved>();
  const completed = new Map<string, StoredFile>();

  return {
    /** `length` in bytes. The token is the last part of the upload address. */
    reserve: (file: { name: string; length: number; altText: string }) => {
      const token = randomUUID();
      const id = `F${token.replaceAll('-', '').slice(0, 10).toUpperCase()}`;
      reserved.set(token, { id, ...file });
      return { id, token };
    },
    /** Takes a reserved file's bytes, once. @throws Refusal for an unknown address or a different length. */
    upload: (token: string, bytes: Uint8Array<ArrayBuffer>) => {
      const file = reserved.get(token);
      if (!file || file.bytes) throw new Refusal('file_not_found');
      if (file.length !== bytes.length) throw new Refusal('file_upload_size_mismatch');
      file.bytes = bytes;
    },
    /** @throws Refusal (file_not_found) for an id without uploaded bytes. */
    complete: (id: string, title: string | undefined) => {
      const found = [...reserved].find(([, one]) => one.id === id);
      const bytes = found?.[1].bytes;
      if (!found || !bytes) throw new Refusal('file_not_found');
      const [token, { name, altText }] = found;
      reserved.delete(token);
      const mimetype = MIMETYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream';
      const about = { name, title: title || name, altText, mimetype };
      const file = { id, ...about, bytes, completedAt: realNow(), shares: [] };
      completed.set(id, file);
      return file;
    },
    share: (id: string, share: StoredFile['shares'][number]) => {
      const file = completed.get(id);
      if (file) completed.set(id, { ...file, shares: [...file.shares, share] });
    },
    find: (id: string) => completed.get(id),
  };
}
