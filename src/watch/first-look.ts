/** At the start: whether the API takes the keys. Without it a wrong one shows at the first poll, maybe the next morning. */
import { FEED_KINDS } from '../decision.ts';
import { ConfigError } from '../errors.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import { livesFrom } from '../feeds/feeds.ts';
import type { Log } from '../log.ts';
import type { ApiKeys } from '../projects/api-keys.ts';
import { feedsOfProject, type Project, type Projects } from '../projects/projects.ts';
import { WEB_PAGE } from '../visibility/answer.ts';
import {
  ContractError,
  RateLimitedError,
  UnauthorisedError,
  UnavailableError,
  VisibilityError,
} from '../visibility/errors.ts';
import {
  badKeySentence,
  MEND_ADDRESS,
  mendKey,
  mendOf,
  mendRefusedKey,
  refusedKeySentence,
  webPageSentence,
} from '../visibility/remedies.ts';

export type FirstLookDeps = {
  keyOf: ApiKeys['of'];
  /** Of clients that ask once. */
  visibilityOf: VisibilityOf;
  baseUrl: string;
  log: Log;
};

/** Of a key's projects so many are looked at: thousands of reads would keep the polls waiting, which tell of the others. */
const LOOKS_PER_KEY = 100;

/**
 * One read of each project whose key there is, one after another: a line in the log for each thing that is wrong, and
 * nothing besides. `views` are what the workspaces have; `signal` ends it.
 */
export async function firstLook(
  views: readonly Projects[],
  deps: FirstLookDeps,
  signal: AbortSignal,
): Promise<void> {
  const { keyOf, log } = deps;
  const faults: { name: string; said: string }[] = [];
  for (const { project, reads } of lookedAt(views, keyOf)) {
    const failure = await failureOf(project, reads, deps, signal);
    if (signal.aborted) return;
    if (failure instanceof UnavailableError || failure instanceof RateLimitedError) {
      log.info({ why: failure.message }, 'Whether the API takes the keys cannot be told yet; the polls will');
      break;
    }
    if (failure) faults.push({ name: project.name, said: saidOf(failure, project, deps) });
  }
  for (const [said, hit] of Map.groupBy(faults, (fault) => fault.said))
    log.warn({ projects: hit.map(({ name }) => name) }, said);
}

type Reading = NonNullable<ReturnType<typeof livesFrom>>;

/** A project that several workspaces have, with the same key, is looked at once. One after the other: there may be many. */
function* lookedAt(views: readonly Projects[], keyOf: ApiKeys['of']) {
  const byKey = new Map<string, Set<string>>();
  for (const view of views) {
    for (const project of view.projects) {
      const { key, name } = keyOf(project);
      const seen = byKey.get(name) ?? new Set();
      if (key === undefined || seen.has(project.id) || seen.size >= LOOKS_PER_KEY) continue;
      byKey.set(name, seen.add(project.id));
      const own = feedsOfProject(view, project.id);
      const kinds = FEED_KINDS.filter((kind) => own.some((feed) => feed.kind === kind));
      yield { project, reads: kinds.flatMap((kind) => livesFrom(kind) ?? []) };
    }
  }
}

/** What no feed of the project asks, the API may refuse without being in trouble; engines are of no project. */
async function failureOf(
  project: Project,
  [read]: readonly Reading[],
  { visibilityOf }: FirstLookDeps,
  signal: AbortSignal,
): Promise<VisibilityError | ConfigError | undefined> {
  try {
    const api = visibilityOf(project);
    await (read ? api[read](project.id, { signal }) : api.engines({ signal }));
    return undefined;
  } catch (error) {
    if (error instanceof VisibilityError || error instanceof ConfigError) return error;
    if (signal.aborted) return undefined;
    throw error;
  }
}

function saidOf(
  failure: VisibilityError | ConfigError,
  project: Project,
  { keyOf, baseUrl }: FirstLookDeps,
): string {
  const { name } = keyOf(project);
  if (failure instanceof ConfigError) return `${badKeySentence(name)} ${mendKey(name)}`;
  if (failure instanceof UnauthorisedError)
    return `${refusedKeySentence(name, failure.status)}. ${mendRefusedKey(name)}`;
  if (failure instanceof ContractError && failure.came === WEB_PAGE)
    return `${webPageSentence(baseUrl)} ${MEND_ADDRESS}`;
  return `${failure.message} ${mendOf(failure.code, name)}`;
}
