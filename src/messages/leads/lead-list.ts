/** Answers /visibility leads: one page of a project’s leads, each row with its menu, for one reader. */
import { type DigestLead, handleOf, type LeftOut, type ProjectRef, type Standing } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton, lineOptions } from '../answer-controls.ts';
import { count, figure, round } from '../figures.ts';
import { brief } from '../lengths.ts';
import type { Control, Page, Part } from '../page.ts';
import { actions, headline, note, paragraph, rows } from '../page.ts';
import { countChars, countFittingRows } from '../room.ts';
import type { SortableList } from '../sortable-table.ts';
import { figureColumn, linkCell, pagesOfTable, rangeOf, wordsColumn } from '../sortable-table.ts';
import { beside, bold, capitalize, lines, say, type Text } from '../text.ts';
import { momentBeside } from '../times.ts';
import { leftOutNote, partInWords, whyLeftOut } from './lead-counts.ts';
import {
  enginesInWords,
  GROWTH,
  isOpenIn,
  leadSummary,
  stateWord,
  titleOf,
  unreadFacts,
  unreadSince,
} from './lead-facts.ts';
import { dismissManyButton, type LeadRows, type ListRef, leadLine, leadsButton } from './lead-row.ts';

const PAGE_OF_LEADS = 15;

/** `leads` are all that are listed, open ones first. Times in epoch ms. */
export type LeadList = {
  project: ProjectRef;
  leads: readonly DigestLead[];
  /** This page starts at this index. */
  from?: number | undefined;
  order?: 'newest' | 'oldest' | undefined;
  open: number;
  /** How many match, and how many of those are open, if only the top few were asked for. */
  matching?: { all: number; open: number } | undefined;
  /** The query in words: "r/devops", "80 and above". Empty for all open leads. */
  only: readonly string[];
  /** The one state that was asked for; none of these leads is open. */
  ended?: string | undefined;
  leftOut: readonly LeftOut[];
  minScore?: number | undefined;
  /** That no lead has come from some of the places asked for, as a sentence. */
  noneFrom?: string | undefined;
  /** How many leads were read, if the API may have more. */
  asked?: number | undefined;
  total?: number | undefined;
  /** How many are cited, but by engines that the API doesn’t name, if some engine was asked for. */
  unnamed?: number | undefined;
  /** If scores were asked for: how many leads have none, and how many are listed though below the feed’s minimum. */
  unscored?: number | undefined;
  below?: number | undefined;
  /** When the last poll was, if the API can’t be read now. */
  asOf?: number | undefined;
  /** A proposal, or its result: stands below the leads, which people came for. */
  proposal?: readonly (Part | undefined)[] | undefined;
  /** How many open leads are old and untouched, so that they can be let go. */
  older?: number | undefined;
  now: number;
  mayAct: boolean;
  /** Lets a click on a row redraw this page. */
  list?: ListRef | undefined;
};

/** How many leads fit on every page, measured with the longest. A proposal fits into the room for rows to grow. */
export function leadsPerPage(found: LeadList): number {
  const longest = found.leads
    .map((lead) => ({ lead, chars: countChars([lead.title, lead.url]) }))
    .sort((a, b) => b.chars - a.chars)
    .map(({ lead }) => lead);
  const measured = longest.slice(0, PAGE_OF_LEADS);
  const handles = Object.fromEntries(measured.map(({ key }) => [key, 'L000000']));
  const whole = leadListPage({ ...found, proposal: undefined }, measured, { handles });
  return Math.max(1, countFittingRows(whole, GROWTH));
}

/** The page of the leads that are `here`; `standing` has at least these. */
export function leadListPage(
  found: LeadList,
  here: readonly DigestLead[],
  standing: Pick<Standing, 'handles' | 'leads'>,
): Page {
  const { project, leads, from = 0, leftOut, only, now, mayAct, list, older = 0 } = found;
  const name = brief(project.name, 'project');
  const which = only.map((one) => brief(one, 'title'));
  const all: LeadRows = { project, at: now, standing, mayAct, list };
  const amount = amountOf(found);
  const openHere = here.filter(isOpenIn(standing));
  const handles = openHere.flatMap(({ key }) => standing.handles[key] ?? []);
  const [best] = leads;
  const letGo = `Let ${count(older, 'old one')} go…`;
  return {
    summary: beside(
      `${name}: ${amount}`,
      ...which,
      best &&
        say`${isMixed(found) ? 'Best open one' : capitalize(found.order ?? 'best')}: ${leadSummary(best, now)}`,
    ),
    parts: [
      headline(bold(beside(`${name} · ${amount}`, ...which))),
      readSince(found),
      note(beside(rangeOf(from, here.length, leads.length), orderOf(found))),
      rows(here.map((lead) => leadLine(lead, all))),
      actions([
        mayAct && handles.length > 1 && dismissManyButton(name, { projectId: project.id, handles, list }),
        mayAct &&
          older > 0 &&
          ['', 'older'].includes(list?.of.trim().toLowerCase() ?? '') &&
          leadsButton(ACTIONS.leadLetGo, letGo, `${letGo}: leads of ${name} that nobody touched`, {
            projectId: project.id,
            list,
          }),
        leads.length === 0 &&
          leftOut.length > 0 &&
          lineButton('Show what’s left out', `leads all ${list?.of.trim() ?? ''}`.trim(), project.id),
        allMatching(found),
        otherLists(found),
        ...madeOfLeads(found),
      ]),
      ...(from === 0 ? (found.proposal ?? []) : []),
      note(describeReading(found, leads)),
    ],
  };
}

