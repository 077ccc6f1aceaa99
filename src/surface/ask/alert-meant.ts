/** Answers a question about an alert that it doesn't name: the one whose thread it is asked in, or the only open one. */
import { asksAboutAlert } from '../../ask/about-alert.ts';
import type { Plan, Reading } from '../../ask/plan.ts';
import type { Page } from '../../messages/page.ts';
import { isOpenAlert } from '../../messages/scores/scores-answer.ts';
import { readHandles } from '../../store/handles.ts';
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
  if (ask.isStoreEmpty) return undefined;
  if (around.alert !== undefined)
    return asksAboutAlert(text) || isLost(reading) ? explain(around.alert, ask) : undefined;
  const isOfAll = reading.verdict !== 'understood' || (isWhole(reading.plan) && !around.plan);
  if (!isOfAll || !asksAboutAlert(text)) return undefined;
  const open = (await findAlertsSeen(ask, ask.now() - ALERT_MS)).filter(isOpenAlert);
  const [only, second] = open;
  return only && !second ? explain(only.alert.key, ask) : undefined;
}

async function explain(key: string, ask: PlanAsk) {
  const handles = await readHandles(ask.db, ask.team, [key]);
  return { page: await explainAlert(key, ask.project, ask), handle: handles[key] };
}

/** Whether nothing at all was understood: in an alert's thread such words are about the alert. */
function isLost(reading: Reading): boolean {
  if (reading.verdict !== 'not_understood') return false;
  const { unknown, isBeyond, isOrder, isForeign, likely } = reading;
  return unknown === undefined && !isBeyond && !isOrder && !isForeign && likely.length === 0;
}

/** Whether it is about the project as a whole at no particular time. */
function isWhole({ engine, region, topic, prompt, entity, from, to }: Plan): boolean {
  return [engine, region, topic, prompt, entity, from, to].every((field) => field === undefined);
}
