/** /visibility leads (the list, warm leads, the export) and /visibility metrics. */
import { handleOf, type LeadStanding, type LeadStory, type ProjectRef, projectRef } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { count } from '../../messages/figures.ts';
import { claimsPage } from '../../messages/home/home.ts';
import { metricsAnswer } from '../../messages/leads/lead-counts.ts';
import { reasonLabel, stateWord } from '../../messages/leads/lead-facts.ts';
import { warmLeadsAnswer } from '../../messages/leads/lead-row.ts';
import { brief } from '../../messages/lengths.ts';
import type { Page } from '../../messages/page.ts';
import type { CsvExport } from '../../messages/sortable-table.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import { toWarmLead } from '../../rules/cited-threads.ts';
import { OPTION_KEYS, parseLeadQuery } from '../../rules/lead-filter.ts';
import { identitiesOf } from '../../rules/lead-key.ts';
import { findKeyOfHandle, giveHandles, readHandles } from '../../store/handles.ts';
import { readLeadStories } from '../../store/lead-stories.ts';
import { findKeysByIdentity, readLeadsByKey } from '../../store/leads.ts';
import { wallClock } from '../../words/day-times.ts';
import { answerQuestion } from '../ask/answer-question.ts';
import { toAnswer } from '../ask/ask-command.ts';
import { openLeadLinked, showCard } from '../ask/pointed-at.ts';
import { type Answer, action, type Command, type ProjectAsk } from '../ask.ts';
import { parseDays, saysMore } from '../command-line.ts';
import { requireClickedFeed } from '../feeds/feeds-of-project.ts';
import { mayOffer, requirePermission } from '../guards.ts';
import { readWaiting } from '../home/show-home.ts';
import { FILTERS, resolveFilter } from '../lookups/filters.ts';
import { ifReadable, Refused } from '../refused.ts';
import { sendExport, toCsv } from '../reply.ts';
import { requireProjectsOfHandle } from '../why.ts';
import { readPeople } from '../workspace.ts';
import { findUnansweredLeads } from './find-leads.ts';
import { leadList, listAnswer } from './lead-list.ts';
import { explainLead, readLeadStandings } from './one-lead.ts';
import { openOwnDigestEditor } from './own-digest.ts';

/** “since” reads like a sentence, but this is an option. */
const SINCE_DAY = /(?<=^|\s)since:\d{4}-\d{2}-\d{2}(?=\s|$)/gi;

const OWN_DIGEST = /^digest(?:\s+(?:on|off|stop|change|edit|settings))?$/i;

export const leads: Command = {
  name: 'leads',
  usage: 'leads [r/place | 80 | mine | cited | older | digest | words]',
  example: 'leads',
  summary:
    'The open leads, best first; narrowed by place, lowest lead score, words, or yours alone; “digest” sends you a few',
  details:
    'Narrow the list with r/devops, 80 (the lowest lead score), max:90, mine, cited, engine:Gemini, not:r/saas, unclaimed, older, snoozed, answered, helpful, removed (what became of the reply), dismissed, since:2026-11-16, newest, top:5, all, or words from a title. You can combine them.',
  scope: 'project',
  words: 'free',
  options: FILTERS,
  filters: OPTION_KEYS,
  takes(line) {
    const rest = line.replace(SINCE_DAY, '');
    return /^warm\b/i.test(rest) || !(saysMore(rest) || /\b(?:in|or)\b/i.test(rest));
  },
  /** The digest belongs to the asker, whatever the project; a handle says which project is meant. */
  async projectsMeant(words, visible, ask) {
    if (OWN_DIGEST.test(words.trim())) return visible.slice(0, 1);
    const [handle] = parseLeadQuery(words).handles;
    return handle === undefined ? undefined : requireProjectsOfHandle(handle, visible, ask);
  },
  /** What somebody holds is theirs, whatever the project. */
  async runWithout(words, visible, ask) {
    if (words.trim().toLowerCase() !== 'mine') return undefined;
    const [waiting, mayAct] = await Promise.all([readWaiting(visible, ask), mayOffer('leads', ask)]);
    const projects = visible.map((project) => ({ project: projectRef(project) }));
    return {
      message: claimsPage(waiting, { at: ask.now(), mayAct, projects }),
      left: { leads: waiting.map(({ lead }) => lead.key) },
    };
  },
  async run(ask) {
    const [kind = '', ...rest] = ask.words.toLowerCase().split(/\s+/);
    if (kind === 'warm') return { message: await readWarmLeads(ask), share: true };
    const { engine, region } = ask.options;
    if (region !== undefined)
      throw new Refused('Only warm leads can be filtered by region.', {
        example: '/visibility leads warm Gemini in Germany',
      });
    if (OWN_DIGEST.test(ask.words.trim())) return openOwnDigestEditor(ask);
    if (kind === 'export' && rest.length <= 1) return exportLeads(rest[0], ask);
    const [handle, second] = parseLeadQuery(ask.words).handles;
    if (handle !== undefined && second === undefined) {
      const key = await findKeyOfHandle(ask.db, ask.team, handle);
      const message = await explainLead(key ?? '', ask.project, ask);
      return showCard(message, { card: handle }, ask.words);
    }
    const of =
      engine === undefined
        ? ask.words
        : `${ask.words} ${(await findEnginesMeant(engine, ask)).map((one) => `engine:"${one}"`).join(' ')}`;
    const list = { of: of.trim(), page: ask.page };
    return leadList(ask.project, list, ask, ask.view).catch((error) => askInstead(error, ask));
  },
};

