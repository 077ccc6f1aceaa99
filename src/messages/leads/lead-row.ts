/** A lead in a list: a card with buttons, a line with its menu, a warm lead, or one that a message mentions. */
import {
  type DigestLead,
  handleOf,
  type LeadStanding,
  type LeadState,
  type ProjectRef,
  type Standing,
} from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure } from '../figures.ts';
import { brief, shorten } from '../lengths.ts';
import { headline, note, type Page, type Part, paragraph, type Row, rows, withBelow } from '../page.ts';
import { beside, bold, flexible, join, lines, say } from '../text.ts';
import { claimedControls, type ListRef, leadButton, leadMenu, openControls } from './lead-controls.ts';
import {
  citedNote,
  enginesInWords,
  factsOf,
  isFinished,
  leadLink,
  leadState,
  openAgain,
  stateWord,
  titleOf,
} from './lead-facts.ts';

/** Characters for the names of other projects with the same thread. */
const ALSO_CHARS = 24;

/** What all rows of one message share. */
export type LeadRows = {
  /** When the message speaks, epoch ms. */
  at: number;
  project: ProjectRef;
  standing: Pick<Standing, 'handles' | 'leads'>;
  /** Whether rows have controls. */
  mayAct: boolean;
  /** The private list they’re in, if any. */
  list?: ListRef | undefined;
};

/** Title, reason, facts and buttons. A finished lead is only a line. */
export function leadCard(lead: DigestLead, rows: LeadRows): Row {
  const { of, handle, ref, signpost, score, also } = readRow(lead, rows);
  if (isFinished(of)) return leadLine(lead, rows);
  const isClaimed = of.state === 'claimed';
  const cited = citedNote(lead.citedBy);
  const why = join([cited && bold(`${cited}.`), flexible(brief(lead.reason ?? '', 'reason'))], ' ');
  const controlsFor = isClaimed ? claimedControls : openControls;
  return {
    text: lines(
      join([signpost, bold(join([score, leadLink(lead)], ' · '))], ' '),
      isClaimed && bold(say`${leadState(of, rows.at)}.`),
      why,
    ),
    note: beside(...factsOf(lead, rows.at), ...also),
    controls: ref && controlsFor(ref, lead),
    // A new id at each change makes Slack forget what was selected.
    id: handle && `${handle} ${of.since ?? 0}`,
  };
}

/** One line, with everything that can be done in its menu. */
export function leadLine(lead: DigestLead, rows: LeadRows): Row {
  const { of, handle, ref, signpost, score, also } = readRow(lead, rows);
  const control = ref && leadMenu(ref, of.state, rows.list);
  const state = leadState(of, rows.at);
  if (of.state === 'replied')
    return { text: beside(say`✅ ${leadLink(lead, 'place')}`, state, handle), control };
  // Quieter than the open leads around it.
  if (isFinished(of))
    return {
      text: beside(rows.list ? leadLink(lead, 'line') : titleOf(lead, 'place'), state, handle),
      control,
    };
  const cited = lead.citedBy && `cited by ${enginesInWords(lead.citedBy) || 'AI engines'}`;
  const text = beside(
    join([signpost, score && bold(score), leadLink(lead, 'line')], ' '),
    ...factsOf(lead, rows.at),
    cited && bold(cited),
    state,
    ...also,
  );
  return { text: lines(text, rows.list && brief(lead.reason ?? '', 'title')), control };
}

/** `of`: the lead’s state; `ref`: undefined if it has no controls; `also`: what ends its facts. */
function readRow({ key, score, citedBy }: DigestLead, rows: LeadRows) {
  const of: LeadStanding = rows.standing.leads?.[key] ?? { state: 'new' };
  const handle = handleOf(rows.standing, key);
  const others = shorten((of.alsoOf ?? []).join(', '), ALSO_CHARS);
  return {
    of,
    handle,
    ref: rows.mayAct && handle !== undefined ? { handle, projectId: rows.project.id } : undefined,
    signpost: of.state === 'claimed' ? '✋' : citedBy && '🔗',
    score: score === undefined ? undefined : figure(score),
    also: [openAgain(of, rows.at), others && `also for ${others}`, handle],
  };
}

