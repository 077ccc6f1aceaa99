/** The card of a lead: why it was posted or left out, its history, and what to know before replying. */

import { readFilters } from '../../feeds/leads.ts';
import { isFinished } from '../../messages/leads/lead-facts.ts';
import {
  type AwaitingFeed,
  type LeadStep,
  type WhyChannel,
  whyLeadAnswer,
  whyListedAnswer,
  whyWhichAnswer,
} from '../../messages/leads/why-lead.ts';
import type { Page } from '../../messages/page.ts';
import type { Project } from '../../projects/projects.ts';
import { daysBefore, startOf, today } from '../../rules/calendar.ts';
import { toDigestLead } from '../../rules/lead-digest.ts';
import { filterLeads } from '../../rules/lead-filter.ts';
import { readHandles } from '../../store/handles.ts';
import { readKeptCitations } from '../../store/lead-stories.ts';
import {
  findChannelsUnshown,
  findDigestAfter,
  readLastShown,
  readLeadEvents,
  readLeadTrace,
  type TracedPost,
} from '../../store/lead-trace.ts';
import { findLead, type KeptLead, type LeadKey, readLeadsByKey } from '../../store/leads.ts';
import { readConversation } from '../ask/conversation.ts';
import type { Ask } from '../ask.ts';
import { readFeedStandings } from '../feeds/feeds-of-project.ts';
import { mayOffer } from '../guards.ts';
import { findChannelsSeen, isDirect, readsHereOnly } from '../seen-by.ts';
import { findLeadsTimezone, readersHere, readLeadStanding } from './clicked-lead.ts';
import { noLeadNamed } from './lead-refusals.ts';
import { BRIEFING_MS, listLeads, listLeadsFeeds, readBriefing } from './read-leads.ts';

/** Leads offered if none is named. */
const OFFERED = 10;

/**
 * The caller has checked that the project is visible; only channels that the asker may read about are named.
 * A lead that no digest decided on yet is looked up in the API's list. @throws Refused if it isn't there either
 */
