/** Score feeds: alerts on what moved beyond noise. They are posted at once; the reason is looked for afterwards. */
import type { AlertNews, ChangeAlert, MeasuredChange, ScoreAlert, SetChange } from '../decision.ts';
import { isOpenNews } from '../decision.ts';
import { HOUR_MS } from '../durations.ts';
import type { Feed } from '../projects/projects.ts';
import { DEFAULT_MIN_CHANGE } from '../projects/projects-schema.ts';
import {
  decideAlerts,
  findActiveMute,
  listStates,
  needsExplanation,
  tellAlerts,
} from '../rules/alert-decide.ts';
import { copyWhy, type Evidence, withWhy } from '../rules/alert-figures.ts';
import { openDay, today } from '../rules/calendar.ts';
import { findPromptChanges, mayHaveChanged } from '../rules/measured-changes.ts';
import {
  findPromptChangeOn,
  findUnlinkedChanges,
  joinPromptChanges,
  linkPromptChanges,
} from '../rules/prompt-links.ts';
import { findChangesToKeep, type KeptRow } from '../rules/score-history.ts';
import { buildScoreSeries, isDayLate } from '../rules/score-series.ts';
import { type KeptAlert, readAlertEverywhere, readKeptAlerts } from '../store/alerts.ts';
import { readPromptWrites } from '../store/audit.ts';
import { keepScores, readKeptDays } from '../store/daily-scores.ts';
import { readLastDone, subscriptionOf } from '../store/slots.ts';
import type { Db } from '../store/tables.ts';
import type { DailyScore, Prompt } from '../visibility/assumed.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import type {
  Decided,
  ExtraRead,
  FeedKindRow,
  Polling,
  Question,
  ScoresFeed,
  SlotTold,
} from './feed-kind.ts';
import { type Answers, decideAnswers, pollAnswers } from './rival-watch.ts';
import { findLatestRun, findQuietEnd } from './schedule.ts';
import {
  REMEMBERED_MS,
  readChangesSince,
  readEarlierRows,
  readEvidence,
  readPromptChanges,
  readScoreRows,
  settleAlerts,
} from './score-reads.ts';

/** `kept` as stored, `rows` with what the API lists as one history. */
type Polled = {
  rows: readonly DailyScore[];
  kept: readonly KeptRow[];
  tracked?: readonly Prompt[] | undefined;
  evidence?: Evidence | undefined;
  promptChanges: readonly SetChange[];
  answers: Answers;
};

export const scoresFeed: FeedKindRow<ScoresFeed, Polled> = {
  label: 'Scores: alerts on changes',
  usual: 'every day at 9:00',
  settings: {
    min_change: {
      as: 'number',
      label: 'Alert threshold',
      hint: `The smallest change that becomes an alert, in points of a score of 0 to 100; ${DEFAULT_MIN_CHANGE} if empty.`,
    },
    mention: { as: 'people', label: 'Mentioned in serious alerts' },
  },
  livesFrom: 'dailyScores',
  async poll(feed, polling) {
    const { db, team, api, now } = polling;
    const told = await readTold(db, team, feed, now);
    const { rows, kept } = await readScoreRows(db, { ...feed, team }, api, { now });
    const read = await readOfChanges(feed, polling, rows, told);
    const polled = { tracked: read.tracked, mentions: read.evidence?.mentions };
    return { rows, kept, ...read, answers: await pollAnswers(feed, polling, polled, told) };
  },
  decide,
};

