/** Buttons of an alert, on its message, its card and the Home tab: Mute…, Unmute, I’m on it, Release, and Not useful, which may offer a better threshold. */
import { type Carried, carry, readCarried, type Verdict } from '../../carried.ts';
import { projectRef } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import type { Page } from '../../messages/page.ts';
import {
  alertMuteModal,
  alertReleaseForm,
  alertShownAnswer,
  MUTE_CHOICES,
  MUTE_FIELD,
  notUsefulAnswer,
  type OfferedThreshold,
  thresholdSetAnswer,
  verdictAnswer,
  verdictUndoneAnswer,
} from '../../messages/scores/alert-answers.ts';
import { thresholdInWords } from '../../messages/scores/alert-words.ts';
import { capitalize } from '../../messages/text.ts';
import { queueDecision } from '../../outbox/queue.ts';
import type { Project } from '../../projects/projects.ts';
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
import { type Action, type ActionAsk, type Answer, type Ask, action, type Permission, view } from '../ask.ts';
import { changeOnce, writeAndEdit } from '../audit-write.ts';
import { editFeed, requireFeed } from '../feeds/feeds-of-project.ts';
import { showHome } from '../home/show-home.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findPermalink } from '../reply.ts';
import { isDirect, requireSeen } from '../seen-by.ts';
import {
  alertSettings,
  type ClickedAlert,
  explainAlert,
  findAlertPlaces,
  notInYourChannels,
  readSeries,
  requireAlert,
  requireAlertPost,
} from './alert.ts';
import { showWhy } from './alert-details.ts';

/** The message that a click means: its own, or that of the alert whose card has the button. @throws Refused */
async function findMeant(ask: ActionAsk): Promise<{ channel: string; ts: string; isCard: boolean }> {
  const named = readCarried('alert', ask.value);
  if (!named) return { channel: ask.channel, ts: ask.ts, isCard: false };
  const post = await requireAlertPost(named.alert, await requireSeen(named.project, ask), ask);
  return { ...post, isCard: true };
}

/** A card that others may read too stays as it is. */
export async function redrawCard(key: string, project: Project, ask: ActionAsk): Promise<Answer> {
  const message = await explainAlert(key, project, ask);
  return isOwn(ask) ? { message, delivered: 'replacing' } : { message };
}

function isOwn({ isPrivate, channel }: ActionAsk): boolean {
  return isPrivate || isDirect(channel);
}

export const alertMute = action(ACTIONS.alertMute, async (ask) => {
  const { channel, ts, isCard } = await findMeant(ask);
  const { which, project } = await requireAlert(ts, { ...ask, channel });
  const card = isCard && isOwn(ask) ? (ask.form ? 'modal' : ask.answerAt) : undefined;
  const carries = carry('alert_form', { channel, ts, card });
  return {
    modal: alertMuteModal(which, project.name, carries, channel === ask.channel ? undefined : channel),
  };
});

export const alertMuteView = view(VIEWS.alertMute, async ({ metadata, values }) => {
  const { channel, ts, card } = requireCarried('alert_form', metadata);
  const choice = MUTE_CHOICES.get(values[MUTE_FIELD] ?? '');
  if (!choice) return { errors: { [MUTE_FIELD]: 'Choose for how long.' } };
  return {
    channel,
    ...(card === 'modal' ? { isOnPage: true } : { answerAt: card }),
    async after(ask) {
      const clicked = await requireAlert(ts, ask);
      const until = choice.ms === undefined ? undefined : ask.now() + choice.ms;
      await changeAlert(clicked, 'alert.mute', ask, (trx) =>
        muteAlert(trx, clicked.at, { by: ask.person, until }),
      );
      if (card === undefined) return undefined;
      return { message: await explainAlert(clicked.at.key, clicked.project, ask), delivered: 'replacing' };
    },
  };
});

export const alertUnmute = action(ACTIONS.alertUnmute, async (ask) => {
  const { channel, ts, isCard } = await findMeant(ask);
  const there = { ...ask, channel };
  const clicked = await requireAlert(ts, there);
  await changeAlert(clicked, 'alert.unmute', there, (trx) => unmuteAlert(trx, clicked.at));
  return isCard ? redrawCard(clicked.at.key, clicked.project, ask) : undefined;
});

