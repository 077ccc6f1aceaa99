/** Finds a project’s leads as they stand now: those known, filtered and sorted as asked, and what the API counts. */
import { LEAD_STATES, type LeadState } from '../../decision.ts';
import { readChannelFilters, readLeads } from '../../feeds/leads.ts';
import { count, figure } from '../../messages/figures.ts';
import { isFinished } from '../../messages/leads/lead-facts.ts';
import { placesUnknown } from '../../messages/leads/own-digest.ts';
import { daysInWords, duration } from '../../messages/times.ts';
import { type Project, projectOf } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import {
  CITATIONS_ASKED,
  type CitedThreads,
  findCitedThreads,
  withCitations,
} from '../../rules/cited-threads.ts';
import type { Askable, LeadFilters, LeadQuery } from '../../rules/lead-filter.ts';
import {
  filterLeads,
  isOfDeeds,
  isOld,
  matchesQuery,
  mendWords,
  OLD_MS,
  parseLeadQuery,
} from '../../rules/lead-filter.ts';
import { identifyLeads, identitiesOf } from '../../rules/lead-key.ts';
import { findUnknownPlaces } from '../../rules/lead-place.ts';
import { readStandingLeads } from '../../store/announced.ts';
import { findKeysOfHandles, giveHandles } from '../../store/handles.ts';
import { findKeysByIdentity, type KeptLead, readPlacesOfLeads, recordLeads } from '../../store/leads.ts';
import type { OfProject } from '../../store/tables.ts';
import type { Lead } from '../../visibility/assumed.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { findTopicsOfLead } from '../../words/nearest.ts';
import type { Ask, Within } from '../ask.ts';
import { refuseFuture } from '../guards.ts';
import { ifReadable, Refused } from '../refused.ts';
import { findLeadsTimezone, readLeadStandings } from './one-lead.ts';

/** The stored leads that the words mean, refreshed. @throws Refused, VisibilityError */
export async function readMeantLeads(project: Project, of: string, ask: Ask) {
  const { db, team, person } = ask;
  const typed = await withName(parseLeadQuery(of), ask);
  const { unreadable, minScore, maxScore } = typed;
  if (unreadable) {
    const [what, example] = OPTIONS[unreadable.key];
    const fault = unreadable.value === '' ? `“${unreadable.key}:” needs` : `“${unreadable.value}” isn’t`;
    throw new Refused(`${fault} ${what}.`, { example: `/visibility leads ${example}` });
  }
  if (minScore !== undefined && maxScore !== undefined && minScore > maxScore)
    throw new Refused(
      `No lead can match: the lowest score, ${minScore}, is above the highest, ${maxScore}.`,
      { example: `/visibility leads ${maxScore} max:${minScore}`, because: 'filtered_out' },
    );
  const now = ask.now();
  const timezone = findLeadsTimezone(project.id, ask.workspace.projects());
  const day = today(now, timezone);
  refuseFuture(typed.since, day);
  const [{ stored, ...read }, topics] = await Promise.all([
    refreshLeads(project, typed, ask),
    typed.topics.length + typed.not.length > 0
      ? ifReadable(ask.api(project).topics(project.id), ask)
      : undefined,
  ]);
  const labels = topics?.flatMap(({ label }) => label ?? []) ?? typed.topics;
  const kept = stored.map((lead) => ({ ...lead, about: findTopicsOfLead(lead, labels) }));
  const words = mendWords(typed.words, kept);
  const filters = await readFeedFilters(project, ask);
  const { maxAgeMs } = filters;
  const query = { ...typed, words, maxAgeMs, ...(words !== typed.words && { misspelt: typed.words }) };
  const named = new Set((await findKeysOfHandles(db, team, query.handles)).values());
  const isMeant = ({ key }: KeptLead) => query.handles.length === 0 || named.has(key);
  const match = kept.filter((lead) => isMeant(lead) && matchesQuery(lead, query, person, now));
  const unnamed = query.engines.length > 0 ? kept.filter(({ citedBy }) => citedBy?.length === 0).length : 0;
  const { minScore: _low, maxScore: _high, ...anyScore } = query;
  const unscored = asksForScores(query)
    ? kept.filter(
        (one) => one.score === undefined && isMeant(one) && matchesQuery(one, anyScore, person, now),
      )
    : [];
  return { query, now, day, timezone, filters, kept, match, unnamed, unscored: unscored.length, ...read };
}

const asksForScores = ({ minScore, maxScore }: LeadQuery) => (minScore ?? maxScore) !== undefined;

/** How many of these open leads are below the feed's minimum and listed only because scores are asked for. */
export function countBelowMinimum(
  leads: readonly Pick<KeptLead, 'score' | 'state'>[],
  query: LeadQuery,
  { minScore }: LeadFilters,
): number {
  if (minScore === undefined || !asksForScores(query) || query.all || isOfDeeds(query)) return 0;
  return leads.filter(({ score = minScore, state }) => state.state === 'new' && score < minScore).length;
}

