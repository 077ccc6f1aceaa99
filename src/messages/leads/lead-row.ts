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
import {
  type Control,
  headline,
  note,
  type Page,
  type Part,
  paragraph,
  type Row,
  rows,
  withBelow,
} from '../page.ts';
import { beside, bold, flexible, join, lines, say, type Text } from '../text.ts';
import { claimedControls, type ListRef, leadMenu, openControls, whyButton } from './lead-controls.ts';
import {
  citedNote,
  enginesInWords,
  factsOf,
  holderOf,
  isFinished,
  leadLink,
  leadState,
  type MessageTime,
  openAgain,
  stateWord,
  titleOf,
} from './lead-facts.ts';

/** Characters for the names of other projects with the same thread. */
const ALSO_CHARS = 24;

/** What all rows of one message share. */
export type LeadRows = MessageTime & {
  project: ProjectRef;
  standing: Pick<Standing, 'handles' | 'leads'>;
  /** Whether rows have controls. */
  mayAct: boolean;
  /** The private list they’re in, if any. */
  list?: ListRef | undefined;
};

/** One row. `of` is the lead’s state. */
type One = {
  lead: DigestLead;
  of: LeadStanding;
  handle: string | undefined;
  facts: (string | undefined)[];
  rows: LeadRows;
};

/** Title, reason, facts and buttons. A finished lead is only a line. */
export function leadCard(lead: DigestLead, rows: LeadRows): Row {
  const one = oneOf(lead, rows);
  return isFinished(one.of) ? lineRow(one) : cardRow(one);
}

/** One line, with everything that can be done in its menu. */
export function leadLine(lead: DigestLead, rows: LeadRows): Row {
  return lineRow(oneOf(lead, rows));
}

function oneOf(lead: DigestLead, rows: LeadRows): One {
  const { leads, handles } = rows.standing;
  const of = leads?.[lead.key] ?? { state: 'new' };
  return { lead, of, handle: handleOf({ handles }, lead.key), facts: factsOf(lead, rows), rows };
}

function cardRow(one: One): Row {
  const { lead, of, handle, facts, rows } = one;
  const isClaimed = of.state === 'claimed';
  const signpost = isClaimed ? '✋' : lead.citedBy && '🔗';
  const cited = citedNote(lead.citedBy);
  const holder = isClaimed && bold(say`${holderOf(of, rows)}.`);
  const why = join(
    [cited !== undefined && bold(`${cited}.`), flexible(brief(lead.reason ?? '', 'reason'))],
    ' ',
  );
  const note = beside(...facts, openAgain(of, rows), alsoFor(of), handle);
  const title = join([scoreOf(lead), leadLink(lead)], ' · ');
  return {
    text: lines(join([signpost, bold(title)], ' '), holder, why),
    note,
    controls: cardControls(one),
    // A new id at each change makes Slack forget what was selected.
    id: handle && `${handle} ${of.since ?? 0}`,
  };
}

function lineRow(one: One): Row {
  const { lead, of, handle, facts, rows } = one;
  const control = lineControl(one);
  if (isFinished(of)) return { text: finishedLine(one), control };
  const { citedBy } = lead;
  const score = scoreOf(lead);
  const isClaimed = of.state === 'claimed';
  const cited = citedBy && `cited by ${citedBy.length === 0 ? 'AI engines' : enginesInWords(citedBy)}`;
  const signpost = isClaimed ? '✋' : citedBy && '🔗';
  const text = beside(
    join([signpost, score && bold(score), leadLink(lead, 'line')], ' '),
    ...facts,
    cited && bold(cited),
    isClaimed && leadState(of, rows),
    openAgain(of, rows),
    alsoFor(of),
    handle,
  );
  return { text: lines(text, rows.list && brief(lead.reason ?? '', 'title')), control };
}

/** Quieter than the open leads around it: one short line. */
function finishedLine({ lead, of, handle, rows }: One): Text {
  const state = leadState(of, rows);
  if (of.state === 'replied') return beside(say`✅ ${leadLink(lead, 'place')}`, state, handle);
  return beside(rows.list ? leadLink(lead, 'line') : titleOf(lead, 'place'), state, handle);
}

function scoreOf({ score }: DigestLead): string | undefined {
  return score === undefined ? undefined : figure(score);
}

function alsoFor({ alsoOf = [] }: LeadStanding): string | undefined {
  const others = shorten(alsoOf.join(', '), ALSO_CHARS);
  return others && `also for ${others}`;
}

/** Without a handle there is nothing a click could name. */
function cardControls({ lead, of, handle, rows: { project, list, mayAct } }: One): Control[] {
  if (handle === undefined || !mayAct) return [];
  const ref = { handle, projectId: project.id };
  if (of.state === 'new') return openControls(ref, titleOf(lead));
  return of.state === 'claimed' ? claimedControls(ref, titleOf(lead)) : [leadMenu(ref, of.state, list)];
}

function lineControl({ of, handle, rows: { project, list, mayAct } }: One): Control | undefined {
  if (handle === undefined || !mayAct) return undefined;
  return leadMenu({ handle, projectId: project.id }, of.state, list);
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
        ? whyButton({ handle, projectId: project.id }, titleOf(lead))
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

/** Answers /visibility leads warm, in the API’s order. Warm leads that are leads too have a handle and a state. */
export function warmLeadsAnswer(
  project: ProjectRef,
  warm: readonly DigestLead[],
  { handles, leads, only = [] }: Pick<Standing, 'handles' | 'leads'> & { only?: readonly string[] },
): Page {
  const name = brief(project.name, 'project');
  const filters = only.map((one) => `only ${brief(one, 'title')}`);
  const isNone = warm.length === 0;
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
        warm.map((lead) => {
          const handle = handleOf({ handles }, lead.key);
          const row = warmRow(lead, leads?.[lead.key]?.state, handle);
          return {
            ...row,
            control: handle ? lineButton('Open', handle, project.id) : undefined,
          };
        }),
      ),
    ],
  };
}

function warmRow(lead: DigestLead, state: string | undefined = 'new', handle?: string): Row {
  const place = brief(lead.place ?? '', 'place') || 'no place given';
  const cited = citedNote(lead.citedBy ?? []);
  return { text: beside(leadLink(lead, 'line'), place, cited, state !== 'new' && stateWord(state), handle) };
}