const USUAL = /^(?:(?:new|open|everything|unanswered|waiting|left|still)\b\W*)+$/i;

/** No title has these words, but “leads open”, “leads reddit” and “leads 80+” say which leads are meant. @throws Refused */
async function askInstead(error: unknown, ask: ProjectAsk): Promise<Answer> {
  const { words } = parseLeadQuery(ask.words);
  if (!(error instanceof Refused) || words === '') throw error;
  const linked = await openLeadLinked(words, ask);
  if (linked) return linked;
  const answered = await answerQuestion({ text: ask.line }, ask);
  const { verdict, plan = { intent: 'help' } } = answered;
  const isRead = verdict === 'answered' || (verdict === 'no_data' && plan.topic === undefined);
  // A typo or “taken” is not “all leads”.
  const isSaid = Object.keys(plan).length > 1 || USUAL.test(words);
  if (!isRead || !isSaid || plan.intent !== 'leads') throw error;
  return toAnswer(answered);
}

/** Engine names as the API has them, or as typed if it can’t be read. @throws Refused for an unknown one */
async function findEnginesMeant(engine: string, ask: ProjectAsk): Promise<readonly string[]> {
  const typed = { options: { engine }, words: '', line: ask.line };
  const known = await ifReadable(resolveFilter(typed, ask.api(ask.project)), ask);
  return known?.asked.engines ?? engine.split(/, */);
}

/** Show all, on a digest that filters left empty: every known lead, privately. */
export const leadsShowAll = action(ACTIONS.leadsShowAll, async (ask) => {
  const { project } = requireClickedFeed(ask);
  return listAnswer(project, { of: 'all', page: 0 }, ask);
});

export const metrics: Command = {
  name: 'metrics',
  example: 'metrics',
  summary: 'How many leads there are, how many are new, their average lead score',
  scope: 'project',
  words: 'none',
  async run({ project, api }) {
    return { message: metricsAnswer(project, await api(project).communityMetrics(project.id)), share: true };
  },
};

/** Warm leads that a poll also brought have a handle and a standing. */
async function readWarmLeads(ask: ProjectAsk): Promise<Page> {
  const { project, db, team } = ask;
  const api = ask.api(project);
  const words = ask.words.replace(/^warm\s*/i, '');
  const { ids, only } = await resolveFilter({ ...ask, words }, api);
  const warm = await api.warmLeads(project.id, ids);
  const keyOf = await findKeysByIdentity(db, team, project.id, warm.flatMap(identitiesOf));
  const leads = warm.map((one) => toWarmLead(one, keyOf));
  const keys = leads.map(({ key }) => key);
  const kept = await readLeadsByKey(db, team, project.id, keys);
  const standing = {
    handles: await readHandles(db, team, keys),
    leads: await readLeadStandings(project.id, [...kept.values()], ask),
  };
  return warmLeadsAnswer(project, leads, standing, { only, at: ask.now() });
}

