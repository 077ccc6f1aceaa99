/** Finds the alert that a click or a handle means and explains it; its buttons: mute, take, release, and what was wrong. */
import type { AlertAspect } from '../../ask/plan.ts';
import { type AlertVerdict, carry, readCarried } from '../../carried.ts';
import { isOpenNews, type MentionAlert, projectRef, type ScoreAlert } from '../../decision.ts';
import { readLedger, readPromptChanges, readScoreRows } from '../../feeds/score-reads.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import type { Page } from '../../messages/page.ts';
import {
  alertMuteModal,
  MUTE_CHOICES,
  MUTE_FIELD,
  notUsefulAnswer,
  thresholdSetAnswer,
  VERDICT_WORDS,
  verdictAnswer,
  verdictUndoneAnswer,
  whyAlertAnswer,
} from '../../messages/scores/alert-answers.ts';
import { whyMentionAlertAnswer } from '../../messages/scores/alert-message.ts';
import { thresholdInWords } from '../../messages/scores/alert-words.ts';
import { capitalize } from '../../messages/text.ts';
import { queueDecision } from '../../outbox/queue.ts';
import { feedFor, type Project, timezoneOf } from '../../projects/projects.ts';
import { DEFAULT_MIN_CHANGE } from '../../projects/projects-schema.ts';
import { findActiveMute } from '../../rules/alert-decide.ts';
import { LOOKED_AT, outcomeOf, proposeThreshold, SETTLED_DAYS } from '../../rules/alert-ledger.ts';
import { daysBefore, openDay } from '../../rules/calendar.ts';
import { buildScoreSeries, settingsFor } from '../../rules/score-series.ts';
import * as store from '../../store/alerts.ts';
import { readHandles } from '../../store/handles.ts';
import type { Db } from '../../store/tables.ts';
import { type ActionAsk, type Ask, action, view } from '../ask.ts';
import { changeOnce, writeAndEdit } from '../audit-write.ts';
import { editFeed, requireFeed } from '../feeds/feeds-of-project.ts';
import { findDecision, mayOffer, requireVisible } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import { Refused, readName, requireCarried } from '../refused.ts';
import { findChannelsSeen, findPostsSeen, isReadAlone, notPostedSentence, requireSeen } from '../seen-by.ts';

/** `which`: its handle, or “this alert”. */
export type ClickedAlert = Pick<store.KeptAlert, 'taken' | 'muted' | 'settled' | 'stalled'> & {
  project: Project;
  alert: ScoreAlert | MentionAlert;
  at: store.AlertKey;
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
  const decision = await findDecision(ask.ts, ask);
  if (decision?.kind !== 'score_alert' && decision?.kind !== 'mention_alert') throw unknownAlert();
  return { ...(await requireAlert(decision.key, decision.project.id, ask)), isElsewhere: false };
}

/** The alert as `ask.channel` was told of it. @throws Refused if it wasn't, or the project isn't visible there */
async function requireAlert(key: string, projectId: string, ask: Ask): Promise<ClickedAlert> {
  const [alert] = await readAlertsIn([ask.channel], key, requireVisible(projectId, ask), ask);
  if (!alert) throw unknownAlert();
  return alert;
}

/** The alert as each of the asker’s channels was told of it, those with a message of its own first. */
export async function findAlertsIn(key: string, project: Project, ask: Ask): Promise<ClickedAlert[]> {
  const known = await readAlertsIn(await findChannelsSeen(project, ask), key, project, ask);
  const isPart = ({ alert }: ClickedAlert) => Number(alert.toldIn !== undefined);
  return known.toSorted((a, b) => isPart(a) - isPart(b));
}

async function readAlertsIn(
  channels: readonly string[],
  key: string,
  project: Project,
  { db, team }: Ask,
): Promise<ClickedAlert[]> {
  const kept = await store.readAlertIn(db, { team, key }, channels);
  const alerts = kept.flatMap(({ news, channel, ...rest }) =>
    news.kind === 'score_notice' || news.project.id !== project.id ? [] : { alert: news, channel, ...rest },
  );
  const named = alerts.flatMap(({ alert }) =>
    alert.kind === 'score_alert' ? [alert.toldIn, alert.next, alert.follows] : [alert.toldIn],
  );
  const handles = await readHandles(db, team, [key, ...named.filter((other) => other !== undefined)]);
  const which = handles[key] ?? 'this alert';
  return alerts.map(({ channel, ...rest }) => ({
    project,
    at: { team, channel, key },
    which,
    ...rest,
    handles,
  }));
}

