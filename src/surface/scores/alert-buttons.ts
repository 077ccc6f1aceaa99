/** The buttons of an alert: mute, take, release, and what was wrong with it. */
import { carry, readCarried, type Verdict } from '../../carried.ts';
import { projectRef } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import type { Page } from '../../messages/page.ts';
import {
  alertMuteModal,
  alertReleaseForm,
  MUTE_CHOICES,
  MUTE_FIELD,
  notUsefulAnswer,
  thresholdSetAnswer,
  verdictAnswer,
  verdictUndoneAnswer,
} from '../../messages/scores/alert-clicks.ts';
import { thresholdInWords } from '../../messages/scores/alert-words.ts';
import { capitalize } from '../../messages/text.ts';
import { queueDecision } from '../../outbox/queue.ts';
import { LOOKED_AT, proposeThreshold } from '../../rules/alert-ledger.ts';
import {
  type AlertKey,
  findNotUseful,
  findUsefulAgain,
  judgeAlert,
  muteAlert,
  readVerdictsOnLatest,
  releaseAlert,
  takeAlert,
  unmuteAlert,
} from '../../store/alerts.ts';
import type { Db } from '../../store/schema.ts';
import { type Ask, action, view } from '../ask.ts';
import { changeOnce, writeAndEdit } from '../audit-write.ts';
import { editFeed, requireFeed } from '../feeds/feeds-of-project.ts';
import { Refused, requireCarried } from '../refused.ts';
import { requireSeen } from '../seen-by.ts';
import {
  alertSettings,
  type ClickedAlert,
  explainAlert,
  isOwn,
  readSeries,
  redraw,
  requireAlert,
  requireClicked,
} from './alert.ts';

export const alertWhy = action(ACTIONS.homeAlertWhy, async (ask) => {
  const { project, alert } = requireCarried('alert', ask.value);
  return { message: await explainAlert(alert, await requireSeen(project, ask), ask) };
});

export const alertMute = action(ACTIONS.alertMute, async (ask) => {
  const { at, which, project, isElsewhere } = await requireClicked(ask);
  const card = isElsewhere && isOwn(ask) ? (ask.form ? 'modal' : ask.answerAt) : undefined;
  const { key: alert, channel } = at;
  const carries = carry('alert_form', { project: project.id, alert, channel, card });
  return {
    modal: alertMuteModal(which, project.name, carries, channel === ask.channel ? undefined : channel),
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
        muteAlert(trx, clicked.at, { by: ask.person, until }),
      );
      if (card === undefined) return undefined;
      return { message: await explainAlert(key, clicked.project, ask), delivered: 'replacing' };
    },
  };
});

export const alertUnmute = action(ACTIONS.alertUnmute, async (ask) => {
  const clicked = await requireClicked(ask);
  await changeAlert(clicked, 'alert.unmute', ask, (trx) => unmuteAlert(trx, clicked.at));
  return redraw(clicked, ask);
});

/** I’m on it, and Release, which asks first before it releases a colleague. */
export const alertTake = action(ACTIONS.alertTake, async (ask) => {
  const { person: by } = ask;
  const clicked = await requireClicked(ask);
  const { at, project, which, taken } = clicked;
  if ((readCarried('alert', ask.value)?.choice ?? ask.value) !== 'release') {
    const taking = { by, since: ask.now() };
    await changeAlert(clicked, 'alert.take', ask, (trx) => takeAlert(trx, everywhere(clicked), taking));
  } else if (taken && taken.by !== by) {
    const { key: alert, channel } = at;
    const carries = carry('alert_form', { project: project.id, alert, channel, holder: taken.by });
    return { modal: alertReleaseForm(which, taken, carries) };
  } else await release(clicked, by, ask);
  return redraw(clicked, ask);
});

/** Who is on an alert is the same in all channels. */
const everywhere = ({ at: { team, key }, project }: ClickedAlert) => ({ team, projectId: project.id, key });

/** Releases a colleague from an alert, unless somebody else has taken it since. */
export const alertReleaseView = view(VIEWS.alertRelease, async ({ metadata }) => {
  const { project, alert, channel, holder = '' } = requireCarried('alert_form', metadata);
  return {
    channel,
    async after(ask) {
      await release(await requireAlert(alert, project, ask), holder, ask);
      return undefined;
    },
  };
});

