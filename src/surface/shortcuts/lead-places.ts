/** Where leads stand for one person: the posts that show them in the person's own channels, with their addresses. */
import type { WebClient } from '@slack/web-api';
import type { LeadPlace } from '../../messages/answers/found-leads.ts';
import { postsShowing, type ShowingPost } from '../../store/lead-threads.ts';
import type { ShortcutRequest, SurfaceDeps } from '../request.ts';
import type { Seen } from '../seen-by.ts';

/** Posts named of one lead. */
const PLACES_SHOWN = 3;

/** By key, of leads of one project; the message that was clicked needs no link to itself. */
export async function postsElsewhere(
  projectId: string,
  keys: readonly string[],
  { installation: { team }, message }: ShortcutRequest,
  { channels }: Seen,
  { db }: SurfaceDeps,
): Promise<Map<string, ShowingPost[]>> {
  const posts = await postsShowing(db, { team, projectId, keys }, [...channels], PLACES_SHOWN);
  return new Map([...posts].map(([key, each]) => [key, each.filter(({ ts }) => ts !== message?.ts)]));
}

/** Asks Slack for the address of each post once, however many leads stand in it. */
export function createAddresses(client: WebClient): (posts: readonly ShowingPost[]) => Promise<LeadPlace[]> {
  const asked = new Map<string, Promise<string | undefined>>();

  function addressOf({ channel, ts }: ShowingPost): Promise<string | undefined> {
    const key = `${channel} ${ts}`;
    const address =
      asked.get(key) ??
      client.chat.getPermalink({ channel, message_ts: ts }).then(
        ({ permalink }) => permalink,
        () => undefined,
      );
    asked.set(key, address);
    return address;
  }

  return (posts) =>
    Promise.all(
      posts.map(async (post) => ({
        channel: post.channel,
        at: post.at,
        permalink: await addressOf(post),
      })),
    );
}
