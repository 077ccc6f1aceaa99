/** Lead feeds: threads to join, best first. Also what a proposal of a higher minimum score is based on. */
import type { Decision, MinScoreProposal } from '../decision.ts';
import { unless } from '../errors.ts';
import { type Feed, feedId, type Project, settingsOf } from '../projects/projects.ts';
import type { CitationSnapshot } from '../rules/cited-threads.ts';
import { chooseWarmThreads, findCitedThreads, toWarmLead, withCitations } from '../rules/cited-threads.ts';
import type { LeadMemory } from '../rules/lead-digest.ts';
import { decideLeadDigest, findComingBackSince } from '../rules/lead-digest.ts';
import { decideFilteredOut, type Filterable, filterLeads, type LeadFilters } from '../rules/lead-filter.ts';
import { identifyLeads, identitiesOf, isBestFirst, sortByScore } from '../rules/lead-key.ts';
import {
  decideMuteProposal,
  minScoreHistoryStart,
  muteHistoryStart,
  proposeMinScore,
} from '../rules/lead-proposals.ts';
import {
  findComingBack,
  knowsAnyLead,
  readKnownLeads,
  readLastShownAt,
  readStandingLeads,
} from '../store/announced.ts';
import { MIN_SCORE_WRITES, readLastWrites } from '../store/audit.ts';
import { wantLeadEdits } from '../store/deliveries.ts';
import { findSameThread, hasDismissed, readLeadStories, readScoresWhenShown } from '../store/lead-stories.ts';
import { findKeysByIdentity, readLeadsByKey, recordLeads } from '../store/leads.ts';
import { readMuteAnswers, readMutedPlaces } from '../store/mutes.ts';
import { readLastDone } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';
import type { Db } from '../store/tables.ts';
import type { Listing } from '../visibility/answer.ts';
import type { Lead, LeadMetrics } from '../visibility/assumed.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import { VisibilityError } from '../visibility/errors.ts';
import type { Decided, FeedKindRow, LeadsFeed, Polling, Question, SlotTold } from './feed-kind.ts';
import { toVerdict } from './feed-kind.ts';
import { countLateHours } from './schedule.ts';

type LeadsPolled = { leads: Listing<Lead>; metrics?: LeadMetrics | undefined; cited: CitationSnapshot };

/** More than a digest shows, so that leads below its limit are known, too. The API's maximum is not documented. */
export const LEADS_ASKED = 100;

/** Leads taken, however many the API gives: the best ones, and the number of the rest. */
export const MOST_LEADS = 1_000;

const CITATIONS_ASKED = 500;

export const leadsFeed: FeedKindRow<LeadsFeed, LeadsPolled> = {
  label: 'Leads: threads to join',
  usual: 'weekdays at 9:00',
  settings: {
    limit: { as: 'number', label: 'At most this many leads', hint: '1 to 50; 10 if empty.' },
    min_score: {
      as: 'number',
      label: 'Minimum lead score',
      hint: 'On the API’s own scale; leads without a score are shown too.',
    },
    max_age: { as: 'text', label: 'Maximum age', hint: 'For example 36 hours or 10 days; 14 days if empty.' },
    places: {
      as: 'never',
      label: 'Never from these places',
      hint: 'Separated by commas, for example r/memes.',
    },
    words: { as: 'never', label: 'Never with these words', hint: 'Separated by commas, for example hiring.' },
    warm_leads: { as: 'switch', label: 'End with threads that AI engines cite already' },
    post_empty: { as: 'switch', label: 'Say so when there is nothing new' },
  },
  livesFrom: 'communityLeads',
  poll,
  decide,
};

async function poll({ id: feed, project: { id }, settings }: LeadsFeed, { api, extra, log }: Polling) {
  const wanted = settings.warm_leads;
  const [leads, metrics, citations, sources, warm] = await Promise.all([
    readLeads(api, id),
    extra('communityMetrics', (signal) => api.communityMetrics(id, { signal })),
    extra('citations', (signal) => api.citations(id, { limit: CITATIONS_ASKED, signal })),
    extra('sources', (signal) => api.sources(id, { signal })),
    wanted ? extra('warmLeads', (signal) => api.warmLeads(id, { signal })) : undefined,
  ]);
  if (leads.length === MOST_LEADS && leads.rest) {
    const counts = { feed, came: leads.rest.total, taken: MOST_LEADS };
    log.warn(counts, 'The API has too many leads; only the best were read');
  }
  return { leads, metrics, cited: { citations, sources, warm } };
}

