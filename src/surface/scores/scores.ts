/** /visibility scores and what-if (past alerts at another threshold), and the recent scores on the Home tab. */
import { isOpenNews } from '../../decision.ts';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../durations.ts';
import type { VisibilityOf } from '../../feeds/feed-kind.ts';
import { readChangesSince, readScoreRows, type ScoredProject } from '../../feeds/score-reads.ts';
import type { Log } from '../../log.ts';
import type { HomeScore } from '../../messages/home/home.ts';
import type { LatestAlert } from '../../messages/scores/scores-answer.ts';
import { noFiguresAnswer, scoresAnswer, whatIfAnswer } from '../../messages/scores/scores-answer.ts';
import { feedsOfProject, timezoneOf } from '../../projects/projects.ts';
import { MinChange } from '../../projects/projects-schema.ts';
import { findActiveMute } from '../../rules/alert-decide.ts';
import { whatIf as alertsOfPast, outcomeOf } from '../../rules/alert-ledger.ts';
import { buildScoreOverview } from '../../rules/score-history.ts';
import { readLatestAlerts, readVerdicts } from '../../store/alerts.ts';
import { readHandles } from '../../store/handles.ts';
import type { Db } from '../../store/tables.ts';
import type { Command, ProjectAsk, RecentScores } from '../ask.ts';
import { MOST_DAYS, parseDays } from '../command-line.ts';
import { explainNothingTracked } from '../prompts/prompts.ts';
import { ifReadable, Refused } from '../refused.ts';
import { slicePage } from '../run-command.ts';
import { findChannelsSeen } from '../seen-by.ts';
import { readWatched } from './alert.ts';

/** How long an alert is named next to the score. */
export const ALERT_MS = 2 * WEEK_MS;

export const scores: Command = {
  name: 'scores',
  usage: 'scores [days]',
  example: 'scores 30d',
  summary: 'The visibility score of the last days with a chart, and all figures of the latest, by engine',
  scope: 'project',
  words: 'fixed',
  takes: (rest) => /^(-?\d+\s*(d|days?)?)?$/i.test(rest),
  async run(ask) {
    const { project } = ask;
    const asked = ask.words ? parseDays(ask.words, scores.example) : undefined;
    const timezone = timezoneOf(ask.workspace.projects(), project);
    const now = ask.now();
    const { rows, moved, isWhole } = await readScores({ ...ask, timezone }, { now });
    const overview = buildScoreOverview(rows, timezone, now, asked, moved);
    const isEmpty = overview.days.length === 0 && overview.figures.length === 0;
    const none = isEmpty && (await explainNothingTracked(ask));
    if (none) return { message: none, isEmpty };
    const about = { alerts: await findAlertsSeen(ask, now - ALERT_MS), asked, isWhole };
    return { message: scoresAnswer(project, overview, about), share: true };
  },
};

/** The project's alerts that changed since then (epoch ms), open ones first, as the asker may read about them. */
export async function findAlertsSeen(ask: ProjectAsk, since: number): Promise<LatestAlert[]> {
  const { project, channel: here, db, team } = ask;
  const channels = await findChannelsSeen(project, ask);
  const alerts = (await readLatestAlerts(db, team, { channels, here, since })).filter(
    ({ alert }) => alert.project.id === project.id,
  );
  const said = await readVerdicts(
    db,
    team,
    alerts.map(({ alert }) => alert.key),
  );
  return alerts.flatMap(({ alert, handle, settled, muted, places, ...stands }) => {
    const verdicts = said.get(alert.key);
    const outcome = settled && outcomeOf(settled, verdicts?.by ?? {});
    const active = findActiveMute(muted, isOpenNews(alert), ask.now());
    return handle === undefined ? [] : { ...stands, alert, handle, outcome, verdicts, muted: active };
  });
}

/** Where the project's alerts are posted and the asker can't read about them: there may be some that they aren't shown. */
export async function findAlertChannelsUnseen(ask: ProjectAsk): Promise<string[]> {
  const { project, workspace } = ask;
  const seen = await findChannelsSeen(project, ask);
  const feeds = feedsOfProject(workspace.projects(), project.id, 'scores');
  return feeds.map(({ channel }) => channel).filter((channel) => !seen.includes(channel));
}

const WHAT_IF_DAYS = 90;

export const whatIf: Command = {
  name: 'what-if',
  usage: 'what-if [days] [min_change:5]',
  example: 'what-if 60 min_change:8',
  summary: 'Which score alerts the last days would have brought with another threshold',
  scope: 'project',
  words: 'fixed',
  options: ['min_change'],
  async run(ask) {
    const { project, words, options, page, db, team } = ask;
    const asked = words ? parseDays(words, whatIf.example) : WHAT_IF_DAYS;
    const threshold = parseThreshold(options.min_change);
    const { feed, minChange: usual, series, promptChanges } = await readWatched(project, ask);
    const minChange = threshold ?? usual;
    const watched = { project, minChange, promptChanges };
    const would = alertsOfPast(watched, series, asked);
    if (!would)
      return { message: (await explainNothingTracked(ask)) ?? noFiguresAnswer(project), isEmpty: true };
    const { from, to, alerts } = would;
    const { shown, pages } = slicePage(alerts.toReversed(), page);
    const isOther = feed !== undefined && minChange !== usual;
    const current = isOther
      ? alertsOfPast({ ...watched, minChange: usual }, series, asked)?.alerts.length
      : undefined;
    // With another threshold a day's alert is not the one that was posted.
    const asPosted = minChange === usual ? shown : [];
    const keys = asPosted.map(({ alert }) => alert.key);
    const handles = await readHandles(db, team, keys);
    const message = whatIfAnswer(project, {
      minChange,
      asked: words ? asked : 0,
      from,
      to,
      total: alerts.length,
      alerts: shown.map((past) => ({ ...past, handle: handles[past.alert.key] })),
      now: current === undefined ? undefined : { minChange: usual, total: current },
    });
    return { message, pages, share: true };
  },
};

function parseThreshold(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const minChange = MinChange.safeParse(Number(typed.replace(',', '.')));
  if (minChange.success) return minChange.data;
  throw new Refused(
    `“${typed}” isn’t a threshold: min_change is a number above 0 and at most 100, in points of the score.`,
    {
      example: `/visibility ${whatIf.example}`,
    },
  );
}

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
      const { rows, moved } = await readScores({ ...of, ...from }, at);
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

type From = { db: Db; api: VisibilityOf; log: Log };
type At = { now: number; signal?: AbortSignal };

/** The daily scores, and what is known of changes between their days. @throws VisibilityError */
export async function readScores(of: ScoredProject & From, at: At) {
  const [{ rows }, measured] = await Promise.all([
    readScoreRows(of.db, of, of.api(of.project), at),
    readMeasuredChanges(of, at),
  ]);
  return { rows, ...measured };
}

/** Covers the longest span of scores that is shown. */
const LATELY_MS = (MOST_DAYS + 1) * DAY_MS;

/** `isWhole` is false if the prompts can't be read: then only changes made through Sightline are known. */
export async function readMeasuredChanges(of: ScoredProject & From, { now, signal }: At) {
  const asked = of.api(of.project).prompts(of.project.id, { signal });
  const tracked = await ifReadable(asked, of, signal);
  const moved = await readChangesSince(of.db, of, now - LATELY_MS, tracked);
  return { moved, isWhole: tracked !== undefined && !tracked.rest };
}