/** Also notifies a colleague who was on it, if they are still in the channel. */
async function release(clicked: ClickedAlert, holder: string, ask: Ask): Promise<void> {
  const { at, project } = clicked;
  const { person: by, team, workspace } = ask;
  const { channel } = at;
  const now = ask.now();
  const isNotified = holder !== by && (await workspace.isMember(channel, holder));
  await changeAlert(clicked, 'alert.release', ask, async (trx) => {
    if (!(await releaseAlert(trx, everywhere(clicked), holder))) return false;
    const to = { team, channel: holder, subscription: 'claims', slotAt: now };
    const notice = { kind: 'alert_released', v: 1, project: projectRef(project), key: at.key } as const;
    if (isNotified) await queueDecision(trx, { ...notice, channel, by, at: now }, to, now);
    return true;
  });
}

const WHY_UNCHANGED = {
  'alert.mute': 'is no longer open',
  'alert.unmute': 'is no longer muted',
  'alert.take': 'is no longer open, or a colleague is on it',
  'alert.release': 'has been released or taken since',
} as const;

/** `work` returns false if there is nothing to change. @throws Refused then */
export async function changeAlert(
  { project, alert, which }: ClickedAlert,
  action: keyof typeof WHY_UNCHANGED,
  ask: Ask,
  work: (trx: Db) => Promise<boolean>,
): Promise<void> {
  const write = { action, projectId: project.id, subject: which };
  const done = await changeOnce(ask, write, () => writeAndEdit(ask, alert.key, work));
  if (done !== false) return;
  throw new Refused(`${capitalize(which)} ${WHY_UNCHANGED[action]}. Nothing changed.`);
}

export const alertNotUseful = action(ACTIONS.alertNotUseful, async (ask) => {
  const { message } = await countNotUseful(await requireClicked(ask), ask);
  return { message };
});

/** `counted`: false if this person said so before, undefined for a repeated click. */
export async function countNotUseful(
  clicked: ClickedAlert,
  ask: Ask,
): Promise<{ counted: boolean | undefined; message: Page }> {
  const { project, at, which } = clicked;
  const write = { action: 'alert.not_useful', projectId: project.id, subject: which };
  const find = () => findNotUseful(ask.db, at, ask.person, ask.now());
  const counted = await changeOnce(ask, write, find, 'counted');
  const offered = await offerThreshold(clicked, ask);
  return { counted, message: notUsefulAnswer(which, { alert: at.key, channel: at.channel }, offered) };
}

/** The answer to “What was wrong?”, or taking Not useful back. Replaces the question. */
export const alertVerdict = action(ACTIONS.alertVerdict, async (ask) => {
  const { alert: key, verdict, channel = ask.channel } = requireCarried('verdict', ask.value);
  const at = { team: ask.team, channel, key };
  if (verdict !== undefined) return { message: await keepVerdict(at, verdict, ask), delivered: 'replacing' };
  await findUsefulAgain(ask.db, at, ask.person);
  return { message: verdictUndoneAnswer(), delivered: 'replacing' };
});

/** @throws Refused if this person didn’t mark the alert as not useful */
export async function keepVerdict(at: AlertKey, verdict: Verdict, ask: Ask): Promise<Page> {
  if (await judgeAlert(ask.db, at, ask.person, verdict)) return verdictAnswer(verdict);
  throw new Refused('Sightline no longer knows this alert. Nothing changed.');
}

/** Only score alerts have a threshold. Asks the API only once two alerts were marked as not useful. */
async function offerThreshold({ project, alert, at }: ClickedAlert, ask: Ask) {
  if (alert.kind !== 'score_alert') return undefined;
  const { feed, minChange, timezone } = alertSettings(project, { ...ask, channel: at.channel });
  const judged = await readVerdictsOnLatest(ask.db, { ...at, projectId: project.id }, LOOKED_AT);
  if (!feed || judged.filter(({ notUseful }) => notUseful > 0).length < 2) return undefined;
  const series = await readSeries(project, timezone, ask);
  const changes = judged.map(({ alert: { alert }, notUseful }) => ({ alert, notUseful }));
  const proposal = proposeThreshold(changes, series, { project, minChange });
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
