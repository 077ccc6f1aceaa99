/** Recap feeds: how visible a project was, what became of its leads, and what to do next. */
import { type MentionAlert, type Recap, type ScoreAlert, startDay } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { type FeedOf, settingsOf } from '../projects/projects.ts';
import type { PromptFigures } from '../rules/alert-explanation.ts';
import { daysBefore, today } from '../rules/calendar.ts';
import {
  decideRecap,
  findBestRival,
  findPageWanted,
  listRivalsNamed,
  makeRecapScore,
  type RivalsRead,
  recapHistoryStart,
  type Span,
} from '../rules/recap.ts';
import { buildScoreSeries } from '../rules/score-series.ts';
import { readLatestAlerts } from '../store/alerts.ts';
import { readDecision, readLastPost } from '../store/deliveries.ts';
import { readLeadStories } from '../store/lead-stories.ts';
import type { Db } from '../store/tables.ts';
import type { Listing } from '../visibility/answer.ts';
import type { Citation, CompetitorDetail, DailyScore, Prompt } from '../visibility/assumed.ts';
import { NotFoundError, VisibilityError } from '../visibility/errors.ts';
import { type FeedKindRow, type Polling, type SlotTold, toVerdict } from './feed-kind.ts';
import { findLeadsFeed, readMinScoreProposal, readOpenScores } from './leads.ts';
import { countLateHours, findLatestRun, findNextDue } from './schedule.ts';
import { readChangesSince, readEarlierRows, readLedger, readPrompts, readScoreRows } from './score-reads.ts';

type RecapFeed = FeedOf<'recap'>;

/** Each is missing if it couldn't be read. `tracked`: the listed prompts. */
export type RecapPolled = {
  scores?: readonly DailyScore[] | undefined;
  tracked?: Listing<Prompt> | undefined;
  citations?: readonly Citation[] | undefined;
  rivals?: (RivalsRead & { names: readonly string[] }) | undefined;
  /** Each prompt's daily scores, if other prompts are tracked than before. */
  prompts?: readonly PromptFigures[] | undefined;
};

const PROMPTS_ASKED = 40;

const MENTIONS_ASKED = 500;
const CITATIONS_ASKED = 500;

const COMPARED_MS = 62 * DAY_MS;

/** Runs at least this far apart make a monthly recap: every fourth week, or a February in which the clocks change. */
const MONTH_MS = 28 * DAY_MS - DAY_MS / 2;

export const recapFeed: FeedKindRow<RecapFeed, RecapPolled> = {
  label: 'Recap: visibility, and what became of leads',
  usual: 'Fridays 16:00',
  examples: 'a week: Mondays at 9:00 · a month: monthly on the 1st at 9:00',
  settings: {
    by_person: {
      as: 'switch',
      label: 'Show who claimed and answered how often',
    },
  },
  livesFrom: undefined,
  async poll(feed, polling) {
    const { project, timezone } = feed;
    const { id } = project;
    const { db, team, api, extra, now } = polling;
    const scored = { team, project, timezone };
    const [scores, tracked, citations, rivals] = await Promise.all([
      extra('dailyScores', (signal) => readScoreRows(db, scored, api, { now, signal })),
      extra('prompts', (signal) => api.prompts(id, { signal })),
      extra('citations', (signal) => api.citations(id, { limit: CITATIONS_ASKED, signal })),
      readRivals(feed, polling),
    ]);
    const prompts = tracked && (await readPromptFigures(feed, tracked, polling));
    return {
      scores: scores?.rows ?? (await readEarlierRows(scored, db, now)),
      tracked,
      citations,
      rivals,
      prompts,
    };
  },
  async decide(db, { slot, feed, snapshot, now, soFar = false }) {
    const told = await makeRecap(db, slot, feed, snapshot, soFar);
    return toVerdict({ ...told, lateHours: countLateHours(slot.due_at, now) });
  },
};

/** One call each, only if prompts came or went in the last two months. Undefined unless all could be read. */
async function readPromptFigures(
  { project, timezone }: RecapFeed,
  tracked: Listing<Prompt>,
  { db, team, api, extra, now }: Polling,
): Promise<readonly PromptFigures[] | undefined> {
  const moved = await readChangesSince(db, { team, project, timezone }, now - COMPARED_MS, tracked);
  const first = daysBefore(today(now, timezone), COMPARED_MS / DAY_MS);
  if (tracked.rest || tracked.length > PROMPTS_ASKED) return undefined;
  if (!moved.some(({ of, day }) => of === 'prompts' && day >= first)) return undefined;
  const { prompts, tracked: all } = await readPrompts(tracked, false, PROMPTS_ASKED, ({ id }) =>
    extra('promptTimeseries', (signal) => api.promptTimeseries(project.id, id, { signal })),
  );
  return all === undefined ? prompts : undefined;
}

