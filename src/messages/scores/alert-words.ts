/** The sentences of a score alert: what changed, how it goes on, what moved it. Its message and all answers about it share them. */
import type { AlertStanding, ChangeAlert, EngineChange, Metric, ScoreAlert } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { dayBeside, dayName, utcMoment } from '../days.ts';
import { count, figure, type Scale } from '../figures.ts';
import { capital } from '../first-letter.ts';
import { brief } from '../lengths.ts';
import { beside, bold, flexible, joined, say, type Text, user } from '../text.ts';
import { moment } from '../times.ts';
import { andList, withOthers } from './measured-words.ts';
import { METRIC_WORDS, moveOf } from './metric-words.ts';

/** Engines named in one line; the others are counted. */
const ENGINES_SHOWN = 8;

/** Metrics told with another one: there are three others. */
const ALSO_SHOWN = 3;

/** From this share of a change on a part is most of it. */
const MOST = 0.5;

export function metricOf({ alert }: Pick<ScoreAlert, 'alert'>): Metric {
  return alert?.metric ?? 'score';
}

export function scaleOfAlert(alert: Pick<ScoreAlert, 'alert' | 'score' | 'previousScore'>): Scale {
  return METRIC_WORDS[metricOf(alert)].scale([alert.score, alert.previousScore]);
}

/** "visibility score on Gemini" */
export function figureNamed(of: Pick<ScoreAlert, 'alert'>): string {
  const { engine, region } = of.alert?.lead.scope ?? {};
  const on = engine ? ` on ${brief(engine.name, 'place')}` : '';
  const within = region ? ` in ${brief(region.name, 'place')}` : '';
  return `${METRIC_WORDS[metricOf(of)].name}${on}${within}`;
}

/** "Acme", "Acme on Gemini", "Acme mention rate": the score goes without saying. */
export function whose({ project, alert }: Pick<ScoreAlert, 'project' | 'alert'>): Text {
  const metric = metricOf({ alert });
  const named = metric === 'score' ? '' : ` ${METRIC_WORDS[metric].name}`;
  const { engine, region } = alert?.lead.scope ?? {};
  const on = engine && say` on ${flexible(brief(engine.name, 'place'))}`;
  const within = region && say` in ${flexible(brief(region.name, 'place'))}`;
  return say`${flexible(brief(project.name, 'project'))}${named}${on}${within}`;
}

/** "fell 8.2 points": what is read of both figures. */
export function moved(alert: ScoreAlert, scale: Scale): string {
  return moveOf(metricOf(alert), scale, alert.previousScore, alert.score);
}

/** "fell 8.2 points to 53.2 on Thu 19 Nov"; against another day than the one before "… between Fri 20 Nov and Mon 23 Nov". */
export function movedTo(alert: ScoreAlert, scale: Scale): string {
  const { day, previousDay, score, againstLevel } = alert;
  const from = againstLevel ? ' from its usual level' : '';
  const when =
    againstLevel || isDayBefore(alert)
      ? `on ${dayName(day)}`
      : `between ${dayName(previousDay)} and ${dayName(day)}`;
  return `${moved(alert, scale)}${from} to ${scale.level(score)} ${when}`;
}

/** " since Fri 20 Nov", where it is not the day before with which the headline compares; goes on from `moved`. */
export function sinceWhen(alert: ScoreAlert): string {
  if (alert.againstLevel) return ' from its usual level';
  return isDayBefore(alert) ? '' : ` since ${dayName(alert.previousDay)}`;
}

function isDayBefore({ day, previousDay }: ScoreAlert): boolean {
  return Date.parse(day) - Date.parse(previousDay) === DAY_MS;
}

/** "61.4 on Wed · usually 58.9 to 63.5 · well outside normal" */
export function howSure(alert: ScoreAlert, scale: Scale): Text {
  const { previousScore, previousDay, day, againstLevel, usual, sureness } = alert;
  return beside(
    `${scale.level(previousScore)} ${againstLevel ? 'until' : 'on'} ${dayBeside(previousDay, day)}`,
    usual ? `usually ${rangeOf(usual, scale)}` : 'too few days to know what’s normal',
    usual && (sureness ?? 'within that range'),
  );
}

export function rangeOf({ low, high }: { low: number; high: number }, scale: Scale): string {
  return `${scale.level(low)} to ${scale.level(high)}`;
}

