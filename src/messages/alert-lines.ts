/** The sentences of a score alert: what changed, how it went on, what moved it, which engines and metrics moved with it. */
import type {
  AlertStanding,
  ChangeAlert,
  EngineChange,
  Explanation,
  Metric,
  PartsBy,
  ScoreAlert,
} from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { type Mrkdwn, mrkdwn, user } from '../slack/text.ts';
import { dayBeside, dayName, moment, utcMoment } from './days.ts';
import { count, figure, type Scale, scaleOf } from './figures.ts';
import { brief } from './lengths.ts';
import { ofOthers } from './measured-words.ts';
import { METRIC_WORDS, moveOf, sizeOf } from './metric-words.ts';

/** Engines named in one line; the others are counted. */
const ENGINES_SHOWN = 8;

/** Metrics told with another one: there are three others. */
const ALSO_SHOWN = 3;

export function metricOf({ alert }: Pick<ScoreAlert, 'alert'>): Metric {
  return alert?.metric ?? 'score';
}

export function scaleOfAlert(alert: ScoreAlert): Scale {
  return METRIC_WORDS[metricOf(alert)].scale([alert.score, alert.previousScore]);
}

/** "visibility score on Gemini" */
export function figureNamed(of: Pick<ScoreAlert, 'alert'>): string {
  const { name } = METRIC_WORDS[metricOf(of)];
  const { engine, region } = of.alert?.lead.scope ?? {};
  const where = [
    engine && ` on ${brief(engine.name, 'place')}`,
    region && ` in ${brief(region.name, 'place')}`,
  ];
  return `${name}${where.filter(Boolean).join('')}`;
}

/** What a list of parts is called. */
export const PARTS: Readonly<Record<PartsBy, string>> = {
  engine: 'Engines',
  'engine and region': 'Engines by region',
  region: 'Regions',
};

/** Why it is no score of the whole; undefined where the API gave one. */
export function noWholeLine({ noWhole, by = 'engine', alert, day }: ScoreAlert): string | undefined {
  if (!noWhole) return undefined;
  return `The API gives no overall ${METRIC_WORDS[metricOf({ alert })].name} for ${dayName(day)}, only figures by ${by}.`;
}

/** "fell 8.2 points": what is read of both figures. */
export function moved(alert: ScoreAlert, scale: Scale): string {
  const { score, previousScore } = alert;
  const change = scale.change(previousScore, score);
  return `${moveOf(metricOf(alert), score - previousScore)} ${sizeOf(metricOf(alert), scale, change)}`;
}

/** "fell 8.2 points on Thu 19 Nov"; against another day than the one before "rose 5.7 points from Fri 20 Nov to Mon 23 Nov". */
export function movedOn(alert: ScoreAlert, scale: Scale): string {
  const { day, previousDay, againstLevel } = alert;
  const what = moved(alert, scale);
  if (againstLevel)
    return `${what} on ${dayName(day)} against the level until ${dayBeside(previousDay, day)}`;
  if (isDayBefore(alert)) return `${what} on ${dayName(day)}`;
  return `${what} from ${dayName(previousDay)} to ${dayName(day)}`;
}

/** " since Fri 20 Nov", where it is not the day before with which the headline compares; goes on from `moved`. */
export function sinceWhen(alert: ScoreAlert): string {
  if (alert.againstLevel) return ' against the level before';
  return isDayBefore(alert) ? '' : ` since ${dayName(alert.previousDay)}`;
}

function isDayBefore({ day, previousDay }: ScoreAlert): boolean {
  return Date.parse(day) - Date.parse(previousDay) === DAY_MS;
}

/** "Thu 19 Nov (complete) against Wed" */
export function compared({ day, previousDay, againstLevel }: ScoreAlert): string {
  return againstLevel
    ? `${dayName(day)} (complete) against the level until ${dayBeside(previousDay, day)}`
    : `${dayName(day)} (complete) against ${dayBeside(previousDay, day)}`;
}

export function howSure({ usual, sureness }: ScoreAlert, scale: Scale): string {
  if (!usual) return 'too few days to know what is normal';
  const range = `${scale.level(usual.low)} to ${scale.level(usual.high)}`;
  return sureness ? `${sureness} (usual range ${range})` : `within the usual range (${range})`;
}

