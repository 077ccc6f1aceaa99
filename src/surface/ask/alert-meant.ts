/** Answers a question about an alert: the one named, the one whose thread it is asked in, or the only open one. */
import { asksAboutAlert, aspectOfAlert } from '../../ask/aspects.ts';
import type { AlertAspect, Plan, Reading } from '../../ask/plan.ts';
import type { Page } from '../../messages/page.ts';
import { isOpenAlert } from '../../messages/scores/scores-answer.ts';
import { readHandles } from '../../store/handles.ts';
import { findHandle } from '../command-line.ts';
import { explainAlert } from '../scores/alert.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';
import type { PlanAsk } from './plan-ask.ts';

/** What a question asked before or around this one settles: see Conversation. */
export type Around = { plan?: Plan | readonly Plan[] | undefined; alert?: string | undefined };

/** The alert's page. Undefined if the question, read as `reading`, has another meaning, or no single alert is meant. */
export async function answerAboutAlert(
  text: string,
  reading: Reading,
  around: Around,
  ask: PlanAsk,
): Promise<{ page: Page; handle: string | undefined } | undefined> {
  if (ask.isStoreEmpty || asksHow(reading)) return undefined;
  const about = asksAboutAlert(text);
  const aspect = aspectOfAlert(text);
  const handle = findHandle(text);
  if (aspect && handle !== undefined) {
    const named = (await findAlertsSeen(ask, ask.now() - ALERT_MS)).find((one) => one.handle === handle);
    return named && explain(named.alert.key, aspect, ask);
  }
  if (around.alert !== undefined)
    return about || isLost(reading) ? explain(around.alert, aspect, ask) : undefined;
  if (!about || (reading.verdict === 'understood' && isOther(reading.plan, about, around))) return undefined;
  const open = (await findAlertsSeen(ask, ask.now() - ALERT_MS)).filter(isOpenAlert);
  const [only, second] = open;
  return only && !second ? explain(only.alert.key, aspect, ask) : undefined;
}

async function explain(key: string, aspect: AlertAspect | undefined, ask: PlanAsk) {
  const handles = await readHandles(ask.db, ask.team, [key]);
  return { page: await explainAlert(key, ask.project, ask, aspect), handle: handles[key] };
}

/** Whether it tells to do something, or asks how: "mute the alert". */
function asksHow(reading: Reading): boolean {
  if (reading.verdict === 'understood') return reading.plan.intent === 'help';
  return reading.verdict === 'not_understood' && reading.isOrder === true;
}

/** Whether nothing at all was understood: in an alert's thread such words are about the alert. */
function isLost(reading: Reading): boolean {
  if (reading.verdict !== 'not_understood') return false;
  const { unknown, isBeyond, isForeign, likely } = reading;
  return unknown === undefined && !isBeyond && !isForeign && likely.length === 0;
}

/** Whether it asks about a part of the project, or about what was asked before. */
function isOther(plan: Plan, about: 'alert' | 'it', around: Around): boolean {
  const { engine, region, topic, prompt, entity, from, to } = plan;
  const narrowed = [
    engine,
    region,
    from,
    to,
    ...(about === 'it' ? [topic, prompt, entity, around.plan] : []),
  ];
  return narrowed.some((one) => one !== undefined);
}
