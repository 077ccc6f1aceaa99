/** Finds the alert that a click or a handle means, explains it, and reads the scores behind it. */
import type { AlertAspect } from '../../ask/plan.ts';
import type { MentionAlert, ScoreAlert } from '../../decision.ts';
import { readLedger, readScoreRows } from '../../feeds/score-reads.ts';
import type { Page } from '../../messages/page.ts';
import { whyAlertAnswer } from '../../messages/scores/alert-answers.ts';
import { whyMentionAlertAnswer } from '../../messages/scores/score-alert.ts';
import { type Feed, feedsOf, type Project, timezoneOf } from '../../projects/projects.ts';
import { DEFAULT_MIN_CHANGE } from '../../projects/projects-schema.ts';
import { findActiveMute } from '../../rules/alert-decide.ts';
import { findAlertLimit } from '../../rules/alert-history.ts';
import { outcomeOf, SETTLED_DAYS } from '../../rules/alert-ledger.ts';
import { daysBefore, today } from '../../rules/calendar.ts';
import { buildScoreSeries, type ScoreSeries } from '../../rules/score-series.ts';
import { type AlertKey, readKeptAlert, readVerdictCounts, readVerdictsOfAlerts } from '../../store/alerts.ts';
import { findDelivery, findDeliveryAbout } from '../../store/deliveries.ts';
import { readHandles } from '../../store/handles.ts';
import { readDecision } from '../../store/read-decision.ts';
import type { Ask } from '../ask.ts';
import { mayOffer, requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import { findChannelsSeen, findPostsSeen, notPostedSentence } from '../seen-by.ts';

export type ScoresFeed = Extract<Feed, { kind: 'scores' }>;

export type ClickedAlert<News = ScoreAlert | MentionAlert> = {
  project: Project;
  alert: News;
  at: AlertKey;
  /** Its handle, or “this alert”. */
  which: string;
  taken: { by: string; since: number } | undefined;
  handles: Record<string, string>;
};

/** The alert posted as the message `ts`. @throws Refused if there is none, or it isn't visible here */
export async function requireAlert(ts: string, ask: Ask): Promise<ClickedAlert> {
  const delivery = await findDelivery(ask.db, ask.team, ask.channel, ts);
  const decision = delivery && readDecision(delivery);
  if (decision?.kind !== 'score_alert' && decision?.kind !== 'mention_alert') throw unknownAlert();
  const project = requireVisible(decision.project.id, ask);
  const alert = delivery && (await findAlertIn(delivery.channel, decision.key, project, ask));
  if (!alert) throw unknownAlert();
  return alert;
}

/** The alert as posted in the first of the asker’s channels that had it. */
export async function findAlertSeen(
  key: string,
  project: Project,
  ask: Ask,
): Promise<ClickedAlert | undefined> {
  for (const channel of await findChannelsSeen(project, ask)) {
    const alert = await findAlertIn(channel, key, project, ask);
    if (alert) return alert;
  }
  return undefined;
}

export async function findAlertIn(
  channel: string,
  key: string,
  project: Project,
  ask: Ask,
): Promise<ClickedAlert | undefined> {
  const { db, team } = ask;
  const kept = await findKept(channel, key, project, ask);
  if (!kept) return undefined;
  const handles = await readHandles(db, team, [key]);
  const which = handles[key] ?? 'this alert';
  return { project, alert: kept.news, at: { team, channel, key }, which, taken: kept.taken, handles };
}

/** The alert in each of the asker's channels where it has a message of its own. */
export async function findAlertPlaces(key: string, project: Project, ask: Ask): Promise<ClickedAlert[]> {
  const channels = await findChannelsSeen(project, ask);
  const found = await Promise.all(channels.map((channel) => findAlertIn(channel, key, project, ask)));
  return found.flatMap((one) => (one === undefined || one.alert.toldIn ? [] : one));
}

/** Where its message is: the first of the asker's channels that has one. @throws Refused */
export async function requireAlertPost(
  key: string,
  project: Project,
  ask: Ask,
): Promise<{ which: string; channel: string; ts: string }> {
  for (const { at, which } of await findAlertPlaces(key, project, ask)) {
    const { channel } = at;
    const ts = (await findDeliveryAbout(ask.db, ask.team, channel, key))?.ts;
    if (ts) return { which, channel, ts };
  }
  throw notInYourChannels();
}

export function notInYourChannels(): Refused {
  return new Refused('This alert isn’t in any of your channels. Nothing changed.', {
    example: '/visibility scores',
  });
}

async function findKept(channel: string, key: string, project: Project, { db, team }: Ask) {
  const kept = await readKeptAlert(db, { team, channel, key });
  if (!kept || kept.news.kind === 'score_notice' || kept.news.project.id !== project.id) return undefined;
  return { ...kept, news: kept.news };
}

/** Like `requireAlert`, for score alerts only: others have no figures to explain. @throws Refused */
export async function requireScoreAlert(ts: string, ask: Ask): Promise<ClickedAlert<ScoreAlert>> {
  const clicked = await requireAlert(ts, ask);
  const { alert } = clicked;
  if (alert.kind !== 'score_alert') throw unknownAlert();
  return { ...clicked, alert };
}

function unknownAlert(): Refused {
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
  const channels = await findChannelsSeen(project, ask);
  for (const channel of channels) {
    const kept = await findKept(channel, key, project, ask);
    if (!kept) continue;
    const { news, muted, settled, taken } = kept;
    const { toldIn = '' } = news;
    const handles = await readHandles(db, team, [key, toldIn]);
    const posts = await findPostsSeen(key, channels, ask);
    const isPosted = news.toldIn === undefined && posts.some(({ state }) => state === 'sent');
    const { feed, minChange, timezone } = alertSettings(project, { ...ask, channel });
    const mute = findActiveMute(news, muted, ask.now());
    const about = {
      handle: handles[key] ?? '',
      aspect,
      muted: mute,
      taken,
      posts,
      toldIn: handles[toldIn],
      verdicts: await readVerdictCounts(db, { team, channel, key }),
      now: ask.now(),
      reader: ask.person,
      // The controls act on the alert's message.
      mayAct: isPosted && (await mayOffer('leads', ask)),
      mayShow: isPosted && (await mayOffer('members', ask)),
    };
    const verdicts = (await readVerdictsOfAlerts(db, team, [key])).get(key) ?? {};
    const outcome = settled ? { outcome: outcomeOf(settled, verdicts), settled } : settlesAfter(news);
    if (news.kind === 'mention_alert')
      return whyMentionAlertAnswer({ ...about, alert: news, settled: outcome });
    const watched = { project, timezone, minChange: feed && minChange };
    return whyAlertAnswer({
      ...about,
      project,
      alert: news,
      minChange,
      limit: findAlertLimit(news, minChange),
      settled: outcome,
      ledger: await readLedger(db, team, watched, ask.now()),
    });
  }
  throw new Refused(await notPostedSentence('alert', project, ask), { example: '/visibility scores' });
}

/** The day after which the outcome is known. Only alerts with a message of their own get one. */
function settlesAfter(news: ScoreAlert | MentionAlert): { after: string } | undefined {
  const opened = news.kind === 'score_alert' ? news.alert.openedOn : news.about.figures.day;
  const isOwn = opened !== undefined && news.toldIn === undefined;
  return isOwn ? { after: daysBefore(opened, -SETTLED_DAYS) } : undefined;
}