/** If alerts change: the prompts; if other ones may be asked, what explains the first new headline, and the figures of both. */
async function readOfChanges(
  { project, timezone, settings }: ScoresFeed,
  { db, team, api, extra, now }: Polling,
  rows: readonly DailyScore[],
  told: readonly KeptAlert[],
): Promise<Pick<Polled, 'tracked' | 'evidence' | 'promptChanges'>> {
  const toldChanges = await readPromptChanges(db, { team, projectId: project.id }, now);
  const about = { project, timezone, minChange: settings.min_change };
  const decided = decideAlerts({ rows, prompts: toldChanges }, about, listStates(told), now);
  const changed = 'kind' in decided ? [] : decided.filter((state) => state.type === 'change');
  if (changed.length === 0) return { promptChanges: toldChanges };
  const tracked = await extra('prompts', (signal) => api.prompts(project.id, { signal }));
  const writes = await readPromptWrites(db, team, project.id, now - REMEMBERED_MS);
  const first = changed.find(
    ({ lead }) => tracked && mayHaveChanged(lead.changedOn, tracked, writes, timezone),
  );
  // Only their figures tell whether anything fell at all, so the alert waits for them and includes the explanation.
  const evidence =
    first && needsExplanation(changed, told)
      ? await readEvidence(
          project.id,
          { before: first.lead.base, after: first.lead.value },
          api,
          extra,
          tracked,
        )
      : undefined;
  const links = joinPromptChanges([...toldChanges, ...findChangesOn(changed, evidence)]);
  const known = findPromptChanges(tracked ?? [], writes, timezone);
  const days = listDays(rows, openDay(now, timezone));
  const unlinked = findUnlinkedChanges(known, [...listStates(told), ...changed], links, days);
  const isRead = !tracked || unlinked.length === 0 || evidence !== undefined;
  const read = isRead ? evidence : await readEvidence(project.id, undefined, api, extra, tracked);
  const of = { prompts: listAllPrompts(read), tracked: tracked?.length ?? 0 };
  const promptChanges = joinPromptChanges([...links, ...linkPromptChanges(unlinked, of, days)]);
  return { tracked, evidence, promptChanges };
}

function listDays(rows: readonly DailyScore[], today: string): string[] {
  const days = rows.flatMap(({ date }) => (date !== undefined && date < today ? date : []));
  return [...new Set(days)].toSorted();
}

function readTold(db: Db, team: string, feed: Feed, now: number): Promise<KeptAlert[]> {
  return readKeptAlerts(db, { team, channel: feed.channel, projectId: feed.project.id }, now - REMEMBERED_MS);
}

async function decide(db: Db, question: Question<ScoresFeed, Polled>): Promise<Decided> {
  const { slot, feed, snapshot, now } = question;
  const { rows, kept, evidence, promptChanges } = snapshot;
  const alerts = await readTold(db, slot.team, feed, now);
  const project = { ...feed, team: slot.team };
  const tracked = snapshot.tracked ?? snapshot.answers.tracked;
  const moved = await readChangesSince(db, project, now - REMEMBERED_MS, tracked);
  const changes = findChangesToKeep(kept, rows, openDay(now, feed.timezone));
  await keepScores(db, { team: slot.team, projectId: feed.project.id }, changes);
  const scores = await decideScores(db, { slot, feed, now, alerts, moved, rows, evidence, promptChanges });
  const decided = await decideAnswers(db, question, alerts, scores, moved);
  const isLate = isDayLate(rows, today(now, feed.timezone), openDay(now, feed.timezone));
  return { ...decided, againAt: isLate ? findNextLook(feed, now) : undefined };
}

const LOOKS_FOR_MS = 12 * HOUR_MS;

/** In an hour, unless the feed is due by then, or has looked for half a day. */
function findNextLook(feed: ScoresFeed, now: number): number | undefined {
  const next = now + HOUR_MS;
  const due = findLatestRun(feed, now) ?? now;
  return next <= due + LOOKS_FOR_MS && due === findLatestRun(feed, next) ? next : undefined;
}

/** What a decision is based on: the channel's alerts, the history of scores, and known changes of prompts. */
type DecidedOn = Pick<Polled, 'evidence' | 'promptChanges' | 'rows'> & {
  slot: SlotTold;
  feed: ScoresFeed;
  now: number;
  alerts: readonly KeptAlert[];
  moved: readonly MeasuredChange[];
};

async function decideScores(db: Db, on: DecidedOn): Promise<Decided> {
  const { slot, feed, now, alerts, rows, promptChanges, evidence } = on;
  const { project, timezone, quiet, settings } = feed;
  const { min_change: minChange, mention } = settings;
  const lookedAt = await readLastDone(db, { ...slot, subscription: subscriptionOf(slot) });
  const about = { project, minChange, timezone, lookedAt };
  const from = gatherAlertData(on);
  const place = { team: slot.team, channel: feed.channel, projectId: project.id };
  await settleAlerts(db, place, from, { timezone, now });
  const decided = decideAlerts({ rows, prompts: promptChanges }, about, listStates(alerts), now);
  if ('kind' in decided) return { decisions: [], silence: decided.reason };
  const isOver = ({ key }: AlertNews) =>
    decided.some((state) => state.type === 'change' && state.key === key && state.status !== 'open');
  const known = alerts.map(({ news, muted }) => ({
    news,
    muted: findActiveMute(muted, isOpenNews(news) && !isOver(news), now),
  }));
  const told = tellAlerts(decided, known, from, { project, mention });
  const isMuted = known.some(({ muted }) => muted);
  const explain = (news: AlertNews) => (evidence && isWhyDue(news) ? withWhy(news, evidence, from) : news);
  return {
    decisions: [...told.posted.map(explain), ...told.graver, ...told.ended],
    changed: told.changed.map(explain),
    // The most severe alerts wake people; the others wait for the end of the quiet hours.
    notBefore: told.isGrave ? undefined : findQuietEnd(quiet, timezone, now),
    ...(told.posted.length === 0 && {
      silence: told.changed.length > 0 ? 'edits_only' : isMuted ? 'muted' : 'nothing_unusual',
    }),
  };
}

