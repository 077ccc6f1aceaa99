/** Buttons of alerts on the Home tab. */

import { type Carried, readCarried } from '../../carried.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { alertShownAnswer } from '../../messages/scores/alert-answers.ts';
import type { Project } from '../../projects/projects.ts';
import { releaseAlert, takeAlert } from '../../store/alerts.ts';
import type { Action, ActionAsk, Answer, Permission } from '../ask.ts';
import { requireCarried } from '../refused.ts';
import { findPermalink } from '../reply.ts';
import { explainAlert, findAlertPlaces, notInYourChannels, requireAlertPost } from '../scores/alert.ts';
import { changeAlert, redrawCard } from '../scores/alert-buttons.ts';
import { showWhy } from '../scores/alert-details.ts';
import { requireSeen } from '../seen-by.ts';
import { showHome } from './show-home.ts';

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
  const places = await findAlertPlaces(key, project, ask);
  const [first] = places;
  if (!first) throw notInYourChannels();
  const taking = { by: ask.person, since: ask.now() };
  await changeAlert(first, `alert.${choice}`, ask, async (trx) => {
    let isChanged = false;
    for (const { at } of places) {
      const done = choice === 'take' ? takeAlert(trx, at, taking) : releaseAlert(trx, at, ask.person);
      isChanged = (await done) || isChanged;
    }
    return isChanged;
  });
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
