/** The list of a project's leads that can be worked: one page of it, each row with its menu, for one reader. */
import type { DigestLead, LeftOut, ProjectRef, Standing } from '../../decision.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, paragraph, rows } from '../page.ts';
import { charsIn, mostFitting } from '../room.ts';
import { beside, bold, say } from '../text.ts';
import { clock, dayNear } from '../times.ts';
import { dismissManyButton, type ListRef, letGoButton } from './lead-controls.ts';
import { leadSummary, unreadFacts } from './lead-facts.ts';
import { type LeadRows, leadLine } from './lead-row.ts';
import { GROWTH } from './lead-state.ts';
import { allLeftOut, leftOutNote } from './left-out.ts';

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
  /** How many of `leads` are open. */
  open: number;
  /** In words, what was asked for: "in r/devops", "from a score of 80". Nothing: all that are open. */
  only: readonly string[];
  leftOut: readonly LeftOut[];
  minScore?: number | undefined;
  /** How many the API was read to, where it may have more. */
  asked?: number | undefined;
  /** When a poll last brought them, where the API could not be read now. */
  asOf?: number | undefined;
  /** Open leads that are older than `days`, for whoever lets them go. */
  older?: { count: number; days: number } | undefined;
  now: number;
  timezone: string;
  /** Whether the reader may act on a lead. */
  mayAct: boolean;
  /** By which a click on a row brings this page back, where that has room. */
  list?: ListRef | undefined;
};

/** How many leads a page of the list shows, so that each of its pages has room for its own however long they are. */
export function leadsPerPage(found: Omit<LeadList, 'from'>): number {
  const longest = found.leads.toSorted((a, b) => charsIn([b.title, b.url]) - charsIn([a.title, a.url]));
  const handles = Object.fromEntries(longest.slice(0, PAGE_OF_LEADS).map(({ key }) => [key, 'L000000']));
  const pageOf = (many: number) => pageWith(found, longest.slice(0, many), 0, { handles });
  return Math.max(1, mostFitting(Math.min(PAGE_OF_LEADS, longest.length), pageOf, GROWTH));
}

/** `standing` of the leads that this page shows: `perPage` of them. */
export function leadListPage(
  found: LeadList,
  standing: Pick<Standing, 'handles' | 'leads'>,
  perPage = PAGE_OF_LEADS,
): Page {
  const { leads, from, only, project } = found;
  if (leads.length > 0) return pageWith(found, leads.slice(from, from + perPage), from, standing);
  const which = only.map((one) => brief(one, 'title'));
  const head = beside(`${brief(project.name, 'project')} · no open leads`, ...which);
  return { parts: [headline(bold(head)), nothing(found)] };
}

function pageWith(
  found: Omit<LeadList, 'from'>,
  here: readonly DigestLead[],
  from: number,
  standing: Pick<Standing, 'handles' | 'leads'>,
): Page {
  const { project, leads, only, now, timezone, mayAct, list, open, older } = found;
  const name = brief(project.name, 'project');
  const which = only.map((one) => brief(one, 'title'));
  const all: LeadRows = { project, at: now, timezone, standing, mayAct, list };
  const amount =
    open === leads.length
      ? count(open, 'open lead')
      : `${figure(open)} open of ${count(leads.length, 'lead')}`;
  const openHere = here.filter(({ key }) => (standing.leads?.[key]?.state ?? 'new') === 'new');
  const handles = openHere.flatMap(({ key }) => standing.handles[key] ?? []);
  const [best] = leads;
  return {
    summary: beside(`${name}: ${amount}`, ...which, best && say`Best: ${leadSummary(best, now)}`),
    parts: [
      headline(bold(beside(`${name} · ${amount}`, ...which))),
      note(
        beside(
          placeOf(from, here.length, leads.length),
          open > 0 && open < leads.length && 'open ones first',
          'best first',
        ),
      ),
      rows(here.map((lead) => leadLine(lead, all))),
      actions([
        mayAct && handles.length > 1 && dismissManyButton(name, { projectId: project.id, handles, list }),
        mayAct && older !== undefined && letGoButton(name, project.id, older),
      ]),
      note(beside(...notesOf(found), unreadFacts(here))),
    ],
  };
}

function nothing({ leftOut, minScore, only }: LeadList) {
  if (only.length > 0) return paragraph('No lead matches that.');
  return paragraph(allLeftOut(leftOut, minScore) ?? 'Nothing waits for a reply.');
}

/** "1 to 15 of 45", while there is more than stands here. */
function placeOf(from: number, shown: number, all: number): string | undefined {
  if (shown === all) return undefined;
  return shown === 1 ? `${from + 1} of ${all}` : `${from + 1} to ${from + shown} of ${all}`;
}

/** What is not here, and how old this is. */
function notesOf({ leftOut, minScore, asked, asOf, now, timezone }: Omit<LeadList, 'from'>) {
  return [
    leftOutNote(leftOut, minScore),
    asked !== undefined && `only the API’s best ${figure(asked)} were read`,
    asOf !== undefined &&
      say`the API can’t be read now, so this is as of ${dayNear(asOf, now, timezone)} ${clock(asOf)}`,
  ];
}
