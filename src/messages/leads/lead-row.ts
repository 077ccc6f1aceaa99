/** A lead in a list: a card with buttons, a line with its menu, a warm lead, or one that a message mentions. Also its controls. */
import { type Carried, carry, carryIfFits } from '../../carried.ts';
import type { DigestLead, LeadStanding, LeadState, ProjectRef, Standing } from '../../decision.ts';
import { handleOf } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure, leadScore } from '../figures.ts';
import { brief, shorten } from '../lengths.ts';
import type { Button, Control, Menu, Page, Part, Row, Select } from '../page.ts';
import { button, headline, note, page, paragraph, rows, section, withBelow } from '../page.ts';
import { beside, bold, flexible, join, lines, say } from '../text.ts';
import {
  citedNote,
  DISMISS_REASONS,
  enginesInWords,
  factsOf,
  isFinished,
  leadLink,
  leadState,
  OTHER_REASON,
  openAgain,
  stateWord,
  titleOf,
} from './lead-facts.ts';

export type LeadVerb = Carried<'lead_choice'>['verb'];

/** A page (from 0) of someone’s private list of leads, and the query it answers. */
export type ListRef = NonNullable<Carried<'leads'>['list']>;

/** Names a lead by its handle, which is short enough for any button’s value. */
export type LeadRef = { handle: string; projectId: string };

type Titled = Pick<DigestLead, 'title'>;

const BUTTONS = {
  claim: { id: ACTIONS.leadClaim, label: 'I’ll reply', hint: 'I’ll reply to' },
  assign: { id: ACTIONS.leadAssign, label: 'Assign…', hint: 'Assign' },
  replied: { id: ACTIONS.leadReplied, label: 'Replied…', hint: 'Replied to' },
  handOver: { id: ACTIONS.leadAssign, label: 'Hand over…', hint: 'Hand over' },
  release: { id: ACTIONS.leadRelease, label: 'Release', hint: 'Release' },
  decline: { id: ACTIONS.leadRelease, label: 'Decline', hint: 'Decline' },
  snooze: { id: ACTIONS.leadSnooze, label: 'Snooze…', hint: 'Snooze' },
  why: { id: ACTIONS.leadWhy, label: 'Why?', hint: 'Why lead' },
};

export const HOLDERS = ['replied', 'handOver', 'release'] as const;

export function leadButton(
  which: keyof typeof BUTTONS,
  { handle, projectId }: LeadRef,
  lead: Titled,
): Button {
  const { id, label, hint } = BUTTONS[which];
  return button(id, label, `${hint} ${handle}, ${titleOf(lead)}`, carry('lead', { handle, projectId }));
}

export function leadButtons(which: readonly (keyof typeof BUTTONS)[], ref: LeadRef, lead: Titled): Button[] {
  return which.map((one) => leadButton(one, ref, lead));
}

const LABELS: Record<LeadVerb, string> = {
  claim: BUTTONS.claim.label,
  assign: BUTTONS.assign.label,
  replied: BUTTONS.replied.label,
  release: BUTTONS.release.label,
  tomorrow: 'Snooze to tomorrow',
  snooze: BUTTONS.snooze.label,
  dismiss: 'Not for us…',
  why: 'Why this lead?',
  reopen: 'Reopen',
  helpful: 'Reply was helpful',
  removed: 'Reply was removed',
};

const MENUS: Record<LeadStanding['state'], readonly LeadVerb[]> = {
  new: ['claim', 'assign', 'dismiss', 'snooze', 'why'],
  claimed: ['replied', 'assign', 'release', 'dismiss', 'why'],
  replied: ['helpful', 'removed', 'reopen', 'why'],
  dismissed: ['reopen', 'why'],
  snoozed: ['reopen', 'snooze', 'dismiss', 'why'],
};

/** The controls of an open lead that has room for buttons. */
export function openControls(ref: LeadRef, lead: Titled, within: Within = {}): Control[] {
  const menu = menuOf(ref, ['tomorrow', 'snooze', 'why'], within);
  return [...leadButtons(['claim', 'assign'], ref, lead), notForUs(ref, within), menu];
}

/** For everyone who sees a claimed lead: what its holder does next, and in the menu what anyone can. */
function claimedControls(ref: LeadRef, lead: Titled): Control[] {
  const buttons = leadButtons(['replied', 'handOver'], ref, lead);
  return [...buttons, leadMenu(ref, 'claimed', { beside: buttons })];
}

/** Each reason dismisses in one step, except “Another reason…”, which opens a form. */
function notForUs(ref: LeadRef, within: Within): Select {
  const all = [...DISMISS_REASONS, { ...OTHER_REASON, label: `${OTHER_REASON.label}…` }];
  return {
    kind: 'select',
    id: ACTIONS.leadDismiss,
    label: 'Not for us',
    options: all.map(({ id: reason, label }) => ({
      label,
      value: carryChoice({ verb: 'dismiss', ...ref, reason }, within),
    })),
  };
}

