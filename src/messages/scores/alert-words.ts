/** Words and buttons that an alert’s message shares with the answers about it: what changed, how sure that is, how it went on. */
import {
  type AlertStanding,
  type ChangeAlert,
  type Metric,
  type ScoreAlert,
  SURENESS,
} from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { count, type Scale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { button, type Control, type Part, paragraph } from '../page.ts';
import { beside, bold, capitalize, flexible, join, say, type Text, user } from '../text.ts';
import { dayBeside, dayName, moment } from '../times.ts';
import { METRIC_WORDS, meanWords, moveOf, withOthers } from './score-words.ts';

/** Other metrics in one alert’s message; there are only three others. */
const ALSO_SHOWN = 3;

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

/** "fell 8.2 points": the difference of both figures as shown. */
export function moved(alert: ScoreAlert, scale: Scale): string {
  return moveOf(metricOf(alert), scale, alert.previousScore, alert.score);
}

/** "fell 8.2 points to 53.2 on Thu 19 Nov", or "… between Fri 20 Nov and Mon 23 Nov" if days lie between. */
export function movedTo(alert: ScoreAlert, scale: Scale): string {
  const { day, previousDay, score, againstLevel } = alert;
  const from = againstLevel ? ' from its usual level' : '';
  const when =
    againstLevel || isDayBefore(alert)
      ? `on ${dayName(day)}`
      : `between ${dayName(previousDay)} and ${dayName(day)}`;
  return `${moved(alert, scale)}${from} to ${scale.level(score)} ${when}`;
}

/** " since Fri 20 Nov": goes on from `moved`. Empty if it compares with the day before. */
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

/** "It began on Thu 19 Nov, when the visibility score on Perplexity rose 24.0 points to 60.7."; undefined if the headline is still that one. */
export function beganAs(first: ScoreAlert, now: ScoreAlert): string | undefined {
  if (first.day === now.day && figureNamed(first) === figureNamed(now)) return undefined;
  const scale = scaleOfAlert(first);
  const what = `${figureNamed(first)} ${moved(first, scale)}${sinceWhen(first)}`;
  return `It began on ${dayName(first.day)}, when the ${what} to ${scale.level(first.score)}.`;
}

/** What happened after the day in its headline; undefined while that day is the latest. */
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

/** What a reader might wrongly assume about the figures; empty if nothing. */
export function caveats(alert: Pick<ScoreAlert, 'noWhole' | 'by' | 'alert' | 'day' | 'carriedOver'>): Text {
  const { noWhole, by = 'engine', day, carriedOver } = alert;
  const { name } = METRIC_WORDS[metricOf(alert)];
  const scope = alert.alert?.lead.scope;
  const isOfWhole = scope !== undefined && !scope.engine && !scope.region;
  return join(
    [
      noWhole &&
        (isOfWhole
          ? `The API gives no overall ${name}: this is ${meanWords(by)}.`
          : `The API gives no overall ${name} for ${dayName(day)}, only figures by ${by}.`),
      carriedOver &&
        `The earlier level and the usual range are adjusted to what’s measured now; the chart shows ${noWhole ? 'each day’s own mean' : 'the API’s own figures'}.`,
    ],
    ' ',
  );
}

/** "Also: mention rate 77.5 % → 71.7 %". `day` is the headline’s; another day is named. */
export function alsoLine(also: readonly ScoreAlert[], { day }: Pick<ScoreAlert, 'day'>): string | undefined {
  if (also.length === 0) return undefined;
  const others = also.slice(0, ALSO_SHOWN).map((other) => {
    const scale = scaleOfAlert(other);
    const levels = `${scale.level(other.previousScore)} → ${scale.level(other.score)}`;
    const ended = other.alert && other.alert.status !== 'open' ? `, ${statusWords(other)}` : '';
    const when = other.day === day ? '' : ` on ${dayName(other.day)}`;
    return `${figureNamed(other)} ${levels}${when}${ended}`;
  });
  return `Also: ${others.join(' · ')}`;
}

/** "by @Ana until Fri 20 Nov 10:00", "by @Ana until A37 recovers": goes on from "muted". */
export function mutedUntil({ by, until }: NonNullable<AlertStanding['muted']>, alert: string): Text {
  return say`by ${user(by)} until ${until === undefined ? `${alert} recovers` : moment(until)}`;
}

/** The first day of the change: the alert may have opened later, or been about something else at first. */
export function beganOn({ openedOn, lead }: ChangeAlert): string {
  return lead.changedOn < openedOn ? lead.changedOn : openedOn;
}

/** The first day of the new level. */
export function normalSince(alert: ChangeAlert): string {
  return alert.levelSince ?? beganOn(alert);
}

/** Days from the first to the latest: six from the 19th to the 25th. */
export function daysOf(alert: ChangeAlert): number {
  return Math.round((Date.parse(alert.day) - Date.parse(beganOn(alert))) / DAY_MS);
}

export type AlertState = Readonly<Record<'isOpen' | 'isMuted' | 'isTaken', boolean>>;

/** `which`: "score alert A37". The values name no alert: the message a button is on does. */
export function alertControls(which: string, { isOpen, isMuted, isTaken }: AlertState): (Control | false)[] {
  return [
    isOpen && !isTaken && button(ACTIONS.alertTake, 'I’m on it', `I’m on ${which}`, 'take'),
    isOpen && isTaken && button(ACTIONS.alertTake, 'Release', `Release ${which}`, 'release'),
    isMuted && button(ACTIONS.alertUnmute, 'Unmute', `Unmute ${which}`, 'unmute'),
    isOpen && !isMuted && button(ACTIONS.alertMute, 'Mute…', `Mute ${which}`, 'mute'),
    button(ACTIONS.alertNotUseful, 'Not useful', `${capitalize(which)} is not useful`, 'not_useful'),
  ];
}

/** "@Ana has been on it since Tue 24 Nov, 09:14." */
export function takenWords({ by, since }: NonNullable<AlertStanding['taken']>): Text {
  return say`${user(by)} has been on it since ${moment(since)}.`;
}

export function mutedLine(muted: NonNullable<AlertStanding['muted']>): Part | undefined {
  const until = bold(say`Muted ${mutedUntil(muted, 'it')}`);
  return paragraph(say`${until}: no new alerts on this project’s visibility come here until then.`);
}

/** What each phrase for how sure an alert is means, surest first. */
export function surenessLines(): Text[] {
  return SURENESS.map(
    ({ phrase, spreads, holds, lasted }) =>
      say`${bold(phrase)}: at least ${spreads} times the usual daily swing${lasted === true && ', for several days'}; ${Math.round(100 * holds)} of 100 held in simulations`,
  );
}