/** `askable`: whether it has a Why? button, only in channels that show the project. */
export type FoundLead = {
  project: ProjectRef;
  lead: DigestLead & { state: LeadState };
  handle: string | undefined;
  askable: boolean;
};

/** Leads with a row; the rest are counted. */
const FOUND_LEADS_SHOWN = 10;

/** The leads that one message mentions. `how`: what the message is, if it’s one of ours. */
export function foundLeadsAnswer(found: readonly FoundLead[], how: Page = { parts: [] }): Page {
  const head = `${count(found.length, 'lead')} in this message`;
  const others = found.length - FOUND_LEADS_SHOWN;
  return withBelow(
    how,
    headline(bold(head)),
    rows(found.slice(0, FOUND_LEADS_SHOWN).map(rowOf)),
    others > 0 && note(`${figure(others)} more are not shown here.`),
  );
}

function rowOf({ project, lead, handle, askable }: FoundLead): Row {
  const what = [handle !== undefined && bold(handle), leadLink(lead, 'line'), brief(project.name, 'project')];
  return {
    text: beside(...what, stateWord(lead.state.state)),
    control:
      askable && handle !== undefined
        ? leadButton('why', { handle, projectId: project.id }, lead)
        : undefined,
  };
}

/** Warm leads in a digest, which is about its new ones. */
const IN_DIGEST = 3;

export function warmRows(warm: readonly DigestLead[] = []): Part | undefined {
  if (warm.length === 0) return undefined;
  const more = warm.length - IN_DIGEST;
  const all = warm.slice(0, IN_DIGEST).map((lead) => warmRow(lead));
  const others = more > 0 ? [{ text: say`${figure(more)} more: /visibility leads warm` }] : [];
  return rows([...all, ...others], { heading: bold('Warm: engines cite these threads') });
}

/**
 * Answers /visibility leads warm, in the API’s order. Those that are leads too come first: only they have a handle, and
 * so something to open.
 */
export function warmLeadsAnswer(
  project: ProjectRef,
  warm: readonly DigestLead[],
  { handles, leads, only = [] }: Pick<Standing, 'handles' | 'leads'> & { only?: readonly string[] },
): Page {
  const name = brief(project.name, 'project');
  const filters = only.map((one) => `only ${brief(one, 'title')}`);
  const isNone = warm.length === 0;
  const named = warm.map((lead) => ({ lead, handle: handleOf({ handles }, lead.key) }));
  const polled = named.filter(({ handle }) => handle !== undefined);
  const others = named.filter(({ handle }) => handle === undefined);
  const isMixed = polled.length > 0 && others.length > 0;
  const headed = (words: string) => (isMixed ? { heading: bold(words) } : {});
  const amount = isNone ? 'no warm leads' : count(warm.length, 'warm lead');
  return {
    summary: say`${name}: ${beside(amount, ...filters)}`,
    parts: [
      headline(bold(beside(name, amount, ...filters))),
      paragraph(
        isNone
          ? 'AI engines don’t cite any thread you could join.'
          : 'AI engines already cite these threads: what you write there, they can read.',
      ),
      rows(
        polled.map(({ lead, handle }) => ({
          ...warmRow(lead, leads?.[lead.key]?.state, handle),
          control: handle ? lineButton('Open', handle, project.id) : undefined,
        })),
        headed('Among your leads'),
      ),
      rows(
        others.map(({ lead }) => warmRow(lead)),
        headed('Not among your leads'),
      ),
    ],
  };
}

function warmRow(lead: DigestLead, state: string | undefined = 'new', handle?: string): Row {
  const place = brief(lead.place ?? '', 'place') || 'no place given';
  const cited = citedNote(lead.citedBy ?? []);
  return { text: beside(leadLink(lead, 'line'), place, cited, state !== 'new' && stateWord(state), handle) };
}
