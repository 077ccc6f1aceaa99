/** The digest: its best leads with buttons, the rest in a line each, and what still waits. Also its stand-ins. */
import { carry } from '../../carried.ts';
import type { DigestHeld, DigestLead, FilteredOut, LeadDigest, Standing } from '../../decision.ts';
import { handleOf } from '../../decision.ts';
import { HOUR_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, button, headline, note, type Page, page, paragraph, rows, section } from '../page.ts';
import { maxFitting } from '../room.ts';
import { beside, bold, join, say, type Text, user } from '../text.ts';
import { clock, dayOf, duration, lateInWords, momentBeside, scheduleInWords } from '../times.ts';
import { unreadNote } from '../trouble-words.ts';
import { leftOutLine, leftOutNote, partInWords } from './lead-counts.ts';
import { GROWTH, isOpenIn, leadSummary, unreadFacts } from './lead-facts.ts';
import {
  ALL_OPEN,
  dismissManyButton,
  type LeadRows,
  leadCard,
  leadLine,
  leadsButton,
  openLeadsButton,
  warmRows,
} from './lead-row.ts';

const BEST = 3;
const MOST = 20;

type Shown = { fresh: number; waiting: number };

export function leadDigestMessage(digest: LeadDigest, standing: Standing): Page {
  return pageOf(digest, standing, measureRoom(digest));
}

/** When its leads were read, epoch ms: a late digest gives ages as of then, not of its slot. */
function findReadTime({ at, lateHours = 0 }: LeadDigest): number {
  return at + lateHours * HOUR_MS;
}

const LONGEST_STATE = { state: 'claimed', by: 'U0000000000', assignedBy: 'U0000000000', since: 0 } as const;

/** Depends on the decision alone, so no row appears or disappears when people act. */
function measureRoom(digest: LeadDigest): Shown {
  const { leads, stillOpen = [], warm = [] } = digest;
  const fresh = Math.min(leads.length, MOST);
  const waiting = Math.min(stillOpen.length, MOST);
  const ofRows = (many: number): Shown => {
    const back = Math.min(waiting, Math.max(Math.floor(many / 2), many - fresh));
    return { fresh: many - back, waiting: back };
  };
  const handles = Object.fromEntries([...leads, ...stillOpen, ...warm].map(({ key }) => [key, 'L000000']));
  // The few warm rows are measured as they are at their longest.
  const states = Object.fromEntries(warm.map(({ key }) => [key, LONGEST_STATE]));
  const pageWith = (many: number) =>
    pageOf(digest, { handles, leads: states, isOutdated: true }, ofRows(many));
  return ofRows(maxFitting(fresh + waiting, pageWith, GROWTH));
}

function takeShown({ leads, stillOpen = [] }: LeadDigest, { fresh, waiting }: Shown): DigestLead[] {
  return [...leads.slice(0, fresh), ...stillOpen.slice(0, waiting)];
}

function pageOf(
  digest: LeadDigest,
  standing: Pick<Standing, 'handles' | 'leads' | 'isOutdated'>,
  shown: Shown,
): Page {
  const { project, leads, stillOpen = [], first, leftOut } = digest;
  const all: LeadRows = { project, at: findReadTime(digest), standing, mayAct: true };
  const fresh = leads.slice(0, shown.fresh);
  const name = brief(project.name, 'project');
  const open = countOpenNow(digest, standing);
  const label = standing.isOutdated ? ALL_OPEN : open > 0 && `${figure(open)} open`;
  const openLeads = label ? openLeadsButton(label, name, project.id) : undefined;
  const why = leads.length === 0 && leftOutLine(leftOut, digest);
  return {
    summary: summaryOf(digest, standing),
    parts: [
      headline(bold(`${name} · ${newsOf(digest)}`), first ? undefined : openLeads),
      note(contextOf(digest)),
      paragraph(why),
      rows(fresh.slice(0, BEST).map((lead) => leadCard(lead, all))),
      section(
        'More, best first',
        fresh.slice(BEST).map((lead) => leadLine(lead, all)),
      ),
      section(
        WAITING,
        stillOpen.slice(0, shown.waiting).map((lead) => leadLine(lead, all)),
      ),
      warmRows(digest.warm ?? [], all),
      actionsOf(digest, standing, shown),
      note(footOf(digest, shown)),
    ],
  };
}

/** Better leads may wait too: each comes back once, in the digest after the one that showed it or after it reopened. */
const WAITING = beside(bold('Still waiting'), 'shown once more');

/** The project’s open leads as counted for the digest, minus those of its own that people have taken since. */
function countOpenNow(digest: LeadDigest, standing: Pick<Standing, 'leads'>): number {
  const { leads, stillOpen = [], open = stillOpen.length } = digest;
  const own = [...leads, ...stillOpen];
  return Math.max(0, countAll(digest) + open - own.length + own.filter(isOpenIn(standing)).length);
}

