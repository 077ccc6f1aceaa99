/** The list of a project's leads that can be worked: one page of it, each row with its menu, for one reader. */
import { type DigestLead, handleOf, type LeftOut, type ProjectRef, type Standing } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import type { LeadMetrics } from '../../visibility/assumed.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton, lineOptions } from '../answer-controls.ts';
import { count, figure, round } from '../figures.ts';

import { brief } from '../lengths.ts';
import {
  actions,
  type Control,
  headline,
  note,
  type Page,
  type Part,
  page,
  paragraph,
  rows,
} from '../page.ts';
import { countChars, maxFitting } from '../room.ts';
import { figureColumn, linkCell, pagesOfTable, type SortableList, wordsColumn } from '../sortable-table.ts';
import { beside, bold, capitalize, lines, say } from '../text.ts';
import { clock, dayNear, daysInWords } from '../times.ts';
import { dismissManyButton, type ListRef, letGoButton } from './lead-controls.ts';
import { allLeftOut, countsInWords, leftOutNote } from './lead-counts.ts';
import { enginesInWords, GROWTH, leadSummary, titleOf, unreadFacts } from './lead-facts.ts';
import { type LeadRows, leadLine } from './lead-row.ts';

/** Rows of one page, where they have room. */
const PAGE_OF_LEADS = 15;

/**
 * `leads` are all that match, in their order, the first of them open; `from` which on (from 0) this page shows them. Times in
 * epoch ms.
 */
export type LeadList = {
  project: ProjectRef;
  leads: readonly DigestLead[];
  from: number;
  /** Instead of best first. */
  order?: 'newest' | 'oldest' | undefined;
  /** How many of `leads` are open. */
  open: number;
  /** How many match, and how many of these are open, where fewer were asked for. */
  among?: { all: number; open: number } | undefined;
  /** In words, what was asked for: "in r/devops", "from a score of 80". Nothing: all that are open. */
  only: readonly string[];
  /** Only those that stand so were asked for: none of them is open. */
  ended?: string | undefined;
  /** Only what the reader holds, and no more was asked for. */
  mine?: boolean | undefined;
  leftOut: readonly LeftOut[];
  minScore?: number | undefined;
  /** The API's own counts of all leads, where they were read. */
  counts?: LeadMetrics | undefined;
  /** How many the API was read to, where it may have more. */
  asked?: number | undefined;
  /** When a poll last brought them, where the API could not be read now. */
  asOf?: number | undefined;
  /** What stands below the headline, before all else: a proposal, or what came of it. */
  head?: readonly (Part | undefined)[] | undefined;
  /** Open leads that are older than `days`, for whoever lets them go. */
  older?: { count: number; days: number } | undefined;
  /** There are none of the days asked for, and some of others: so many were first seen on these days, and are older. */
  ofOtherDays?: { firstSeenThen: number } | undefined;
  now: number;
  timezone: string;
  /** Whether the reader may act on a lead. */
  mayAct: boolean;
  /** By which a click on a row brings this page back, where that has room. */
  list?: ListRef | undefined;
};

/** What people asked for: of leads older than `oldDays`, in any of `places` (keys), with all of `words`. */
export type LeadsAsked = {
  mine: boolean;
  cited: boolean;
  older: boolean;
  all: boolean;
  minScore?: number | undefined;
  handles: readonly string[];
  places: readonly string[];
  unclaimed?: boolean;
  engines?: readonly string[];
  forums?: readonly string[];
  topics?: readonly string[];
  since?: string | undefined;
  until?: string | undefined;
  words: string;
};

/** As the headline says it: "r/devops", "80 and above". `today` as YYYY-MM-DD. */
export function queryInWords(asked: LeadsAsked, oldDays: number, today: string): string[] {
  const { mine, cited, older, unclaimed, all, minScore, handles, places, words } = asked;
  const { engines = [], forums = [], topics = [], since, until } = asked;
  return [
    ...(mine ? ['yours'] : []),
    ...(unclaimed ? ['claimed by nobody'] : []),
    ...(engines.length > 0 ? [`cited by ${engines.join(' or ')}`] : cited ? ['cited by AI engines'] : []),
    ...(older ? [`older than ${oldDays} days`] : []),
    ...(all ? ['filters off'] : []),
    ...(minScore === undefined ? [] : [`${figure(minScore)} and above`]),
    ...handles,
    ...places.map((place) => `r/${place}`),
    ...forums,
    ...(topics.length > 0 ? [`about ${topics.map((topic) => `“${topic}”`).join(' or ')}`] : []),
    ...[daysInWords({ from: since, to: until }, today)].filter((days) => days !== undefined),
    ...(words === '' ? [] : [`“${words}”`]),
  ];
}

/** The first page alone has counts, but each page begins where the one before it ends. */
const LONGEST_COUNTS: LeadMetrics = { total: 1e9, new: 1e9, today: 1e9, averageScore: 99.9 };

