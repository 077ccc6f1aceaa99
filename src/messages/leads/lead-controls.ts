/** The buttons and menus of a lead, and what a click on them carries back. */
import { type Carried, carry, carryIfFits } from '../../carried.ts';
import type { DigestLead, LeadStanding } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { type Button, button, type Control, type Menu, type Select } from '../page.ts';
import { DISMISS_REASONS, OTHER_REASON, titleOf } from './lead-facts.ts';

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
  /** For a lead that is only mentioned. */
  why: { id: ACTIONS.leadWhy, label: 'Why?', hint: 'Why lead' },
};

/** What the holder of a lead can do. */
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

/** The controls of an open lead that has room for buttons. */
export function openControls(ref: LeadRef, lead: Titled): Control[] {
  const menu = menuOf(ref, ['tomorrow', 'snooze', 'why']);
  return [...leadButtons(['claim', 'assign'], ref, lead), notForUs(ref), menu];
}

/** For everyone who sees a claimed lead: what its holder does next, and in the menu what anyone can. */
export function claimedControls(ref: LeadRef, lead: Titled): Control[] {
  const menu = menuOf(ref, ['release', 'dismiss', 'why']);
  return [...leadButtons(['replied', 'handOver'], ref, lead), menu];
}

/** Each reason dismisses in one step, except “Another reason…”, which opens a form. */
function notForUs({ handle, projectId }: LeadRef): Select {
  const all = [...DISMISS_REASONS, { ...OTHER_REASON, label: `${OTHER_REASON.label}…` }];
  return {
    kind: 'select',
    id: ACTIONS.leadDismiss,
    label: 'Not for us',
    options: all.map(({ id: reason, label }) => ({
      label,
      value: carry('lead_choice', { verb: 'dismiss', handle, projectId, reason }),
    })),
  };
}

/** ⋯ with everything that can be done with a lead in this state. */
export function leadMenu(ref: LeadRef, state: LeadStanding['state'], list?: ListRef): Menu {
  const labels = state === 'claimed' ? { ...LABELS, assign: BUTTONS.handOver.label } : LABELS;
  return menuOf(ref, MENUS[state], list, labels);
}

function menuOf(
  { handle, projectId }: LeadRef,
  verbs: readonly LeadVerb[],
  list?: ListRef,
  labels = LABELS,
): Menu {
  return {
    kind: 'menu',
    id: ACTIONS.leadMenu,
    options: verbs.map((verb) => {
      const choice = { verb, handle, projectId };
      // A long query doesn’t fit. Without it, a click can’t redraw the list.
      const value = carryIfFits('lead_choice', { ...choice, list }) ?? carry('lead_choice', choice);
      return { label: labels[verb], value };
    }),
  };
}

/** The button of a first digest, which its footer names, and of the Home tab. */
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
