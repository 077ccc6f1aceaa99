/** Show me why on a score alert: posts answers, a 90-day picture and a table of engines in its thread, once per day. */

import type { ChangeAlert, ScoreAlert } from '../../decision.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { detailsThereAnswer } from '../../messages/scores/alert-answers.ts';
import { scoreDetailsMessage, whyMovedPage } from '../../messages/scores/alert-thread.ts';
import { type ScorePicture, scorePicture } from '../../messages/scores/picture/score-picture.ts';
import { placeWords } from '../../messages/trouble-words.ts';
import { findAlertFigures } from '../../rules/alert-figures.ts';
import { buildAlertBand, buildAlertHistory, findAlertLimit } from '../../rules/alert-history.ts';
import { namePart } from '../../rules/score-rows.ts';
import { dateOf, type ScoreSeries, seriesKey } from '../../rules/score-series.ts';
import { draw } from '../../slack/draw.ts';
import { uploadImage } from '../../slack/files.ts';
import { postReply } from '../../slack/poster.ts';
import { beginDetails, giveBackDetails } from '../../store/alerts.ts';
import { readHandles } from '../../store/handles.ts';
import { type ActionAsk, type Answer, type Ask, action } from '../ask.ts';
import { Refused } from '../refused.ts';
import { alertSettings, type ClickedAlert, readSeries, requireScoreAlert } from './alert.ts';
import { readWhy } from './show-why.ts';

const PICTURE_DAYS = 90;

type DetailsRead = { series: readonly ScoreSeries[]; minChange: number; lastDay: string };

/** `ask.channel` and `ask.ts` are the alert's message. @throws Refused */
export async function showWhy(ask: ActionAsk): Promise<Answer> {
  const clicked = await requireScoreAlert(ask.ts, ask);
  const read = await readDetails(clicked, ask);
  if (!(await beginDetails(ask.db, clicked.at, read.lastDay)))
    return { message: detailsThereAnswer(clicked.which, read.lastDay) };
  try {
    await postDetails(clicked, read, ask);
  } catch (error) {
    await giveBackDetails(ask.db, clicked.at, read.lastDay);
    throw error;
  }
  return undefined;
}

export const alertWhy = action(ACTIONS.alertWhy, showWhy);

/** An earlier action id of the same button. */
export const alertDetails = action(ACTIONS.alertDetails, showWhy);

/** `lastDay` is the alert's day, or a later one that the API has figures for by now. @throws VisibilityError */
async function readDetails({ project, alert }: ClickedAlert<ScoreAlert>, ask: Ask): Promise<DetailsRead> {
  const { minChange, timezone } = alertSettings(project, ask);
  const series = await readSeries(project, timezone, ask);
  const last = alert.alert && buildAlertBand(alert.alert, series, minChange, 1).at(-1);
  return { series, minChange, lastDay: last?.date ?? alert.day };
}

/** @throws Refused if Slack refuses the table */
async function postDetails(
  clicked: ClickedAlert<ScoreAlert>,
  read: DetailsRead,
  ask: ActionAsk,
): Promise<void> {
  const { workspace, channel, ts, send, log } = ask;
  const { client } = workspace;
  const why = await readWhy(clicked, ask);
  if (why) await postReply(client, channel, ts, draw(whyMovedPage(why)));
  const picture = await drawPicture(clicked, read, ask);
  const uploaded = picture && (await uploadImage(client, { channel, threadTs: ts, ...picture }, send));
  if (uploaded && uploaded.kind !== 'posted')
    log.warn({ channel, ...uploaded }, 'A picture could not be uploaded; posting its text instead');
  const shown = picture && {
    altText: picture.altText,
    posted: uploaded?.kind === 'posted' && !uploaded.isMute,
  };
  const message = scoreDetailsMessage(withDetails(clicked.alert, read), { handles: clicked.handles }, shown);
  const posted = await postReply(client, channel, ts, draw(message));
  if (posted.kind === 'posted') return;
  const place = placeWords(posted.reason);
  throw new Refused(
    place
      ? `Slack refused the details, because ${place.why}. ${place.remedy}`
      : `Slack refused the details (${posted.reason}). Try again in a moment.`,
  );
}

async function drawPicture(
  { project, alert: told }: ClickedAlert<ScoreAlert>,
  { series, minChange }: DetailsRead,
  { db, team }: Ask,
): Promise<ScorePicture | undefined> {
  const { alert, key } = told;
  if (!alert) return undefined;
  const ofSeries = seriesKey(alert.metric, alert.lead.scope);
  const past = buildAlertHistory(project.id, series, minChange).alerts.filter(
    (one) => seriesKey(one.metric, one.lead.scope) === ofSeries,
  );
  const all = past.some((one) => one.key === key) ? past : [...past, alert];
  const keys = all.map((one) => one.key);
  const handles = await readHandles(db, team, keys);
  return scorePicture({
    project: project.name,
    metric: alert.metric,
    of: namePart(alert.lead.scope) || undefined,
    days: buildAlertBand(alert, series, minChange, PICTURE_DAYS),
    alarm: findAlertLimit(told, minChange),
    alerts: all.map((one) => ({
      date: one.openedOn,
      label: handles[one.key] ?? 'not told',
      direction: findValueOn(one.openedOn, one, series) < one.lead.base ? 'down' : 'up',
    })),
  });
}

/** The day's figure in the alert's leading series, or the latest one if that day has none. */
function findValueOn(date: string, { metric, lead }: ChangeAlert, series: readonly ScoreSeries[]): number {
  const points = series.find(({ key }) => key === seriesKey(metric, lead.scope))?.points;
  return points?.find(({ day }) => dateOf(day) === date)?.value ?? lead.value;
}

/** The table's columns are days, so it compares whole scores day by day, whatever the headline compares. */
function withDetails(told: ScoreAlert, { series, minChange }: DetailsRead): ScoreAlert {
  const { alert } = told;
  if (!alert) return told;
  const whole = { ...alert, lead: { ...alert.lead, scope: {} } };
  const from = { rows: [], series, minChange, promptChanges: [] };
  const { engines, by } = findAlertFigures({ ...alert, day: told.day }, from);
  const ofWhole = series.find(({ key }) => key === seriesKey(alert.metric, {}));
  const on = (date: string) => ofWhole?.points.find(({ day }) => dateOf(day) === date)?.value;
  const [score, previousScore] = [on(told.day), on(told.previousDay)];
  if (score === undefined || previousScore === undefined) return { ...told, engines, by };
  const isWhole = alert.lead.scope.engine === undefined && alert.lead.scope.region === undefined;
  return {
    ...told,
    alert: whole,
    engines,
    by,
    score,
    previousScore,
    usual: isWhole ? told.usual : undefined,
  };
}