/** ⋯ with everything that can be done with a lead in this state, except what buttons `beside` it do. */
export function leadMenu(
  ref: LeadRef,
  state: LeadStanding['state'],
  { beside: buttons = [], ...within }: Within & { beside?: readonly Button[] } = {},
): Menu {
  const labels = state === 'claimed' ? { ...LABELS, assign: BUTTONS.handOver.label } : LABELS;
  const isBeside = (verb: LeadVerb) => buttons.some(({ label }) => label === labels[verb]);
  const verbs = MENUS[state].filter((verb) => !isBeside(verb));
  return menuOf(ref, verbs, within, labels);
}

/** The controls of an open lead in a list with room for one button. */
export function claimWithMenu(ref: LeadRef, lead: Titled): Control[] {
  const claim = leadButtons(['claim'], ref, lead);
  return [...claim, leadMenu(ref, 'new', { beside: claim })];
}

/** The private message in which a control stands, which a click then redraws. */
type Within = { list?: ListRef | undefined; card?: true };

/** A long query or reason doesn’t fit. Without it, a click can’t redraw the message. */
function carryChoice(choice: Omit<Carried<'lead_choice'>, keyof Within>, within: Within): string {
  return carryIfFits('lead_choice', { ...choice, ...within }) ?? carry('lead_choice', choice);
}

function menuOf(ref: LeadRef, verbs: readonly LeadVerb[], within: Within = {}, labels = LABELS): Menu {
  return {
    kind: 'menu',
    id: ACTIONS.leadMenu,
    options: verbs.map((verb) => ({
      label: labels[verb],
      value: carryChoice({ verb, ...ref }, within),
    })),
  };
}

export const ALL_OPEN = 'All open leads';

/** For several leads of a project: all, or those named. `list`: the one they’re in, if it can be redrawn. */
export function leadsButton(id: string, label: string, hint: string, leads: Carried<'leads'>): Button {
  return button(id, label, hint, carry('leads', leads));
}

export function openLeadsButton(label: string, name: string, projectId: string): Button {
  return leadsButton(ACTIONS.leadMore, label, `${label}: every open lead of ${name}`, { projectId });
}

export function dismissManyButton(name: string, leads: Carried<'leads'>): Button {
  const label = 'Dismiss several…';
  return leadsButton(ACTIONS.leadDismissMany, label, `Dismiss several leads of ${name}`, leads);
}

const ALSO_CHARS = 24;

export type LeadRows = {
  /** When the message speaks, epoch ms. */
  at: number;
  project: ProjectRef;
  standing: Pick<Standing, 'handles' | 'leads'>;
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
  const control = ref && leadMenu(ref, of.state, { list: rows.list });
  const state = leadState(of, rows.at);
  if (of.state === 'replied')
    return { text: beside(say`✅ ${leadLink(lead, 'line')}`, state, handle), control };
  // Quieter than the open leads around it.
  if (isFinished(of)) return { text: beside(leadLink(lead, 'line'), state, handle), control };
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
    score: score === undefined ? undefined : leadScore(score),
    also: [openAgain(of, rows.at), others && `also for ${others}`, handle],
  };
}

/** A lead of one of several projects, as the store has it. */
export type NamedLead = {
  project: ProjectRef;
  lead: DigestLead & { state?: LeadState };
  handle: string | undefined;
};

/** `askable`: whether it has a Why? button, only in channels that show the project. */
export type FoundLead = NamedLead & { lead: { state: LeadState }; askable: boolean };

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

const IN_DIGEST = 3;

export function warmRows(warm: readonly DigestLead[], digest: LeadRows): Part | undefined {
  const more = warm.length - IN_DIGEST;
  return section('Warm: engines cite these threads', [
    ...warm.slice(0, IN_DIGEST).map((lead) => leadLine(lead, digest)),
    more > 0 && `${figure(more)} more: /visibility leads warm`,
  ]);
}

/** Answers /visibility leads warm, in the API’s order. Only those that are leads too have a handle and can be opened. */
export function warmLeadsAnswer(
  project: ProjectRef,
  warm: readonly DigestLead[],
  standing: LeadRows['standing'],
  { only = [], at }: { only?: readonly string[]; at: number },
): Page {
  const isNone = warm.length === 0;
  const head = beside(
    brief(project.name, 'project'),
    isNone ? 'no warm leads' : count(warm.length, 'warm lead'),
    ...only.map((one) => `only ${brief(one, 'title')}`),
  );
  return page(
    headline(bold(head)),
    paragraph(
      isNone
        ? 'AI engines don’t cite any thread you could join.'
        : 'AI engines already cite these threads: what you write there, they can read.',
    ),
    rows(
      warm.map((lead) => {
        const handle = handleOf(standing, lead.key);
        const control =
          handle === undefined ? undefined : lineButton('Open', handle, project.id, `Open ${handle}`);
        return { ...leadLine(lead, { project, at, standing, mayAct: false }), control };
      }),
    ),
  );
}
