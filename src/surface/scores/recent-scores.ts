/** Recent scores for the Home tab, cached for a minute, and changes of the measured set that make days incomparable. */
import type { MeasuredChange } from '../../decision.ts';
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import type { VisibilityOf } from '../../feeds/feed-kind.ts';
import { readChangesSince, readScoreRows, type ScoredProject } from '../../feeds/score-reads.ts';
import type { Log } from '../../log.ts';
import type { HomeScore } from '../../messages/home/home.ts';
import { buildScoreOverview } from '../../rules/score-history.ts';
import type { Db } from '../../store/schema.ts';

export type RecentScores = {
  /** The cached score, or “loading”. */
  known(of: ScoredProject): HomeScore;
  /** Asks the API unless a recent score is cached. */
  read(of: ScoredProject): Promise<void>;
};

const REMEMBERED_MS = MINUTE_MS;
const REMEMBERED_PROJECTS = 1_000;

/** People wait for the Home tab: a slower answer counts as unreadable. */
const PATIENCE_MS = 10_000;

type Kept = { at: number; score: HomeScore; asked: Promise<void> };

export function createRecentScores(from: From, now: () => number): RecentScores {
  const kept = new Map<string, Kept>();

  function findRecent({ team, project }: ScoredProject): Kept | undefined {
    const found = kept.get(`${team}:${project.id}`);
    return found && Math.abs(now() - found.at) < REMEMBERED_MS ? found : undefined;
  }

  async function ask(of: ScoredProject): Promise<HomeScore> {
    const { project, timezone } = of;
    try {
      const at = { now: now(), signal: AbortSignal.timeout(PATIENCE_MS) };
      const { rows, moved } = await readScores(of, from, at);
      return buildScoreOverview(rows, timezone, at.now, undefined, moved);
    } catch (error) {
      from.log.warn({ err: error, project: project.id }, 'Scores for the Home tab could not be read');
      return 'unreadable';
    }
  }

  return {
    known: (of) => findRecent(of)?.score ?? 'loading',
    read(of) {
      const found = findRecent(of);
      // Failed reads are tried again the next time somebody looks.
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

type From = { db: Db; visibilityOf: VisibilityOf; log: Log };
type At = { now: number; signal?: AbortSignal };

/** The daily scores, and what is known of changes between their days. @throws VisibilityError */
export async function readScores(of: ScoredProject, from: From, at: At) {
  const [rows, measured] = await Promise.all([
    readScoreRows(of, from, at),
    readMeasuredChanges(of, from, at),
  ]);
  return { rows, ...measured };
}

/** Covers the longest span of scores that is shown. */
const LATELY_MS = 91 * DAY_MS;

/** `isWhole` is false if the prompts can't be read: then only changes made through Sightline are known. */
export async function readMeasuredChanges(
  of: ScoredProject,
  { db, visibilityOf, log }: From,
  { now, signal }: At,
): Promise<{ moved: MeasuredChange[]; isWhole: boolean }> {
  const tracked = await visibilityOf(of.project)
    .prompts(of.project.id, { signal })
    .catch((error: unknown) => {
      log.warn(
        { err: error, project: of.project.id },
        'Prompts could not be read; changes of the set may be missing',
      );
      return undefined;
    });
  const moved = await readChangesSince(db, of, now - LATELY_MS, tracked);
  return { moved, isWhole: tracked !== undefined && !tracked.rest };
}
