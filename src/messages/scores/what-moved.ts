/** Describes what moved a score: levels of engines, shares of prompts and topics, and who gained. */
import type { EngineChange, ExplainedPart, ScoreAlert } from '../../decision.ts';
import { andList, count, figure, type Scale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { beside, bold, capitalize, flexible, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';

const ENGINES_SHOWN = 8;

/** A part with more than this share of a change is most of it. */
const MOST = 0.5;

type Explained = Pick<ScoreAlert, 'explanation' | 'engines' | 'by' | 'againstLevel' | 'previousDay'> &
  Partial<Pick<ScoreAlert, 'alert'>>;

export function describeCauses(alert: Explained, scale: Scale): Text[] {
  const all = [enginesLine(alert, scale), partsLine(alert, scale), describeGain(alert), describeLoss(alert)];
  return all.flatMap((line) => line ?? []);
}

/** "mostly Gemini", if one part is most of the change in the headline. */
export function describeMainPart({ explanation, againstLevel }: Explained): Text | undefined {
  const [part] = explanation?.parts ?? [];
  if (!explanation || !part || againstLevel) return undefined;
  if (part.points / explanation.change <= MOST) return undefined;
  return say`mostly ${flexible(namePart(part))}`;
}

/** "Gemini", "“k8s cost alerts” on Gemini", "Gemini on 3 prompts about “alerting”", "Germany". */
function namePart({ of, prompts }: ExplainedPart): string {
  const named = (wanted: ExplainedPart['of'][number]['kind']) => of.find(({ kind }) => kind === wanted)?.name;
  const [engine, prompt, topic, region] = [named('engine'), named('prompt'), named('topic'), named('region')];
  const about = topic !== undefined && `${countPrompts(prompts)} about “${brief(topic, 'place')}”`;
  const what = prompt === undefined ? about : `“${brief(prompt, 'prompt')}”`;
  const who = engine !== undefined && brief(engine, 'place');
  const where = region !== undefined && brief(region, 'place');
  const [first, second] = prompt === undefined ? [who, what] : [what, who];
  const name = [first, second].filter(Boolean).join(' on ');
  return name === '' ? where || '' : `${name}${where ? ` in ${where}` : ''}`;
}

function countPrompts(prompts: number | undefined): string {
  return prompts === undefined ? 'prompts' : count(prompts, 'prompt');
}

/** Whether the part is this engine as a whole. */
function isEngine({ of }: ExplainedPart, name: string): boolean {
  return of.length === 1 && of[0]?.kind === 'engine' && of[0].name === name;
}

/** "29% of it", of the headline’s change. If that is against a level: points of the two days’ difference. */
function describeShare({ points }: ExplainedPart, alert: Explained, scale: Scale): string {
  const { explanation, againstLevel } = alert;
  const whole = explanation?.change ?? 0;
  if (againstLevel || whole === 0)
    return `${scale.signed(points)} of the ${scale.signed(whole)} since ${dayName(alert.previousDay)}`;
  // Over 100 if others moved the other way, perhaps each within its usual range.
  const perCent = Math.round((points / whole) * 100);
  if (perCent > 100) return 'more than all of it';
  return perCent === 100 ? 'all of it' : `${perCent}% of it`;
}

/** "Gemini 61.0 → 47.0, 29% of it · ChatGPT 61.2 → 55.1 · Perplexity as usual · no data for Claude" */
function enginesLine(alert: Explained, scale: Scale): Text {
  const { engines, by = 'engine', explanation } = alert;
  if (engines.length === 0) return say`The API gives no figures by ${by}.`;
  const shown = engines.slice(0, ENGINES_SHOWN);
  const partOf = (name: string) => explanation?.parts.find((part) => isEngine(part, name));
  const isCalm = ({ engine, normal, change }: EngineChange) =>
    normal && change !== undefined && !partOf(engine);
  const calm = shown.filter(isCalm).map(nameOf);
  const missing = shown.filter(({ score }) => score === undefined).map(nameOf);
  // The headline has the figures of the engine it is about.
  const told = alert.alert?.lead.scope.engine?.name;
  const away = shown.filter(
    (one) => !isCalm(one) && one.score !== undefined && (one.engine !== told || partOf(told)),
  );
  return beside(
    ...away.map((engine) => {
      const part = partOf(engine.engine);
      const levels = describeLevels(engine, scale);
      return part ? say`${bold(levels)}, ${describeShare(part, alert, scale)}` : levels;
    }),
    calm.length > 0 && `${andList(calm)} as usual`,
    missing.length > 0 && `no data for ${andList(missing)}`,
    engines.length > shown.length && `${figure(engines.length - shown.length)} more not shown`,
  );
}

function nameOf({ engine }: EngineChange): string {
  return brief(engine, 'place') || 'Unnamed engine';
}

function describeLevels(engine: EngineChange, scale: Scale): string {
  const { score = 0, change } = engine;
  if (change === undefined) return `${nameOf(engine)} ${scale.level(score)}, nothing to compare it with`;
  return `${nameOf(engine)} ${scale.level(score - change)} → ${scale.level(score)}`;
}

/** Without the engines that have their levels above. */
export function partsLine(
  alert: Pick<Explained, 'explanation' | 'engines' | 'againstLevel' | 'previousDay'>,
  scale: Scale,
): Text {
  const { explanation, engines } = alert;
  if (!explanation) return say``;
  const { parts, unread } = explanation;
  // An engine that left its usual range does stand out, even without a share.
  const isEngineAway = engines.some(({ change, normal }) => change !== undefined && !normal);
  const others = parts.filter(
    (part) => !engines.some(({ engine, score }) => isEngine(part, engine) && score !== undefined),
  );
  return beside(
    parts.length === 0 && !isEngineAway && 'No single prompt or engine explains it',
    ...others.map((part) => say`${bold(capitalize(namePart(part)))}, ${describeShare(part, alert, scale)}`),
    unread !== undefined && `${count(unread, 'prompt')} not read`,
  );
}

/** "Globex gained: named first 57 times, up from 42 on Wed 18 Nov" */
function describeGain(alert: Explained): Text | undefined {
  const gained = alert.explanation?.gained;
  if (!gained) return undefined;
  const { name, before, after } = gained;
  const when = dayName(alert.previousDay);
  return say`${bold(`${brief(name, 'place')} gained`)}: named first ${count(after, 'time')}, up from ${figure(before)} on ${when}`;
}

/** "docs.acme.example is no longer cited: in no answer, 31 on Wed 18 Nov" */
function describeLoss(alert: Explained): Text | undefined {
  const lost = alert.explanation?.lost;
  if (!lost) return undefined;
  const { domain, before, after } = lost;
  const what = `${brief(domain, 'place')} is ${after === 0 ? 'no longer cited' : 'cited less'}`;
  const now = after === 0 ? 'in no answer' : `in ${count(after, 'answer')}`;
  return say`${bold(what)}: ${now}, ${figure(before)} on ${dayName(alert.previousDay)}`;
}

/** How an engine that fell 14 points can account for 2.4 of the whole; undefined if no part is named. */
export function sharesNote({ explanation }: ScoreAlert): string | undefined {
  return explanation && explanation.parts.length > 0
    ? 'A part’s share is how far it moved, weighted by its number of answers.'
    : undefined;
}
