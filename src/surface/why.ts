/** Explains a lead, an alert or a suggestion by its handle; and a message: why it is here, which leads it names. */
import { type Decision, isOpenNews, projectRef } from '../decision.ts';
import { ACTIONS } from '../messages/actions.ts';
import { type FoundLead, foundLeadsAnswer } from '../messages/leads/lead-row.ts';
import { type Page, withBelow } from '../messages/page.ts';
import { whyPostAnswer } from '../messages/trouble-words.ts';
import { postKind } from '../outbox/post-kinds.ts';
import { feedOf, findVisibleProjects, type Project } from '../projects/projects.ts';
import { identitiesOf } from '../rules/lead-key.ts';
import { findDelivery, readDecision } from '../store/deliveries.ts';
import { findKeyOfHandle } from '../store/handles.ts';
import { findLeadsByIdentity } from '../store/lead-stories.ts';
import { findLead, readLeadsByKey } from '../store/leads.ts';
import type { Answer, Ask, ClickedMessage, Command, ProjectAsk, Shortcut, ShortcutAsk } from './ask.ts';
import { action } from './ask.ts';
import { unquote } from './command-line.ts';
import { requireVisible } from './guards.ts';
import { nameLeads } from './home/show-home.ts';
import { explainLead, offerLeads } from './leads/one-lead.ts';
import { explainSuggestion, findSuggestionSeen } from './prompts/suggestions.ts';
import { Refused, requireCarried } from './refused.ts';
import { explainAlert, findAlertsIn } from './scores/alert.ts';
import { ALERT_MS, findAlertsSeen } from './scores/scores.ts';
import { findSeen, isDirect, type Seen } from './seen-by.ts';

type HandleKind = {
  /** The command that lists such things. */
  list: string;
  /** The thing, if it is one of the project's and the person may see it. */
  find(key: string, project: Project, ask: Ask): Promise<unknown>;
  /** @throws Refused if there is no such thing */
  explain(key: string, project: Project, ask: Ask): Promise<Page>;
};

const KINDS: Readonly<Record<string, HandleKind>> = {
  L: {
    list: 'leads',
    find: (key, { id: projectId }, { db, team }) => findLead(db, { team, projectId, key }),
    explain: explainLead,
  },
  A: {
    list: 'scores',
    find: async (key, project, ask) => (await findAlertsIn(key, project, ask))[0],
    explain: explainAlert,
  },
  S: { list: 'suggestions', find: findSuggestionSeen, explain: explainSuggestion },
};

const SEVERAL = /^[LAS]\d+(?:(?:\s*,\s*|\s+and\s+|\s+)[LAS]\d+)+$/i;

function findHandles(words: string): string[] {
  return words.toUpperCase().match(/\b[LAS]\d+\b/g) ?? [];
}

export const why: Command = {
  name: 'why',
  usage: 'why [handle]',
  example: 'why L1',
  summary: 'Why a lead (L1), alert (A1) or suggestion (S1) came or was left out: by which rule, posted where',
  scope: 'project',
  words: 'fixed',
  takes: (rest) => /^(["“]?[LAS]\d+["”]?)?$/i.test(rest) || SEVERAL.test(rest),
  projectsMeant: (words, visible, ask) =>
    requireProjectsOfHandle(unquote(findHandles(words)[0] ?? words), visible, ask),
  async run(ask) {
    const handle = unquote(ask.words);
    const { project } = ask;
    if (SEVERAL.test(handle))
      throw new Refused('Ask for one at a time.', { tries: findHandles(handle).map((one) => `why ${one}`) });
    if (!handle) return offerThings(ask);
    return { message: await explainHandle(handle, project, ask), left: { card: handle.toUpperCase() } };
  },
};

