/** The posts that speak of one thing, in the channels that the asker may read of, as an answer to why tells them. */
import type { WhyPost } from '../messages/why-post.ts';
import { deliveryOn } from '../store/deliveries.ts';
import type { Db, DeliveryRow } from '../store/schema.ts';

export type SeenPost = WhyPost & { channel: string } & Pick<DeliveryRow, 'kind' | 'v' | 'decision'>;

/** At most one in each of `channels`, in their order. */
export async function postsSeen(
  db: Db,
  team: string,
  subject: string,
  channels: readonly string[],
): Promise<SeenPost[]> {
  const found = await Promise.all(channels.map((channel) => deliveryOn(db, team, channel, subject)));
  return found.flatMap((post) => {
    if (!post) return [];
    const { channel, created_at: at, state, not_before: notBefore, failure, kind, v, decision } = post;
    return [{ channel, at, state, notBefore, reason: failure ?? undefined, kind, v, decision }];
  });
}