/**
 * How many leads a page of the list shows, so that each of its pages has room for its own however long they are. A head has
 * room where rows may grow: open leads never grow by so much.
 */
export function leadsPerPage(found: Omit<LeadList, 'from'>): number {
  const longest = found.leads
    .map((lead) => ({ lead, chars: countChars([lead.title, lead.url]) }))
    .sort((a, b) => b.chars - a.chars)
    .map(({ lead }) => lead);
  const handles = Object.fromEntries(longest.slice(0, PAGE_OF_LEADS).map(({ key }) => [key, 'L000000']));
  const pageOf = (many: number) =>
    pageWith({ ...found, counts: LONGEST_COUNTS, head: undefined }, longest.slice(0, many), 0, {
      handles,
    });
  return Math.max(1, maxFitting(Math.min(PAGE_OF_LEADS, longest.length), pageOf, GROWTH));
}

/** `standing` of the leads that this page shows: `perPage` of them. */
export function leadListPage(
  found: LeadList,
  standing: Pick<Standing, 'handles' | 'leads'>,
  perPage = PAGE_OF_LEADS,
): Page {
  const { leads, from, only, project } = found;
  if (leads.length > 0) return pageWith(found, leads.slice(from, from + perPage), from, standing);
  const of = found.list?.of.trim() ?? '';
  const others = actions([
    found.leftOut.length > 0 &&
      lineButton({ label: 'Show what’s left out', line: `leads all ${of}`.trim() }, project.id),
    otherLists(project, found.list),
  ]);
  if (found.mine)
    return page(headline(bold(`${brief(project.name, 'project')} · you hold no leads`)), others);
  const which = only.map((one) => brief(one, 'title'));
  const none = found.ended ? `none ${endedWord(found.ended)}` : 'no open leads';
  const head = beside(`${brief(project.name, 'project')} · ${none}`, ...which);
  return page(
    headline(bold(head)),
    ...(found.head ?? []),
    note(countsOf(found)),
    nothing(found),
    others,
    note(beside(...howRead(found))),
  );
}

function pageWith(
  found: Omit<LeadList, 'from'>,
  here: readonly DigestLead[],
  from: number,
  standing: Pick<Standing, 'handles' | 'leads'>,
): Page {
  const { project, leads, only, now, timezone, mayAct, list, older, leftOut, minScore } = found;
  const name = brief(project.name, 'project');
  const which = only.map((one) => brief(one, 'title'));
  const all: LeadRows = { project, at: now, timezone, standing, mayAct, list, mine: found.mine };
  const amount = amountOf(found);
  const openHere = here.filter(({ key }) => (standing.leads?.[key]?.state ?? 'new') === 'new');
  const handles = openHere.flatMap(({ key }) => standing.handles[key] ?? []);
  const [best] = leads;
  return {
    summary: beside(
      `${name}: ${amount}`,
      ...which,
      best && say`${capitalize(found.order ?? 'best')}: ${leadSummary(best, now)}`,
    ),
    parts: [
      headline(bold(beside(`${name} · ${amount}`, ...which))),
      ...(from === 0 ? (found.head ?? []) : []),
      note(
        lines(
          beside(placeOf(from, here.length, leads.length), orderOf(found, leads.length)),
          countsOf(found),
        ),
      ),
      rows(here.map((lead) => leadLine(lead, all))),
      actions([
        mayAct && handles.length > 1 && dismissManyButton(name, { projectId: project.id, handles, list }),
        mayAct &&
          older !== undefined &&
          isOfOld(list) &&
          letGoButton(name, { projectId: project.id, list }, older),
        otherLists(project, list),
      ]),
      note(beside(leftOutNote(leftOut, minScore), ...howRead(found), unreadFacts(here))),
    ],
  };
}

/** Parts the table in pages before it is known how the leads of a page stand: with words as long as those may be. */
export function pagesOfLeads(found: Omit<LeadList, 'from'>): DigestLead[][] {
  const each = <T>(value: T) => Object.fromEntries(found.leads.map(({ key }) => [key, value]));
  return pagesOfTable(leadTable(found, { handles: each('L000000'), leads: each({ state: 'dismissed' }) }));
}

