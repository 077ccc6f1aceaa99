/** Allows or refuses every act on a lead, in every state, for a named reason; and when snoozes and reminders end. */
import type { LeadOutcome, LeadRefusal, LeadState } from '../decision.ts';
import { HOUR_MS } from '../durations.ts';
import { daysBefore, isDay, isWeekday, momentOf, startOf, timeOfDay, today } from './calendar.ts';

/** Times in epoch ms. `wake`: the bot ends a snooze. */
export type LeadAct =
  | { kind: 'claim' }
  | { kind: 'assign'; to: string; note?: string | undefined }
  | { kind: 'release' }
  | { kind: 'reply'; url?: string | undefined }
  | { kind: 'dismiss'; reason: string }
  | { kind: 'snooze'; until: number }
  | { kind: 'reopen' }
  | { kind: 'outcome'; outcome: LeadOutcome }
  | { kind: 'wake' };

export type LeadMove = { allowed: true; state: LeadState } | { allowed: false; reason: LeadRefusal };

/** `by`: who acts, undefined for the bot; `now` epoch ms. */
export function decideMove(from: LeadState, act: LeadAct, by: string | undefined, now: number): LeadMove {
  const reason = findRefusal(from, act, by, now);
  return reason === undefined
    ? { allowed: true, state: applyAct(from, act, by, now) }
    : { allowed: false, reason };
}

/** Whether somebody has seen to the lead. Once a snooze has ended it is open, even before the bot wakes it. */
export function isTaken({ state, until = Number.POSITIVE_INFINITY }: LeadState, now: number): boolean {
  return state !== 'new' && (state !== 'snoozed' || until > now);
}

type Refusals = Partial<Record<LeadState['state'], LeadRefusal>>;

const DONE = { replied: 'has_reply', dismissed: 'dismissed' } as const;

/** The acts refused in each state; all others are allowed. */
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

/** Acts that only the claimer can do with a claimed lead. Anyone can release it or mark it as replied. */
const CLAIMERS_ONLY: ReadonlySet<LeadAct['kind']> = new Set(['claim', 'assign', 'dismiss', 'snooze']);

function findRefusal(
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

function applyAct(from: LeadState, act: LeadAct, by: string | undefined, now: number): LeadState {
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

/** The days to offer for a snooze, YYYY-MM-DD; `nextWeek` is Monday, undefined if that is tomorrow. */
export function snoozeDays(
  now: number,
  timezone: string,
): { tomorrow: string; nextWeek?: string | undefined } {
  const tomorrow = daysBefore(today(now, timezone), -1);
  let monday = tomorrow;
  while (new Date(monday).getUTCDay() !== 1) monday = daysBefore(monday, -1);
  return { tomorrow, nextWeek: monday === tomorrow ? undefined : monday };
}

/** The start of a working day. */
const MORNING_MS = 9 * HOUR_MS;

/**
 * When a lead snoozed until `day` opens again, epoch ms: as the day begins, or in its morning if it was `offered` by
 * name and has begun since the form was opened. Undefined if the calendar has no such day.
 */
export function snoozeUntil(day: string, timezone: string, offered?: { now: number }): number | undefined {
  if (!isDay(day)) return undefined;
  const begins = startOf(day, timezone);
  return offered && begins <= offered.now ? momentOf(day, MORNING_MS, timezone) : begins;
}

/** When to remind somebody of a claim, epoch ms: one working day later. Weekend claims count from Monday. */
export function reminderAt(claimedAt: number, timezone: string): number {
  let day = today(claimedAt, timezone);
  while (!isWeekday(day)) day = daysBefore(day, -1);
  do day = daysBefore(day, -1);
  while (!isWeekday(day));
  return momentOf(day, timeOfDay(claimedAt, timezone), timezone);
}
