/** The projects' daily scores as the Home tab shows them: asked of the API once a minute, however often somebody looks. */
import type { Clock } from '../../clock.ts';
import { MINUTE_MS } from '../../durations.ts';
import type { VisibilityOf } from '../../feeds/feed-kind.ts';
import { scoreRows } from '../../feeds/score-rows.ts';
import type { Log } from '../../log.ts';
import type { HomeScore } from '../../messages/scores/home-score.ts';
import type { Project } from '../../projects/projects.ts';
import { scoreOverview } from '../../rules/score-history.ts';
import type { Db } from '../../store/schema.ts';
import { measuredLately } from '../prompts/measured-lately.ts';

/** A project of one workspace, with the timezone in which its days end. */
export type ScoredProject = { team: string; project: Project; timezone: string };

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

export function createRecentScores({
  db,
  visibilityOf,
  clock,
  log,
}: {
  db: Db;
  visibilityOf: VisibilityOf;
  clock: Clock;
  log: Log;
}): RecentScores {
  const kept = new Map<string, Kept>();

  function recent({ team, project }: ScoredProject): Kept | undefined {
    const found = kept.get(`${team}:${project.id}`);
    return found && Math.abs(clock.now() - found.at) < REMEMBERED_MS ? found : undefined;
  }

  async function ask(of: ScoredProject): Promise<HomeScore> {
    const { project, timezone } = of;
    try {
      const now = clock.now();
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const [daily, { moved }] = await Promise.all([
        scoreRows(of, { db, visibilityOf }, { now, signal }),
        measuredLately(of, { db, visibilityOf, log }, { now, signal }),
      ]);
      return scoreOverview(daily, timezone, now, undefined, moved);
    } catch (error) {
      log.warn({ err: error, project: project.id }, 'The scores for a Home tab could not be read');
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
      const fresh: Kept = { at: clock.now(), score: 'loading', asked: Promise.resolve() };
      fresh.asked = ask(of).then((score) => {
        fresh.score = score;
      });
      kept.set(`${of.team}:${of.project.id}`, fresh);
      return fresh.asked;
    },
  };
}
