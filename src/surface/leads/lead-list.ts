/** The private list of a project's leads as they stand now, page by page. */
import { LEAD_STATES, type LeadState } from '../../decision.ts';
import {
  findLeadsFeed,
  LEADS_ASKED,
  readChannelFilters,
  readMinScoreProposal,
  takeBestLeads,
} from '../../feeds/leads.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { count, figure } from '../../messages/figures.ts';
import { isFinished } from '../../messages/leads/lead-facts.ts';
import {
  type LeadList,
  leadListPage,
  leadsPerPage,
  leadTable,
  pagesOfLeads,
} from '../../messages/leads/lead-list.ts';
import { minScoreProposalParts } from '../../messages/leads/lead-proposals.ts';
import type { ListRef } from '../../messages/leads/lead-row.ts';
import { placesUnknown } from '../../messages/leads/own-digest.ts';
import type { Part } from '../../messages/page.ts';
import { tablePage } from '../../messages/sortable-table.ts';
import { daysInWords } from '../../messages/times.ts';
import { type Project, projectOf } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import { CITATIONS_ASKED, findCitedLeads, findCitedThreads } from '../../rules/cited-threads.ts';
import {
  type Askable,
  filterLeads,
  isOfDeeds,
  isOld,
  type LeadFilters,
  type LeadQuery,
  matchesQuery,
  parseLeadQuery,
  QUERY_WORDS,
} from '../../rules/lead-filter.ts';
import { type IdentifiedLead, identifyLeads, identitiesOf } from '../../rules/lead-key.ts';
import { findUnknownPlaces } from '../../rules/own-digest.ts';
import { readStandingLeads } from '../../store/announced.ts';
import { findKeysOfHandles, giveHandles, readHandles } from '../../store/handles.ts';
import { readKeptCitations, recordCitations } from '../../store/lead-stories.ts';
import { findKeysByIdentity, type KeptLead, readPlacesOfLeads, recordLeads } from '../../store/leads.ts';
import type { Listing } from '../../visibility/answer.ts';
import type { LeadMetrics } from '../../visibility/assumed.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { findNearest, findTopicsOfLead } from '../../words/nearest.ts';
import { type Answer, type Ask, action, type CommandAsk } from '../ask.ts';
import { mayOffer, refuseFuture, requireVisible } from '../guards.ts';
import { ifReadable, Refused, requireCarried } from '../refused.ts';
import { addControls, makeQuestion } from '../run-command.ts';
import { requireChannelSeen, requireSeen } from '../seen-by.ts';
import { findLeadsTimezone, listLeadsFeeds, noLeadNamed, readLeadStandings } from './one-lead.ts';

/** The count button next to a digest's headline, and All open leads on the Home tab: every open lead. */
export const leadMore = action(ACTIONS.leadMore, async (ask) => {
  const { projectId } = requireCarried('leads', ask.value);
  const list = { of: '', page: 0 };
  if (ask.channel !== '') return listAnswer(requireVisible(projectId, ask), list, ask);
  const project = await requireSeen(projectId, ask);
  return listAnswer(project, list, { ...ask, channel: await requireChannelSeen(project, ask) });
});

export async function listAnswer(
  project: Project,
  list: ListRef,
  ask: Ask,
  proposal?: LeadList['proposal'],
): Promise<Answer> {
  const answer = await leadList(project, list, ask, { proposal });
  return addControls(answer, makeQuestion('leads', list.of, project.id, ask.now(), list.page));
}

/**
 * One page of the leads that the words ask for: open ones first, each group best first. Every lead shown gets a handle.
 * Falls back to stored leads if the API can't be read. `proposal` replaces the one below the leads. `listed`: the leads of
 * all pages and of this one (`here`), and how many there were to choose from (`known`).
 */
export async function leadList(
  project: Project,
  list: ListRef,
  ask: Ask,
  { view, proposal }: { view?: CommandAsk['view']; proposal?: LeadList['proposal'] } = {},
) {
  const found = await searchLeads(project, list, ask, proposal);
  const { leads } = found;
  const sortable = leads.length > 1;
  const listed = { ...found, leads: leads.map(({ firstSeenAt, previousScore, ...lead }) => lead) };
  if (sortable && view) {
    const parts = pagesOfLeads(listed);
    const here = new Set(parts[Math.min(list.page, parts.length - 1)]?.map(({ key }) => key));
    const shown = leads.filter(({ key }) => here.has(key));
    const table = leadTable(listed, await readStanding(project, shown, ask));
    return {
      ...tablePage(table, list.page, parts),
      left: { leads: shown.map(({ key }) => key) },
      share: true,
      sortable,
      listed: { ...listed, here: shown },
    };
  }
  const perPage = leadsPerPage(listed);
  const pages = Math.max(1, Math.ceil(leads.length / perPage));
  const from = Math.min(list.page, pages - 1) * perPage;
  const here = leads.slice(from, from + perPage);
  return {
    message: leadListPage({ ...listed, from }, await readStanding(project, here, ask), perPage),
    ...{ pages, share: true, sortable, left: { leads: here.map(({ key }) => key) } },
    listed: { ...listed, here },
  };
}

