/** Checks at startup whether the API accepts the keys. Otherwise a wrong one would only show at the first poll. */
import { FEED_KINDS } from '../decision.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import { livesFrom } from '../feeds/feeds.ts';
import type { Log } from '../log.ts';
import type { ApiKeys } from '../projects/api-keys.ts';
import { feedsOfProject, type Project, type Projects } from '../projects/projects.ts';
import { mayPass, VisibilityError } from '../visibility/errors.ts';
import { mendOf } from '../visibility/remedies.ts';

type FirstLookDeps = {
  keyOf: ApiKeys['of'];
  /** Clients that don't retry. */
  visibilityOf: VisibilityOf;
  log: Log;
};

const UNCHECKED = 'Can’t check the API keys yet; the polls will';
const NO_ANSWER =
  'The API gives no answer, so nothing can be posted yet. Check VISIBILITY_BASE_URL; Sightline keeps trying';

/** Projects checked per key: thousands of reads would hold up the polls, which find the other faults. */
const LOOKS_PER_KEY = 100;

/** Makes one read for each project that has a key, one by one, and logs a line for each fault. `signal` ends it. */
export async function takeFirstLook(views: readonly Projects[], deps: FirstLookDeps, signal: AbortSignal) {
  const { keyOf, log } = deps;
  const faults: { name: string; message: string; mend: string }[] = [];
  for (const { project, reads } of listLooks(views, keyOf)) {
    const failure = await findFailure(project, reads, deps, signal);
    if (signal.aborted) return;
    if (mayPass(failure)) {
      const isThere = failure.status !== undefined;
      log[isThere ? 'info' : 'warn']({ why: failure.message }, isThere ? UNCHECKED : NO_ANSWER);
      break;
    }
    if (!failure) continue;
    const { code, message } = failure;
    faults.push({ name: project.name, message, mend: mendOf(code, keyOf(project).name) });
  }
  for (const [mend, hit] of Map.groupBy(faults, (fault) => fault.mend))
    log.warn({ projects: hit.map(({ name }) => name) }, `${hit[0]?.message} ${mend}`);
}

type Reading = NonNullable<ReturnType<typeof livesFrom>>;

/** Each project and key once, even if several workspaces share them. A generator, since there may be many. */
function* listLooks(views: readonly Projects[], keyOf: ApiKeys['of']) {
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

/** Reads what a feed of the project needs, since the API may refuse other operations; without feeds, the engines. */
async function findFailure(
  project: Project,
  [read]: readonly Reading[],
  { visibilityOf }: FirstLookDeps,
  signal: AbortSignal,
): Promise<VisibilityError | undefined> {
  try {
    const api = visibilityOf(project);
    await (read ? api[read](project.id, { signal }) : api.engines({ signal }));
    return undefined;
  } catch (error) {
    if (error instanceof VisibilityError) return error;
    if (signal.aborted) return undefined;
    throw error;
  }
}