/** "Began on Fri 20 Nov: visibility score on Perplexity rose 24.0 points, 36.7 → 60.7."; undefined under the same headline. */
export function beganAs(first: ScoreAlert, now: ScoreAlert): string | undefined {
  if (first.day === now.day && figureNamed(first) === figureNamed(now)) return undefined;
  const scale = scaleOfAlert(first);
  const levels = `${scale.level(first.previousScore)} → ${scale.level(first.score)}`;
  return `Began on ${dayName(first.day)}: ${figureNamed(first)} ${moved(first, scale)}${sinceWhen(first)}, ${levels}.`;
}

/** Why the level of a headline is none that the chart shows; undefined where it is. */
export function carriedOverLine({ carriedOver }: Pick<ScoreAlert, 'carriedOver'>): string | undefined {
  return carriedOver
    ? 'The level before and the usual range are carried over to what is measured now; the chart has the API’s own figures.'
    : undefined;
}

/** What became of it after the day of its headline; undefined while that is the latest. */
export function wentOn({ alert, day, measured }: ScoreAlert, scale: Scale): string | undefined {
  if (!alert) return undefined;
  const now = `${scale.level(alert.lead.value)} on ${dayName(alert.day)}${ofOthers(measured)}`;
  const began = beganOn(alert);
  const counted = began === day ? '' : ` (began ${dayName(began)})`;
  switch (alert.status) {
    case 'open':
      return alert.day > day
        ? `Latest: ${now}, day ${daysSince(began, alert) + 1} of it${counted}.`
        : undefined;
    case 'recovered':
      return `Back to normal: ${now}. Lasted ${count(daysSince(began, alert), 'day')}${counted}.`;
    case 'new_normal':
      return `New normal since ${dayName(normalSince(alert))}: ${scale.level(alert.level ?? alert.lead.value)}${ofOthers(measured)}. Changes are told against it from now on.`;
    case 'corrected':
      return 'Taken back: the API’s figures of these days and the smallest change told, as they are now, give no reason for an alert any more.';
  }
}

/** "What moved: prompt “k8s cost alerts” −5.1 · Gemini −2.4 · other −0.7 (sum −8.2)" */
export function whatMoved(
  { explanation, againstLevel, previousDay, day }: ScoreAlert,
  scale: Scale,
): string | undefined {
  if (!explanation) return undefined;
  const since = againstLevel ? ` since ${dayBeside(previousDay, day)}` : '';
  return `What moved${since}: ${partsOf(explanation, scale).join(' · ')} (sum ${scale.signed(explanation.change)})`;
}

function partsOf({ parts, rest }: Explanation, scale: Scale): string[] {
  const named = parts.map(({ kind, name, points }) => {
    const what = {
      prompt: `prompt “${brief(name, 'prompt')}”`,
      topic: `prompts of “${brief(name, 'place')}”`,
      engine: brief(name, 'place'),
    }[kind];
    return `${what} ${scale.signed(points)}`;
  });
  if (named.length === 0) return [`nothing stands out ${scale.signed(rest)}`];
  return rest === 0 ? named : [...named, `other ${scale.signed(rest)}`];
}

/** How the points of the parts and those of the engines are related; undefined where no part is named. */
export function partsNote({
  explanation,
  engines,
  score: now,
  previousScore,
  againstLevel,
  previousDay,
  day,
}: Pick<
  ScoreAlert,
  'explanation' | 'engines' | 'score' | 'previousScore' | 'againstLevel' | 'previousDay' | 'day'
>): string | undefined {
  const [largest] = explanation?.parts ?? [];
  if (!explanation || !largest) return undefined;
  // The headline's own, whose figures it repeats.
  const scale = scaleOf([now, previousScore]);
  const part = explanation.parts.find(({ kind }) => kind === 'engine');
  const { score, change } = (part && engines.find(({ engine }) => engine === part.name)) ?? {};
  const own = score === undefined || change === undefined ? undefined : scale.change(score - change, score);
  const example =
    part && own !== undefined
      ? ` (${brief(part.name, 'place')}: ${scale.signed(own)} by itself, ${scale.signed(part.points)} of the whole)`
      : '';
  const points = scale.signed(explanation.change);
  const whole = againstLevel
    ? `the ${points} since ${dayBeside(previousDay, day)}`
    : `the headline’s ${points}`;
  return `“What moved” shares out ${whole}: how far a part moved by itself, times its share of the answers${example}. “Engines” says how far each moved by itself.`;
}