export async function explainLead(key: string, project: Project, ask: Ask): Promise<Page> {
  const { db, team } = ask;
  const at = { team, projectId: project.id, key };
  const lead = await findLead(db, at);
  const channels = await findChannelsSeen(project, ask);
  const leadsFeeds = listLeadsFeeds(project, ask.workspace.projects());
  const feedIn = (channel: string) => leadsFeeds.find((feed) => feed.channel === channel);
  const { verdicts, posts } = await readLeadTrace(db, at, channels);
  const isDecided = verdicts.length > 0 || posts.length > 0;
  const listed = lead && isDecided ? undefined : await explainListed(key, project, ask);
  if (listed) return listed;
  if (!lead) throw noLeadNamed(project);
  const citedBy = (await readKeptCitations(db, team, project.id)).get(key);
  const unshown = await findChannelsUnshown(db, at, channels);
  const explainChannel = async (channel: string): Promise<WhyChannel> => {
    const own = feedIn(channel)?.settings;
    const verdict = verdicts.find((one) => one.channel === channel);
    const there = posts.filter((post) => post.channel === channel);
    const since = findWaitingSince(lead, there);
    return {
      channel,
      verdict: verdict && { verdict: verdict.verdict, polledAt: verdict.polled_at, rank: verdict.rank },
      posts: there.map(({ part, at: when, state, not_before, failure }) => ({
        part,
        at: when,
        state,
        notBefore: not_before,
        reason: failure ?? undefined,
      })),
      passedOverAt: since === undefined ? undefined : await findOnlyChance(since, channel, project, ask),
      unshown: unshown.has(channel) ? await findWhenCounted(lead, channel, project, ask) : undefined,
      minScore: own?.min_score,
      limit: own?.limit,
    };
  };
  const known = await Promise.all(channels.map(explainChannel));
  const handles = await readHandles(db, team, [key]);
  return whyLeadAnswer({
    briefing: isFinished(lead.state) ? undefined : await readBriefing({ project, lead }, ask, BRIEFING_MS),
    project,
    lead: { ...lead, citedBy, state: await readLeadStanding(at, ask) },
    handle: handles[key],
    channels: known.filter(
      ({ channel, verdict, posts: there }) => verdict || there.length > 0 || feedIn(channel) !== undefined,
    ),
    history: await readHistory(at, ask),
    now: ask.now(),
    timezone: findLeadsTimezone(project.id, ask.workspace.projects()),
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
  const events = await readLeadEvents(ask.db, at, STEPS_SHOWN);
  const steps = events.map(async ({ kind, at: when, by, detail }, i) => {
    if (kind === 'reminder') return [];
    const before = events[i - 1];
    const isDeclined = kind === 'release' && before?.kind === 'assign' && before.detail === by;
    const to = kind === 'assign' ? await named(detail) : undefined;
    const step = { at: when, by: await named(by), to, detail: detail ?? undefined };
    if (kind === 'reopen' && by === null) return [{ ...step, kind: 'wake' as const }];
    return [{ ...step, kind: isDeclined ? ('decline' as const) : kind }];
  });
  return (await Promise.all(steps)).flat();
}

/**
 * When an open lead that a channel has seen began to wait for its next digest there (epoch ms). Undefined if it is not
 * open, was not shown as new, or has come back.
 */
function findWaitingSince({ state }: KeptLead, posts: readonly TracedPost[]): number | undefined {
  const opened = state.since ?? 0;
  const shownAt = posts.findLast(({ part }) => part === 'new')?.at;
  if (state.state !== 'new' || shownAt === undefined) return undefined;
  const hasComeBack = posts.some(({ part, at }) => part === 'still_open' && at >= opened);
  return hasComeBack ? undefined : Math.max(shownAt, opened);
}

/** Whether a lead that no digest showed was already listed at the channel's first one. */
async function findWhenCounted(
  { firstSeenAt }: KeptLead,
  channel: string,
  { id: projectId }: Project,
  { db, team }: Ask,
) {
  const first = await findDigestAfter(db, { team, projectId, channel }, 0);
  return first !== undefined && firstSeenAt <= first ? 'at_start' : 'later';
}

/** The digest that could have shown it again: after it began to wait, the first one of a day. */
async function findOnlyChance(
  since: number,
  channel: string,
  project: Project,
  { db, team, workspace }: Ask,
) {
  const place = { team, projectId: project.id, channel };
  const timezone = findLeadsTimezone(project.id, workspace.projects());
  const day = today(since, timezone);
  const first = await findDigestAfter(db, place, startOf(day, timezone) - 1);
  const isOver = first !== undefined && first <= since;
  return findDigestAfter(db, place, isOver ? startOf(daysBefore(day, -1), timezone) - 1 : since);
}

/** Offers the leads that an answer here listed last, otherwise those posted here, or to the asker’s channels if it’s direct. */
export async function offerLeads(project: Project, ask: Ask): Promise<Page> {
  const { team, db } = ask;
  const listed = await readConversation(ask);
  const leads = listed?.projectId === project.id ? await readTitles(listed.leads, project, ask) : [];
  for (const channel of isDirect(ask.channel) ? await findChannelsSeen(project, ask) : [ask.channel])
    if (leads.length === 0)
      leads.push(...(await readLastShown(db, { team, projectId: project.id, channel }, OFFERED)));
  const handles = await readHandles(
    db,
    team,
    leads.map(({ key }) => key),
  );
  return whyWhichAnswer(
    project,
    leads.flatMap(({ key, title }) => {
      const handle = handles[key];
      return handle === undefined ? [] : [{ handle, title }];
    }),
  );
}

async function readTitles(keys: readonly string[], { id }: Project, { db, team }: Ask) {
  const kept = await readLeadsByKey(db, team, id, keys.slice(0, OFFERED));
  return keys.flatMap((key) => {
    const lead = kept.get(key);
    return lead ? [{ key, title: lead.title }] : [];
  });
}

/** For a listed lead that no digest decided on. `key` is empty for an unknown handle. @throws VisibilityError */
async function explainListed(key: string, project: Project, ask: Ask): Promise<Page | undefined> {
  const { db, team } = ask;
  const listed = key === '' ? [] : await listLeads(project, ask);
  const lead = listed.find((one) => one.key === key);
  if (!lead) return undefined;
  const channels = await findChannelsSeen(project, ask);
  const feeds = listLeadsFeeds(project, ask.workspace.projects()).filter(({ channel }) =>
    channels.includes(channel),
  );
  const standings = await readFeedStandings(feeds, ask);
  const awaits = feeds.map(async (feed, i): Promise<AwaitingFeed[]> => {
    const standing = standings[i];
    if (!standing) return [];
    const filters = await readFilters(feed, team, db);
    const { removed } = filterLeads([lead], filters, standing.next ?? ask.now());
    const { min_score: minScore, limit } = feed.settings;
    return [{ standing, removedBy: removed[0]?.reason, minScore, limit }];
  });
  const cited = await readKeptCitations(db, team, project.id);
  const handles = await readHandles(db, team, [key]);
  return whyListedAnswer({
    project,
    lead: { ...toDigestLead(lead), citedBy: cited.get(key) },
    briefing: await readBriefing({ project, lead: toDigestLead(lead) }, ask, BRIEFING_MS),
    now: ask.now(),
    timezone: findLeadsTimezone(project.id, ask.workspace.projects()),
    rank: lead.rank,
    handle: handles[key],
    feeds: (await Promise.all(awaits)).flat(),
    hereOnly: await readsHereOnly(ask),
  });
}
