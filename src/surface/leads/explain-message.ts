/** What a message’s menu offers: why it is here, and which leads it speaks of. Both answer the person alone. */

import { whyPostAnswer } from '../../messages/feeds/why-post.ts';
import {
  FOUND_LEADS_SHOWN,
  type FoundLead,
  foundLeadsAnswer,
  placesLine,
} from '../../messages/leads/found-leads.ts';
import { type Page, paragraph, withBelow } from '../../messages/page.ts';
import { postKind } from '../../outbox/post-kinds.ts';
import { feedsOf, visibleIn } from '../../projects/projects.ts';
import { projectRef } from '../../rules/project-ref.ts';
import { handlesOf } from '../../store/handles.ts';
import { leadsByKey } from '../../store/leads.ts';
import { Refused } from '../refused.ts';
import type { Answer, Shortcut, ShortcutRequest, SurfaceDeps } from '../request.ts';
import { type Seen, seenBy } from '../seen-by.ts';
import { EXPLAINED } from '../why-handle.ts';
import {
  createAddresses,
  type LeadRef,
  leadsIn,
  type OurPost,
  postOf,
  postsElsewhere,
} from './leads-in-message.ts';
import { whyLead } from './why-lead.ts';

/** A message may link to hundreds. */
const LEADS_LOOKED_AT = 30;

export const whyHere: Shortcut = {
  id: 'message.why',
  type: 'message',
  name: 'Why is this here?',
  description: 'How a post of Sightline came about, and how its leads stand',
  run: (request, deps) => explainMessage('why', request, deps),
};

export const findLead: Shortcut = {
  id: 'message.find',
  type: 'message',
  name: 'Find this lead',
  description: 'Whether a thread that a message links to is a lead, how it stands and where it was posted',
  run: (request, deps) => explainMessage('leads', request, deps),
};

/** `asked`: why it is there, or only which leads it holds. @throws Refused where the person may see nothing of it. */
async function explainMessage(
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
    const looked = leads.slice(0, LEADS_LOOKED_AT);
    const found = await foundLeads(looked, post !== undefined, request, seen, deps);
    return { message: foundLeadsAnswer(found, post && asked === 'why' ? howItCame(post, deps) : undefined) };
  }
  if (post) return { message: await whyPost(post, request, deps) };
  throw new Refused({
    sentence: 'This message has no lead of a project in your channels.',
    example: '/visibility why L1',
  });
}

async function whyWithPlaces(
  { project, key }: LeadRef,
  request: ShortcutRequest,
  seen: Seen,
  deps: SurfaceDeps,
): Promise<Page> {
  const message = await whyLead(key, project, request, deps);
  const posts = await postsElsewhere(project.id, [key], request, seen, deps);
  const line = placesLine(await createAddresses(request.installation.client)(posts.get(key) ?? []));
  return withBelow(message, paragraph(line));
}

/** In the order of `refs`, without those that are not kept. Of leads without a row no address is asked for. */
async function foundLeads(
  refs: readonly LeadRef[],
  isHere: boolean,
  request: ShortcutRequest,
  seen: Seen,
  deps: SurfaceDeps,
): Promise<FoundLead[]> {
  const { client, team } = request.installation;
  const ofProject = Map.groupBy(refs, ({ project }) => project.id);
  const read = [...ofProject].map(async ([id, ofThis]) => {
    const keys = ofThis.map(({ key }) => key);
    const leads = await leadsByKey(deps.db, team, id, keys);
    return [id, { leads, posts: await postsElsewhere(id, keys, request, seen, deps) }] as const;
  });
  const kept = new Map(await Promise.all(read));
  const handles = await handlesOf(
    deps.db,
    team,
    refs.map(({ key }) => key),
  );
  const askable = new Set(visibleIn(deps.projects(), request.channel).map(({ id }) => id));
  const found = refs.flatMap(({ project, key }) => {
    const { leads, posts } = kept.get(project.id) ?? {};
    const lead = leads?.get(key);
    return lead ? [{ project, lead, posts: posts?.get(key) ?? [] }] : [];
  });
  const addressed = createAddresses(client);
  return Promise.all(
    found.map(async ({ project, lead, posts }, i) => ({
      project: projectRef(project),
      lead,
      handle: handles[lead.key],
      places:
        i < FOUND_LEADS_SHOWN
          ? await addressed(posts)
          : posts.map(({ channel, at }) => ({ channel, at, permalink: undefined })),
      isHere,
      askable: askable.has(project.id),
    })),
  );
}

/** What the post speaks of by a handle is explained as that; how such a post comes at all stands below. */
async function whyPost(post: OurPost, request: ShortcutRequest, deps: SurfaceDeps): Promise<Page> {
  const { project, decision } = post;
  const general = howItCame(post, deps);
  const { letter = '', keys = [] } = postKind(decision).handles(decision) ?? {};
  const [key] = keys;
  const explained = key !== undefined && (await EXPLAINED[letter]?.(key, project, request, deps));
  return explained ? withBelow(explained, ...general.parts) : general;
}

function howItCame({ project, decision, subscription, at }: OurPost, deps: SurfaceDeps): Page {
  const feed = feedsOf(deps.projects()).find(({ id }) => id === subscription);
  return whyPostAnswer(projectRef(project), postKind(decision).explained, { feed, at });
}
