/** Reads for leads: the API's list and counts, who cites them, the filters, and the briefing before a reply. */

import { setTimeout } from 'node:timers/promises';
import type { DigestLead, LeadBriefing, LeadTopic, Sought } from '../../decision.ts';
import { LEADS_ASKED, type LeadsFeed, readChannelFilters, takeBestLeads } from '../../feeds/leads.ts';
import { feedsOfProject, type Project, type Projects, projectOf } from '../../projects/projects.ts';
import {
  CITATIONS_ASKED,
  countCitedPages,
  findCitedLeads,
  findCitedThreads,
} from '../../rules/cited-threads.ts';
import type { LeadFilters, LeadQuery } from '../../rules/lead-filter.ts';
import { type IdentifiedLead, identifyLeads, identitiesOf } from '../../rules/lead-key.ts';
import { readKeptCitations, recordCitations } from '../../store/lead-stories.ts';
import { findKeysByIdentity, recordLeads } from '../../store/leads.ts';
import type { Listing } from '../../visibility/answer.ts';
import type { LeadMetrics, Prompt } from '../../visibility/assumed.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { matchOwnBrand } from '../../words/answers.ts';
import { findBestMatch } from '../../words/nearest.ts';
import type { Ask } from '../ask.ts';
import { ifReadable, readEngineNames } from '../refused.ts';

/** Stores what the API lists now, so that people can act on it. Returns the error if the API can't be read. */
export async function refreshLeads(
  project: Project,
  ask: Ask,
): Promise<Listing<IdentifiedLead> | VisibilityError> {
  const { db, team } = ask;
  try {
    const leads = takeBestLeads(await ask.api(project).communityLeads(project.id, { limit: LEADS_ASKED }));
    const known = await findKeysByIdentity(db, team, project.id, leads.flatMap(identitiesOf));
    const listed = Object.assign([...identifyLeads(leads, known)], leads.rest && { rest: leads.rest });
    await recordLeads(db, team, project.id, listed, ask.now(), known);
    return listed;
  } catch (error) {
    if (error instanceof VisibilityError) return error;
    throw error;
  }
}

const COUNTS_MS = 1_500;

/** The API's own counts; undefined if they can't be read in time. */
export function readCounts(project: Project, ask: Ask): Promise<LeadMetrics | undefined> {
  const signal = AbortSignal.timeout(COUNTS_MS);
  return ifReadable(ask.api(project).communityMetrics(project.id, { signal }), ask, signal);
}

/** As the feeds are configured now, which a click may just have changed. */
export async function readFeedFilters(project: Project, ask: Ask): Promise<LeadFilters> {
  const { channel, team, db, workspace } = ask;
  return readChannelFilters(projectOf(workspace.projects(), project.id) ?? project, channel, team, db);
}

export function listLeadsFeeds({ id }: Pick<Project, 'id'>, projects: Projects): LeadsFeed[] {
  return feedsOfProject(projects, id).filter((feed): feed is LeadsFeed => feed.kind === 'leads');
}

/** The engines that cite each lead, by key. Asks the API if the query is about that. @throws VisibilityError */
export async function readCitations(
  project: Project,
  { cited, engines, not }: Pick<LeadQuery, 'cited' | 'engines' | 'not'>,
  listed: readonly IdentifiedLead[],
  ask: Ask,
): Promise<Map<string, readonly string[]>> {
  const { db, team } = ask;
  const kept = () => readKeptCitations(db, team, project.id);
  if (!cited && engines.length + not.length === 0) return kept();
  const api = ask.api(project);
  const asked = api.citations(project.id, { limit: CITATIONS_ASKED });
  const [citations, sources] = await Promise.all([
    ifReadable(asked, ask),
    ifReadable(api.sources(project.id), ask),
  ]);
  const known = findCitedLeads(listed, findCitedThreads({ citations, sources }));
  await recordCitations(db, { team, projectId: project.id }, known, ask.now());
  const all = await kept();
  // With nothing to show, throw the API's error.
  if (!citations && !sources && all.size === 0) await asked;
  return all;
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
  const promptMeant = Promise.all([api.prompts(project.id), readListed(lead, project, ask)]).then(
    ([all, listed]) =>
      all.find(({ id, text }) => isSame(id, listed?.promptId) || isSame(text, listed?.prompt)) ??
      findBestMatch(words, all, (one) => one.text),
  );
  const [topic, prompt, cited] = await Promise.all([
    readInTime(withinMs, async () => {
      const label = await topicMeant;
      if (label === undefined) return undefined;
      const [detail, engines] = await Promise.all([
        api.topicDetail(project.id, label),
        readEngineNames(api, ask),
      ]);
      return toTopic(topicWithEngineNames(detail, engines), project);
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

/** The lead as the API lists it, which may say which prompt it touches. */
async function readListed({ url }: Pick<DigestLead, 'url'>, project: Project, ask: Ask) {
  const asked = ask.api(project).communityLeads(project.id, { limit: LEADS_ASKED });
  return (await ifReadable(asked, ask))?.find((one) => isSame(one.url, url));
}

const isSame = (one: string | undefined, other: string | undefined) => one !== undefined && one === other;

/** Undefined if none of the latest citations is of this prompt. */
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

async function readInTime<Thing>(
  withinMs: number | undefined,
  read: () => Promise<Thing | undefined>,
): Promise<Sought<Thing>> {
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
