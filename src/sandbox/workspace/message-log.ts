/** The messages of every channel, private answers among them; what the Web API posts and the page shows. */
import type { Changes } from './changes.ts';
import type { PostedMessage } from './model.ts';

type MessageDraft = Omit<PostedMessage, 'ts' | 'edited'>;

export type MessageLog = {
  post(draft: MessageDraft): PostedMessage;
  /** Replaces a message by its next state, at its place. */
  replace(message: PostedMessage): void;
  remove(message: PostedMessage): void;
  find(channel: string, ts: string): PostedMessage | undefined;
  /** The blocks that a message showed before, latest first: somebody may still have them on the screen. */
  earlier(message: PostedMessage): readonly PostedMessage['blocks'][];
  /** All of a channel, replies and private answers too, oldest first. */
  of(channel: string): readonly PostedMessage[];
  /** A time stamp as Slack writes it, later than every earlier one of the channel. */
  nextTs(channel: string): string;
};

/** How many earlier states of a message can still be clicked. */
const REMEMBERED = 50;

/** @param now the workspace's time in epoch ms; it may stand still, stamps rise all the same. */
export function createMessageLog(now: () => number, changes: Changes): MessageLog {
  const channels = new Map<string, PostedMessage[]>();
  const lastMicros = new Map<string, number>();
  const before = new Map<string, PostedMessage['blocks'][]>();

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
  const earlier = (message: PostedMessage) => before.get(keyOf(message)) ?? [];

  function placeOf({ channel, ts }: PostedMessage): number {
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
      const [replaced] = of(message.channel).splice(placeOf(message), 1, message);
      if (replaced) before.set(keyOf(message), [replaced.blocks, ...earlier(message)].slice(0, REMEMBERED));
      changes.emit({ kind: 'message', message, event: 'edited' });
    },
    remove: (message) => {
      of(message.channel).splice(placeOf(message), 1);
      before.delete(keyOf(message));
      changes.emit({ kind: 'message', message, event: 'deleted' });
    },
  };
}
