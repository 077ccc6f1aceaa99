/** Every channel's messages, including private answers: the Web API posts them and the page shows them. */
import type { Changes } from './changes.ts';
import type { PostedMessage } from './model.ts';

type MessageDraft = Omit<PostedMessage, 'ts' | 'edited'>;

export type MessageLog = {
  post(draft: MessageDraft): PostedMessage;
  /** Puts the edited message in its old place. */
  replace(message: PostedMessage): void;
  remove(message: PostedMessage): void;
  find(channel: string, ts: string): PostedMessage | undefined;
  /** A message's blocks before each edit, latest first: someone may still have them on screen. */
  earlier(message: PostedMessage): readonly PostedMessage['blocks'][];
  /** Everything in a channel, including replies and private answers, oldest first. */
  of(channel: string): readonly PostedMessage[];
  /** A timestamp in Slack's format, later than any other in the channel. */
  nextTs(channel: string): string;
};

/** How many earlier versions of a message can still be clicked. */
const MAX_VERSIONS = 50;

/** `now` is the workspace's time in epoch ms. It may stand still, but timestamps always rise. */
export function createMessageLog(now: () => number, changes: Changes): MessageLog {
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
    of,
    nextTs,
    earlier,
    find: (channel, ts) => of(channel).find((message) => message.ts === ts),
    post: (draft) => {
      const message = { ...draft, ts: nextTs(draft.channel) };
      of(draft.channel).push(message);
      changes.emit({ kind: 'message', message, event: 'posted' });
      return message;
    },
    replace: (message) => {
      const [old] = of(message.channel).splice(indexOf(message), 1, message);
      if (old) versions.set(keyOf(message), [old.blocks, ...earlier(message)].slice(0, MAX_VERSIONS));
      changes.emit({ kind: 'message', message, event: 'edited' });
    },
    remove: (message) => {
      of(message.channel).splice(indexOf(message), 1);
      versions.delete(keyOf(message));
      changes.emit({ kind: 'message', message, event: 'deleted' });
    },
  };
}