function actionsOf(digest: LeadDigest, standing: Pick<Standing, 'handles' | 'leads'>, shown: Shown) {
  const { project, first } = digest;
  const name = brief(project.name, 'project');
  const open = takeShown(digest, shown).filter(isOpenIn(standing));
  const handles = open.flatMap(({ key }) => handleOf(standing, key) ?? []);
  const many = { projectId: project.id, handles };
  return actions([
    first && openLeadsButton(ALL_OPEN, name, project.id),
    handles.length > 0 && dismissManyButton(name, many),
    handles.length > 0 && leadsButton(ACTIONS.leadSnoozeMany, 'Snooze…', `Snooze leads of ${name}`, many),
  ]);
}

/** "4 new leads", "your first 10 leads", "no new leads", whatever people have done with them since. */
function newsOf(digest: LeadDigest): string {
  const { leads, leftOut, listed, first, anew } = digest;
  if (leads.length === 0) return leftOut.length === 0 ? 'no new leads' : 'nothing new to show';
  const many = leads.length === 1 ? 'lead' : count(leads.length, 'lead');
  if (first) return `${anew ? 'list resumed, its best' : 'your first'} ${many}`;
  const news = count(countAll(digest), 'new lead');
  return listed === undefined ? news : `at least ${news}`;
}

function contextOf(digest: LeadDigest): Text {
  const { at, first, leads, listed, leftOut, known: total } = digest;
  const cited = leads.filter(({ citedBy }) => citedBy !== undefined).length;
  const removed = leftOut.reduce((sum, one) => sum + one.count, 0);
  const all = countAll(digest);
  const passed =
    removed > 0 &&
    say`${figure(all)} of ${count(all + removed, 'lead')} fit this feed at ${clock(findReadTime(digest))}`;
  return beside(
    // As the days of its leads are written.
    dayOf(at),
    cited > 0 && `${figure(cited)} already cited by AI engines`,
    first && leads.length > 0 && passed,
    partInWords(listed, total),
  );
}

function footOf(digest: LeadDigest, { fresh, waiting }: Shown): Text {
  const { first, leads, leftOut, maxAgeMs } = digest;
  const others = countAll(digest) - fresh;
  // Without dates nothing is old.
  const isDated = leads.some(({ postedAt }) => postedAt !== undefined);
  const isAnyOld = leftOut.some(({ reason }) => reason === 'too_old');
  const filtersAge = first && maxAgeMs !== undefined && isDated && !isAnyOld;
  return beside(
    scheduleInWords(digest),
    lateInWords(digest),
    others > 0 && `${count(others, 'more lead')} in the full list`,
    filtersAge && `threads older than ${duration(maxAgeMs)} are left out`,
    leads.length > 0 && leftOutNote(leftOut, digest),
    unreadFacts(takeShown(digest, { fresh, waiting })),
    unreadNote(digest.unread),
    'Manage feeds: /visibility feeds',
  );
}

function countAll({ leads, unshown }: LeadDigest): number {
  return leads.length + unshown;
}

function summaryOf(digest: LeadDigest, standing: Pick<Standing, 'leads'>): Text {
  const { leads, stillOpen = [] } = digest;
  const best = [...leads, ...stillOpen].find(isOpenIn(standing));
  const news = `${brief(digest.project.name, 'project')}: ${newsOf(digest)}.`;
  return say`${news}${best && say` Best: ${leadSummary(best, findReadTime(digest))}.`}`;
}

/** Posted instead of a digest when most of a known list came back as new. */
export function digestHeldMessage(held: DigestHeld, { overSince }: Standing): Page {
  const { project, fresh, polled, told, subscription, at } = held;
  const name = brief(project.name, 'project');
  const what = `${fresh} of ${polled} leads came back as new at once, so the API may have given them new ids.`;
  if (overSince !== undefined) {
    const since = momentBeside(overSince, at);
    return page(headline(bold(say`✅ ${name}: digest held, running again since ${since}`)), paragraph(what));
  }
  const feed = carry('feed', { feed: subscription });
  return page(
    headline(bold(`⚠️ ${name}: digest held`)),
    paragraph(what),
    paragraph('If you resume, the list counts as known and its best are posted once.'),
    actions([button(ACTIONS.feedResume, 'Resume', `Resume ${name} leads`, feed)]),
    note(told.length > 0 && say`${join(told.map(user), ', ')} ${told.length === 1 ? 'knows' : 'know'}.`),
  );
}

/** Posted once per set of filters, when they leave out every lead the API has. */
export function filteredOutMessage(filteredOut: FilteredOut): Page {
  const { project, leftOut, subscription } = filteredOut;
  const name = brief(project.name, 'project');
  const feed = carry('feed', { feed: subscription });
  const why = leftOutLine(leftOut, filteredOut) ?? 'The filters of this feed leave out every lead.';
  return page(
    headline(bold(`${name} · no leads to post`)),
    paragraph(why),
    actions([
      button(ACTIONS.leadsShowAll, 'Show all', `Show all leads of ${name}`, feed),
      button(ACTIONS.filterChange, 'Change filter', `How to change the filter of ${name} leads`, feed),
    ]),
    note('This won’t be repeated until the filters change. Digests resume by themselves.'),
  );
}