export function unknownAlert(): Refused {
  return new Refused('Sightline no longer knows this alert. Nothing changed.', {
    example: '/visibility scores',
  });
}

/** The project's scores feed for this channel, otherwise for another, and its settings or the defaults. */
export function alertSettings(project: Project, { channel, workspace }: Pick<Ask, 'channel' | 'workspace'>) {
  const feed = feedFor(workspace.projects(), project.id, 'scores', channel);
  return {
    feed,
    minChange: feed?.settings.min_change ?? DEFAULT_MIN_CHANGE,
    timezone: feed?.timezone ?? timezoneOf(workspace.projects(), project),
  };
}

/** What alerts are derived from: its settings, its scores by series, and told changes of prompts. @throws VisibilityError */
export async function readWatched(project: Project, ask: Ask) {
  const { db, team, api, now } = ask;
  const at = now();
  const settings = alertSettings(project, ask);
  const { timezone } = settings;
  const { rows } = await readScoreRows(db, { team, project, timezone }, api(project), { now: at });
  const series = buildScoreSeries(rows, openDay(at, timezone));
  return {
    ...settings,
    series,
    promptChanges: await readPromptChanges(db, { team, projectId: project.id }, at),
  };
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
  const { alert, at, handles, taken, settled, stalled } = found;
  const { toldIn = '' } = alert;
  const posts = await findPostsSeen(key, await findChannelsSeen(project, ask), ask);
  const isPosted = !toldIn && posts.some(({ state }) => state === 'sent');
  const { feed, minChange, timezone } = alertSettings(project, { ...ask, channel: at.channel });
  const verdicts = (await store.readVerdicts(db, team, [key])).get(key);
  const about = {
    handle: handles[key] ?? '',
    aspect,
    muted: findActiveMute(found.muted, isOpenNews(alert), ask.now()),
    taken,
    stalled,
    posts,
    toldIn: handles[toldIn],
    verdicts,
    settled: settled ? { outcome: outcomeOf(settled, verdicts?.by ?? {}), settled } : settlesAfter(alert),
    now: ask.now(),
    reader: ask.person,
    // The controls act on the alert's message.
    mayAct: isPosted && (await mayOffer('leads', ask)),
    mayShow: isPosted && (await mayOffer('members', ask)),
  };
  if (alert.kind === 'mention_alert') return whyMentionAlertAnswer({ ...about, alert });
  const watched = { project, timezone, minChange: feed && minChange };
  const figures = [alert.score, alert.previousScore];
  return whyAlertAnswer({
    ...about,
    alert,
    next: handles[alert.next ?? ''],
    follows: handles[alert.follows ?? ''],
    minChange:
      alert.alert.metric === 'score' ? settingsFor('score', figures, minChange).minChange : minChange,
    ledger: await readLedger(db, team, watched, ask.now()),
  });
}

/** The day after which the outcome is known. Only alerts with a message of their own get one. */
function settlesAfter(news: ScoreAlert | MentionAlert): { after: string } | undefined {
  const opened = news.kind === 'score_alert' ? news.alert.openedOn : news.about.figures.day;
  return news.toldIn === undefined ? { after: daysBefore(opened, -SETTLED_DAYS) } : undefined;
}

/** Shows a click on a card or on Home what it did; a message is edited anyway. A card that others read stays as it is. */
export async function redraw(
  { at, project, isElsewhere }: Awaited<ReturnType<typeof requireClicked>>,
  ask: ActionAsk,
) {
  if (!isElsewhere) return undefined;
  const isHome = ask.answerAt === undefined && ask.form === undefined;
  if (isHome) {
    await showHome(ask);
    return undefined;
  }
  const message = await explainAlert(at.key, project, ask);
  return isReadAlone(ask) ? { message, delivered: 'replacing' as const } : { message };
}

export const alertWhy = action(ACTIONS.homeAlertWhy, async (ask) => {
  const { project, alert } = requireCarried('alert', ask.value);
  return { message: await explainAlert(alert, await requireSeen(project, ask), ask) };
});