/** I’m on it, and Release, which asks first before it releases a colleague. */
export const alertTake = action(ACTIONS.alertTake, async (ask) => {
  const { person, channel, ts } = ask;
  const clicked = await requireAlert(ts, ask);
  const { which, taken } = clicked;
  const taking = { by: person, since: ask.now() };
  if (ask.value !== 'release') {
    await changeAlert(clicked, 'alert.take', ask, (trx) => takeAlert(trx, everywhere(clicked), taking));
    return undefined;
  }
  if (!taken || taken.by === person) {
    await release(clicked, person, ask);
    return undefined;
  }
  const carries = carry('alert_form', { channel, ts, holder: taken.by });
  return { modal: alertReleaseForm(which, taken, carries) };
});

/** Who is on an alert is the same in all channels. */
const everywhere = ({ at: { team, key }, project }: ClickedAlert) => ({ team, projectId: project.id, key });

/** Releases a colleague from an alert, unless somebody else has taken it since. */
export const alertReleaseView = view(VIEWS.alertRelease, async ({ metadata }) => {
  const { channel, ts, holder = '' } = requireCarried('alert_form', metadata);
  return {
    channel,
    async after(ask) {
      await release(await requireAlert(ts, ask), holder, ask);
      return undefined;
    },
  };
});

/** Also notifies a colleague who was on it, if they are still in the channel. */
async function release(clicked: ClickedAlert, holder: string, ask: Ask): Promise<void> {
  const { at, project } = clicked;
  const { person: by, team, channel, workspace } = ask;
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
  const { channel, ts } = await findMeant(ask);
  const there = { ...ask, channel };
  return { message: (await countNotUseful(await requireAlert(ts, there), there)).message };
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
async function offerThreshold(
  { project, alert, at }: ClickedAlert,
  ask: Ask,
): Promise<OfferedThreshold | undefined> {
  if (alert.kind !== 'score_alert') return undefined;
  const { feed, minChange, timezone } = alertSettings(project, ask);
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

type Choice = NonNullable<Carried<'alert'>['choice']>;

const PERMISSIONS: Readonly<Record<Choice, Permission>> = {
  why: 'everyone',
  show: 'members',
  take: 'leads',
  release: 'leads',
};

/** As on the alert's own message. A value that can't be read does nothing. */
export function homeAlertPermission(value: string): Permission {
  return PERMISSIONS[readCarried('alert', value)?.choice ?? 'why'];
}

/** On the Home tab a button for each choice, and a menu when many alerts are open. An alert’s card has some of them. */
export const homeAlerts: readonly Action[] = [
  ACTIONS.homeAlertWhy,
  ACTIONS.homeAlertShow,
  ACTIONS.homeAlertTake,
  ACTIONS.homeAlertMenu,
].map((id) => ({ id, run: handleAlert }));

async function handleAlert(ask: ActionAsk): Promise<Answer> {
  const { project: id, alert: key, choice = 'why' } = requireCarried('alert', ask.value);
  const project = await requireSeen(id, ask);
  if (choice === 'why') return { message: await explainAlert(key, project, ask) };
  if (choice === 'show') return show(key, project, ask);
  const [first] = await findAlertPlaces(key, project, ask);
  if (!first) throw notInYourChannels();
  const taking = { by: ask.person, since: ask.now() };
  await changeAlert(first, `alert.${choice}`, ask, async (trx) =>
    choice === 'take'
      ? takeAlert(trx, everywhere(first), taking)
      : releaseAlert(trx, everywhere(first), ask.person),
  );
  const isHome = ask.ts === '' && ask.form === undefined;
  if (!isHome) return redrawCard(key, project, ask);
  await showHome(ask);
  return undefined;
}

/** Posts the details in the thread of the alert's message, in the first of the asker's channels that has one. */
async function show(key: string, project: Project, ask: ActionAsk): Promise<Answer> {
  const { which, channel, ts } = await requireAlertPost(key, project, ask);
  await showWhy({ ...ask, channel, ts });
  const address = await findPermalink(ask.workspace.client, channel, ts);
  return { message: alertShownAnswer(which, channel, address) };
}
