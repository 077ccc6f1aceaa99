/** Tells one person which leads a message speaks of: how they stand, why, and where. */
import {
  type FoundLead,
  foundLeadsAnswer,
  type LeadPlace,
  placesLine,
} from '../../messages/answers/found-leads.ts';
import { whyPostAnswer } from '../../messages/answers/why-post.ts';
import { section } from '../../messages/layout.ts';
import { handleKeys } from '../../outbox/subjects.ts';
import { feedsOf, visibleIn } from '../../projects/projects.ts';
import { projectRef } from '../../rules/project-ref.ts';
import type { Message } from '../../slack/blocks.ts';
import { handlesOf } from '../../store/handles.ts';
import { leadAt } from '../../store/leads.ts';
import { postsShowing } from '../../store/leads-of-threads.ts';
import { whyLead } from '../leads/why-lead.ts';
import { Refused } from '../refused.ts';
import type { Answer, ShortcutRequest, SurfaceDeps } from '../request.ts';
import { type Seen, seenBy } from '../seen-by.ts';
import { EXPLAINED } from '../why-handle.ts';
import { type LeadRef, leadsIn, type OurPost, postOf } from './leads-in.ts';

/** Posts named of one lead. */
const PLACES_SHOWN = 3;

/** A message may link to hundreds. */
const LEADS_LOOKED_AT = 30;

/** `asked`: why it is there, or only which leads it holds. @throws Refused where the person may see nothing of it. */
export async function explainMessage(
  asked: 'why' | 'leads',
  request: ShortcutRequest,
  deps: SurfaceDeps,
): Promise<Answer> {
  const { message } = request;
  if (!message) return undefined;
  const seen = await seenBy(request, deps);
  const post = await postOf(message, request, seen, deps);
  const leads = await leadsIn(message, post, request, seen, deps);
  const [only, ...others] = leads;
  if (only && others.length === 0) return { message: await whyWithPlaces(only, request, seen, deps) };
  if (only) {
    const isHere = post !== undefined;
    const looked = leads
      .slice(0, LEADS_LOOKED_AT)
      .map((lead) => foundLead(lead, isHere, request, seen, deps));
    const found = (await Promise.all(looked)).flatMap((one) => one ?? []);
    return { message: foundLeadsAnswer(found, post && asked === 'why' ? howItCame(post, deps) : undefined) };
  }
  if (post) return { message: await whyPost(post, request, deps) };
  throw new Refused({
    sentence: 'Nothing in this message is a lead of a project that is shown in your channels.',
    example: '/visibility why L1',
  });
}

async function whyWithPlaces(
  { project, key }: LeadRef,
  request: ShortcutRequest,
  seen: Seen,
  deps: SurfaceDeps,
): Promise<Message> {
  const message = await whyLead(key, project, request, deps);
  const line = placesLine(await placesOf({ project, key }, request, seen, deps));
  return line ? { ...message, blocks: [...message.blocks, section(line)] } : message;
}

async function foundLead(
  { project, key }: LeadRef,
  isHere: boolean,
  request: ShortcutRequest,
  seen: Seen,
  deps: SurfaceDeps,
): Promise<FoundLead | undefined> {
  const { team } = request.installation;
  const lead = await leadAt(deps.db, { team, projectId: project.id, key });
  if (!lead) return undefined;
  return {
    project: projectRef(project),
    lead,
    handle: (await handlesOf(deps.db, team, [key]))[key],
    places: await placesOf({ project, key }, request, seen, deps),
    isHere,
    askable: visibleIn(deps.projects(), request.channel).some(({ id }) => id === project.id),
  };
}

/** In the person's own channels; the message that they clicked needs no link to itself. */
async function placesOf(
  { project, key }: LeadRef,
  { installation: { team, client }, message }: ShortcutRequest,
  { channels }: Seen,
  { db }: SurfaceDeps,
): Promise<LeadPlace[]> {
  const posts = await postsShowing(db, { team, projectId: project.id, key }, [...channels], PLACES_SHOWN);
  const elsewhere = posts.filter(({ ts }) => ts !== message?.ts);
  return Promise.all(
    elsewhere.map(async ({ channel, ts, at }) => {
      const told = await client.chat.getPermalink({ channel, message_ts: ts }).catch(() => undefined);
      return { channel, at, permalink: told?.permalink };
    }),
  );
}

/** What the post speaks of by a handle is explained as that; how such a post comes at all stands below. */
async function whyPost(post: OurPost, request: ShortcutRequest, deps: SurfaceDeps): Promise<Message> {
  const { project, decision } = post;
  const general = howItCame(post, deps);
  const { letter = '', keys = [] } = handleKeys(decision) ?? {};
  const [key] = keys;
  const explained = key !== undefined && (await EXPLAINED[letter]?.(key, project, request, deps));
  return explained ? { ...explained, blocks: [...explained.blocks, ...general.blocks] } : general;
}

function howItCame({ project, decision, subscription, at }: OurPost, deps: SurfaceDeps): Message {
  const feed = feedsOf(deps.projects()).find(({ id }) => id === subscription);
  return whyPostAnswer(projectRef(project), decision.kind, { feed, at });
}