/** At most MOST_LEADS leads, best first, with `rest` if there may be more. Sorted by score only if the API's order belies it. */
export async function readLeads(
  api: Pick<VisibilityClient, 'communityLeads'>,
  projectId: string,
): Promise<Listing<Lead>> {
  const ask = async (limit: number): Promise<Listing<Lead>> => {
    const leads = await api.communityLeads(projectId, { limit });
    return leads.length === limit ? Object.assign(leads, { rest: leads.rest ?? {} }) : leads;
  };
  const first = await ask(LEADS_ASKED);
  const all = !first.rest ? first : ((await unless(ask(MOST_LEADS), VisibilityError)) ?? first);
  const sorted = isBestFirst(all) ? all : sortByScore(all);
  if (all.length <= MOST_LEADS) return sorted;
  return Object.assign(sorted.slice(0, MOST_LEADS), { rest: all.rest ?? { total: all.length } });
}

async function decide(
  db: Db,
  { slot, feed, snapshot, relearn, owners, now }: Question<LeadsFeed, LeadsPolled>,
): Promise<Decided> {
  const { team, due_at } = slot;
  const { limit, post_empty } = feed.settings;
  const { leads, warm, memory } = await rememberLeads(db, slot, feed, snapshot, { relearn, now });
  const filters = await readFilters(feed, team, db);
  const told = { ...feed, limit, filters, postEmpty: post_empty, owners };
  const poll = { leads, rest: snapshot.leads.rest, metrics: snapshot.metrics };
  const { decision, seen, fates } = decideLeadDigest(poll, memory, told, due_at, now);
  const digest =
    decision.kind === 'lead_digest'
      ? {
          ...decision,
          warm: warm && chooseWarmThreads(warm, decision, filters, now),
          lateHours: countLateHours(due_at, now),
        }
      : decision;
  const { decisions, ...verdict } = toVerdict(digest);
  const beside = await decideBesideDigest(db, slot, feed, { ...snapshot, filters, decisions }, now);
  return { ...verdict, decisions: [...decisions, ...beside], seen, fates };
}

/** A feed's filters: as configured, and the places that people muted in it. */
export async function readFilters(
  { id, settings }: Pick<LeadsFeed, 'id' | 'settings'>,
  team: string,
  db: Db,
): Promise<LeadFilters> {
  const { min_score, max_age, places, words } = settings;
  const muted = await readMutedPlaces(db, team, id);
  return { minScore: min_score, maxAgeMs: max_age, places, words, muted };
}

/** The leads that at least one of the project's feeds in these channels would post; if there is none, one of all its feeds. */
export async function filterByFeeds<L extends Filterable>(
  leads: readonly L[],
  project: Project,
  channels: readonly string[],
  { db, team, now }: { db: Db; team: string; now: number },
): Promise<readonly L[]> {
  const all = listFeeds(project);
  const theirs = all.filter(({ settings }) => channels.includes(settings.channel));
  const passed = new Set<L>();
  for (const feed of theirs.length > 0 ? theirs : all)
    for (const lead of filterLeads(leads, await readFilters(feed, team, db), now).kept) passed.add(lead);
  return all.length === 0 ? leads : leads.filter((lead) => passed.has(lead));
}

async function decideBesideDigest(
  db: Db,
  { team }: SlotTold,
  { id: subscription, project }: Feed,
  digest: { leads: readonly Lead[]; filters: LeadFilters; decisions: readonly Decision[] },
  now: number,
): Promise<Decision[]> {
  const { leads, filters, decisions } = digest;
  const about = { project, subscription };
  const filteredOut = decisions.length > 0 ? undefined : decideFilteredOut(leads, filters, about, now);
  const posts: Decision[] = filteredOut ? [filteredOut] : [];
  if (!(await hasDismissed(db, team, project.id))) return posts;
  const wanted = { team, projectId: project.id, since: muteHistoryStart(now), subscription };
  const answers = await readMuteAnswers(db, team, subscription);
  const proposal = decideMuteProposal(await readLeadStories(db, wanted), answers, about, now);
  return proposal ? [...posts, proposal] : posts;
}

