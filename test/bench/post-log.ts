/** What stands in the channels of the hostile Slack, in the order in which it was accepted, and read back as Slack does. */

/** A post as it was accepted. `by` is the token that sent it; `at` real time, epoch ms. */
export type Post = {
  channel: string;
  ts: string;
  deliveryId: string;
  by: string;
  at: number;
  text: string;
  metadata: unknown;
  threadTs: string | undefined;
};

export type Draft = Omit<Post, 'ts' | 'at'>;

/** A page of messages, newest first. `oldest`, `latest` and `cursor` are times as in `ts`; all ends are exclusive. */
export type PageOptions = {
  oldest: string;
  latest: string;
  cursor: string;
  limit: number;
  metadata: boolean;
};

/** `now` is Slack's time, of which a `ts` is made; `realNow` the machine's. Both epoch ms. */
export function createPostLog({ now, realNow }: { now: () => number; realNow: () => number }) {
  const posts: Post[] = [];
  let lastMicros = 0;

  function nextTs(): string {
    lastMicros = Math.max(lastMicros + 1, Math.floor(now() * 1_000));
    return `${Math.floor(lastMicros / 1_000_000)}.${String(lastMicros % 1_000_000).padStart(6, '0')}`;
  }

  function page(rows: Post[], { oldest, latest, cursor, limit, metadata }: PageOptions) {
    const wanted = rows
      .filter(({ ts }) => Number(ts) > Number(oldest))
      .filter(({ ts }) => [latest, cursor].every((end) => end === '' || Number(ts) < Number(end)))
      .toReversed();
    const shown = wanted.slice(0, limit);
    const more = wanted.length > limit;
    return {
      messages: shown.map((post) => ({
        type: 'message',
        ts: post.ts,
        text: post.text,
        ...(post.threadTs && { thread_ts: post.threadTs }),
        ...(metadata && { metadata: post.metadata }),
      })),
      has_more: more,
      response_metadata: { next_cursor: more ? (shown.at(-1)?.ts ?? '') : '' },
    };
  }

  return {
    accept(draft: Draft): Post {
      const post = { ...draft, ts: nextTs(), at: realNow() };
      posts.push(post);
      return post;
    },
    find: (channel: string, ts: string) => posts.find((post) => post.channel === channel && post.ts === ts),
    /** Everything that was accepted, oldest first. */
    all: (): readonly Post[] => posts,
    /** What stands in the channel itself: replies in threads do not. */
    history: (channel: string, options: PageOptions) =>
      page(
        posts.filter((post) => post.channel === channel && post.threadTs === undefined),
        options,
      ),
    /** A message and the replies in its thread. */
    replies: (channel: string, ts: string, options: PageOptions) =>
      page(
        posts.filter((post) => post.channel === channel && (post.threadTs === ts || post.ts === ts)),
        options,
      ),
  };
}