/** All of them, to be sorted; `standing` of those that a page shows. */
export function leadTable(
  found: Omit<LeadList, 'from'>,
  standing: Pick<Standing, 'handles' | 'leads'>,
): SortableList<DigestLead> {
  const { project, leads, only, open, now, leftOut, minScore } = found;
  const name = brief(project.name, 'project');
  const stateOf = ({ key }: DigestLead) => standing.leads?.[key]?.state ?? 'new';
  const isCited = leads.some(({ citedBy }) => citedBy !== undefined);
  return {
    head: `${name} · ${amountOf(found)}`,
    caption: `Leads of ${name}`,
    order: orderOf(found, leads.length),
    only,
    columns: [
      { heading: 'Lead', cell: (lead) => linkCell(lead.url, titleOf(lead, 'line')) },
      figureColumn('Score', leads, ({ score }) => score),
      wordsColumn('Place', 'place', ({ place }) => place),
      figureColumn('Age, days', leads, ({ postedAt }) =>
        postedAt === undefined ? undefined : round(Math.max(0, now - postedAt) / DAY_MS, 1),
      ),
      wordsColumn('Cited by', 'line', ({ citedBy }) => {
        if (citedBy === undefined) return isCited ? 'none known' : undefined;
        return enginesInWords(citedBy) || 'AI engines';
      }),
      wordsColumn('State', 'place', (lead) => {
        if (open === leads.length) return undefined;
        return stateOf(lead) === 'new' ? 'open' : stateOf(lead);
      }),
      { heading: 'Short name', cell: ({ key }) => handleOf(standing, key) },
    ],
    rows: leads,
    below: beside(leftOutNote(leftOut, minScore), ...howRead(found)),
  };
}

const LISTS = [
  { label: 'Open leads', line: 'leads' },
  { label: 'Yours', line: 'leads mine' },
  { label: 'Cited by AI engines', line: 'leads cited' },
  { label: 'Snoozed', line: 'leads snoozed' },
  { label: 'Answered', line: 'leads answered' },
  { label: 'Dismissed', line: 'leads dismissed' },
  { label: 'Older ones', line: 'leads older' },
  { label: 'All, filters off', line: 'leads all' },
  { label: 'Warm leads, as the API has them', line: 'leads warm' },
  { label: 'Last 30 days as a file', line: 'leads export 30d' },
  { label: 'Your own digest…', line: 'leads digest' },
];

/** The longest waiting are let go from the list of all open ones, or of the old. */
function isOfOld(list: ListRef | undefined): boolean {
  return ['', 'older'].includes(list?.of.trim().toLowerCase() ?? '');
}

function otherLists({ id }: ProjectRef, list: ListRef | undefined): Control {
  const others = LISTS.filter(({ line }) => line !== `leads ${list?.of ?? ''}`.trim());
  return { kind: 'select', id: ACTIONS.lineOpen, label: 'Other lists…', options: lineOptions(others, id) };
}

/** "45 open leads", "43 open of 45 leads", "3 of 45 open leads", "5 answered leads"; of one's own none is open. */
function amountOf({
  open,
  leads,
  among,
  ended,
}: Pick<LeadList, 'open' | 'leads' | 'among' | 'ended'>): string {
  const shown = leads.length;
  const { all, open: allOpen } = among ?? { all: shown, open };
  const of = (many: number, what: string) =>
    many > shown ? `${figure(shown)} of ${count(many, what)}` : count(many, what);
  if (ended) return of(all, `${endedWord(ended)} lead`);
  // Those that somebody took stand behind the open ones, and are none of them.
  if (open === shown) return of(allOpen, 'open lead');
  return open === 0 || all > shown ? of(all, 'lead') : `${figure(open)} open of ${count(all, 'lead')}`;
}

/** People answer a lead; the store says that it was replied to. */
function endedWord(ended: string): string {
  return ended === 'replied' ? 'answered' : ended;
}

function orderOf({ open, order }: Pick<LeadList, 'open' | 'order'>, all: number): string {
  if (order !== undefined) return `${order} first`;
  return open > 0 && open < all ? 'open ones first, best at the top' : 'best first';
}

function countsOf({ counts }: Pick<LeadList, 'counts'>): string {
  return counts ? countsInWords(counts) : '';
}

function nothing({ leftOut, minScore, only, ended, ofOtherDays }: LeadList) {
  if (ofOtherDays?.firstSeenThen)
    return paragraph(
      `No thread is from then. ${count(ofOtherDays.firstSeenThen, 'older one')} ${ofOtherDays.firstSeenThen === 1 ? 'was' : 'were'} first seen then.`,
    );
  if (ofOtherDays) return paragraph('There are some from other days.');
  if (ended) return undefined;
  const instead = only.length > 0 ? 'No lead matches that.' : 'Nothing waits for a reply.';
  return paragraph(allLeftOut(leftOut, minScore) ?? instead);
}

/** "1 to 15 of 45", while there is more than stands here. */
function placeOf(from: number, shown: number, all: number): string | undefined {
  if (shown === all) return undefined;
  return shown === 1 ? `${from + 1} of ${all}` : `${from + 1} to ${from + shown} of ${all}`;
}

/** Of how much this is, and of when. */
function howRead({ asked, asOf, now, timezone }: Pick<LeadList, 'asked' | 'asOf' | 'now' | 'timezone'>) {
  return [
    asked !== undefined && `only the API’s best ${figure(asked)} were read`,
    asOf !== undefined &&
      say`the API can’t be read now, so this is as of ${dayNear(asOf, now, timezone)} ${clock(asOf)}`,
  ];
}
