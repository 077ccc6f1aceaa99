/** Which cause a failed poll has: the same cause in many feeds is one trouble, told once and closed once. */
import type { Extra, TroubleReason } from '../decision.ts';

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

/** A fault of our own keeps one feed from its posts. */
export function faultOf(subscription: string): string {
  return `fault:${subscription}`;
}

/** What a post goes without, because `failure` kept it from being read: the trouble of no feed, and told to nobody at once. */
export function extraTrouble(failure: PollFailure, projectId: string, extra: Extra): Trouble {
  const { reason } = troubleOf(failure, { subscription: '', projectId, keyName: '' });
  return { cause: extraCause(projectId, extra), reason };
}

export function extraCause(projectId: string, extra: Extra): string {
  return `extra:${projectId}:${extra}`;
}

/** The extra that such a trouble of this project is of; undefined for every other trouble. */
export function extraOf(cause: string, projectId: string): Extra | undefined {
  const prefix = `extra:${projectId}:`;
  return cause.startsWith(prefix) ? (cause.slice(prefix.length) as Extra) : undefined;
}

/** Everything that can keep a feed from its posts; `operations` are those that its polls call. */
export function causesOf(target: PollTarget, operations: readonly string[]): string[] {
  return [faultOf(target.subscription), ...causesAnswered(target, operations)];
}

/** What any answer to `operations` proves to be over, whoever asked: the API's causes, none of our own. None prove nothing. */
export function causesAnswered(
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

/**
 * Whether a feed that any of `causes` keeps from its posts is tried at once, now that the troubles `over` have ended: not
 * where the API had asked us to slow down, for then it named the time.
 */
export function mayHurry(causes: readonly string[], over: readonly string[]): boolean {
  const own = over.filter((cause) => causes.includes(cause));
  return own.length > 0 && !own.some((cause) => cause.startsWith('rate_limited:'));
}

/** Of these the owners are told at once: nobody but them can mend it. The others may pass by themselves. */
export function needsOwners(reason: TroubleReason): boolean {
  return reason === 'key_refused' || reason === 'quota' || reason === 'project_unknown';
}

/** Of these a channel hears at once: waiting does not mend them. */
export function isLasting(reason: TroubleReason): boolean {
  return reason === 'several_a_day';
}
