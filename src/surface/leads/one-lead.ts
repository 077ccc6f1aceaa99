/** One lead: finding the one that a click means, how it stands for the readers of that channel, and its card. */
import { setTimeout } from 'node:timers/promises';
import type { DigestLead, LeadBriefing, LeadStanding, LeadTopic } from '../../decision.ts';
import { LEADS_ASKED, readFilters } from '../../feeds/leads.ts';
import { isFinished } from '../../messages/leads/lead-facts.ts';
import type { LeadRef } from '../../messages/leads/lead-row.ts';
import type { LeadStep, WhyChannel } from '../../messages/leads/why-lead.ts';
import { whyLeadAnswer, whyWhichAnswer } from '../../messages/leads/why-lead.ts';
import type { Page } from '../../messages/page.ts';
import { type Readers, readersOf, readLeadStandingsFor } from '../../outbox/standing.ts';
import type { Project, Projects } from '../../projects/projects.ts';
import { feedsOfProject, findVisibleProjects, projectOf, timezoneOf } from '../../projects/projects.ts';
import { CITATIONS_ASKED, countCitedPages } from '../../rules/cited-threads.ts';
import { filterLeads } from '../../rules/lead-filter.ts';
import { findKeysOfHandles, readHandles } from '../../store/handles.ts';
import * as stories from '../../store/lead-stories.ts';
import { findLead, type KeptLead, type LeadKey, readLeadsByKey } from '../../store/leads.ts';
import type { Prompt } from '../../visibility/assumed.ts';
import { topicWithEngineNames } from '../../visibility/breakdown.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { matchOwnBrand } from '../../words/answers.ts';
import { findBestMatch, phraseFinder } from '../../words/nearest.ts';
import type { Ask } from '../ask.ts';
import { readFeedStandings } from '../feeds/feeds-of-project.ts';
import { mayOffer } from '../guards.ts';
import { ifReadable, Refused, readEngineNames } from '../refused.ts';
import { findChannelsSeen, findSeen, isDirect } from '../seen-by.ts';

export type ClickedLead = {
  handle: string;
  project: Project;
  lead: KeptLead;
  at: LeadKey;
  /** Leads of other projects shown here for the same thread. */
  same: LeadKey[];
  /** That of the project's leads feed. */
  timezone: string;
};

export const NOT_SHOWN = 'This lead is no longer shown here. Nothing changed.';

/** @throws Refused if the lead is unknown, or not shown here */
export async function requireLead(ref: LeadRef, ask: Ask): Promise<ClickedLead> {
  const [clicked] = await findLeads(ref.projectId, [ref.handle], ask);
  if (!clicked) throw new Refused(NOT_SHOWN);
  return clicked;
}

/** In the order of the handles, without unknown ones; empty if the project is not shown here. */
export async function findLeads(
  projectId: string,
  handles: readonly string[],
  ask: Ask,
): Promise<ClickedLead[]> {
  const { team } = ask;
  const shown = isDirect(ask.channel)
    ? (await findSeen(ask)).projects
    : findVisibleProjects(ask.workspace.projects(), ask.channel);
  const project = shown.find(({ id }) => id === projectId);
  if (!project) return [];
  const keys = await findKeysOfHandles(ask.db, team, handles);
  const leads = await readLeadsByKey(ask.db, team, projectId, [...keys.values()]);
  const seen = shown.map(({ id }) => id);
  const others = await stories.findSameThread(ask.db, team, projectId, [...leads.keys()], seen);
  const timezone = findLeadsTimezone(projectId, ask.workspace.projects());
  return handles.flatMap((handle) => {
    const lead = leads.get(keys.get(handle) ?? '');
    if (!lead) return [];
    const at = { team, projectId, key: lead.key };
    const same = (others.get(lead.key) ?? []).map((one) => ({ team, ...one }));
    return [{ handle, project, lead, at, same, timezone }];
  });
}

/** The timezone of the project's leads feed: it decides when a day begins. */
export function findLeadsTimezone(projectId: string, projects: Projects): string {
  const [feed] = feedsOfProject(projects, projectId, 'leads');
  return feed?.timezone ?? timezoneOf(projects, projectOf(projects, projectId));
}

