/** What is read of the API for leads: the list itself, its counts, who cites them, what their feeds leave out, and what to know before a reply. */

import { setTimeout } from 'node:timers/promises';
import type { DigestLead, LeadBriefing, LeadTopic, Sought } from '../../decision.ts';
import { bestLeads, filtersOf, LEADS_ASKED, type LeadsFeed } from '../../feeds/leads.ts';
import { feedsOf, type Project, type Projects } from '../../projects/projects.ts';
import { citedLeads } from '../../rules/cited-threads.ts';
import type { LeadFilters } from '../../rules/lead-filter.ts';
import { type IdentifiedLead, identifyLeads, identitiesOf } from '../../rules/lead-key.ts';
import { bestMatch } from '../../rules/lead-match.ts';
import type { LeadQuery } from '../../rules/lead-query.ts';
import { citationsOf, recordCitations } from '../../store/lead-stories.ts';
import { keysByIdentity, recordLeads } from '../../store/leads.ts';
import type { Listing } from '../../visibility/answer.ts';
import type { LeadMetrics } from '../../visibility/assumed.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { ifReadable, readEngineNames } from '../api-trouble.ts';
import type { Ask } from '../ask.ts';

/** Keeps what the API lists now, so that each of it can be worked; its failure, where it can't be read. */
export async function refreshLeads(
  project: Project,
  ask: Ask,
): Promise<Listing<IdentifiedLead> | VisibilityError> {
  try {
    const { listed, known } = await leadsKnown(project, ask);
    await recordLeads(ask.db, ask.team, project.id, listed, ask.now(), known);
    return listed;
  } catch (error) {
    if (error instanceof VisibilityError) return error;
    throw error;
  }
}

/** What the list doesn't wait for longer than that, its own read apart. */
const COUNTS_MS = 1_500;

/** The API's own counts; undefined where they can't be read, or not in time. */
export async function readCounts(project: Project, { api, log }: Ask): Promise<LeadMetrics | undefined> {
  const signal = AbortSignal.timeout(COUNTS_MS);
  try {
    return await api(project).communityMetrics(project.id, { signal });
  } catch (error) {
    if (!signal.aborted && !(error instanceof VisibilityError)) throw error;
    log.warn({ err: error }, 'The counts of leads could not be read; the list goes without them');
    return undefined;
  }
}

/** The leads that the API lists now, best first, each under the key by which it is known. @throws VisibilityError */
export async function listLeads(project: Project, ask: Ask): Promise<Listing<IdentifiedLead>> {
  return (await leadsKnown(project, ask)).listed;
}

/** The same, with the keys of those identities that are known. */
async function leadsKnown(
  project: Project,
  { db, team, api }: Ask,
): Promise<{ listed: Listing<IdentifiedLead>; known: Map<string, string> }> {
  const leads = bestLeads(await api(project).communityLeads(project.id, { limit: LEADS_ASKED }));
  const known = await keysByIdentity(db, team, project.id, leads.flatMap(identitiesOf));
  return {
    listed: Object.assign([...identifyLeads(leads, known)], leads.rest && { rest: leads.rest }),
    known,
  };
}

/** What a leads feed of the project leaves out, and what people muted in it: that of this channel, else its first. */
export async function readFeedFilters(
  project: Project,
  { channel, team, db, workspace }: Ask,
): Promise<LeadFilters> {
  const feeds = leadsFeedsOf(project, workspace.projects());
  const feed = feeds.find((one) => one.channel === channel) ?? feeds[0];
  return feed ? filtersOf(feed, team, db) : {};
}

/** Every feed of a project that posts leads. */
export function leadsFeedsOf({ id }: Pick<Project, 'id'>, projects: Projects): LeadsFeed[] {
  return feedsOf(projects).filter(
    (feed): feed is LeadsFeed => feed.kind === 'leads' && feed.project.id === id,
  );
}

/** More than the default, so that a thread that was cited a while ago is still found. */
const CITATIONS_ASKED = 500;

/**
 * The engines that cite each lead, by key, of those that are cited. Before a first poll none is kept, and then none would be
 * taken for cited: so it is asked. @throws VisibilityError where it must be asked, and nothing can be read
 */
export async function readCitations(
  project: Project,
  { cited, engines }: Pick<LeadQuery, 'cited' | 'engines'>,
  listed: readonly IdentifiedLead[],
  ask: Ask,
): Promise<Map<string, readonly string[]>> {
  const { db, team } = ask;
  const kept = () => citationsOf(db, team, project.id);
  if (!cited && engines.length === 0) return kept();
  const api = ask.api(project);
  const asked = api.citations(project.id, { limit: CITATIONS_ASKED });
  const [citations, sources] = await Promise.all([
    ifReadable(asked, ask),
    ifReadable(api.sources(project.id), ask),
  ]);
  const known = citedLeads(listed, { citations, sources });
  await recordCitations(db, { team, projectId: project.id }, known, ask.now());
  const all = await kept();
  // Where nothing can be read, why not is the answer.
  if (!citations && !sources && all.size === 0) await asked;
  return all;
}

/** So long what is about something else waits for what the API says of a lead's topic. */
export const BRIEFING_MS = 3_000;

/** What cannot be read, or not within `withinMs`, is told as such. */
export async function readBriefing(
  { project, lead }: { project: Project; lead: Pick<DigestLead, 'title' | 'reason'> },
  ask: Ask,
  withinMs?: number,
): Promise<LeadBriefing> {
  const api = ask.api(project);
  const words = [lead.title, lead.reason];
  const inTime = <Thing>(read: () => Promise<Thing | undefined>) => sought(read, withinMs);
  const [topic, prompt] = await Promise.all([
    inTime(async () => {
      const label = bestMatch(words, await api.topics(project.id), (one) => one.label)?.label;
      if (label === undefined) return undefined;
      const [detail, engines] = await Promise.all([
        api.topicDetail(project.id, label),
        readEngineNames(api, ask),
      ]);
      return topicOf(topicWithEngineNames(detail, engines));
    }),
    inTime(async () => {
      const text = bestMatch(words, await api.prompts(project.id), (one) => one.text)?.text;
      return text === undefined ? undefined : { text };
    }),
  ]);
  return { topic, prompt };
}

/** A topic that no answer gives as a reason has no standings: a visibility of 0 over no answers would be read as a bad one. */
function topicOf({ label, answer_count, by_model }: TopicDetail): LeadTopic {
  const engines = by_model.map(({ engine, own_score, top_competitor }) => ({
    engine,
    visibility: own_score ?? undefined,
    rival: top_competitor || undefined,
  }));
  return { label, engines: answer_count === 0 ? [] : engines };
}

async function sought<Thing>(
  read: () => Promise<Thing | undefined>,
  withinMs: number | undefined,
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
