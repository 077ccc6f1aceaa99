/** The leads that a message speaks of: those that a post of ours shows, and those whose threads it links to. */
import type { Decision } from '../../decision.ts';
import { postKind } from '../../outbox/post-kinds.ts';
import type { Project } from '../../projects/projects.ts';
import { identitiesOf } from '../../rules/lead-key.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { leadsKnownBy } from '../../store/lead-threads.ts';
import type { ClickedMessage, ShortcutRequest, SurfaceDeps } from '../request.ts';
import type { Seen } from '../seen-by.ts';
import { linksIn } from './thread-links.ts';

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