/** Whoever is mentioned goes by their name. */
async function withName(query: LeadQuery, { workspace }: Ask): Promise<LeadQuery> {
  const { by } = query;
  if (by === undefined || by.name !== by.id) return query;
  const { name } = await workspace.personOf(by.id).catch(() => by);
  return { ...query, by: { ...by, name } };
}

/** All known leads that the words ask for, by the days they were first seen. @throws Refused, VisibilityError */
export async function findKnownLeads(project: Project, words: string, ask: Ask) {
  const { query, match, day, timezone, asked } = await readMeantLeads(project, `${words} all`, ask);
  const leads = match.filter(({ firstSeenAt }) => isOfDays(today(firstSeenAt, timezone), query));
  return { leads, only: queryInWords({ ...query, all: false }, day), asked };
}

/** Standings and handles of the leads shown; gives a handle to those without one. */
export async function readStanding(
  project: Project,
  leads: readonly Pick<KeptLead, 'key' | 'state'>[],
  ask: Ask,
) {
  const keys = leads.map(({ key }) => key);
  return {
    // In a throwaway store the same handle would mean another lead in the next answer.
    handles: ask.isStoreEmpty ? {} : await giveHandles(ask.db, ask.team, 'L', keys),
    leads: await readLeadStandings(project.id, leads, ask),
  };
}

/** Open leads that can be let go, longest waiting first. */
export async function findOldLeads(project: Project, ask: Ask): Promise<KeptLead[]> {
  const kept = await readStandingLeads(ask.db, { team: ask.team, projectId: project.id }, ['new']);
  return filterOld(kept, await readFeedFilters(project, ask), ask.now()).toSorted(
    (a, b) => (a.postedAt ?? a.firstSeenAt) - (b.postedAt ?? b.firstSeenAt),
  );
}

/** Open and claimed leads that pass the filters, however old they are, best first. */
export async function findUnansweredLeads(project: Project, ask: Ask): Promise<readonly KeptLead[]> {
  const { query, match, filters, now } = await readMeantLeads(project, '', ask);
  return applyFilters(match, { ...query, older: true }, filters, now).kept;
}

/** Old leads that nothing but their age keeps out of the usual list. */
export function filterOld<L extends Askable>(leads: readonly L[], filters: LeadFilters, now: number): L[] {
  const old = leads.filter((lead) => isOld(lead, filters.maxAgeMs, now));
  return filterLeads(old, { ...filters, maxAgeMs: undefined }, now).kept;
}

/** The states of the leads that it looks through. */
export function chooseStates(query: LeadQuery): readonly LeadState['state'][] {
  if (query.state) return [query.state];
  if (query.all || query.handles.length > 0) return LEAD_STATES;
  if (query.mine) return ['claimed'];
  return query.older ? ['new'] : ['new', 'claimed'];
}

/** Filters only open leads. Old ones pass if they, the oldest or their days are asked for; any score if scores are. */
export function applyFilters<L extends Askable>(
  leads: readonly L[],
  query: LeadQuery,
  filters: LeadFilters,
  now: number,
) {
  const { all, older, handles, until, order } = query;
  if (all || isOfDeeds(query) || handles.length > 0) return { kept: leads, leftOut: [] };
  const open = leads.filter(({ state }) => state.state === 'new');
  const areOld = older || until !== undefined || order === 'oldest';
  const wanted = {
    ...filters,
    ...(areOld && { maxAgeMs: undefined }),
    ...(asksForScores(query) && { minScore: undefined }),
  };
  const { kept, leftOut } = filterLeads(open, wanted, now);
  const passed = new Set(kept);
  return { kept: leads.filter((lead) => lead.state.state !== 'new' || passed.has(lead)), leftOut };
}

