/** The leads that a message speaks of, those of a post of ours or whose threads it links to, and which other posts show them. */
import type { WebClient } from '@slack/web-api';
import type { Decision } from '../../decision.ts';
import type { LeadPlace } from '../../messages/leads/found-leads.ts';
import { postKind } from '../../outbox/post-kinds.ts';
import type { Project } from '../../projects/projects.ts';
import { identitiesOf } from '../../rules/lead-key.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { leadsKnownBy, postsShowing, type ShowingPost } from '../../store/lead-threads.ts';
import type { ClickedMessage, ShortcutRequest, SurfaceDeps } from '../request.ts';
import type { Seen } from '../seen-by.ts';

/** More links in one message are nobody's lead. */
const MOST_LINKS = 50;

/** Posts named of one lead. */
const PLACES_SHOWN = 3;

/** Of a link nothing else is known. */
const NAMELESS = { id: undefined, title: undefined, place: undefined };

export type LeadRef = { project: Project; key: string };

/** A post of ours, with what decided it; of a project that the person may see. `at` epoch ms. */
export type OurPost = { project: Project; decision: Decision; subscription: string; at: number };

/** Undefined where the message is none, or of a project that does not exist for the person. */
export async function postOf(
  { ts }: ClickedMessage,
  { channel, installation: { team } }: ShortcutRequest,
  { projects }: Seen,
  { db }: SurfaceDeps,
): Promise<OurPost | undefined> {
  const delivery = await deliveryAt(db, team, channel, ts);
  const project = projects.find(({ id }) => id === delivery?.project_id);
  const decision = delivery && decisionOf(delivery);
  if (!decision || !project) return undefined;
  const { subscription, created_at: at } = delivery;
  return { project, decision, subscription, at };
}

/** Each once, in the order of the post, or else by project. */
export async function leadsIn(
  message: ClickedMessage,
  post: OurPost | undefined,
  { installation: { team } }: ShortcutRequest,
  { projects }: Seen,
  { db }: SurfaceDeps,
): Promise<LeadRef[]> {
  const shown = post ? postKind(post.decision).leads(post.decision) : [];
  if (post && shown.length > 0) return shown.map(({ key }) => ({ project: post.project, key }));
  const identities = linksIn(message).map((url) => identitiesOf({ ...NAMELESS, url })[0]);
  const ids = projects.map(({ id }) => id);
  const known = await leadsKnownBy(db, team, ids, identities);
  return known.flatMap(({ projectId, key }) => {
    const project = projects.find(({ id }) => id === projectId);
    return project ? [{ project, key }] : [];
  });
}

/** The addresses in a message, however Slack wrote them down: as text, in blocks, or as what a link unfurled to. In the order in which they stand, each once. */
export function linksIn({ text, blocks, attachments }: ClickedMessage): string[] {
  const found = textsIn([text, blocks, attachments]).flatMap(
    (said) => said.match(/https?:\/\/[^\s<>|"]+/g) ?? [],
  );
  const addresses = found.map((address) => address.replaceAll('&amp;', '&').replace(/[.,;:!?)\]’”']+$/, ''));
  return [...new Set(addresses)].slice(0, MOST_LINKS);
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (typeof content !== 'object' || content === null) return [];
  return Object.values(content).flatMap(textsIn);
}

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