export const alertMute = action(ACTIONS.alertMute, async (ask) => {
  const { at, which, project, alert: news, isElsewhere } = await requireClicked(ask);
  const card = isElsewhere && isReadAlone(ask) ? (ask.form ? 'modal' : ask.answerAt) : undefined;
  const { key: alert, channel } = at;
  const carries = carry('alert_form', { project: project.id, alert, channel, card });
  return {
    modal: alertMuteModal(news, which, carries, channel === ask.channel ? undefined : channel),
  };
});

export const alertMuteView = view(VIEWS.alertMute, async ({ metadata, values }) => {
  const { project, alert: key, channel, card } = requireCarried('alert_form', metadata);
  const choice = MUTE_CHOICES.get(values[MUTE_FIELD] ?? '');
  if (!choice) return { errors: { [MUTE_FIELD]: 'Choose for how long.' } };
  return {
    channel,
    ...(card === 'modal' ? { isOnPage: true } : { answerAt: card }),
    async after(ask) {
      const clicked = await requireAlert(key, project, ask);
      const until = choice.ms === undefined ? undefined : ask.now() + choice.ms;
      await changeAlert(clicked, 'alert.mute', ask, (trx) =>
        store.muteAlert(trx, clicked.at, { by: ask.person, until }),
      );
      if (card === undefined) return undefined;
      return { message: await explainAlert(key, clicked.project, ask), delivered: 'replacing' };
    },
  };
});

export const alertUnmute = action(ACTIONS.alertUnmute, async (ask) => {
  const clicked = await requireClicked(ask);
  await changeAlert(clicked, 'alert.unmute', ask, (trx) => store.unmuteAlert(trx, clicked.at));
  return redraw(clicked, ask);
});

/** I’m on it, and Release. */
export const alertTake = action(ACTIONS.alertTake, async (ask) => {
  const { person: by } = ask;
  const clicked = await requireClicked(ask);
  if ((readCarried('alert', ask.value)?.choice ?? ask.value) !== 'release') {
    const taking = { by, since: ask.now() };
    await changeAlert(clicked, 'alert.take', ask, (trx) => store.takeAlert(trx, everywhere(clicked), taking));
  } else await release(clicked, ask);
  return redraw(clicked, ask);
});

/** Who is on an alert is the same in all channels. */
const everywhere = ({ at: { team, key }, project }: ClickedAlert) => ({ team, projectId: project.id, key });

/** Also notifies a colleague who was on it, if they are still in the channel. */
async function release(clicked: ClickedAlert, ask: Ask): Promise<void> {
  const { at, project, taken } = clicked;
  const { person: by, team, workspace } = ask;
  const holder = taken?.by ?? by;
  const { channel } = at;
  const now = ask.now();
  const isNotified = holder !== by && (await workspace.isMember(channel, holder));
  await changeAlert(clicked, 'alert.release', ask, async (trx) => {
    if (!(await store.releaseAlert(trx, everywhere(clicked), holder))) return false;
    const to = { team, channel: holder, subscription: 'claims', slotAt: now };
    const notice = { kind: 'alert_released', v: 1, project: projectRef(project), key: at.key } as const;
    if (isNotified) await queueDecision(trx, { ...notice, channel, by, at: now }, to, now);
    return true;
  });
}

type AlertWrite = 'alert.mute' | 'alert.unmute' | 'alert.take' | 'alert.release';

/** `work` returns false if there is nothing to change. @throws Refused then */
export async function changeAlert(
  { project, alert, which, at }: ClickedAlert,
  action: AlertWrite,
  ask: Ask,
  work: (trx: Db) => Promise<boolean>,
): Promise<void> {
  const write = { action, projectId: project.id, subject: which };
  const done = await changeOnce(ask, write, () => writeAndEdit(ask, alert.key, work));
  if (done !== false) return;
  const why = await whyUnchanged(which, action, await store.readKeptAlert(ask.db, at), ask);
  throw new Refused(`${capitalize(why)}. Nothing changed.`);
}

/** As it stands by now: the button that was clicked may be older. */
async function whyUnchanged(
  which: string,
  action: AlertWrite,
  now: store.KeptAlert | undefined,
  ask: Ask,
): Promise<string> {
  if (action === 'alert.unmute') return `${which} is no longer muted`;
  if (action === 'alert.mute' || (now && !isOpenNews(now.news))) return `${which} is no longer open`;
  const holder = now?.taken?.by;
  if (holder === undefined) return `nobody is on ${which} now`;
  return holder === ask.person
    ? `you’re already on ${which}`
    : `${await readName(holder, ask)} is on ${which}`;
}

