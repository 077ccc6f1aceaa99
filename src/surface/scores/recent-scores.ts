/** What a project’s scores were lately, for the Home tab, which asks the API once a minute however often somebody looks; and what came and went of what they are of, which makes them incomparable. */
import type { MeasuredChange } from '../../decision.ts';
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import type { VisibilityOf } from '../../feeds/feed-kind.ts';
import { movedSince, type ScoredProject, scoreRows } from '../../feeds/score-rows.ts';
import type { Log } from '../../log.ts';
import type { HomeScore } from '../../messages/home/home.ts';
import { scoreOverview } from '../../rules/score-history.ts';
import type { Db } from '../../store/schema.ts';

export type RecentScores = {
  /** What is known at once. */
  known(of: ScoredProject): HomeScore;
  /** Asks the API where nothing recent is known. */
  read(of: ScoredProject): Promise<void>;
};

const REMEMBERED_MS = MINUTE_MS;
const REMEMBERED_PROJECTS = 1_000;

/** Somebody waits for the Home tab: a slower answer is shown as none. */
const PATIENCE_MS = 10_000;

type Kept = { at: number; score: HomeScore; asked: Promise<void> };

export function createRecentScores(
  from: { db: Db; visibilityOf: VisibilityOf; log: Log },
  now: () => number,
): RecentScores {
  const kept = new Map<string, Kept>();

  function recent({ team, project }: ScoredProject): Kept | undefined {
    const found = kept.get(`${team}:${project.id}`);
    return found && Math.abs(now() - found.at) < REMEMBERED_MS ? found : undefined;
  }

  async function ask(of: ScoredProject): Promise<HomeScore> {
    const { project, timezone } = of;
    try {
      const at = { now: now(), signal: AbortSignal.timeout(PATIENCE_MS) };
      const [daily, { moved }] = await Promise.all([
        scoreRows(of, from, at),
        readMeasuredChanges(of, from, at),
      ]);
      return scoreOverview(daily, timezone, at.now, undefined, moved);
    } catch (error) {
      from.log.warn({ err: error, project: project.id }, 'The scores for a Home tab could not be read');
      return 'unreadable';
    }
  }

  return {
    known: (of) => recent(of)?.score ?? 'loading',
    read(of) {
      const found = recent(of);
      // What could not be read is asked for again by the next who looks.
      if (found && found.score !== 'unreadable') return found.asked;
      if (kept.size >= REMEMBERED_PROJECTS) kept.clear();
      const fresh: Kept = { at: now(), score: 'loading', asked: Promise.resolve() };
      fresh.asked = ask(of).then((score) => {
        fresh.score = score;
      });
      kept.set(`${of.team}:${of.project.id}`, fresh);
      return fresh.asked;
    },
  };
}

/** As many days as scores are shown of. */
const LATELY_MS = 91 * DAY_MS;

/** Scores do not wait for the list of prompts: where it cannot be read (not `isWhole`), only what was written here is known. */
export async function readMeasuredChanges(
  of: ScoredProject,
  { db, visibilityOf, log }: { db: Db; visibilityOf: VisibilityOf; log: Log },
  { now, signal }: { now: number; signal?: AbortSignal },
): Promise<{ moved: MeasuredChange[]; isWhole: boolean }> {
  const tracked = await visibilityOf(of.project)
    .prompts(of.project.id, { signal })
    .catch((error: unknown) => {
      log.warn({ err: error, project: of.project.id }, 'Scores are shown without what prompts came');
      return undefined;
    });
  const moved = await movedSince(db, of, now - LATELY_MS, tracked);
  return { moved, isWhole: tracked !== undefined && !tracked.rest };
}