/** At most seven calls: the mentions, each rival, and the brand itself, which the operation may not know. */
async function readRivals({ project: { id, name } }: RecapFeed, { api, extra }: Polling) {
  const mentions = await extra('mentions', (signal) => api.mentions(id, { limit: MENTIONS_ASKED, signal }));
  const names = mentions && listRivalsNamed(mentions, name);
  if (!names || names.length === 0) return undefined;
  const read = (tool: string, isUnknown: (error: unknown) => boolean) =>
    extra('competitorDetail', (signal) =>
      api
        .competitorDetail(id, tool, { brands: [name], signal })
        .catch((error: unknown): CompetitorDetail | undefined => {
          if (isUnknown(error)) return undefined;
          throw error;
        }),
    );
  const [own, ...details] = await Promise.all([
    read(name, (error) => error instanceof VisibilityError),
    ...names.map((tool) => read(tool, (error) => error instanceof NotFoundError)),
  ]);
  const rivals = details.flatMap((detail, i) => (detail ? { ...detail, name: detail.name ?? names[i] } : []));
  return { own, rivals, isAll: rivals.length === names.length, names };
}

/** Covers the time between two runs of the schedule; `soFar`: from the latest run until now. */
export async function makeRecap(
  db: Db,
  { team, due_at }: SlotTold,
  feed: RecapFeed,
  { scores, tracked, citations, rivals, prompts }: RecapPolled,
  soFar: boolean,
): Promise<Recap> {
  const { project, channel, id: subscription, timezone, schedule, settings } = feed;
  const to = (soFar ? undefined : findLatestRun(feed, due_at)) ?? due_at;
  const weeksTo = soFar ? findNextDue({ ...feed, quiet: undefined, since: to }, to) : undefined;
  const from = findLatestRun(feed, to - 1) ?? to;
  const before = findLatestRun(feed, from - 1) ?? from;
  const span = { from, to, weeksTo, before, isMonth: from - before >= MONTH_MS };
  const since = recapHistoryStart(span);
  const stories = await readLeadStories(db, { team, projectId: project.id, since });
  const wanted = { project, subscription, timezone, schedule, byPerson: settings.by_person };
  const leadsFeed = findLeadsFeed(project, channel);
  const moved = await readChangesSince(db, { team, project, timezone }, since, tracked);
  const score = scores && makeRecapScore(scores, moved, { ...span, timezone }, prompts);
  const post = await readLastPost(db, { team, projectId: project.id, subscription }, 'recap');
  const last = post && readDecision(post, 'recap');
  // Only the recap of the span right before this one has the rival's score at its end, if the same was measured.
  const lastRival = last?.to === from && !score?.measured ? last.rival : undefined;
  const series = buildScoreSeries(scores ?? [], today(to, timezone));
  return decideRecap(stories, wanted, span, {
    score,
    rival: rivals && findBestRival(rivals, project.name, lastRival, series),
    page: citations && rivals && findPageWanted(citations, rivals.names, project.name),
    ledger: await readLedgerOnceAMonth(db, team, feed, span),
    alerts: await readAlertsOf(db, team, feed, span),
    minScore: leadsFeed && (await readMinScoreProposal(db, team, project, leadsFeed, due_at)),
    open: await readOpenScores(db, team, feed, due_at),
  });
}

/** An alert opens on the last complete day and is posted the day after, so a span’s last day belongs to the next. */
async function readAlertsOf(db: Db, team: string, { project, timezone }: RecapFeed, { from, to }: Span) {
  const channels = settingsOf(project, 'scores').map(({ channel }) => channel);
  const latest = await readLatestAlerts(db, team, { channels, since: from });
  const [first, end] = [today(from, timezone), today(to, timezone)];
  const within = (day: string | undefined) => day !== undefined && day >= first && day < end;
  const told = latest.flatMap(({ alert, handle }) => {
    if (alert.toldIn || alert.project.id !== project.id || handle === undefined) return [];
    const { opened, day, over } = daysOfAlert(alert);
    const shown = { ...(within(opened) && { day }), ...(within(over) && { over }) };
    return Object.keys(shown).length > 0 ? [{ opened, shown: { handle, ...shown } }] : [];
  });
  const alerts = told.toSorted((a, b) => a.opened.localeCompare(b.opened)).map(({ shown }) => shown);
  return alerts.length > 0 ? alerts : undefined;
}

/** `day`: from when on it is; `over`: undefined unless it's back to normal, or has gone the other way. */
function daysOfAlert(alert: ScoreAlert | MentionAlert) {
  if (alert.kind === 'mention_alert') {
    const { status, about } = alert;
    const { day } = about.figures;
    return { opened: day, day, over: status === 'over' ? about.now?.day : undefined };
  }
  const { status, openedOn, day } = alert.alert;
  const over = status === 'recovered' || status === 'reversed' ? day : undefined;
  return { opened: openedOn, day: startDay(alert.alert), over };
}

/** In each recap whose span contains the beginning of a month; so a weekly recap has it once a month. */
async function readLedgerOnceAMonth(
  db: Db,
  team: string,
  { project, channel, timezone }: RecapFeed,
  { from, to, isMonth }: Span,
) {
  const monthOf = (at: number) => today(at, timezone).slice(0, 7);
  if (!isMonth && monthOf(from) === monthOf(to)) return undefined;
  const all = settingsOf(project, 'scores');
  const scores = all.find((one) => one.channel === channel) ?? all[0];
  return readLedger(db, team, { project, timezone, minChange: scores?.min_change }, to);
}
