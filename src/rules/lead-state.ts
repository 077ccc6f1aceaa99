/** What people can do with a lead, and when: every act in every state is allowed, or refused for a named reason. */
import type { LeadOutcome, LeadRefusal, LeadState } from '../decision.ts';

/** Times in epoch ms. `wake` is the bot's own: a snooze is over. */
export type LeadAct =
  | { kind: 'claim' }
  /** `to` whom it is given. */
  | { kind: 'assign'; to: string }
  | { kind: 'release' }
  | { kind: 'reply'; url?: string | undefined }
  | { kind: 'dismiss'; reason: string }
  | { kind: 'snooze'; until: number }
  | { kind: 'reopen' }
  | { kind: 'outcome'; outcome: LeadOutcome }
  | { kind: 'wake' };

export type LeadMove = { allowed: true; state: LeadState } | { allowed: false; reason: LeadRefusal };

/** `by` is who acts, undefined for the bot; `now` epoch ms. */
export function decideMove(from: LeadState, act: LeadAct, by: string | undefined, now: number): LeadMove {
  const reason = refusalOf(from, act, by, now);
  return reason === undefined
    ? { allowed: true, state: after(from, act, by, now) }
    : { allowed: false, reason };
}

/** Whether nobody needs to act on it now. Once a snooze has ended the lead is open, even before the bot has woken it. */
export function isFinished({ state, until = Number.POSITIVE_INFINITY }: LeadState, now: number): boolean {
  return state === 'replied' || state === 'dismissed' || (state === 'snoozed' && until > now);
}

type Refusals = Partial<Record<LeadState['state'], LeadRefusal>>;

const DONE = { replied: 'has_reply', dismissed: 'dismissed' } as const;

/** What can't be done in which state; what isn't named here can. */
const REFUSED: Record<LeadAct['kind'], Refusals> = {
  claim: { ...DONE, claimed: 'yours' },
  assign: DONE,
  release: { ...DONE, new: 'open', snoozed: 'unclaimed' },
  reply: DONE,
  dismiss: { ...DONE, dismissed: 'dismissed_already' },
  snooze: DONE,
  reopen: { new: 'open', claimed: 'claimed' },
  outcome: { new: 'no_reply', claimed: 'no_reply', dismissed: 'no_reply', snoozed: 'no_reply' },
  wake: { ...DONE, new: 'open', claimed: 'open' },
};

/** What only its claimer can do with a claimed lead; anyone can release it or say that it has a reply. */
const CLAIMERS_ONLY: ReadonlySet<LeadAct['kind']> = new Set(['claim', 'assign', 'dismiss', 'snooze']);

function refusalOf(
  from: LeadState,
  act: LeadAct,
  by: string | undefined,
  now: number,
): LeadRefusal | undefined {
  if (from.state === 'claimed' && from.by !== by && CLAIMERS_ONLY.has(act.kind)) return 'taken';
  if (act.kind === 'assign' && from.state === 'claimed' && from.by === act.to) return 'yours';
  const refused = REFUSED[act.kind][from.state];
  if (refused !== undefined) return refused;
  if (act.kind === 'snooze' && act.until <= now) return 'past_day';
  if (act.kind === 'wake' && (from.until ?? 0) > now) return 'still_snoozed';
  return undefined;
}

function after(from: LeadState, act: LeadAct, by: string | undefined, now: number): LeadState {
  switch (act.kind) {
    case 'claim':
      return { state: 'claimed', by, since: now };
    case 'assign':
      return { state: 'claimed', by: act.to, since: now, assignedBy: act.to === by ? undefined : by };
    case 'reply':
      return { state: 'replied', by, since: now, replyUrl: act.url };
    case 'dismiss':
      return { state: 'dismissed', by, since: now, dismissReason: act.reason };
    case 'snooze':
      return { state: 'snoozed', by, since: now, until: act.until };
    case 'outcome':
      return { ...from, outcome: act.outcome };
    case 'release':
    case 'reopen':
    case 'wake':
      return { state: 'new', by, since: now };
  }
}