export const alertNotUseful = action(ACTIONS.alertNotUseful, async (ask) => {
  const { message } = await countNotUseful(await requireClicked(ask), ask);
  return { message };
});

/** `counted`: false if this person said so before, undefined for a repeated click. */
export async function countNotUseful(clicked: ClickedAlert, ask: Ask) {
  const { project, at, which } = clicked;
  const write = { action: 'alert.not_useful', projectId: project.id, subject: which };
  const find = () => store.findNotUseful(ask.db, at, ask.person, ask.now());
  const counted = await changeOnce(ask, write, find, 'counted');
  const offered = await offerThreshold(clicked, ask);
  return { counted, message: notUsefulAnswer(which, { alert: at.key, channel: at.channel }, offered) };
}

/** The answer to “What was wrong?”, or taking Not useful back. Replaces the question. */
export const alertVerdict = action(ACTIONS.alertVerdict, async (ask) => {
  const { alert: key, verdict, channel = ask.channel } = requireCarried('verdict', ask.value);
  const at = { team: ask.team, channel, key };
  if (verdict !== undefined) return { message: await keepVerdict(at, verdict, ask), delivered: 'replacing' };
  await changeOnce(ask, await verdictWrite('alert.useful', at, ask), () =>
    store.findUsefulAgain(ask.db, at, ask.person),
  );
  return { message: verdictUndoneAnswer(), delivered: 'replacing' };
});

/** @throws Refused if this person didn’t mark the alert as not useful */
export async function keepVerdict(at: store.AlertKey, verdict: AlertVerdict, ask: Ask): Promise<Page> {
  const { key: alert, channel } = at;
  const write = await verdictWrite('alert.verdict', at, ask);
  // An assistant marks an alert and says what was wrong with it in one request.
  const once = { ...ask, id: `${ask.id} verdict` };
  const judge = () => store.judgeAlert(ask.db, at, ask.person, verdict);
  if ((await changeOnce(once, write, judge, VERDICT_WORDS[verdict])) === false) throw unknownAlert();
  return verdictAnswer(verdict, { alert, channel });
}

/** @throws Refused if the alert is no longer known */
async function verdictWrite(action: string, at: store.AlertKey, { db, team }: Ask) {
  const kept = await store.readKeptAlert(db, at);
  if (!kept) throw unknownAlert();
  const handles = await readHandles(db, team, [at.key]);
  return { action, projectId: kept.news.project.id, subject: handles[at.key] ?? 'this alert' };
}

/** Only score alerts have a threshold. Asks the API only once two alerts were marked as not useful. */
async function offerThreshold({ project, alert, at }: ClickedAlert, ask: Ask) {
  if (alert.kind !== 'score_alert') return undefined;
  const there = { ...ask, channel: at.channel };
  const { feed, minChange } = alertSettings(project, there);
  const judged = await store.readVerdictsOnLatest(ask.db, { ...at, projectId: project.id }, LOOKED_AT);
  if (!feed || judged.filter(({ notUseful }) => notUseful > 0).length < 2) return undefined;
  const { series, promptChanges } = await readWatched(project, there);
  const changes = judged.map(({ alert: { alert }, notUseful }) => ({ alert, notUseful }));
  const proposal = proposeThreshold(changes, series, { project, minChange, promptChanges });
  if (!proposal) return undefined;
  const { id, revision } = feed;
  const value =
    revision === undefined
      ? undefined
      : carry('threshold', { feed: id, revision, minChange: proposal.minChange });
  return { proposal, minChange, project: projectRef(project), value };
}

export const thresholdSet = action(ACTIONS.thresholdSet, async (ask) => {
  const { feed: id, revision, minChange } = requireCarried('threshold', ask.value);
  const feed = requireFeed(id, ask);
  const outcome = thresholdInWords(minChange);
  const isSet = await editFeed(feed, 'feed.change', ask, (kept) => ({
    settings: { ...kept?.settings, min_change: minChange },
    revision,
    outcome,
  }));
  return isSet ? { message: thresholdSetAnswer(feed.project, minChange), delivered: 'replacing' } : undefined;
});
