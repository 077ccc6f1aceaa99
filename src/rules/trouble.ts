/** Names the cause of a failed poll. The same cause in many feeds is one trouble, reported once and closed once. */
import type { Extra, TroubleReason } from '../decision.ts';
import { MINUTE_MS } from '../durations.ts';

/** A VisibilityError from the API; undefined for a fault of our own. */
type PollFailure = { code: string; operation: string; isOfProject?: boolean } | undefined;

/** What a feed's polls depend on. `keyName`: the variable with its API key. */
export type PollTarget = { subscription: string; projectId: string; keyName: string };

/**
 * `cause`: the trouble's key; failures with equal keys are one trouble. `part`: what of it failed here, a trouble of its
 * own that only an answer to the same operation ends; the cause itself if it has no parts.
 */
export type Trouble = { cause: string; part: string; reason: TroubleReason };

/** Since nothing of the API has answered: any answer ends it, but not what it is made of. */
const UNREACHABLE = 'unreachable';

const partOf = (cause: string, operation: string) => `${cause}|${operation}`;

/** The cause that this is a part of; undefined for others. */
const wholeOf = (part: string) => part.match(/^(.*?)\|/)?.[1];

export function toTrouble(failure: PollFailure, target: PollTarget): Trouble {
  const { subscription, projectId, keyName } = target;
  const operation = failure?.operation ?? '';
  const undivided = (cause: string, reason: TroubleReason) => ({ cause, part: cause, reason });
  const divided = (cause: string, reason: TroubleReason) => ({
    cause,
    part: partOf(cause, operation),
    reason,
  });
  switch (failure?.code) {
    case undefined:
      return undivided(faultOf(subscription), 'fault');
    case 'visibility_unauthorised':
      return failure?.isOfProject
        ? divided(`forbidden:${projectId}`, 'forbidden')
        : undivided(`key_refused:${keyName}`, 'key_refused');
    case 'visibility_quota':
      return divided(`quota:${keyName}`, 'quota');
    case 'visibility_unreadable':
      return undivided(`several_a_day:${projectId}:${operation}`, 'several_a_day');
    case 'visibility_rate_limited':
      return divided(`rate_limited:${keyName}`, 'rate_limited');
    case 'visibility_not_found':
      return divided(`project_unknown:${projectId}`, 'project_unknown');
    case 'visibility_contract':
    case 'visibility_validation':
    case 'visibility_refused':
      return undivided(`unreadable:${operation}`, 'unreadable');
    default:
      return divided(UNREACHABLE, 'unreachable');
  }
}

/** Open troubles by cause, with when each began, epoch ms. */
type Begun = ReadonlyMap<string, number>;

/**
 * The causes by which people may be told of this failure, or were already: one of them is told, by default the first. Of
 * an API that doesn't answer, the operation, unless another one failed in the same outage: then it's the whole API.
 */
export function causesToTell({ cause, part }: Trouble, begun: Begun): [string, ...string[]] {
  if (cause !== UNREACHABLE) return [cause];
  const within = [...begun.keys()].filter((each) => isOfOutage(each, begun));
  return within.length > 1 && within.includes(part) ? [cause, ...within] : [part];
}

/** As an API goes down, a single request may still be answered, after others failed. */
const STRAY_MS = 15 * MINUTE_MS;

/** Whether this operation began to fail when the whole API did. */
function isOfOutage(part: string, begun: Begun): boolean {
  const from = (begun.get(UNREACHABLE) ?? Number.POSITIVE_INFINITY) - STRAY_MS;
  return wholeOf(part) === UNREACHABLE && (begun.get(part) ?? 0) >= from;
}

/** What is over when `answered` are: these, and every cause of which no part is left. */
export function listOver(answered: readonly string[], begun: Begun): string[] {
  const left = new Set([...begun.keys()].filter((cause) => !answered.includes(cause)).map(wholeOf));
  const wholes = new Set(answered.flatMap((cause) => wholeOf(cause) ?? []));
  return [...answered, ...[...wholes].filter((cause) => cause === UNREACHABLE || !left.has(cause))];
}

/** The cause of a fault of our own, which stops a single feed. */
export function faultOf(subscription: string): string {
  return `fault:${subscription}`;
}

/** The cause of a trouble with an extra that a post can do without: it stops no feed, and nobody is notified right away. */
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
    `key_refused:${keyName}`,
    ...operations.flatMap((operation) => [
      `unreadable:${operation}`,
      `several_a_day:${projectId}:${operation}`,
      partOf(UNREACHABLE, operation),
      partOf(`forbidden:${projectId}`, operation),
      partOf(`quota:${keyName}`, operation),
      partOf(`rate_limited:${keyName}`, operation),
      partOf(`project_unknown:${projectId}`, operation),
    ]),
  ];
}

/** Whether to retry a feed with these `causes` at once when `over` end. Not after a rate limit: the API named its own time. */
export function mayHurry(causes: readonly string[], over: readonly string[], begun: Begun): boolean {
  if (causes.some((cause) => cause.startsWith('rate_limited:') && begun.has(cause))) return false;
  const isBack = over.includes(UNREACHABLE) && causes.some((cause) => isOfOutage(cause, begun));
  return isBack || causes.some((cause) => over.includes(cause));
}

const OWNERS_ONLY: readonly TroubleReason[] = ['key_refused', 'forbidden', 'quota', 'project_unknown'];

/** Owners hear right away about what only they can fix. Other troubles may pass by themselves. */
export function needsOwners(reason: TroubleReason): boolean {
  return OWNERS_ONLY.includes(reason);
}

/** The channel hears right away about troubles that waiting doesn't fix. */
export function isLasting(reason: TroubleReason): boolean {
  return reason === 'several_a_day';
}