/** By the day people did what is asked, else by when the lead was first seen. Without a first day it’s the thread’s age. */
export function filterDays(
  leads: readonly KeptLead[],
  query: LeadQuery,
  timezone: string,
): readonly KeptLead[] {
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
export function sortLeads(leads: readonly KeptLead[], { order }: LeadQuery): KeptLead[] {
  const group = ({ state }: KeptLead) => (state.state === 'new' ? 0 : isFinished(state) ? 2 : 1);
  const at = ({ postedAt, firstSeenAt }: KeptLead) => postedAt ?? firstSeenAt;
  return order === undefined
    ? leads.toSorted((a, b) => group(a) - group(b))
    : leads.toSorted((a, b) => (order === 'newest' ? at(b) - at(a) : at(a) - at(b)));
}

/** Which of the places that somebody typed no lead of these projects is from; undefined if all are known. */
export async function describeUnknownPlaces(
  typed: readonly string[],
  projectIds: readonly string[],
  { db, team }: Within,
): Promise<string | undefined> {
  const known = typed.length > 0 ? await readPlacesOfLeads(db, team, projectIds) : [];
  const unknown = findUnknownPlaces(typed, known);
  return unknown.length > 0 ? placesUnknown(unknown, known) : undefined;
}

export function countOpen(leads: readonly KeptLead[]): number {
  return leads.filter(({ state }) => state.state === 'new').length;
}

const OPTIONS = {
  since: ['a date', 'since:2026-11-16'],
  until: ['a date', 'until:2026-11-16'],
  top: ['a number of leads', 'top:5'],
  score: ['a lead score', 'score:80'],
  min: ['a lead score', 'min:80'],
  max: ['a lead score', 'max:60'],
} as const;

/**
 * Stores what the API lists now, so that people can act on it. `stored`: all leads in the states asked for; `asked`: how many
 * the API gave, if it may have more; `asOf`: when the last poll was, if it can't be read now. @throws VisibilityError
 */
async function refreshLeads(project: Project, query: LeadQuery, ask: Ask) {
  const { db, team } = ask;
  const of = { team, projectId: project.id };
  const states = chooseStates(query);
  const [leads, cited] = await Promise.all([
    readLeads(ask.api(project), project.id).catch(toFault),
    readCitedThreads(project, query, ask),
  ]);
  const listed = leads instanceof VisibilityError ? undefined : leads;
  const recorded = listed && (await recordListed(of, listed, cited.threads, ask));
  const stored = await readStandingLeads(db, of, states, recorded);
  // With nothing to show, the API's error is the answer.
  if (cited.fault && !stored.some(({ citedBy }) => citedBy)) throw cited.fault;
  if (!listed && stored.length === 0) throw leads;
  return {
    stored,
    asked: listed?.rest && listed.length,
    total: listed?.rest?.total,
    asOf: listed ? undefined : Math.max(...stored.map(({ polledAt }) => polledAt)),
  };
}

async function recordListed(
  { team, projectId }: OfProject,
  leads: readonly Lead[],
  threads: CitedThreads,
  { db, now }: Ask,
) {
  const known = await findKeysByIdentity(db, team, projectId, leads.flatMap(identitiesOf));
  const listed = withCitations(identifyLeads(leads, known), threads);
  return recordLeads(db, team, projectId, listed, now(), known);
}

function toFault(error: unknown): VisibilityError {
  if (error instanceof VisibilityError) return error;
  throw error;
}

/** As the feeds are configured now, which a click may just have changed. */
export async function readFeedFilters(project: Project, ask: Ask): Promise<LeadFilters> {
  const { channel, team, db, workspace } = ask;
  return readChannelFilters(projectOf(workspace.projects(), project.id) ?? project, channel, team, db);
}

/** The threads that engines cite, if the query is about that; the fault if none of their lists can be read. */
async function readCitedThreads(
  project: Project,
  { cited, engines, not }: Pick<LeadQuery, 'cited' | 'engines' | 'not'>,
  ask: Ask,
): Promise<{ threads: CitedThreads; fault?: VisibilityError }> {
  if (!cited && engines.length + not.length === 0) return { threads: new Map() };
  const api = ask.api(project);
  const asked = api.citations(project.id, { limit: CITATIONS_ASKED });
  const [citations, sources, warm] = await Promise.all([
    ifReadable(asked, ask),
    ifReadable(api.sources(project.id), ask),
    ifReadable(api.warmLeads(project.id), ask),
  ]);
  const threads = findCitedThreads({ citations, sources, warm });
  return { threads, ...(!citations && !sources && !warm && { fault: await asked.then(undefined, toFault) }) };
}

/** For the headline: "r/devops", "80 and above". `today`: YYYY-MM-DD. */
export function queryInWords(asked: LeadQuery, today: string): string[] {
  const { minScore, maxScore, not, handles, places, topics, since, until, words, misspelt } = asked;
  const days = daysInWords({ from: since, to: until }, today);
  return [
    ...switchesInWords(asked),
    ...(minScore === undefined ? [] : [`${figure(minScore)} and above`]),
    ...(maxScore === undefined ? [] : [`${figure(maxScore)} and below`]),
    ...not.map((one) => `not ${one}`),
    ...handles,
    // “Reddit” stands for every subreddit that is known.
    ...(places.length > 2 ? [count(places.length, 'forum')] : places),
    ...(topics.length > 0 ? [`about ${topics.map((topic) => `“${topic}”`).join(' or ')}`] : []),
    ...(days === undefined
      ? []
      : [isOfDeeds(asked) ? days : `${since === undefined ? 'threads' : 'first seen'} ${days}`]),
    ...(words === '' ? [] : [`“${words}”${misspelt ? ` (typed “${misspelt}”)` : ''} in title or place`]),
  ];
}

function switchesInWords(asked: LeadQuery): string[] {
  const { mine, by, outcome, state, engines, cited, older, maxAgeMs = OLD_MS, all } = asked;
  return [
    ...(outcome ? [`reply ${outcome === 'helpful' ? 'marked helpful' : outcome}`] : []),
    ...(by ? [`${by.name}’s`] : mine ? ['yours'] : []),
    ...(state === 'new' ? ['unclaimed'] : []),
    ...(engines.length > 0 ? [`cited by ${engines.join(' or ')}`] : cited ? ['cited by AI engines'] : []),
    ...(older ? [`older than ${duration(maxAgeMs)}`] : []),
    ...(all && !by && !mine ? ['filters off'] : []),
  ];
}