/** All matching leads, with what the page says about them. @throws Refused if none can match */
async function searchLeads(project: Project, list: ListRef, ask: Ask, proposal?: LeadList['proposal']) {
  const isHead = list.of === '' && list.page === 0;
  const [meant, counts] = await Promise.all([
    readMeantLeads(project, list.of, ask),
    isHead ? readCounts(project, ask) : undefined,
  ]);
  const { query, now, day, timezone, listed, kept, match, asked } = meant;
  const only = queryInWords(query, day);
  if (match.length === 0 && list.of !== '') await refuseNoMatch(query, only, project, ask);
  const filters = await readFeedFilters(project, ask);
  const { kept: passed, leftOut } = applyFilters(filterDays(match, query, timezone), query, filters, now);
  const matching = sortLeads(passed, query);
  const leads = matching.slice(0, query.top);
  // What people did is in the store, so those lists are complete.
  const isKept = query.ended !== undefined || query.claimed || query.mine;
  return {
    known: kept.length,
    project,
    leads,
    open: countOpen(leads),
    only,
    ended: query.ended ?? (query.claimed || (query.mine && !query.all) ? 'claimed' : undefined),
    matching:
      leads.length < matching.length ? { all: matching.length, open: countOpen(matching) } : undefined,
    leftOut,
    minScore: filters.minScore,
    counts,
    asked: isKept ? undefined : asked,
    asOf: listed instanceof VisibilityError ? Math.max(...kept.map(({ polledAt }) => polledAt)) : undefined,
    proposal: proposal ?? (isHead ? await proposeMinScore(project, list, ask) : []),
    older: filterOld(kept, filters, now).length,
    now,
    order: query.order,
    mayAct: await mayOffer('leads', ask),
    list,
  };
}

/**
 * The stored leads that the words mean, refreshed from the API. `asked`: how many leads it was asked for, if it may have
 * more. @throws Refused for words that can't be read, VisibilityError if no leads can be had
 */
async function readMeantLeads(project: Project, of: string, ask: Ask) {
  const { db, team, person } = ask;
  const query = parseLeadQuery(of);
  refuseFaultyQuery(query);
  const now = ask.now();
  const timezone = findLeadsTimezone(project.id, ask.workspace.projects());
  const day = today(now, timezone);
  refuseFuture(query.since, day);
  const [listed, topics] = await Promise.all([
    refreshLeads(project, ask),
    query.topics.length + query.not.length > 0
      ? ifReadable(ask.api(project).topics(project.id), ask)
      : undefined,
  ]);
  const labels = topics?.flatMap(({ label }) => label ?? []) ?? query.topics;
  const isUnread = listed instanceof VisibilityError;
  const cited = await readCitations(project, query, isUnread ? [] : listed, ask);
  const stored = await readStandingLeads(db, { team, projectId: project.id }, chooseStates(query));
  if (isUnread && stored.length === 0) throw listed;
  const kept = stored.map((lead) => ({
    ...lead,
    citedBy: cited.get(lead.key),
    about: findTopicsOfLead(lead, labels),
  }));
  const named = new Set((await findKeysOfHandles(db, team, query.handles)).values());
  const isMeant = ({ key }: KeptLead) => query.handles.length === 0 || named.has(key);
  const match = kept.filter((lead) => isMeant(lead) && matchesQuery(lead, query, person, now));
  const asked = !isUnread && (listed.rest || listed.length >= LEADS_ASKED) ? listed.length : undefined;
  return { query, now, day, timezone, listed, kept, match, asked };
}

/** All known leads that the words ask for, by the days they were first seen. @throws Refused, VisibilityError */
export async function findKnownLeads(project: Project, words: string, ask: Ask) {
  const { query, match, day, timezone, asked } = await readMeantLeads(project, `${words} all`, ask);
  const leads = match.filter(({ firstSeenAt }) => isOfDays(today(firstSeenAt, timezone), query));
  return { leads, only: queryInWords({ ...query, all: false }, day), asked };
}