/** Stores the poll first, so that leads are known by all identities, then reads what is kept of them and the channel knows. */
async function rememberLeads(
  db: Db,
  slot: SlotTold,
  { project, timezone }: LeadsFeed,
  { leads, cited }: LeadsPolled,
  { relearn, now }: { relearn: boolean; now: number },
) {
  const { team, channel } = slot;
  const names = [...new Set([...leads, ...(cited.warm ?? [])].flatMap(identitiesOf))];
  const keys = await findKeysByIdentity(db, team, project.id, names);
  const polled = withCitations(identifyLeads(leads, keys), findCitedThreads(cited));
  const listed = await inTransaction(db, async (trx) => {
    const recorded = await recordLeads(trx, team, project.id, polled, now, keys);
    const news = [...recorded.values()].flatMap(({ key, firstSeenAt }) => (firstSeenAt === now ? key : []));
    // Posts that show the same thread as a lead of another project now name both projects.
    const elsewhere = await findSameThread(trx, team, project.id, news);
    for (const other of [...elsewhere.values()].flat()) await wantLeadEdits(trx, { team, ...other });
    return recorded;
  });
  // A warm thread may be a lead that the API no longer lists.
  const others = [...new Set(keys.values())].filter((key) => !listed.has(key));
  const unlisted = await readLeadsByKey(db, team, project.id, others);
  const keptOf = ({ key }: { key: string }) => listed.get(key) ?? unlisted.get(key);
  const knowsAny = await knowsAnyLead(db, team, channel, project.id);
  const place = { team, channel, projectId: project.id };
  const knownOpen = await readStandingLeads(db, place, ['new'], listed);
  const since = findComingBackSince(await readLastShownAt(db, place), timezone, now);
  const memory: LeadMemory = {
    announced: await readKnownLeads(db, place, names),
    first: relearn || !knowsAny,
    anew: relearn && knowsAny,
    lastAt: await readLastDone(db, slot),
    open: since === undefined ? [] : await findComingBack(db, { ...place, since }, knownOpen),
    knownOpen,
  };
  return {
    leads: polled.map((lead) => ({ ...lead, ...keptOf(lead) })),
    warm: cited.warm?.map((one) => {
      const lead = toWarmLead(one, keys);
      const kept = keptOf(lead);
      return { ...lead, state: kept?.state, isLead: kept !== undefined };
    }),
    memory,
  };
}

function listFeeds(project: Project) {
  return settingsOf(project, 'leads').map((settings) => ({
    id: feedId('leads', project.id, settings.channel),
    settings,
  }));
}

type MinScored = { feed: string; minScore: number | undefined };

/** The leads feed that a proposal in this channel is about: the one that posts there, else the project's only one. */
export function findLeadsFeed(project: Project, channel: string): MinScored | undefined {
  const all = listFeeds(project);
  const meant = findFeedHere(all, channel) ?? (all.length === 1 ? all[0] : undefined);
  return meant && { feed: meant.id, minScore: meant.settings.min_score };
}

function findFeedHere(all: ReturnType<typeof listFeeds>, channel: string) {
  return all.find(({ settings }) => settings.channel === channel);
}

/** The filters and mutes of the channel's leads feed, otherwise of the project's first one. */
export async function readChannelFilters(project: Project, channel: string, team: string, db: Db) {
  const all = listFeeds(project);
  const feed = findFeedHere(all, channel) ?? all[0];
  return feed ? readFilters(feed, team, db) : {};
}

/** The scores of the open leads as /visibility leads lists them here. */
export async function readOpenScores(
  db: Db,
  team: string,
  { project, channel }: { project: Project; channel: string },
  now: number,
): Promise<number[]> {
  const filters = await readChannelFilters(project, channel, team, db);
  const open = await readStandingLeads(db, { team, projectId: project.id }, ['new']);
  return filterLeads(open, filters, now).kept.flatMap(({ score }) => score ?? []);
}

/** Undefined if there is nothing to propose. `now` epoch ms. */
export async function readMinScoreProposal(
  db: Db,
  team: string,
  project: Project,
  { feed, minScore: from }: MinScored,
  now: number,
): Promise<MinScoreProposal | undefined> {
  const of = { team, projectId: project.id, since: minScoreHistoryStart(now) };
  const scores = await readScoresWhenShown(db, of);
  const stories = (await readLeadStories(db, { ...of, subscription: feed })).map((story) =>
    // The score at that time, not today's, decides whether a minimum would have hidden it.
    scores.has(story.key) ? { ...story, score: scores.get(story.key) } : story,
  );
  const posted = new Set(stories.map(({ key }) => key));
  const taken = await readStandingLeads(db, of, ['claimed', 'replied', 'snoozed']);
  const unposted = taken.filter(({ key, state }) => !posted.has(key) && (state.since ?? 0) >= of.since);
  const used = unposted.flatMap(({ score }) => score ?? []);
  const decidedAt = await readLastDecidedAt(db, team, project.id, feed);
  return proposeMinScore(stories, used, { feed, from, decidedAt }, now);
}

async function readLastDecidedAt(db: Db, team: string, projectId: string, feed: string): Promise<number> {
  const writes = MIN_SCORE_WRITES.map((action) => readLastWrites(db, team, { action, projectId }));
  const times = (await Promise.all(writes)).flat().filter(({ subject }) => subject === feed);
  return Math.max(0, ...times.map(({ at }) => at));
}