/** "It began on Thu 19 Nov, when the visibility score on Perplexity rose 24.0 points to 60.7."; undefined under the same headline. */
export function beganAs(first: ScoreAlert, now: ScoreAlert): string | undefined {
  if (first.day === now.day && figureNamed(first) === figureNamed(now)) return undefined;
  const scale = scaleOfAlert(first);
  const what = `${figureNamed(first)} ${moved(first, scale)}${sinceWhen(first)}`;
  return `It began on ${dayName(first.day)}, when the ${what} to ${scale.level(first.score)}.`;
}

/** What became of it after the day of its headline; undefined while that is the latest. */
export function wentOn(of: ScoreAlert, scale: Scale): string | undefined {
  const { alert, day, measured } = of;
  if (!alert) return undefined;
  const now = `${scale.level(alert.lead.value)} on ${dayName(alert.day)}${withOthers(measured)}`;
  const began = beganOn(alert);
  const since = began === day ? '' : ` (since ${dayName(began)})`;
  switch (alert.status) {
    case 'open':
      return alert.day > day ? `Now ${now}, day ${daysOf(alert) + 1}${since}.` : undefined;
    case 'recovered':
      return `Back to normal: ${now}, after ${count(daysOf(alert), 'day')}${since}.`;
    case 'new_normal':
      return `New normal: ${newNormal(of, scale)}. From now on, changes are measured from there.`;
    case 'corrected':
      return `Withdrawn. ${WITHDRAWN}`;
  }
}

export const WITHDRAWN =
  'With the API’s figures and this feed’s settings as they are now, this is no longer an alert.';

/** "53.0 since Thu 19 Nov" */
export function newNormal({ alert, measured }: ScoreAlert, scale: Scale): string {
  if (!alert) return '';
  const level = scale.level(alert.level ?? alert.lead.value);
  return `${level} since ${dayName(normalSince(alert))}${withOthers(measured)}`;
}

/** How it ended, or that it has not. */
export function statusWords({ alert }: Pick<ScoreAlert, 'alert'>): string | undefined {
  return (
    alert &&
    {
      open: 'open',
      recovered: `back to normal on ${dayName(alert.day)}`,
      new_normal: 'new normal',
      corrected: 'withdrawn',
    }[alert.status]
  );
}

/** What the figures are not, though one would think so; empty where they are. */
export function caveats(alert: Pick<ScoreAlert, 'noWhole' | 'by' | 'alert' | 'day' | 'carriedOver'>): Text {
  const { noWhole, by = 'engine', day, carriedOver } = alert;
  const { name } = METRIC_WORDS[metricOf(alert)];
  return joined(
    [
      noWhole && `The API gives no overall ${name} for ${dayName(day)}, only figures by ${by}.`,
      carriedOver &&
        'The earlier level and the usual range are adjusted to what’s measured now; the chart shows the API’s own figures.',
    ],
    ' ',
  );
}

type Explained = Pick<
  ScoreAlert,
  'explanation' | 'engines' | 'by' | 'alert' | 'againstLevel' | 'previousDay' | 'day'
>;
type Part = NonNullable<ScoreAlert['explanation']>['parts'][number];

/** What moved: engines by their levels, then prompts and topics, then who gained. */
export function whatMoved(alert: Explained, scale: Scale): Text[] {
  const all = [enginesLine(alert, scale), partsLine(alert, scale), whoGained(alert)];
  return all.flatMap((line) => line ?? []);
}

/** "mostly Gemini", where one part is most of what the headline says. */
export function mostly({ explanation, againstLevel }: Explained): Text | undefined {
  const [part] = explanation?.parts ?? [];
  if (!explanation || !part || againstLevel) return undefined;
  const isMost = part.points * explanation.change > 0 && part.points / explanation.change > MOST;
  if (!isMost) return undefined;
  const { kind, name } = part;
  return kind === 'prompt'
    ? say`mostly “${flexible(brief(name, 'prompt'))}”`
    : say`mostly ${flexible(partNamed(part))}`;
}

function partNamed({ kind, name }: Part): string {
  if (kind === 'engine') return brief(name, 'place');
  return kind === 'prompt' ? `prompt “${brief(name, 'prompt')}”` : `prompts on “${brief(name, 'place')}”`;
}

/** "29 % of it": of what the headline says; where that is told against a level, points of what the two days differ by. */
function shareWords({ points }: Part, alert: Explained, scale: Scale): string {
  const { explanation, againstLevel, previousDay, day } = alert;
  const whole = explanation?.change ?? 0;
  if (againstLevel || whole === 0) {
    return `${scale.signed(points)} of the ${scale.signed(whole)} since ${dayBeside(previousDay, day)}`;
  }
  const perCent = `${Math.round(Math.abs(points / whole) * 100)} % of it`;
  return points / whole < 0 ? `offsetting ${perCent}` : perCent;
}