function readersHere({ channel, person, workspace }: Ask): Readers {
  const place = { channel, isMember: workspace.isMember };
  return readersOf(workspace.projects(), place, isDirect(channel) ? person : undefined);
}

export async function readLeadStanding(at: LeadKey, ask: Ask): Promise<LeadStanding> {
  const lead = await findLead(ask.db, at);
  const standings = await readLeadStandings(at.projectId, lead ? [lead] : [], ask);
  return standings[at.key] ?? { state: 'new' };
}

export async function readLeadStandings(
  projectId: string,
  leads: readonly Pick<KeptLead, 'key' | 'state'>[],
  ask: Ask,
): Promise<Record<string, LeadStanding>> {
  return readLeadStandingsFor(ask.db, ask.team, projectId, leads, readersHere(ask));
}

/** Doesn't reveal whether the handle belongs to another project. */
export function noLeadNamed({ name }: Project): Refused {
  return new Refused(
    `${name} has no lead with this short name. If you read it in another channel, ask there.`,
    { example: '/visibility leads' },
  );
}

const OFFERED = 10;

/** The caller has checked that the project is visible. @throws Refused for an unknown lead */
export async function explainLead(key: string, project: Project, ask: Ask): Promise<Page> {
  const { db, team } = ask;
  const at = { team, projectId: project.id, key };
  const lead = await findLead(db, at);
  if (!lead) throw noLeadNamed(project);
  const channels = await findChannelsSeen(project, ask);
  const feeds = feedsOfProject(ask.workspace.projects(), project.id, 'leads');
  const feedStandings = await readFeedStandings(feeds, ask);
  const { verdicts, posts } = await stories.readLeadTrace(db, at, channels);
  const explainChannel = async (channel: string): Promise<WhyChannel[]> => {
    const verdict = verdicts.find((one) => one.channel === channel);
    const there = posts.filter((post) => post.channel === channel);
    const feed = feeds.find((one) => one.channel === channel);
    if (!feed && !verdict && there.length === 0) return [];
    const next = feed && feedStandings[feeds.indexOf(feed)]?.next;
    const filters = feed ? await readFilters(feed, team, db) : {};
    const removedBy = filterLeads([lead], filters, next ?? ask.now()).removed[0]?.reason;
    return [{ channel, verdict, posts: there, feed: { ...filters, removedBy, next } }];
  };
  const known = await Promise.all(channels.map(explainChannel));
  const standings = await readLeadStandings(project.id, [lead], ask);
  return whyLeadAnswer({
    briefing: isFinished(lead.state) ? undefined : await readBriefing({ project, lead }, ask, BRIEFING_MS),
    project,
    lead: { ...lead, state: standings[key] ?? lead.state },
    handle: (await readHandles(db, team, [key]))[key],
    channels: known.flat(),
    history: await readHistory(at, ask),
    now: ask.now(),
    mayAct: await mayOffer('leads', ask),
    reader: ask.person,
  });
}

const STEPS_SHOWN = 8;

/** Who did what; people are named only to those who share a channel with them. */
async function readHistory(at: LeadKey, ask: Ask): Promise<LeadStep[]> {
  const readers = readersHere(ask);
  const named = async (person: string | null) =>
    person !== null && (await readers.isNamed(person, at.projectId)) ? person : undefined;
  const events = await stories.readLeadEvents(ask.db, at, STEPS_SHOWN);
  const steps = events.map(async ({ kind, at: when, by, detail, note }): Promise<LeadStep[]> => {
    if (kind === 'reminder') return [];
    const isWoken = kind === 'reopen' && by === null;
    const to = kind === 'assign' ? await named(detail) : undefined;
    const step = { at: when, by: await named(by), to, detail: detail ?? undefined, note: note ?? undefined };
    return [{ ...step, kind: isWoken ? 'wake' : kind }];
  });
  return (await Promise.all(steps)).flat();
}

/** Offers the leads posted here last, or to the asker’s channels if it’s direct. */
export async function offerLeads(project: Project, ask: Ask): Promise<{ page: Page; many: number }> {
  const { team, db } = ask;
  const channels = isDirect(ask.channel) ? await findChannelsSeen(project, ask) : [ask.channel];
  const leads = await stories.readLastShown(db, { team, projectId: project.id }, channels, OFFERED);
  const keys = leads.map(({ key }) => key);
  const handles = await readHandles(db, team, keys);
  const named = leads.map(({ key, title }) => ({ handle: handles[key], title }));
  return { page: whyWhichAnswer(project, named), many: leads.length };
}

