/** The private list of a project's leads as they stand now, page by page. */
import { LEAD_STATES, type LeadState } from '../../decision.ts';
import { findLeadsFeed, LEADS_ASKED, readMinScoreProposal } from '../../feeds/leads.ts';
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
import type { Project } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import {
  type Askable,
  filterLeads,
  isOld,
  type LeadFilters,
  type LeadQuery,
  matchesQuery,
  parseLeadQuery,
  QUERY_WORDS,
} from '../../rules/lead-filter.ts';
import { findUnknownPlaces } from '../../rules/own-digest.ts';
import { readStandingLeads } from '../../store/announced.ts';
import { findKeysOfHandles, giveHandles, readHandles } from '../../store/handles.ts';
import { type KeptLead, readPlacesOfLeads } from '../../store/leads.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { findNearest, findTopicsOfLead } from '../../words/nearest.ts';
import { type Answer, type Ask, action, type CommandAsk } from '../ask.ts';
import { mayOffer, refuseFuture, requireVisible } from '../guards.ts';
import { ifReadable, Refused, requireCarried } from '../refused.ts';
import { addControls, makeQuestion } from '../run-command.ts';
import { requireChannelSeen, requireSeen } from '../seen-by.ts';
import { findLeadsTimezone, noLeadNamed, readLeadStandings } from './one-lead.ts';
import { listLeadsFeeds, readCitations, readCounts, readFeedFilters, refreshLeads } from './read-leads.ts';

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

/** `listed`: the leads of all pages and of this one (`here`), and how many there were to choose from (`known`). */
type LeadListAnswer = Extract<Answer, { message: unknown }> & {
  listed: Pick<LeadList, 'leads' | 'open' | 'asked'> & {
    known: number;
    here: LeadList['leads'];
  };
};

/**
 * One page of the leads that the words ask for: open ones first, each group best first. Every lead shown gets a handle.
 * Falls back to stored leads if the API can't be read. `proposal` replaces the one below the leads.
 */
export async function leadList(
  project: Project,
  list: ListRef,
  ask: Ask,
  { view, proposal }: { view?: CommandAsk['view']; proposal?: LeadList['proposal'] } = {},
): Promise<LeadListAnswer> {
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
  const standing = await readStanding(project, here, ask);
  const message = leadListPage({ ...listed, from }, standing, perPage);
  const left = { leads: here.map(({ key }) => key) };
  return { message, pages, left, share: true, sortable, listed: { ...listed, here } };
}

/** All matching leads, with what the page says about them. @throws Refused if none can match */
async function searchLeads(project: Project, list: ListRef, ask: Ask, proposal?: LeadList['proposal']) {
  const now = ask.now();
  const query = parseLeadQuery(list.of);
  refuseFaultyQuery(query);
  const timezone = findLeadsTimezone(project.id, ask.workspace.projects());
  const day = today(now, timezone);
  refuseFuture(query.since, day);
  const isHead = list.of === '' && list.page === 0;
  const [{ listed, kept }, counts] = await Promise.all([
    readKeptLeads(project, query, ask),
    isHead ? readCounts(project, ask) : undefined,
  ]);
  const named = new Set((await findKeysOfHandles(ask.db, ask.team, query.handles)).values());
  const isMeant = ({ key }: KeptLead) => query.handles.length === 0 || named.has(key);
  const match = kept.filter((lead) => isMeant(lead) && matchesQuery(lead, query, ask.person, now));
  const ofThoseDays = filterDays(match, query, timezone);
  const only = queryInWords(query, day);
  if (match.length === 0 && list.of !== '') await refuseNoMatch(query, only, project, ask);
  const filters = await readFeedFilters(project, ask);
  const { kept: passed, leftOut } = applyFilters(ofThoseDays, query, filters, now);
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
    mine: list.of.trim().toLowerCase() === 'mine',
    leftOut,
    minScore: filters.minScore,
    counts,
    asked: isKept ? undefined : countAsked(listed),
    asOf: listed instanceof VisibilityError ? Math.max(...kept.map(({ polledAt }) => polledAt)) : undefined,
    proposal: proposal ?? (isHead ? await proposeMinScore(project, list, ask) : []),
    older: filterOld(kept, filters, now).length,
    now,
    order: query.order,
    mayAct: await mayOffer('leads', ask),
    list,
  };
}

/** The stored leads in the states asked for, refreshed from the API. @throws VisibilityError if none can be had */
async function readKeptLeads(project: Project, query: LeadQuery, ask: Ask) {
  const { db, team } = ask;
  const [listed, topics] = await Promise.all([
    refreshLeads(project, ask),
    query.topics.length + query.not.length > 0
      ? ifReadable(ask.api(project).topics(project.id), ask)
      : undefined,
  ]);
  const labels = topics?.flatMap(({ label }) => label ?? []) ?? query.topics;
  const cited = await readCitations(project, query, listed instanceof VisibilityError ? [] : listed, ask);
  const kept = (await readStandingLeads(db, { team, projectId: project.id }, chooseStates(query))).map(
    (lead) => ({ ...lead, citedBy: cited.get(lead.key), about: findTopicsOfLead(lead, labels) }),
  );
  if (listed instanceof VisibilityError && kept.length === 0) throw listed;
  return { listed, kept };
}

/** All known leads that the words ask for, by the days they were first seen. @throws Refused, VisibilityError */
export async function findKnownLeads(
  project: Project,
  words: string,
  ask: Ask,
): Promise<Pick<LeadList, 'only' | 'asked'> & { leads: readonly KeptLead[] }> {
  const query = parseLeadQuery(`${words} all`);
  refuseFaultyQuery(query);
  const now = ask.now();
  const timezone = findLeadsTimezone(project.id, ask.workspace.projects());
  const { listed, kept } = await readKeptLeads(project, query, ask);
  const leads = kept.filter(
    (lead) =>
      matchesQuery(lead, query, ask.person, now) && isOfDays(today(lead.firstSeenAt, timezone), query),
  );
  return {
    leads,
    only: queryInWords({ ...query, all: false }, today(now, timezone)),
    asked: countAsked(listed),
  };
}

/** How many leads the API was asked for, if it may have more. */
function countAsked(listed: Awaited<ReturnType<typeof refreshLeads>>): number | undefined {
  const isPart = !(listed instanceof VisibilityError) && (listed.rest || listed.length >= LEADS_ASKED);
  return isPart ? listed.length : undefined;
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
  const isMade = listLeadsFeeds(project, ask.workspace.projects()).some(
    ({ id, revision }) => id === proposal.feed && revision !== undefined,
  );
  return minScoreProposalParts(proposal, isMade, project, list);
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
  await refreshLeads(project, ask);
  const query = parseLeadQuery('');
  const kept = await readStandingLeads(
    ask.db,
    { team: ask.team, projectId: project.id },
    chooseStates(query),
  );
  return applyFilters(kept, query, await readFeedFilters(project, ask), ask.now()).kept;
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
  const isOfAnyAge = older || until !== undefined;
  const { kept, leftOut } = filterLeads(
    open,
    isOfAnyAge ? { ...filters, maxAgeMs: undefined } : filters,
    now,
  );
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

/** Whether it asks for what people did, so its days are of these deeds. */
function isOfDeeds({ ended, claimed, mine }: LeadQuery): boolean {
  return ended !== undefined || claimed || mine;
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