/** Standings and handles of the leads shown; gives a handle to those without one. */
async function readStanding(project: Project, leads: readonly KeptLead[], ask: Ask) {
  const { db, team } = ask;
  const keys = leads.map(({ key }) => key);
  const known = await readHandles(db, team, keys);
  const nameless = keys.filter((key) => known[key] === undefined);
  // In a throwaway store the same handle would mean another lead in the next answer.
  const isToName = nameless.length > 0 && !ask.isStoreEmpty;
  if (isToName) await giveHandles(db, team, 'L', nameless);
  return {
    handles: isToName ? await readHandles(db, team, keys) : known,
    leads: await readLeadStandings(project.id, leads, ask),
  };
}

/** Proposes a minimum score to people who may change the feed, if it is clear which feed this channel means. */
async function proposeMinScore(project: Project, list: ListRef, ask: Ask): Promise<(Part | undefined)[]> {
  const { db, team, channel } = ask;
  const feed = findLeadsFeed(project, channel);
  if (!feed || !(await mayOffer('configure', ask))) return [];
  const proposal = await readMinScoreProposal(db, team, project, feed, ask.now());
  if (!proposal) return [];
  const made = listLeadsFeeds(project, ask.workspace.projects()).find(({ id }) => id === proposal.feed);
  return minScoreProposalParts(proposal, made?.revision !== undefined, project, list);
}

/** Open leads too old for the usual list, longest waiting first. */
export async function findOldLeads(project: Project, ask: Ask): Promise<KeptLead[]> {
  const kept = await readStandingLeads(ask.db, { team: ask.team, projectId: project.id }, ['new']);
  return filterOld(kept, await readFeedFilters(project, ask), ask.now()).toSorted(
    (a, b) => (a.postedAt ?? a.firstSeenAt) - (b.postedAt ?? b.firstSeenAt),
  );
}

/** The leads of the usual list, without a query: open and claimed ones that pass the filters, best first. */
export async function findUsualLeads(project: Project, ask: Ask): Promise<readonly KeptLead[]> {
  const { query, match, now } = await readMeantLeads(project, '', ask);
  return applyFilters(match, query, await readFeedFilters(project, ask), now).kept;
}

function filterOld<L extends Askable>(leads: readonly L[], filters: LeadFilters, now: number): L[] {
  const old = leads.filter((lead) => isOld(lead, now));
  return filterLeads(old, { ...filters, maxAgeMs: undefined }, now).kept;
}

function chooseStates(query: LeadQuery): readonly LeadState['state'][] {
  if (query.ended) return [query.ended];
  if (query.unclaimed) return ['new'];
  if (query.all || query.handles.length > 0) return LEAD_STATES;
  if (query.mine || query.claimed) return ['claimed'];
  return query.older ? ['new'] : ['new', 'claimed'];
}

/** Filters only open leads: what somebody holds is always shown. Old ones only if they or their days are asked for. */
function applyFilters<L extends Askable>(
  leads: readonly L[],
  { all, mine, older, ended, handles, until }: LeadQuery,
  filters: LeadFilters,
  now: number,
) {
  if (all || mine || ended || handles.length > 0) return { kept: leads, leftOut: [] };
  const open = leads.filter(({ state }) => state.state === 'new');
  const wanted = older || until !== undefined ? { ...filters, maxAgeMs: undefined } : filters;
  const { kept, leftOut } = filterLeads(open, wanted, now);
  const passed = new Set(kept);
  return { kept: leads.filter((lead) => lead.state.state !== 'new' || passed.has(lead)), leftOut };
}

/** By the day people did what is asked, else by when the lead was first seen. Without a first day it’s the thread’s age. */
function filterDays(leads: readonly KeptLead[], query: LeadQuery, timezone: string): readonly KeptLead[] {
  const { since, until } = query;
  if (since === undefined && until === undefined) return leads;
  const timeOf = ({ postedAt, firstSeenAt, state }: KeptLead) =>
    (isOfDeeds(query) ? state.since : since === undefined ? postedAt : undefined) ?? firstSeenAt;
  return leads.filter((lead) => isOfDays(today(timeOf(lead), timezone), query));
}

function isOfDays(day: string, { since = day, until = day }: Pick<LeadQuery, 'since' | 'until'>): boolean {
  return since <= day && day <= until;
}

