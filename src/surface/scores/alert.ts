/** Finds the alert that a click or a handle means, and explains it. */
import type { AlertAspect } from '../../ask/plan.ts';
import { readCarried } from '../../carried.ts';
import type { MentionAlert, ScoreAlert } from '../../decision.ts';
import { readChangesDuring, readLedger, readScoreRows } from '../../feeds/score-reads.ts';
import type { Page } from '../../messages/page.ts';
import { whyMentionAlertAnswer } from '../../messages/scores/mention-alert.ts';
import { whyAlertAnswer } from '../../messages/scores/why-alert.ts';
import { type Feed, feedsOf, type Project, timezoneOf } from '../../projects/projects.ts';
import { DEFAULT_MIN_CHANGE } from '../../projects/projects-schema.ts';
import { findActiveMute } from '../../rules/alert-decide.ts';
import { findAlertLimit } from '../../rules/alert-history.ts';
import { outcomeOf, SETTLED_DAYS } from '../../rules/alert-ledger.ts';
import { daysBefore, today } from '../../rules/calendar.ts';
import { buildScoreSeries, type ScoreSeries } from '../../rules/score-series.ts';
import { type AlertKey, type KeptAlert, readKeptAlert, readVerdicts } from '../../store/alerts.ts';
import { findDelivery, readDecision } from '../../store/deliveries.ts';
import { readHandles } from '../../store/handles.ts';
import type { ActionAsk, Ask } from '../ask.ts';
import { mayOffer, requireVisible } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import { ifReadable, Refused } from '../refused.ts';
import { findChannelsSeen, findPostsSeen, isDirect, notPostedSentence, requireSeen } from '../seen-by.ts';

export type ScoresFeed = Extract<Feed, { kind: 'scores' }>;

/** `which`: its handle, or “this alert”. */
export type ClickedAlert = Pick<KeptAlert, 'taken' | 'muted' | 'settled'> & {
  project: Project;
  alert: ScoreAlert | MentionAlert;
  at: AlertKey;
  which: string;
  handles: Record<string, string>;
};

/** The alert of the message that was clicked, or the one that a card or the Home tab names. @throws Refused */
export async function requireClicked(ask: ActionAsk): Promise<ClickedAlert & { isElsewhere: boolean }> {
  const named = readCarried('alert', ask.value);
  if (named) {
    const found = await findAlertsIn(named.alert, await requireSeen(named.project, ask), ask);
    const alert = found.find((one) => one.alert.toldIn === undefined);
    if (alert) return { ...alert, isElsewhere: true };
    throw new Refused('This alert isn’t in any of your channels. Nothing changed.', {
      example: '/visibility scores',
    });
  }
  const delivery = await findDelivery(ask.db, ask.team, ask.channel, ask.ts);
  const decision = delivery && readDecision(delivery);
  if (decision?.kind !== 'score_alert' && decision?.kind !== 'mention_alert') throw unknownAlert();
  return { ...(await requireAlert(decision.key, decision.project.id, ask)), isElsewhere: false };
}

/** The alert as `ask.channel` was told of it. @throws Refused if it wasn't, or the project isn't visible there */
export async function requireAlert(key: string, projectId: string, ask: Ask): Promise<ClickedAlert> {
  const alert = await findAlertIn(ask.channel, key, requireVisible(projectId, ask), ask);
  if (!alert) throw unknownAlert();
  return alert;
}

/** The alert as each of the asker’s channels was told of it. */
export async function findAlertsIn(key: string, project: Project, ask: Ask): Promise<ClickedAlert[]> {
  const channels = await findChannelsSeen(project, ask);
  const found = await Promise.all(channels.map((channel) => findAlertIn(channel, key, project, ask)));
  return found.filter((one) => one !== undefined);
}

async function findAlertIn(channel: string, key: string, project: Project, { db, team }: Ask) {
  const at = { team, channel, key };
  const kept = await readKeptAlert(db, at);
  if (!kept || kept.news.kind === 'score_notice' || kept.news.project.id !== project.id) return undefined;
  const { news: alert, taken, muted, settled } = kept;
  const handles = await readHandles(db, team, [key, alert.toldIn ?? key]);
  return { project, alert, at, which: handles[key] ?? 'this alert', taken, muted, settled, handles };
}

export function unknownAlert(): Refused {
  return new Refused('Sightline no longer knows this alert. Nothing changed.', {
    example: '/visibility scores',
  });
}