/** Splits the table into pages before the leads’ states are read, assuming the longest words for each. */
export function pagesOfLeads(found: LeadList): DigestLead[][] {
  const each = <T>(value: T) => Object.fromEntries(found.leads.map(({ key }) => [key, value]));
  return pagesOfTable(leadTable(found, { handles: each('L000000'), leads: each({ state: 'dismissed' }) }));
}

/** The list as a sortable table. `standing` has the leads of one page. */
export function leadTable(
  found: LeadList,
  standing: Pick<Standing, 'handles' | 'leads'>,
): SortableList<DigestLead> {
  const { project, leads, only, open, asOf, now } = found;
  const name = brief(project.name, 'project');
  const stateOf = ({ key }: DigestLead) => standing.leads?.[key]?.state ?? 'new';
  const isCited = leads.some(({ citedBy }) => citedBy !== undefined);
  return {
    head: `${name} · ${amountOf(found)}`,
    caption: `Leads of ${name}`,
    order: orderOf(found),
    only,
    columns: [
      { heading: 'Lead', cell: (lead) => linkCell(lead.url, titleOf(lead, 'line')) },
      figureColumn('Score', leads, ({ score }) => score),
      wordsColumn('Place', 'place', ({ place }) => place),
      figureColumn('Age, days', leads, ({ postedAt }) =>
        postedAt === undefined ? undefined : round(Math.max(0, now - postedAt) / DAY_MS, 1),
      ),
      wordsColumn('Cited by', 'line', ({ citedBy }) => {
        if (citedBy === undefined) return isCited ? 'none' : undefined;
        return enginesInWords(citedBy) || 'AI engines';
      }),
      wordsColumn('State', 'place', (lead) => {
        if (open === leads.length) return undefined;
        return stateWord(stateOf(lead));
      }),
      { heading: 'Short name', cell: ({ key }) => handleOf(standing, key) },
    ],
    rows: leads,
    below: lines(asOf !== undefined && unreadSince(asOf, now), describeReading(found, [])),
  };
}

const LISTS = [
  { label: 'Open leads', line: 'leads' },
  { label: 'Yours', line: 'leads mine' },
  { label: 'Cited by AI engines', line: 'leads cited' },
  { label: 'Snoozed', line: 'leads snoozed' },
  { label: 'Answered', line: 'leads answered' },
  { label: 'Dismissed', line: 'leads dismissed' },
  { label: 'Old ones that nobody touched', line: 'leads older' },
  { label: 'All, also what your filters hide', line: 'leads all' },
  { label: 'Warm: cited threads to join', line: 'leads warm' },
];

function otherLists({ project: { id }, list }: LeadList): Control {
  const others = LISTS.filter(({ line }) => line !== `leads ${list?.of ?? ''}`.trim());
  return { kind: 'select', id: ACTIONS.lineOpen, label: 'Other lists…', options: lineOptions(others, id) };
}

/** Below the list of all open leads. Refused to those who may not act on leads. */
function madeOfLeads({ project: { id }, list, mayAct }: LeadList): (Control | undefined)[] {
  if (!mayAct || list?.of.trim() !== '') return [];
  return [lineButton('Export', 'leads export 30d', id), lineButton('Your own digest…', 'leads digest', id)];
}

function allMatching({ project, matching, list }: LeadList): Control | undefined {
  const of = list?.of.replace(/(?<=^|\s)top:\d+/gi, '').replace(/\s+/g, ' ');
  return matching && of !== undefined
    ? lineButton(`All ${count(matching.all, 'lead')}`, `leads ${of}`.trim(), project.id)
    : undefined;
}

/** "45 open leads", "45 leads, 43 open", "3 of 45 open leads", "5 answered leads", "no open leads". */
function amountOf({ open, leads, matching = { all: leads.length, open }, ended }: LeadList): string {
  const { all, open: allOpen } = matching;
  if (all === 0) return `no ${stateWord(ended ?? 'open')} leads`;
  const what = ended ? `${stateWord(ended)} lead` : allOpen === all ? 'open lead' : 'lead';
  const of = leads.length < all ? `${figure(leads.length)} of ${count(all, what)}` : count(all, what);
  return ended || allOpen === all || allOpen === 0 ? of : `${of}, ${figure(allOpen)} open`;
}

function orderOf(found: LeadList): string | undefined {
  if (found.order !== undefined) return `${found.order} first`;
  if (found.ended || found.leads.length < 2) return undefined;
  return isMixed(found) ? 'open ones first, best at the top' : 'best first';
}

/** Whether open leads stand above others, of which some may have a higher score. */
function isMixed({ open, order, leads, ended }: LeadList): boolean {
  return order === undefined && !ended && open > 0 && open < leads.length;
}

/** What isn't listed and why; and what the API didn't say about `shown`. */
function describeReading(found: LeadList, shown: readonly DigestLead[]): Text {
  const { noneFrom, leftOut, asked, total, unnamed = 0, unscored = 0, below = 0 } = found;
  const left =
    unnamed > 0 && `${count(unnamed, 'cited lead')} left out: the API doesn’t say by which engines`;
  const byScore = [
    below > 0 &&
      `${figure(below)} ${whyLeftOut({ reason: 'below_min_score' }, found)}, listed because you asked for scores`,
    unscored > 0 && `${count(unscored, 'lead')} without a score left out`,
  ];
  const read = beside(
    leftOutNote(leftOut, found),
    ...byScore,
    partInWords(asked, total),
    left,
    unreadFacts(shown),
  );
  return lines(noneFrom, read);
}

/** Above the leads: whoever acts on them should know that they’re old. */
function readSince({ asOf, now }: LeadList): Part | undefined {
  if (asOf === undefined) return undefined;
  return paragraph(say`⚠️ ${bold(say`As of ${momentBeside(asOf, now)}`)}: the API can’t be read right now.`);
}
