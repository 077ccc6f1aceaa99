/** Which cause a failed poll has: the same cause in many feeds is one trouble, told once and closed once. */
import type { TroubleReason } from '../decision.ts';

/** A failure of the API, as VisibilityError has it; undefined for one that is no answer of the API: our own. */
export type PollFailure = { code: string; operation: string } | undefined;

/** What a feed's polls depend on. `keyName` is the variable that holds its API key. */
export type PollTarget = { subscription: string; projectId: string; keyName: string };

/** `cause` is the trouble's key: what is equal here is one trouble. */
export type Trouble = { cause: string; reason: TroubleReason };

/** How a failure is named. */
export function troubleOf(failure: PollFailure, { subscription, projectId, keyName }: PollTarget): Trouble {
  switch (failure?.code) {
    case undefined:
      return { cause: `fault:${subscription}`, reason: 'fault' };
    case 'visibility_unauthorised':
      return { cause: `key_refused:${keyName}`, reason: 'key_refused' };
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

/** The causes that a good poll proves to be over; `operations` are those that it called. None prove nothing. */
export function causesEnded(target: PollTarget, operations: readonly string[]): string[] {
  return operations.length === 0
    ? []
    : [`fault:${target.subscription}`, ...causesAnswered(target, operations)];
}

/** The causes that any answer to `operations` proves to be over, whoever asked; those of the API, and none of our own. */
export function causesAnswered(
  { projectId, keyName }: Omit<PollTarget, 'subscription'>,
  operations: readonly string[],
): string[] {
  return [
    'unreachable',
    `key_refused:${keyName}`,
    `rate_limited:${keyName}`,
    `project_unknown:${projectId}`,
    ...operations.map((operation) => `unreadable:${operation}`),
  ];
}

/** Of these the owners are told at once: nobody but them can mend it. The others may pass by themselves. */
export function needsOwners(reason: TroubleReason): boolean {
  return reason === 'key_refused' || reason === 'project_unknown';
}