/** Open leads first, then held ones, then finished ones, each best first; or by age if asked for. */
function sortLeads(leads: readonly KeptLead[], { order }: LeadQuery): KeptLead[] {
  const group = ({ state }: KeptLead) => (state.state === 'new' ? 0 : isFinished(state) ? 2 : 1);
  const at = ({ postedAt, firstSeenAt }: KeptLead) => postedAt ?? firstSeenAt;
  return order === undefined
    ? leads.toSorted((a, b) => group(a) - group(b))
    : leads.toSorted((a, b) => (order === 'newest' ? at(b) - at(a) : at(a) - at(b)));
}

function countOpen(leads: readonly KeptLead[]): number {
  return leads.filter(({ state }) => state.state === 'new').length;
}

/** @throws Refused for values that can't be read */
function refuseFaultyQuery({ unreadable }: LeadQuery): void {
  if (!unreadable) return;
  const [what, example] = OPTIONS[unreadable.key];
  throw new Refused(`“${unreadable.value}” isn’t ${what}.`, { example: `/visibility leads ${example}` });
}

const OPTIONS = {
  since: ['a date', 'since:2026-11-16'],
  until: ['a date', 'until:2026-11-16'],
  top: ['a number of leads', 'top:5'],
  score: ['a lead score', 'score:80'],
  min: ['a lead score', 'min:80'],
  max: ['a lead score', 'max:60'],
} as const;

/** For a query that no lead matches, if more than an empty list can be said. @throws Refused then */
async function refuseNoMatch(
  { handles, topics, words, places }: LeadQuery,
  only: readonly string[],
  project: Project,
  { db, team }: Ask,
): Promise<void> {
  if (handles.length > 0) throw noLeadNamed(project);
  const because = 'filtered_out';
  const known = places.length > 0 ? await readPlacesOfLeads(db, team, [project.id]) : [];
  const unknown = findUnknownPlaces(places, known);
  if (unknown.length > 0)
    throw new Refused(placesUnknown(unknown, known), { example: '/visibility leads', because });
  if (topics.length > 0 || words !== '') {
    const near = findNearest(words, [...QUERY_WORDS, 'warm', 'export']) ?? 'cited';
    const tries = [`leads ${near}`, 'leads all'];
    throw new Refused(`No ${project.name} lead matches (${only.join(', ')}).`, { tries, because });
  }
}

/** For the headline: "r/devops", "80 and above". `today` as YYYY-MM-DD. */
function queryInWords(asked: LeadQuery, today: string): string[] {
  const { mine, by, cited, older, unclaimed, all, minScore, handles, places, words } = asked;
  const { engines, topics, not, maxScore, since, until } = asked;
  const days = daysInWords({ from: since, to: until }, today);
  return [
    ...(by ? [`${by.name}’s`] : mine ? ['yours'] : []),
    ...(unclaimed ? ['unclaimed'] : []),
    ...(engines.length > 0 ? [`cited by ${engines.join(' or ')}`] : cited ? ['cited by AI engines'] : []),
    ...(older ? ['at least two weeks old'] : []),
    ...(all && !by && !mine ? ['filters off'] : []),
    ...(minScore === undefined ? [] : [`${figure(minScore)} and above`]),
    ...(maxScore === undefined ? [] : [`${figure(maxScore)} and below`]),
    ...not.map((one) => `not ${one}`),
    ...handles,
    // “Reddit” stands for every subreddit that is known.
    ...(places.length > 2 ? [count(places.length, 'forum')] : places),
    ...(topics.length > 0 ? [`about ${topics.map((topic) => `“${topic}”`).join(' or ')}`] : []),
    ...(days === undefined ? [] : [since === undefined || isOfDeeds(asked) ? days : `first seen ${days}`]),
    ...(words === '' ? [] : [`“${words}” in title or place`]),
  ];
}

/** Stores what the API lists now, so that people can act on it. Returns the error if the API can't be read. */
async function refreshLeads(project: Project, ask: Ask): Promise<Listing<IdentifiedLead> | VisibilityError> {
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
function readCounts(project: Project, ask: Ask): Promise<LeadMetrics | undefined> {
  const signal = AbortSignal.timeout(COUNTS_MS);
  return ifReadable(ask.api(project).communityMetrics(project.id, { signal }), ask, signal);
}

/** As the feeds are configured now, which a click may just have changed. */
async function readFeedFilters(project: Project, ask: Ask): Promise<LeadFilters> {
  const { channel, team, db, workspace } = ask;
  return readChannelFilters(projectOf(workspace.projects(), project.id) ?? project, channel, team, db);
}

/** The engines that cite each lead, by key. Asks the API if the query is about that. @throws VisibilityError */
async function readCitations(
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