const DEFAULT_SINCE = '30d';

async function exportLeads(since: string | undefined, ask: ProjectAsk): Promise<Answer> {
  await requirePermission('members', ask);
  const { project, db, team } = ask;
  const days = parseDays(since ?? DEFAULT_SINCE, 'leads export 30d');
  const now = ask.now();
  const [posted, listed] = await Promise.all([
    readLeadStories(db, { team, projectId: project.id, since: 0 }),
    findUnansweredLeads(project, ask),
  ]);
  const isListed = new Set(listed.map(({ key }) => key));
  const isPosted = new Set(posted.map(({ key }) => key));
  const unposted = listed.filter(({ key }) => !isPosted.has(key));
  const leads: ExportedLead[] = [
    ...posted.filter(({ key, shownAt }) => shownAt >= now - days * DAY_MS || isListed.has(key)),
    ...unposted.map((lead) => ({
      ...lead,
      claims: lead.state.state === 'claimed' ? [{ at: lead.state.since ?? now }] : [],
    })),
  ];
  const keys = leads.map(({ key }) => key);
  const handles = await giveHandles(db, team, 'L', keys);
  const standings = await readLeadStandings(project.id, leads, ask);
  const people = Object.values(standings).flatMap(({ by, assignedBy }) => [by, assignedBy]);
  const names = Object.fromEntries(await readPeople(people, ask.workspace));
  const timezone = timezoneOf(ask.workspace.projects(), project);
  const known = { handles, standings, names, days, at: now, timezone };
  return sendExport(buildLeadExport(project, leads, known), ask);
}

type ExportedLead = Omit<LeadStory, 'shownAt'> & { shownAt?: number | undefined };

type ByKey<Thing> = Readonly<Record<string, Thing>>;
type Known = { handles: ByKey<string>; standings: ByKey<LeadStanding>; names: ByKey<string> };

/** Posted leads of the last `days`, and all open ones, as the reader may know them. */
export function buildLeadExport(
  project: ProjectRef,
  leads: readonly ExportedLead[],
  { handles, standings, names, days, at, timezone }: Known & { days: number; at: number; timezone: string },
): CsvExport {
  // Which spreadsheets read as a time.
  const timeOf = (ms: number | undefined) => {
    if (ms === undefined) return undefined;
    const { year, month, day, hour, minute } = wallClock(ms, timezone);
    return `${year}-${month}-${day} ${hour}:${minute}`;
  };
  const nameOf = (id = '') => names[id] ?? id;
  const rows = leads.map((story) => {
    const { by, assignedBy, state, until }: Partial<LeadStanding> = standings[story.key] ?? {};
    return {
      ...story,
      lead: handleOf({ handles }, story.key),
      posted_at: timeOf(story.postedAt),
      shown_at: timeOf(story.shownAt),
      state: stateWord(story.state.state),
      claimed_at: timeOf(story.claims?.[0]?.at),
      replied_at: timeOf(story.repliedAt),
      reply_url: story.state.replyUrl,
      dismissed_as: reasonLabel(story.state.dismissReason ?? ''),
      outcome: story.state.outcome,
      cited_by: story.citedBy?.join(', '),
      // Whoever reopened a lead or woke it doesn't hold it.
      by: state === 'new' ? undefined : nameOf(by),
      assigned_by: nameOf(assignedBy),
      snoozed_until: timeOf(until),
    };
  });
  return {
    name: `${toFileName(project.name)}-leads-${today(at, timezone)}.csv`,
    timezone,
    title: `${brief(project.name, 'project')} leads, last ${count(days, 'day')} and all open`,
    csv: toCsv(rows, COLUMNS),
    of: 'lead',
    rows: rows.length,
  };
}

const COLUMNS = [
  ...['lead', 'title', 'url', 'place', 'author', 'score', 'reason', 'posted_at', 'shown_at', 'state'],
  ...['claimed_at', 'replied_at', 'reply_url', 'dismissed_as', 'outcome', 'cited_by'],
  ...['by', 'assigned_by', 'snoozed_until'],
];

/** "Acme Corp." -> "acme-corp". */
function toFileName(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['project'];
  return words.join('-').slice(0, 40);
}
