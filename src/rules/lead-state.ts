/** What people can do with a lead, and when: every act in every state is allowed, or refused with its sentence. */
import type { LeadOutcome, LeadState } from '../decision.ts';

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

export type LeadMove = { allowed: true; state: LeadState } | { allowed: false; sentence: string };

/** `by` is who acts, undefined for the bot; `now` epoch ms. */
export function leadMove(from: LeadState, act: LeadAct, by: string | undefined, now: number): LeadMove {
  const sentence = refusalOf(from, act, by, now);
  return sentence === undefined
    ? { allowed: true, state: after(from, act, by, now) }
    : { allowed: false, sentence };
}

/** Whether it is no news to anybody now: a snooze that has ended, whether or not it was seen to yet, leaves it open. */
export function isFinished({ state, until = Number.POSITIVE_INFINITY }: LeadState, now: number): boolean {
  return state === 'replied' || state === 'dismissed' || (state === 'snoozed' && until > now);
}

const OPEN = 'This lead is open already.';
const HAS_REPLY = 'This lead has a reply already.';
const DISMISSED = 'This lead was dismissed. Reopen it first.';
const OTHERS = 'Somebody else is about to reply.';

type Refusals = Partial<Record<LeadState['state'], string>>;

/** What cannot be done in which state; what is not named can. Somebody else's claim is looked at apart. */
const REFUSED: Record<LeadAct['kind'], Refusals> = {
  claim: { claimed: 'This lead is yours already.', replied: HAS_REPLY, dismissed: DISMISSED },
  assign: { replied: HAS_REPLY, dismissed: DISMISSED },
  release: {
    new: OPEN,
    replied: HAS_REPLY,
    dismissed: DISMISSED,
    snoozed: 'This lead is snoozed, and nobody holds it.',
  },
  reply: { replied: HAS_REPLY, dismissed: DISMISSED },
  dismiss: { replied: HAS_REPLY, dismissed: 'This lead was dismissed already.' },
  snooze: { replied: HAS_REPLY, dismissed: DISMISSED },
  reopen: { new: OPEN, claimed: 'This lead is about to be answered. Release it first.' },
  outcome: {
    new: 'An outcome needs a reply first.',
    claimed: 'An outcome needs a reply first.',
    dismissed: 'An outcome needs a reply first.',
    snoozed: 'An outcome needs a reply first.',
  },
  wake: { new: OPEN, claimed: OPEN, replied: HAS_REPLY, dismissed: DISMISSED },
};

/** What somebody else's claim keeps from being done; releasing it, and telling of a reply, is anybody's. */
const CLAIMERS_ONLY: ReadonlySet<LeadAct['kind']> = new Set(['claim', 'assign', 'dismiss', 'snooze']);

function refusalOf(from: LeadState, act: LeadAct, by: string | undefined, now: number): string | undefined {
  if (from.state === 'claimed' && from.by !== by && CLAIMERS_ONLY.has(act.kind)) {
    return act.kind === 'claim' ? 'Somebody was faster.' : OTHERS;
  }
  const refused = REFUSED[act.kind][from.state];
  if (refused !== undefined) return refused;
  if (act.kind === 'snooze' && act.until <= now) return 'Pick a day that is still to come.';
  if (act.kind === 'wake' && (from.until ?? 0) > now) return 'This lead is snoozed for longer.';
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
