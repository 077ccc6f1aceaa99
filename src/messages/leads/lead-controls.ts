/** What can be done with a lead where a message shows it, and what a click on it carries back. */
import type { LeadStanding } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { type Button, button, type Menu } from '../page.ts';

/** What a menu's choice asks for. */
export const LEAD_VERBS = [
  'claim',
  'replied',
  'release',
  'snooze',
  'dismiss',
  'why',
  'reopen',
  'helpful',
  'removed',
] as const;
export type LeadVerb = (typeof LEAD_VERBS)[number];

/** A private page of a digest's further leads: where it begins (from 0), and the digest's message. */
export type LeadPage = { from: number; ts: string };

/** Which lead a click means: by its handle, which every value has room for, within its project. */
export type LeadRef = { handle: string; projectId: string };

/** What a click brings back, as a button's or an option's value: the longest has less than the 150 characters of an option. */
export function carry(data: object): string {
  return JSON.stringify(data);
}

const LABELS: Record<LeadVerb, string> = {
  claim: 'I’ll reply',
  replied: 'Replied…',
  release: 'Release',
  snooze: 'Snooze…',
  dismiss: 'Dismiss…',
  why: 'Why this lead?',
  reopen: 'Reopen',
  helpful: 'Reply was helpful',
  removed: 'Reply was removed',
};

const MENUS: Record<LeadStanding['state'], readonly LeadVerb[]> = {
  new: ['claim', 'dismiss', 'snooze', 'why'],
  claimed: ['replied', 'release', 'snooze', 'dismiss', 'why'],
  replied: ['helpful', 'removed', 'reopen', 'why'],
  dismissed: ['reopen', 'why'],
  snoozed: ['reopen', 'snooze', 'dismiss', 'why'],
};

/** What a button of a lead carries; of a private page Slack tells nothing, so that it is carried too. */
export function leadValue({ handle, projectId }: LeadRef, page?: LeadPage): string {
  return carry({ handle, projectId, page });
}

/** I’ll reply on an open lead. */
export function claimButton(ref: LeadRef, title: string): Button {
  return button(ACTIONS.leadClaim, LABELS.claim, `I’ll reply to ${ref.handle}, ${title}`, leadValue(ref));
}

/** ⋯ with all that can be done as a lead stands; without I’ll reply where that has a button of its own. */
export function leadMenu(
  { handle, projectId }: LeadRef,
  state: LeadStanding['state'],
  { page, isBesideClaim = false }: { page?: LeadPage | undefined; isBesideClaim?: boolean } = {},
): Menu {
  const verbs = MENUS[state].filter((verb) => !(isBesideClaim && verb === 'claim'));
  return {
    kind: 'menu',
    id: ACTIONS.leadMenu,
    options: verbs.map((verb) => ({
      label: LABELS[verb],
      value: carry({ verb, handle, projectId, page }),
    })),
  };
}

/** What whoever claimed a lead can do, under a brief and a reminder. */
export function claimerButtons(ref: LeadRef, title: string): Button[] {
  const value = leadValue(ref);
  return [
    button(ACTIONS.leadReplied, 'Replied…', `Replied to ${ref.handle}, ${title}`, value),
    button(ACTIONS.leadRelease, 'Release', `Release ${ref.handle}, ${title}`, value),
  ];
}

/** Why? beside a lead that is only named. */
export function whyButton(ref: LeadRef, title: string): Button {
  return button(ACTIONS.leadWhy, 'Why?', `Why lead ${ref.handle}, ${title}`, leadValue(ref));
}
