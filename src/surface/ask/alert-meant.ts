/** Answers a question about an alert: one that it names, the only open one, or that of the thread it is asked in. */
import { asksAboutAlert, asksOfAlert, aspectOfAlert, findHandle, partOfAlert } from '../../ask/handles.ts';
import type { AlertAspect, Plan, Reading } from '../../ask/plan.ts';
import { readQuestion } from '../../ask/read-question.ts';
import type { Scope } from '../../decision.ts';
import { headline, page, paragraph } from '../../messages/page.ts';
import { whereOf } from '../../messages/scores/score-words.ts';
import { isOpenAlert, type LatestAlert, unseenAlertsLine } from '../../messages/scores/scores-answer.ts';
import { bold } from '../../messages/text.ts';
import { readHandles } from '../../store/handles.ts';
import { explainAlert } from '../scores/alert.ts';
import { ALERT_MS, findAlertChannelsUnseen, findAlertsSeen } from '../scores/scores.ts';
import { isAlertOn } from './answer-plan.ts';
import type { Around } from './conversation.ts';
import { type PlanAsk, scopeOf } from './plan-ask.ts';

/** The alert's page. Undefined if the question, read as `reading`, has another meaning, or no single alert is meant. */
export async function answerAboutAlert(text: string, reading: Reading, around: Around, ask: PlanAsk) {
  if (ask.isStoreEmpty || asksHow(reading)) return undefined;
  const aspect = aspectOfAlert(text);
  // After a list “since when?” goes on about nothing else.
  const about = asksAboutAlert(text) ?? (aspect && asksOfAlert(text) && isList(around) ? 'it' : undefined);
  const handle = findHandle(text);
  if (aspect && handle !== undefined) {
    const named = (await findAlertsSeen(ask, ask.now() - ALERT_MS)).find((one) => one.handle === handle);
    return named && explain(named.alert.key, aspect, ask);
  }
  if (around.alert !== undefined) {
    const isMeant = about || isLost(reading) || (asksOfAlert(text) && isList(around));
    return isMeant ? explain(around.alert, aspect, ask) : undefined;
  }
  const part = partOfAlert(text);
  if (aspect && part !== undefined) return explainAlertOn(part, aspect, ask);
  if (about === 'it' && isLeadMeant(aspect, around)) return undefined;
  if (!about || (reading.verdict === 'understood' && isOther(reading.plan, about, around))) return undefined;
  const all = await findAlertsSeen(ask, ask.now() - ALERT_MS);
  const only = onlyAlert(all, aspect);
  if (only) return explain(only.alert.key, aspect, ask);
  const isNobodyOnIt = aspect === 'who' && about === 'alert' && !all.some(isOpenAlert);
  return isNobodyOnIt ? noneOpen({}, ask) : undefined;
}

function onlyAlert(all: readonly LatestAlert[], aspect: AlertAspect | undefined): LatestAlert | undefined {
  const open = all.filter(isOpenAlert);
  // “Is it over?” may be about one that is.
  const isOfEnd = aspect === 'over' || aspect === 'outcome';
  const [only, second] = open.length === 0 && isOfEnd ? all.slice(0, 1) : open;
  return second ? undefined : only;
}

/** The open alert on a part, or that there is none; undefined unless the words name an engine or region. */
async function explainAlertOn(part: string, aspect: AlertAspect, ask: PlanAsk) {
  const at = { now: ask.now(), timezone: ask.timezone };
  const read = readQuestion(`how did we change on ${part}`, ask.names.known, at);
  const plan = read.verdict === 'understood' ? read.plan : undefined;
  const scope = plan ? scopeOf(plan) : {};
  if (scope.engine === undefined && scope.region === undefined) return undefined;
  const all = await findAlertsSeen(ask, ask.now() - ALERT_MS);
  const found = all.find((one) => isOpenAlert(one) && isAlertOn(scope, one));
  return found ? explain(found.alert.key, aspect, ask) : noneOpen(scope, ask);
}

async function noneOpen(scope: Scope, ask: PlanAsk) {
  const unseen = unseenAlertsLine(await findAlertChannelsUnseen(ask));
  const none = `No alert${whereOf(scope)} ${unseen ? 'to show here' : 'is open, so nobody is on it'}.`;
  return { page: page(headline(bold(none)), paragraph(unseen)), handle: undefined };
}

async function explain(key: string, aspect: AlertAspect | undefined, ask: PlanAsk) {
  const handles = await readHandles(ask.db, ask.team, [key]);
  return { page: await explainAlert(key, ask.project, ask, aspect), handle: handles[key] };
}

/** Of a list, such as that of leads, “why?” and “since when?” ask nothing. */
function isList({ plan }: Around): boolean {
  const [one, second] = [plan ?? []].flat();
  return one !== undefined && !second && ['leads', 'prompts', 'sources', 'happened'].includes(one.intent);
}

/** “Who has it?” is about the lead that was opened, or one of those listed. */
function isLeadMeant(aspect: AlertAspect | undefined, { card, plan }: Around): boolean {
  const [one, second] = [plan ?? []].flat();
  const areListed = one?.intent === 'leads' && !second;
  return card?.startsWith('L') === true || (aspect === 'who' && areListed);
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
