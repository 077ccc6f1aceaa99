/** What can be done with a lead from its row: one button while it is open, a menu afterwards. */
import type { Button, Overflow } from '@slack/types';
import type { LeadStanding } from '../decision.ts';
import { ACTIONS, LIMITS } from '../slack/blocks.ts';
import { plainText } from '../slack/text.ts';
import { button } from './layout.ts';

/** Which lead a button means: by its handle, which every value has room for, within its project. */
export type LeadRef = { handle: string; projectId: string };

/** A private page of a digest's further leads: where it begins (from 0), and the digest's message. */
export type LeadPage = { from: number; ts: string };

/** What a menu's choice asks for. */
export type LeadVerb =
  | 'replied'
  | 'release'
  | 'snooze'
  | 'dismiss'
  | 'why'
  | 'reopen'
  | 'helpful'
  | 'removed';

const LABELS: Record<LeadVerb, string> = {
  replied: 'Replied…',
  release: 'Release',
  snooze: 'Snooze…',
  dismiss: 'Dismiss…',
  why: 'Why this lead?',
  reopen: 'Reopen',
  helpful: 'Reply was helpful',
  removed: 'Reply was removed',
};

const MENUS: Record<Exclude<LeadStanding['state'], 'new'>, readonly LeadVerb[]> = {
  claimed: ['replied', 'release', 'snooze', 'dismiss', 'why'],
  replied: ['helpful', 'removed', 'reopen', 'why'],
  dismissed: ['reopen', 'why'],
  snoozed: ['reopen', 'snooze', 'dismiss', 'why'],
};

/** What a button of a lead carries. Of a private page Slack tells nothing but what its button carries. */
export function leadValue({ handle, projectId }: LeadRef, page?: LeadPage): string {
  const lead = `${handle} ${projectId}`;
  return page ? `${lead} ${page.from} ${page.ts}` : lead;
}

/** `number` and `title` are what a screen reader says of the button. */
export function leadControl(
  ref: LeadRef,
  state: LeadStanding['state'],
  { number, title, page }: { number: number; title: string; page?: LeadPage | undefined },
): Button | Overflow {
  const value = leadValue(ref, page);
  if (state === 'new') {
    return button('I’ll reply', `Claim lead ${number}, ${title}`, ACTIONS.leadClaim, value);
  }
  return {
    type: 'overflow',
    action_id: ACTIONS.leadMenu,
    options: MENUS[state].map((verb) => ({
      text: plainText(LABELS[verb], LIMITS.optionText),
      value: `${verb} ${value}`,
    })),
  };
}