/** The leads posted here last or, where none were, the latest alert if it's open. */
async function offerThings(ask: ProjectAsk): Promise<Answer> {
  const { project, now } = ask;
  const { page, many } = await offerLeads(project, ask);
  const [latest] = many > 0 ? [] : await findAlertsSeen(ask, now() - ALERT_MS);
  if (!latest || !isOpenNews(latest.alert)) return { message: page };
  return { message: await explainAlert(latest.alert.key, project, ask), left: { card: latest.handle } };
}

export const leadWhy = action(ACTIONS.leadWhy, async (ask) => {
  const { handle, projectId } = requireCarried('lead', ask.value);
  return { message: await explainHandle(handle, requireVisible(projectId, ask), ask) };
});

/** Doesn't reveal whether an unknown handle belongs to another project. @throws Refused */
export async function explainHandle(handle: string, project: Project, ask: Ask): Promise<Page> {
  const kind = findKind(handle);
  if (!kind)
    throw new Refused(
      `“${handle}” isn’t a short name. You’ll find them in messages: L412 is a lead, A37 a score alert, S9 a suggestion.`,
      { example: '/visibility why' },
    );
  const key = await findKeyOfHandle(ask.db, ask.team, handle);
  return kind.explain(key ?? '', project, ask);
}

function findKind(handle: string): HandleKind | undefined {
  return /^[LAS]\d+$/i.test(handle) ? KINDS[handle.charAt(0).toUpperCase()] : undefined;
}

/** Like `findProjectsOfHandle`, but refuses a handle that no visible project has. @throws Refused */
export async function requireProjectsOfHandle(
  handle: string,
  visible: readonly Project[],
  ask: Ask,
): Promise<readonly Project[] | undefined> {
  const projects = await findProjectsOfHandle(handle, visible, ask);
  if (projects?.length !== 0) return projects;
  throw new Refused(
    isDirect(ask.channel)
      ? `There’s no ${handle.toUpperCase()} in the channels you’re in.`
      : `There’s no ${handle.toUpperCase()} in this channel’s projects. If you read it in another channel, ask there.`,
    { tries: [findKind(handle)?.list ?? 'help'] },
  );
}

/** The visible projects that a handle belongs to; undefined if it is no handle. */
export async function findProjectsOfHandle(
  handle: string,
  visible: readonly Project[],
  ask: Ask,
): Promise<readonly Project[] | undefined> {
  const kind = findKind(handle);
  if (!kind) return undefined;
  const key = await findKeyOfHandle(ask.db, ask.team, handle);
  if (key === undefined) return [];
  const found = visible.map(async (project) => ((await kind.find(key, project, ask)) ? project : []));
  return (await Promise.all(found)).flat();
}

const LEADS_LOOKED_AT = 30;

export const whyHere: Shortcut = {
  id: 'message.why',
  type: 'message',
  name: 'Why is this here?',
  description: 'Why Sightline posted this, and where its leads stand now',
  run: explainMessage,
};

export const findHere: Shortcut = {
  id: 'message.find',
  type: 'message',
  name: 'Find this lead',
  description: 'Whether a thread that a message links to is a lead, how it stands and where it was posted',
  run: explainMessage,
};

/** The leads of our post, or those that another message links to. @throws Refused if there is nothing that the person may see */
async function explainMessage(ask: ShortcutAsk): Promise<Answer> {
  const { message } = ask;
  if (!message) return undefined;
  const seen = await findSeen(ask);
  const post = await findPost(message, seen, ask);
  const leads = post ? listShown(post, seen) : await findLeadsIn(message, seen, ask);
  const [only, ...others] = leads;
  if (only && others.length === 0) return { message: await explainLead(only.key, only.project, ask) };
  if (only) {
    const found = await readFound(leads.slice(0, LEADS_LOOKED_AT), ask);
    return { message: foundLeadsAnswer(found, post && explainKind(post, ask)) };
  }
  if (post) return { message: await explainPost(post, ask) };
  throw new Refused(
    'Sightline didn’t post this for a project of yours, and it links to no lead of your channels’ projects.',
    { example: '/visibility why L1' },
  );
}