/** How long answers that aren't briefs wait for a briefing. */
export const BRIEFING_MS = 3_000;

const PAGES_SHOWN = 3;
const QUOTES_SHOWN = 2;

/** What to know before replying. Parts that can't be read within `withinMs` are "unreadable". */
export async function readBriefing(
  { project, lead }: { project: Project; lead: Pick<DigestLead, 'title' | 'reason' | 'url'> },
  ask: Ask,
  withinMs?: number,
): Promise<LeadBriefing> {
  const api = ask.api(project);
  const words = [lead.title, lead.reason];
  const topicMeant = api
    .topics(project.id)
    .then((all) => findBestMatch(words, all, (one) => one.label)?.label);
  const leads = ifReadable(api.communityLeads(project.id, { limit: LEADS_ASKED }), ask);
  const promptMeant = Promise.all([api.prompts(project.id), leads]).then(([all, list]) => {
    // The API may say which prompt the lead touches.
    const listed = list?.find((one) => isSame(one.url, lead.url));
    const named = all.find(({ id, text }) => isSame(id, listed?.promptId) || isSame(text, listed?.prompt));
    return named ?? findBestMatch(words, all, (one) => one.text);
  });
  const [topic, prompt, cited] = await Promise.all([
    readInTime(withinMs, async () => {
      const label = await topicMeant;
      if (label === undefined) return undefined;
      const [detail, engines] = await Promise.all([
        api.topicDetail(project.id, label),
        readEngineNames(api, ask),
      ]);
      const isSaid = phraseFinder(`${lead.title ?? ''} · ${lead.reason ?? ''}`)(label);
      return {
        ...toTopic(topicWithEngineNames(detail, engines), project),
        ...(!isSaid && { isGuess: true }),
      };
    }),
    readInTime(withinMs, async () => {
      const text = (await promptMeant)?.text;
      return text === undefined ? undefined : { text };
    }),
    readInTime(withinMs, async () => {
      const found = await promptMeant;
      return found ? readCitedFor(found, project, ask) : undefined;
    }),
  ]);
  return { topic, prompt, cited };
}

const isSame = (one: string | undefined, other: string | undefined) => one !== undefined && one === other;

async function readCitedFor({ id, text = '' }: Prompt, project: Project, { api }: Ask) {
  const citations = await api(project).citations(project.id, { limit: CITATIONS_ASKED });
  const texts = new Set([text.trim().toLowerCase()]);
  const { pages } = countCitedPages(citations, { prompts: { ids: new Set(id ? [id] : []), texts } });
  return pages.length === 0 ? undefined : { about: text, pages: pages.slice(0, PAGES_SHOWN) };
}

/** Without answers a topic has no standings: a visibility of 0 would be read as a bad one. */
function toTopic(
  { label, answer_count, own_score, entities, by_model, evidence }: TopicDetail,
  { name: brand }: Project,
): LeadTopic {
  const engines = by_model.map(({ engine, own_score, top_competitor }) => ({
    engine,
    visibility: own_score ?? undefined,
    rival: top_competitor || undefined,
  }));
  const quotes = evidence
    .filter(({ evidence: text }) => text.trim() !== '')
    .slice(0, QUOTES_SHOWN)
    .map(({ evidence: text, engine }) => ({ text, engine: engine || undefined }));
  if (answer_count === 0) return { label, quotes, engines: [] };
  const isOwn = matchOwnBrand(entities, brand);
  const [best] = entities.filter((one) => !isOwn(one)).toSorted((a, b) => b.score - a.score);
  const rival = best && { name: best.entity_name, visibility: best.score };
  return { label, quotes, visibility: own_score ?? undefined, rival, engines };
}

async function readInTime<Thing>(withinMs: number | undefined, read: () => Promise<Thing | undefined>) {
  const reading = read().then(
    (found) => found ?? ('none' as const),
    (error) => {
      if (error instanceof VisibilityError) return 'unreadable' as const;
      throw error;
    },
  );
  if (withinMs === undefined) return reading;
  return Promise.race([reading, setTimeout(withinMs, 'unreadable' as const, { ref: false })]);
}
