/** Whether a person can have something posted or shown in a channel: the bot can post there, and they are there too. */
import { canPost } from '../../slack/can-post.ts';
import type { Asker, SurfaceDeps } from '../request.ts';

/** What is wrong with the channel, in a sentence for its field; undefined if nothing is. */
export async function placeFault(
  channel: string,
  { installation, person }: Asker,
  { isMember }: Pick<SurfaceDeps, 'isMember'>,
): Promise<string | undefined> {
  const can = await canPost(installation.client, channel);
  if (can === 'is_archived')
    return 'This channel is archived, so nothing can be posted there. Choose another.';
  if (can !== 'yes')
    return 'I can’t post in this channel yet. There, type /invite @Sightline, then try again.';
  if (await isMember(installation, channel, person, 'now')) return undefined;
  return 'You are not in this channel. Join it first, or choose another.';
}