/** "Who gained: Globex, named first 57 times (42 on Mon)" */
export function whoGained({ explanation, previousDay, day }: ScoreAlert): string | undefined {
  const gained = explanation?.gained;
  if (!gained) return undefined;
  const { name, before, after } = gained;
  return `Who gained: ${brief(name, 'place')}, named first ${count(after, 'time')} (${figure(before)} on ${dayBeside(previousDay, day)})`;
}

export function enginesLine(alert: ScoreAlert, scale: Scale): string {
  const { engines, by = 'engine' } = alert;
  if (engines.length === 0) return 'Engines: the API gave no figures by engine';
  // Beside figures in per cent a bare change could be read as a part of them.
  const unit = metricOf(alert) === 'mentionRate' ? `, in ${METRIC_WORDS.mentionRate.unit}` : '';
  const others = engines.length - ENGINES_SHOWN;
  const shown = engines.slice(0, ENGINES_SHOWN).map((engine) => engineChange(engine, scale));
  return `${PARTS[by]}${unit}: ${[...shown, ...(others > 0 ? [`${figure(others)} more not shown`] : [])].join(' · ')}`;
}

function engineChange({ engine, score, change, normal }: EngineChange, scale: Scale): string {
  const name = brief(engine, 'place');
  if (score === undefined) return `${name} no data`;
  if (change === undefined) return `${name} nothing to compare with`;
  return `${name} ${scale.signed(scale.change(score - change, score))}${normal ? ', normal' : ''}`;
}

/** How it ended, or that it has not. */
export function statusWords({ alert }: Pick<ScoreAlert, 'alert'>): string | undefined {
  return (
    alert &&
    {
      open: 'open',
      recovered: `back to normal on ${dayName(alert.day)}`,
      new_normal: 'new normal',
      corrected: 'taken back',
    }[alert.status]
  );
}

/** "Also: mention rate 77.5 % → 71.7 %"; the day is named where it is not that of the headline. */
export function alsoLine(also: readonly ScoreAlert[], { day }: Pick<ScoreAlert, 'day'>): string | undefined {
  if (also.length === 0) return undefined;
  const said = also.slice(0, ALSO_SHOWN).map((other) => {
    const scale = scaleOfAlert(other);
    const levels = `${scale.level(other.previousScore)} → ${scale.level(other.score)}`;
    const ended = other.alert && other.alert.status !== 'open' ? `, ${statusWords(other)}` : '';
    const when = other.day === day ? '' : ` on ${dayName(other.day)}`;
    return `${figureNamed(other)} ${levels}${when}${ended}`;
  });
  return `Also: ${said.join(' · ')}`;
}

/** "Muted by @Ana until Fri 20 Nov 10:00" */
export function mutedLine(muted: AlertStanding['muted']): Mrkdwn | undefined {
  if (!muted) return undefined;
  return mrkdwn`*Muted ${mutedInWords(muted, 'it').shown}*: no new score alerts of this project here meanwhile.`;
}

/** "by @Ana until Fri 20 Nov 10:00", "by @Ana until A37 has recovered": goes on from "muted". */
export function mutedInWords(
  { by, until }: NonNullable<AlertStanding['muted']>,
  alert: string,
): { shown: Mrkdwn; spoken: string } {
  return until === undefined
    ? { shown: mrkdwn`by ${user(by)} until ${alert} has recovered`, spoken: `until ${alert} has recovered` }
    : { shown: mrkdwn`by ${user(by)} until ${moment(until)}`, spoken: `until ${utcMoment(until)}` };
}

/** The first day of what it tells: the alert may have been seen only later, or may have had another lead at first. */
export function beganOn({ openedOn, lead }: ChangeAlert): string {
  return lead.changedOn < openedOn ? lead.changedOn : openedOn;
}

/** The first day of the new level. */
export function normalSince(alert: ChangeAlert): string {
  return alert.levelSince ?? beganOn(alert);
}

/** As who counts on a calendar: from the 19th to the 25th are six. */
function daysSince(began: string, { day }: ChangeAlert): number {
  return Math.round((Date.parse(day) - Date.parse(began)) / DAY_MS);
}
