/** Names the cause of a failed poll. The same cause in many feeds is one trouble, reported once and closed once. */
import type { Extra, TroubleReason } from '../decision.ts';

/** A VisibilityError from the API; undefined for a fault of our own. */
type PollFailure = { code: string; operation: string } | undefined;

/** What a feed's polls depend on. `keyName`: the variable with its API key. */
export type PollTarget = { subscription: string; projectId: string; keyName: string };

/** `cause`: the trouble's key; failures with equal keys are one trouble. */
export type Trouble = { cause: string; reason: TroubleReason };

export function toTrouble(failure: PollFailure, { subscription, projectId, keyName }: PollTarget): Trouble {
  switch (failure?.code) {
    case undefined:
      return { cause: faultOf(subscription), reason: 'fault' };
    case 'visibility_unauthorised':
      return { cause: `key_refused:${keyName}`, reason: 'key_refused' };
    case 'visibility_quota':
      return { cause: `quota:${keyName}`, reason: 'quota' };
    case 'visibility_unreadable':
      return { cause: `several_a_day:${projectId}:${failure?.operation}`, reason: 'several_a_day' };
    case 'visibility_rate_limited':
      return { cause: `rate_limited:${keyName}`, reason: 'rate_limited' };
    case 'visibility_not_found':
      return { cause: `project_unknown:${projectId}`, reason: 'project_unknown' };
    case 'visibility_contract':
    case 'visibility_validation':
    case 'visibility_refused':
      return { cause: `unreadable:${failure?.operation}`, reason: 'unreadable' };
    default:
      return { cause: 'unreachable', reason: 'unreachable' };
  }
}

/** The cause of a fault of our own, which stops a single feed. */
export function faultOf(subscription: string): string {
  return `fault:${subscription}`;
}

/** A trouble with an extra that a post can do without: it stops no feed, and nobody is notified right away. */
export function toExtraTrouble(failure: PollFailure, projectId: string, extra: Extra): Trouble {
  const { reason } = toTrouble(failure, { subscription: '', projectId, keyName: '' });
  return { cause: extraCause(projectId, extra), reason };
}

export function extraCause(projectId: string, extra: Extra): string {
  return `extra:${projectId}:${extra}`;
}

/** The extra behind such a trouble, and its project; undefined for other troubles. */
export function findExtra(cause: string): { projectId: string; extra: Extra } | undefined {
  const [, projectId = '', extra] = cause.match(/^extra:(.*):(.*)$/) ?? [];
  return extra === undefined ? undefined : { projectId, extra: extra as Extra };
}

/** Every cause that can stop a feed; `operations`: those that its polls call. */
export function listCauses(target: PollTarget, operations: readonly string[]): string[] {
  return [faultOf(target.subscription), ...listCausesAnswered(target, operations)];
}

/** The API's causes that a successful answer to `operations` proves to be over; none without operations. */
export function listCausesAnswered(
  { projectId, keyName }: Omit<PollTarget, 'subscription'>,
  operations: readonly string[],
): string[] {
  if (operations.length === 0) return [];
  return [
    'unreachable',
    `key_refused:${keyName}`,
    `quota:${keyName}`,
    `rate_limited:${keyName}`,
    `project_unknown:${projectId}`,
    ...operations.flatMap((operation) => [
      `unreadable:${operation}`,
      `several_a_day:${projectId}:${operation}`,
    ]),
  ];
}

/** Whether to retry a feed at once when these troubles end. Not after a rate limit: the API named its own time. */
export function mayHurry(causes: readonly string[], over: readonly string[]): boolean {
  const own = over.filter((cause) => causes.includes(cause));
  return own.length > 0 && !own.some((cause) => cause.startsWith('rate_limited:'));
}

/** Owners hear right away about what only they can fix. Other troubles may pass by themselves. */
export function needsOwners(reason: TroubleReason): boolean {
  return reason === 'key_refused' || reason === 'quota' || reason === 'project_unknown';
}

/** The channel hears right away about troubles that waiting doesn't fix. */
export function isLasting(reason: TroubleReason): boolean {
  return reason === 'several_a_day';
}
