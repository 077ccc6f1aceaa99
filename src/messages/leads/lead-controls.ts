/** The buttons and menus of a lead, and what a click on them carries back. */
import { type Carried, carry, carryIfFits } from '../../carried.ts';
import type { LeadStanding } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { count } from '../figures.ts';
import { type Button, button, type Control, type Menu, type Select } from '../page.ts';
import { DISMISS_REASONS, OTHER_REASON } from './lead-facts.ts';

export type LeadVerb = Carried<'lead_choice'>['verb'];

/** A page (from 0) of someone’s private list of leads, and the query it answers. */
export type ListRef = NonNullable<Carried<'lead'>['list']>;

/** Names a lead by its handle, which is short enough for any button’s value. */
export type LeadRef = { handle: string; projectId: string };

const LABELS: Record<LeadVerb, string> = {
  claim: 'I’ll reply',
  assign: 'Assign…',
  replied: 'Replied…',
  release: 'Release',
  tomorrow: 'Snooze to tomorrow',
  snooze: 'Snooze…',
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

/** What a lead’s button carries. `list`: Slack can’t tell us which private page was clicked, so the button does. */
export function leadValue({ handle, projectId }: LeadRef, list?: ListRef): string {
  return carry('lead', { handle, projectId, list });
}

/** The controls of an open lead that has room for buttons. */
export function openControls(ref: LeadRef, title: string): Control[] {
  return [
    claimButton(ref, title),
    assignButton(ref, title),
    notForUs(ref),
    menuOf(ref, ['tomorrow', 'snooze', 'why']),
  ];
}

/** For everyone who sees a claimed lead: what its holder does next, and in the menu what anyone can. */
export function claimedControls(ref: LeadRef, title: string): Control[] {
  const [replied, handOver] = claimerButtons(ref, title);
  return [replied, handOver, menuOf(ref, ['release', 'dismiss', 'why'])];
}

export function claimButton(ref: LeadRef, title: string): Button {
  return button(ACTIONS.leadClaim, LABELS.claim, `I’ll reply to ${ref.handle}, ${title}`, leadValue(ref));
}

export function assignButton(ref: LeadRef, title: string): Button {
  return button(ACTIONS.leadAssign, LABELS.assign, `Assign ${ref.handle}, ${title}`, leadValue(ref));
}

/** Each reason dismisses in one step, except “Another reason…”, which opens a form. */
function notForUs({ handle, projectId }: LeadRef): Select {
  const chosen = (reason: string) => carry('lead_choice', { verb: 'dismiss', handle, projectId, reason });
  return {
    kind: 'select',
    id: ACTIONS.leadDismiss,
    label: 'Not for us',
    options: [
      ...DISMISS_REASONS.map(({ id, label }) => ({ label, value: chosen(id) })),
      { label: `${OTHER_REASON.label}…`, value: chosen(OTHER_REASON.id) },
    ],
  };
}

/** ⋯ with everything that can be done with a lead in this state. */
export function leadMenu(ref: LeadRef, state: LeadStanding['state'], list?: ListRef): Menu {
  return menuOf(ref, MENUS[state], state, list);
}

function menuOf(
  { handle, projectId }: LeadRef,
  verbs: readonly LeadVerb[],
  state: LeadStanding['state'] = 'new',
  list?: ListRef,
): Menu {
  const labelOf = (verb: LeadVerb) =>
    verb === 'assign' && state === 'claimed' ? 'Hand over…' : LABELS[verb];
  return {
    kind: 'menu',
    id: ACTIONS.leadMenu,
    options: verbs.map((verb) => {
      const choice = { verb, handle, projectId };
      // A long query doesn’t fit. Without it, a click can’t redraw the list.
      const value = carryIfFits('lead_choice', { ...choice, list }) ?? carry('lead_choice', choice);
      return { label: labelOf(verb), value };
    }),
  };
}

/** What the holder of a lead can do. `release`: another label for that button. */
export function claimerButtons(
  ref: LeadRef,
  title: string,
  release = 'Release',
): [replied: Button, handOver: Button, release: Button] {
  const value = leadValue(ref);
  return [
    button(ACTIONS.leadReplied, 'Replied…', `Replied to ${ref.handle}, ${title}`, value),
    button(ACTIONS.leadAssign, 'Hand over…', `Hand over ${ref.handle}, ${title}`, value),
    button(ACTIONS.leadRelease, release, `${release} ${ref.handle}, ${title}`, value),
  ];
}

/** The button of a first digest, which its footer names, and of the Home tab. */
export const ALL_OPEN = 'All open leads';

export function openLeadsButton(label: string, name: string, projectId: string): Button {
  return button(
    ACTIONS.leadMore,
    label,
    `${label}: every open lead of ${name}`,
    carry('leads', { projectId }),
  );
}

/** The leads a form is about, and the list they’re in if it can be redrawn. */
export type ManyLeads = Carried<'leads'>;

export function dismissManyButton(name: string, leads: ManyLeads): Button {
  return button(
    ACTIONS.leadDismissMany,
    'Dismiss several…',
    `Dismiss several leads of ${name}`,
    carry('leads', leads),
  );
}

export function snoozeManyButton(name: string, leads: ManyLeads): Button {
  return button(ACTIONS.leadSnoozeMany, 'Snooze…', `Snooze leads of ${name}`, carry('leads', leads));
}

/** Opens a form that lists the leads first. */
export function letGoButton(name: string, leads: ManyLeads, older: number): Button {
  const label = `Let ${count(older, 'old one')} go…`;
  const hint = `${label}: open leads of ${name} that are at least two weeks old`;
  return button(ACTIONS.leadLetGo, label, hint, carry('leads', leads));
}

/** For a lead that is only mentioned. */
export function whyButton(ref: LeadRef, title: string): Button {
  return button(ACTIONS.leadWhy, 'Why?', `Why lead ${ref.handle}, ${title}`, leadValue(ref));
}
