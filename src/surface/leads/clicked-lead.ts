/** Finds the lead a click means, if the person may see it, and how it stands for the readers of that channel. */
import type { LeadStanding } from '../../decision.ts';
import { count, figure } from '../../messages/figures.ts';
import type { LeadRef } from '../../messages/leads/lead-controls.ts';
import { daysInWords } from '../../messages/times.ts';
import { type Readers, readersOf, readLeadStandingsFor } from '../../outbox/standing.ts';
import {
  feedsOfProject,
  findVisibleProjects,
  type Project,
  type Projects,
  projectOf,
  timezoneOf,
} from '../../projects/projects.ts';
import { type LeadQuery, QUERY_WORDS, withMinScore } from '../../rules/lead-query.ts';
import { findKeysOfHandles } from '../../store/handles.ts';
import { findSameThread } from '../../store/lead-stories.ts';
import { findLead, type KeptLead, type LeadKey, readLeadsByKey } from '../../store/leads.ts';
import { findNearest } from '../../words/nearest.ts';
import type { Ask } from '../ask.ts';
import { Refused } from '../refused.ts';
import { findSeen, isDirect } from '../seen-by.ts';

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
  const others = await findSameThread(ask.db, team, projectId, [...leads.keys()], seen);
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
  const feed = feedsOfProject(projects, projectId).find(({ kind }) => kind === 'leads');
  const project = projectOf(projects, projectId);
  return feed?.timezone ?? (project ? timezoneOf(projects, project) : projects.defaults.timezone);
}

/** The readers of the asker's channel. */
export function readersHere({ channel, person, workspace }: Ask): Readers {
  const place = { channel, isMember: workspace.isMember };
  return readersOf(workspace.projects(), place, isDirect(channel) ? person : undefined);
}

/** How a lead stands, for the readers of the asker's channel. */
export async function readLeadStanding(at: LeadKey, ask: Ask): Promise<LeadStanding> {
  const lead = await findLead(ask.db, at);
  const standings = await readLeadStandings(at.projectId, lead ? [lead] : [], ask);
  return standings[at.key] ?? { state: 'new' };
}

/** The same for several leads of a project, by key. */
export async function readLeadStandings(
  projectId: string,
  leads: readonly Pick<KeptLead, 'key' | 'state'>[],
  ask: Ask,
): Promise<Record<string, LeadStanding>> {
  return readLeadStandingsFor(ask.db, ask.team, projectId, leads, readersHere(ask));
}

/** @throws Refused for values that can't be read */
export function refuseFaultyQuery({ unreadable }: LeadQuery): void {
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

/**
 * For a query that no lead matches, an empty list would be misleading. `only`: its filters in words; `of`: as typed;
 * `settled`: how many leads match but aren't open; `best`: the highest score of leads that match all but the lowest
 * score. @throws Refused then
 */
export function refuseNoMatch(
  { handles, topics, words }: LeadQuery,
  {
    only,
    of,
    settled,
    best,
  }: { only: readonly string[]; of: string; settled: number; best?: number | undefined },
  project: Project,
): void {
  if (handles.length > 0) throw noLeadNamed(project);
  const match = `${project.name} lead matches (${only.join(', ')})`;
  const because = 'filtered_out';
  if (settled > 0)
    throw new Refused(
      `No open ${match}, but ${settled === 1 ? 'one that isn’t open does' : `${figure(settled)} that aren’t open do`}.`,
      {
        tries: [`leads ${of} all`],
        because,
        figures: [{ name: 'matching leads that aren’t open', value: settled, unit: 'leads' }],
      },
    );
  if (best !== undefined)
    throw new Refused(`No ${match}. Without that minimum, the best has ${figure(best)}.`, {
      example: `/visibility leads ${withMinScore(of, best)}`,
      because,
      figures: [{ name: 'highest score of matching leads', value: best, unit: 'points' }],
    });
  if (topics.length > 0 || words !== '')
    throw new Refused(`No ${match}.`, {
      tries: [findNearest(words, [...QUERY_WORDS, 'warm', 'export']) ?? 'cited', 'all'].map(
        (one) => `leads ${one}`,
      ),
    });
}

/** For the headline: "r/devops", "80 and above". `today` as YYYY-MM-DD. */
export function queryInWords(asked: LeadQuery, today: string): string[] {
  const { mine, by, cited, older, unclaimed, all, minScore, handles, places, words } = asked;
  const { engines, topics, not, maxScore, since, until } = asked;
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
    ...[daysInWords({ from: since, to: until }, today)].filter((days) => days !== undefined),
    ...(words === '' ? [] : [`“${words}” in title or place`]),
  ];
}

/** Doesn't reveal whether the handle belongs to another project. */
export function noLeadNamed({ name }: Project): Refused {
  return new Refused(
    `${name} has no lead with this short name. If you read it in another channel, ask there.`,
    { example: '/visibility leads' },
  );
}