/** The project's scores feed for this channel, otherwise for another, and its settings or the defaults. */
export function alertSettings(
  project: Project,
  { channel, workspace }: Pick<Ask, 'channel' | 'workspace'>,
): { feed: ScoresFeed | undefined; minChange: number; timezone: string } {
  const feeds = feedsOf(workspace.projects()).filter(
    (one): one is ScoresFeed => one.kind === 'scores' && one.project.id === project.id,
  );
  const feed = feeds.find((one) => one.channel === channel) ?? feeds[0];
  return {
    feed,
    minChange: feed?.settings.min_change ?? DEFAULT_MIN_CHANGE,
    timezone: feed?.timezone ?? timezoneOf(workspace.projects(), project),
  };
}

/** A project's scores from the API and earlier polls, by series. @throws VisibilityError */
export async function readSeries(project: Project, timezone: string, ask: Ask): Promise<ScoreSeries[]> {
  const { db, team, api, now } = ask;
  const at = now();
  const rows = await readScoreRows({ team, project, timezone }, { db, visibilityOf: api }, { now: at });
  return buildScoreSeries(rows, today(at, timezone));
}

/** @throws Refused if the alert was posted in no channel that the asker may read about */
export async function explainAlert(
  key: string,
  project: Project,
  ask: Ask,
  aspect?: AlertAspect,
): Promise<Page> {
  const { db, team } = ask;
  const [found] = await findAlertsIn(key, project, ask);
  if (!found)
    throw new Refused(await notPostedSentence('alert', project, ask), { example: '/visibility scores' });
  const { alert, at, handles, taken, settled } = found;
  const { toldIn = '' } = alert;
  const posts = await findPostsSeen(key, await findChannelsSeen(project, ask), ask);
  const isPosted = !toldIn && posts.some(({ state }) => state === 'sent');
  const { feed, minChange, timezone } = alertSettings(project, { ...ask, channel: at.channel });
  const verdicts = (await readVerdicts(db, team, [key])).get(key);
  const from = { db, visibilityOf: ask.api, now: ask.now() };
  const measured =
    settled === 'unclear'
      ? ifReadable(readChangesDuring(alert, { team, project, timezone }, from), ask)
      : undefined;
  const about = {
    handle: handles[key] ?? '',
    aspect,
    muted: findActiveMute(alert, found.muted, ask.now()),
    taken,
    posts,
    toldIn: handles[toldIn],
    verdicts,
    settled: settled
      ? { outcome: outcomeOf(settled, verdicts?.by ?? {}), settled, measured: await measured }
      : settlesAfter(alert),
    now: ask.now(),
    reader: ask.person,
    // The controls act on the alert's message.
    mayAct: isPosted && (await mayOffer('leads', ask)),
    mayShow: isPosted && (await mayOffer('members', ask)),
  };
  if (alert.kind === 'mention_alert') return whyMentionAlertAnswer({ ...about, alert });
  const watched = { project, timezone, minChange: feed && minChange };
  return whyAlertAnswer({
    ...about,
    project,
    alert,
    minChange,
    limit: findAlertLimit(alert, minChange),
    ledger: await readLedger(db, team, watched, ask.now()),
  });
}

/** The day after which the outcome is known. Only alerts with a message of their own get one. */
function settlesAfter(news: ScoreAlert | MentionAlert): { after: string } | undefined {
  const opened = news.kind === 'score_alert' ? news.alert.openedOn : news.about.figures.day;
  const isOwn = opened !== undefined && news.toldIn === undefined;
  return isOwn ? { after: daysBefore(opened, -SETTLED_DAYS) } : undefined;
}

/** Shows a click on a card or on Home what it did; a message is edited anyway. A card that others read stays as it is. */
export async function redraw(
  { at, project, isElsewhere }: Awaited<ReturnType<typeof requireClicked>>,
  ask: ActionAsk,
) {
  if (!isElsewhere) return undefined;
  const isHome = ask.ts === '' && ask.form === undefined;
  if (isHome) {
    await showHome(ask);
    return undefined;
  }
  const message = await explainAlert(at.key, project, ask);
  return isOwn(ask) ? { message, delivered: 'replacing' as const } : { message };
}

export function isOwn({ isPrivate, channel }: ActionAsk): boolean {
  return isPrivate || isDirect(channel);
}
