/** The card of a lead: why it was posted or left out, its history, and what to know before replying. */
import { readFilters } from '../../feeds/leads.ts';
import { isFinished } from '../../messages/leads/lead-facts.ts';
import {
  type LeadStep,
  type WhyChannel,
  whyLeadAnswer,
  whyWhichAnswer,
} from '../../messages/leads/why-lead.ts';
import type { Page } from '../../messages/page.ts';
import type { Project } from '../../projects/projects.ts';
import { filterLeads } from '../../rules/lead-filter.ts';
import { readHandles } from '../../store/handles.ts';
import { readKeptCitations, readLastShown, readLeadEvents, readLeadTrace } from '../../store/lead-stories.ts';
import { findLead, type LeadKey } from '../../store/leads.ts';
import type { Ask } from '../ask.ts';
import { readFeedStandings } from '../feeds/feeds-of-project.ts';
import { mayOffer } from '../guards.ts';
import { findChannelsSeen, isDirect } from '../seen-by.ts';
import { noLeadNamed, readersHere, readLeadStanding } from './clicked-lead.ts';
import { BRIEFING_MS, listLeadsFeeds, readBriefing } from './read-leads.ts';

const OFFERED = 10;

/** The caller has checked that the project is visible. @throws Refused for an unknown lead */
export async function explainLead(key: string, project: Project, ask: Ask): Promise<Page> {
  const { db, team } = ask;
  const at = { team, projectId: project.id, key };
  const lead = await findLead(db, at);
  if (!lead) throw noLeadNamed(project);
  const channels = await findChannelsSeen(project, ask);
  const feeds = listLeadsFeeds(project, ask.workspace.projects());
  const standings = await readFeedStandings(feeds, ask);
  const { verdicts, posts } = await readLeadTrace(db, at, channels);
  const explainChannel = async (channel: string): Promise<WhyChannel[]> => {
    const verdict = verdicts.find((one) => one.channel === channel);
    const there = posts.filter((post) => post.channel === channel);
    const i = feeds.findIndex((one) => one.channel === channel);
    const feed = feeds[i];
    if (!feed && !verdict && there.length === 0) return [];
    const { next } = standings[i] ?? {};
    const { removed } = filterLeads([lead], feed ? await readFilters(feed, team, db) : {}, next ?? ask.now());
    return [
      {
        channel,
        verdict: verdict && { verdict: verdict.verdict, polledAt: verdict.polled_at, rank: verdict.rank },
        posts: there.map(({ not_before, failure, ...post }) => ({
          ...post,
          notBefore: not_before,
          reason: failure ?? undefined,
        })),
        feed: { minScore: feed?.settings.min_score, removedBy: removed[0]?.reason, next },
      },
    ];
  };
  const known = await Promise.all(channels.map(explainChannel));
  const citedBy = (await readKeptCitations(db, team, project.id)).get(key);
  return whyLeadAnswer({
    briefing: isFinished(lead.state) ? undefined : await readBriefing({ project, lead }, ask, BRIEFING_MS),
    project,
    lead: { ...lead, citedBy, state: await readLeadStanding(at, ask) },
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

/** Offers the leads posted here last, or to the asker’s channels if it’s direct. */
export async function offerLeads(project: Project, ask: Ask): Promise<Page> {
  const { team, db } = ask;
  const channels = isDirect(ask.channel) ? await findChannelsSeen(project, ask) : [ask.channel];
  const leads = await readLastShown(db, { team, projectId: project.id }, channels, OFFERED);
  const keys = leads.map(({ key }) => key);
  const handles = await readHandles(db, team, keys);
  return whyWhichAnswer(
    project,
    leads.map(({ key, title }) => ({ handle: handles[key], title })),
  );
}
