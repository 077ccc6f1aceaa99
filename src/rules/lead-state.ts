/** Allows or refuses every act on a lead, in every state; and when snoozes and reminders end. */
import { HOLDERS_ACTS, type LeadOutcome, type LeadState } from '../decision.ts';
import { daysBefore, firstDayOf, isDay, isWeekday, momentOf, startOf, timeOfDay, today } from './calendar.ts';

/** Times in epoch ms. Without a person, the bot reopens: a snooze ends. */
export type LeadAct =
  | { kind: 'claim' }
  | { kind: 'assign'; to: string; note?: string | undefined }
  | { kind: 'release' }
  | { kind: 'reply'; url?: string | undefined }
  | { kind: 'dismiss'; reason: string }
  | { kind: 'snooze'; until: number }
  | { kind: 'reopen' }
  | { kind: 'outcome'; outcome: LeadOutcome }
  /** Of one's own dismissal or snooze; with `since`, only if it was done at that moment. */
  | { kind: 'undo'; since?: number | undefined };

/** What is kept of an act. Giving back what a colleague assigned is to decline it. */
export function eventOf(act: LeadAct, from: LeadState, by: string | undefined) {
  const isDeclined = act.kind === 'release' && from.assignedBy !== undefined && from.by === by;
  return {
    kind: isDeclined ? ('decline' as const) : act.kind,
    detail: detailOf(act),
    note: act.kind === 'assign' ? act.note : undefined,
  };
}

/** Beside its kind: to whom, the link, why, until when. */
function detailOf(act: LeadAct): string | undefined {
  switch (act.kind) {
    case 'assign':
      return act.to;
    case 'reply':
      return act.url;
    case 'dismiss':
      return act.reason;
    case 'snooze':
      return String(act.until);
    case 'outcome':
      return act.outcome;
    default:
      return undefined;
  }
}

/** The state after an act, undefined if the act is refused. `by`: who acts, undefined for the bot; `now` epoch ms. */
export function decideMove(from: LeadState, act: LeadAct, by: string | undefined, now: number) {
  return isAllowed(from, act, by, now) ? applyAct(from, act, by, now) : undefined;
}

/** Whether somebody has seen to the lead. Once a snooze has ended it is open, even before the bot wakes it. */
export function isTaken({ state, until = Number.POSITIVE_INFINITY }: LeadState, now: number): boolean {
  return state !== 'new' && (state !== 'snoozed' || until > now);
}

const ALLOWED: Record<LeadState['state'], readonly LeadAct['kind'][]> = {
  new: ['claim', 'assign', 'reply', 'dismiss', 'snooze'],
  claimed: ['assign', 'release', 'reply', 'dismiss', 'snooze'],
  replied: ['reopen', 'outcome'],
  dismissed: ['reopen', 'undo'],
  snoozed: ['claim', 'assign', 'reply', 'dismiss', 'snooze', 'reopen', 'undo'],
};

const HOLDERS_ONLY: ReadonlySet<LeadAct['kind']> = new Set(HOLDERS_ACTS);

function isAllowed(from: LeadState, act: LeadAct, by: string | undefined, now: number): boolean {
  const isHeld = from.state === 'claimed';
  if (!ALLOWED[from.state].includes(act.kind)) return false;
  // Whoever assigned a lead can assign it to somebody else while it waits for a reply.
  const isAssigner = act.kind === 'assign' && by !== undefined && from.assignedBy === by;
  if (isHeld && from.by !== by && !isAssigner && HOLDERS_ONLY.has(act.kind)) return false;
  if (act.kind === 'assign') return !isHeld || from.by !== act.to;
  if (act.kind === 'snooze') return act.until > now;
  if (act.kind === 'undo') return from.by === by && from.since === (act.since ?? from.since);
  return act.kind !== 'reopen' || by !== undefined || (from.until ?? Infinity) <= now;
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
      return { state: 'dismissed', by, since: now, dismissReason: act.reason, before: from };
    case 'snooze':
      return { state: 'snoozed', by, since: now, until: act.until, before: from };
    case 'outcome':
      return { ...from, outcome: act.outcome };
    case 'undo':
      return from.before ?? { state: 'new' };
    case 'release':
    case 'reopen':
      return { state: 'new', by, since: now };
  }
}

/** The days to offer for a snooze, YYYY-MM-DD: `nextWeek` is the first Monday after `tomorrow`. */
export function snoozeDays(now: number, timezone: string) {
  const tomorrow = daysBefore(today(now, timezone), -1);
  return { tomorrow, nextWeek: daysBefore(firstDayOf.week(tomorrow), -7) };
}

/** When a lead snoozed until `day` opens again, epoch ms: as the day begins. Undefined if the calendar has no such day. */
export function snoozeUntil(day: string, timezone: string): number | undefined {
  return isDay(day) ? startOf(day, timezone) : undefined;
}

/** When to remind somebody of a claim, epoch ms: one working day later. Weekend claims count from Monday. */
export function reminderAt(claimedAt: number, timezone: string): number {
  let day = today(claimedAt, timezone);
  while (!isWeekday(day)) day = daysBefore(day, -1);
  do day = daysBefore(day, -1);
  while (!isWeekday(day));
  return momentOf(day, timeOfDay(claimedAt, timezone), timezone);
}