/** "Gemini 61.0 → 47.0, 29 % of it · ChatGPT 61.2 → 55.1 · Perplexity as usual · no data for Claude" */
function enginesLine(alert: Explained, scale: Scale): Text {
  const { engines, by = 'engine', explanation } = alert;
  if (engines.length === 0) return say`The API gives no figures by ${by}.`;
  const shown = engines.slice(0, ENGINES_SHOWN);
  const partOf = (name: string) =>
    explanation?.parts.find((part) => part.kind === 'engine' && part.name === name);
  const isCalm = ({ engine, normal, change }: EngineChange) =>
    normal && change !== undefined && !partOf(engine);
  const calm = shown.filter(isCalm).map(nameOf);
  const missing = shown.filter(({ score }) => score === undefined).map(nameOf);
  const told = shown.filter((engine) => !isCalm(engine) && engine.score !== undefined);
  return beside(
    ...told.map((engine) => {
      const part = partOf(engine.engine);
      const levels = levelsOf(engine, scale);
      return part ? say`${bold(levels)}, ${shareWords(part, alert, scale)}` : levels;
    }),
    calm.length > 0 && `${andList(calm)} as usual`,
    missing.length > 0 && `no data for ${andList(missing)}`,
    engines.length > shown.length && `${figure(engines.length - shown.length)} more not shown`,
  );
}

function nameOf({ engine }: EngineChange): string {
  return brief(engine, 'place') || 'Unnamed engine';
}

function levelsOf(engine: EngineChange, scale: Scale): string {
  const { score = 0, change } = engine;
  if (change === undefined) return `${nameOf(engine)} ${scale.level(score)}, nothing to compare it with`;
  return `${nameOf(engine)} ${scale.level(score - change)} → ${scale.level(score)}`;
}

/** Without the engines that have their levels above. */
function partsLine(alert: Explained, scale: Scale): Text | undefined {
  const { explanation, engines } = alert;
  if (!explanation) return undefined;
  if (explanation.parts.length === 0) return say`No single prompt or engine stands out.`;
  const others = explanation.parts.filter(
    ({ kind, name }) =>
      kind !== 'engine' || !engines.some(({ engine, score }) => engine === name && score !== undefined),
  );
  return beside(
    ...others.map((part) => say`${bold(capital(partNamed(part)))}, ${shareWords(part, alert, scale)}`),
  );
}

/** "Globex gained: named first 57 times, 42 on Wed" */
function whoGained({ explanation, previousDay, day }: Explained): Text | undefined {
  const gained = explanation?.gained;
  if (!gained) return undefined;
  const { name, before, after } = gained;
  const when = dayBeside(previousDay, day);
  return say`${bold(`${brief(name, 'place')} gained`)}: named first ${count(after, 'time')}, ${figure(before)} on ${when}`;
}

/** How an engine that fell 14 points can be 2.4 points of the whole; undefined where no part is named. */
export function sharesNote(alert: ScoreAlert, scale: Scale): string | undefined {
  const { explanation, engines } = alert;
  if (!explanation || explanation.parts.length === 0) return undefined;
  const rule = 'A part’s share weighs how far it moved by how many of the answers it has';
  const part = explanation.parts.find(({ kind }) => kind === 'engine');
  const { score, change } = (part && engines.find(({ engine }) => engine === part.name)) ?? {};
  if (!part || score === undefined || change === undefined) return `${rule}.`;
  const own = scale.signed(scale.change(score - change, score));
  return `${rule}: ${brief(part.name, 'place')}’s ${own} makes ${scale.signed(part.points)} of the ${scale.signed(explanation.change)}.`;
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

/** "by @Ana until Fri 20 Nov 10:00", "by @Ana until A37 has recovered": goes on from "muted". */
export function mutedUntil({ by, until }: NonNullable<AlertStanding['muted']>, alert: string): Text {
  return say`by ${user(by)} until ${until === undefined ? `${alert} has recovered` : moment(until)}`;
}

/** The same for messages that are not pages yet. */
export function mutedInWords(
  muted: NonNullable<AlertStanding['muted']>,
  alert: string,
): { shown: Mrkdwn; spoken: string } {
  const { until } = muted;
  const spoken = until === undefined ? `${alert} has recovered` : utcMoment(until);
  return { shown: mrkdwn`${mutedUntil(muted, alert)}`, spoken: `until ${spoken}` };
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
export function daysOf(alert: ChangeAlert): number {
  return Math.round((Date.parse(alert.day) - Date.parse(beganOn(alert))) / DAY_MS);
}