async function readFound(refs: readonly LeadRef[], ask: ShortcutAsk): Promise<FoundLead[]> {
  const { db, team } = ask;
  const projects = [...new Set(refs.map(({ project }) => project))];
  const keys = refs.map(({ key }) => key);
  const read = projects.map(async ({ id }) => [id, await readLeadsByKey(db, team, id, keys)] as const);
  const known = new Map(await Promise.all(read));
  const leads = refs.flatMap(({ project: { id: projectId }, key }) => {
    const lead = known.get(projectId)?.get(key);
    return lead ? { ...lead, projectId } : [];
  });
  const found = await nameLeads(leads, projects, ask);
  const here = findVisibleProjects(ask.workspace.projects(), ask.channel);
  return found.map((one) => ({ ...one, askable: here.some(({ id }) => id === one.project.id) }));
}

/** Explains the post's lead, alert or suggestion, if it has one, and below that why such posts come at all. */
async function explainPost(post: OurPost, ask: ShortcutAsk): Promise<Page> {
  const { project, decision } = post;
  const general = explainKind(post, ask);
  const { letter = '', keys = [] } = postKind(decision).handles(decision) ?? {};
  const [key] = keys;
  const explained = key !== undefined && (await KINDS[letter]?.explain(key, project, ask));
  return explained ? withBelow(explained, ...general.parts) : general;
}

function explainKind({ project, decision, subscription, at }: OurPost, { workspace }: Ask): Page {
  const feed = feedOf(workspace.projects(), subscription);
  return whyPostAnswer(projectRef(project), postKind(decision), { feed, at });
}

const MOST_LINKS = 50;

type LeadRef = { project: Project; key: string };

type OurPost = { project: Project; decision: Decision; subscription: string; at: number };

/** Undefined if the message is not our post, or its project is not visible to the person. */
async function findPost({ ts }: ClickedMessage, { projects }: Seen, { channel, team, db }: Ask) {
  const delivery = await findDelivery(db, team, channel, ts);
  const project = projects.find(({ id }) => id === delivery?.project_id);
  const decision = delivery && readDecision(delivery);
  if (!decision || !project) return undefined;
  const { subscription, created_at: at } = delivery;
  return { project, decision, subscription, at };
}

function listShown({ project, decision }: OurPost, seen: Seen): LeadRef[] {
  const shown = postKind(decision).leads(decision);
  return toRefs(
    shown.map(({ key, projectId = project.id }) => ({ key, projectId })),
    seen,
  );
}

function toRefs(leads: readonly { projectId: string; key: string }[], { projects }: Seen): LeadRef[] {
  return leads.flatMap(({ projectId, key }) => {
    const project = projects.find(({ id }) => id === projectId);
    return project ? [{ project, key }] : [];
  });
}

/** The leads whose threads the message links to, each once. */
async function findLeadsIn(message: ClickedMessage, seen: Seen, { team, db }: Ask): Promise<LeadRef[]> {
  const ids = seen.projects.map(({ id }) => id);
  return toRefs(await findLeadsByIdentity(db, team, ids, identifyLinks(message)), seen);
}

/** The identities of the threads that a message links to, in order. */
export function identifyLinks(message: ClickedMessage): string[] {
  return findLinks(message).map(
    (url) => identitiesOf({ url, id: undefined, title: undefined, place: undefined })[0],
  );
}

/** The URLs in a message's text, blocks and unfurls, each once, in order. */
export function findLinks({ text, blocks, attachments }: ClickedMessage): string[] {
  const found = findTexts([text, blocks, attachments]).flatMap(
    (words) => words.match(/https?:\/\/[^\s<>|"]+/g) ?? [],
  );
  const addresses = found.map((address) => address.replaceAll('&amp;', '&').replace(/[.,;:!?)\]’”']+$/, ''));
  return [...new Set(addresses)].slice(0, MOST_LINKS);
}

function findTexts(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (typeof content !== 'object' || content === null) return [];
  return Object.values(content).flatMap(findTexts);
}