function gatherAlertData({
  feed: { timezone, settings },
  now,
  rows,
  promptChanges,
  moved,
}: Omit<DecidedOn, 'alerts'>) {
  const series = buildScoreSeries(rows, openDay(now, timezone));
  return { rows, series, minChange: settings.min_change, promptChanges, moved };
}

function isWhyDue(news: AlertNews): news is ScoreAlert {
  return news.kind === 'score_alert' && news.whyDue === true;
}

/** Adds the explanation to open alerts that lack it. If other prompts were asked, a notice takes the alert's place. */
export async function explainAlerts(
  db: Db,
  { slot, feed, now }: Pick<DecidedOn, 'slot' | 'feed' | 'now'>,
  api: VisibilityClient,
  extra: ExtraRead,
): Promise<Decided> {
  const { team } = slot;
  const of = { team, projectId: feed.project.id };
  const copyFromElsewhere = async (news: ScoreAlert) =>
    copyWhy(news, await readAlertEverywhere(db, { ...of, key: news.key }));
  const asked: ScoreAlert[] = [];
  for (const news of listWhyDue(await readTold(db, team, feed, now)))
    if (!(await copyFromElsewhere(news))) asked.push(news);
  const [first] = asked;
  const evidence =
    first &&
    (await readEvidence(feed.project.id, { before: first.previousScore, after: first.score }, api, extra));
  // People may have answered meanwhile.
  const alerts = await readTold(db, team, feed, now);
  const rows = await readEarlierRows({ ...feed, team }, db, now);
  const told = await readPromptChanges(db, of, now);
  const changes = findChangesOn(
    asked.map(({ alert }) => alert),
    evidence,
  ).filter(({ day }) => !told.some((one) => one.day === day));
  const moved = await readChangesSince(db, { ...feed, team }, now - REMEMBERED_MS, evidence?.listed);
  const on = { slot, feed, now, alerts, moved, rows, evidence, promptChanges: [...told, ...changes] };
  const decided: Decided = changes.length > 0 ? await decideScores(db, on) : { decisions: [] };
  const changed = new Map<string, AlertNews>((decided.changed ?? []).map((news) => [news.key, news]));
  for (const news of listWhyDue(alerts)) {
    if (changed.has(news.key)) continue;
    const why = (await copyFromElsewhere(news)) ?? (evidence && withWhy(news, evidence, gatherAlertData(on)));
    if (why) changed.set(news.key, why);
  }
  // An alert about a rival has waited for this; it is posted now, in that alert or as one of its own.
  const snapshot = { rows, answers: { days: await readKeptDays(db, of), fresh: [] } };
  const scores = { ...decided, changed: [...changed.values()] };
  return decideAnswers(db, { slot, feed, snapshot, now }, alerts, scores, moved);
}

function listWhyDue(alerts: readonly KeptAlert[]): ScoreAlert[] {
  return alerts.flatMap(({ news }) => (isWhyDue(news) && isOpenNews(news) ? [news] : []));
}

/** The first days of alerts on which, by their figures, other prompts were asked. Empty unless all were read. */
function findChangesOn(alerts: readonly ChangeAlert[], evidence: Evidence | undefined): SetChange[] {
  const prompts = listAllPrompts(evidence) ?? [];
  const days = new Set(alerts.map(({ lead }) => lead.changedOn));
  return [...days].flatMap((day) => findPromptChangeOn(day, prompts) ?? []);
}

function listAllPrompts({ prompts, tracked }: Evidence = {}) {
  return tracked === undefined ? prompts : undefined;
}
