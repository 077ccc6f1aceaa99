/** Words and buttons shared by an alert’s message and answers about it: what changed, how surely, what followed. */
import { type Carried, carryIfFits } from '../../carried.ts';
import {
  type AlertStanding,
  type ChangeAlert,
  type MentionAlert,
  type ProjectRef,
  type ScoreAlert,
  SURENESS,
  startDay,
} from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton, lineMenu } from '../answer-controls.ts';
import { count, type Scale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, button, type Control, type Part, paragraph } from '../page.ts';
import { beside, bold, capitalize, flexible, join, say, type Text, user } from '../text.ts';
import { dayName, moment } from '../times.ts';
import { describeMean, describeMove, METRIC_WORDS, whereOf, withOthers } from './score-words.ts';

/** Other metrics in one alert’s message; there are only three others. */
const ALSO_SHOWN = 3;

export function scaleOfAlert({ alert, score, previousScore }: ScoreAlert): Scale {
  return METRIC_WORDS[alert.metric].scale([score, previousScore]);
}

/** "visibility score on Gemini" */
export function nameFigure({ alert }: Pick<ScoreAlert, 'alert'>): string {
  return `${METRIC_WORDS[alert.metric].name}${whereOf(alert.lead.scope)}`;
}

/** "Acme", "Acme on Gemini", "Acme mention rate"; the score isn’t named. */
export function nameSubject({ project, alert }: Pick<ScoreAlert, 'project' | 'alert'>): Text {
  const { metric, lead } = alert;
  const named = metric === 'score' ? '' : ` ${METRIC_WORDS[metric].name}`;
  const { engine, region } = lead.scope;
  const on = engine && say` on ${flexible(brief(engine.name, 'place'))}`;
  const within = region && say` in ${flexible(brief(region.name, 'place'))}`;
  return say`${flexible(brief(project.name, 'project'))}${named}${on}${within}`;
}

/** "fell 8.2 points": the difference of both figures as shown. */
export function describeAlertMove(alert: ScoreAlert, scale: Scale): string {
  return describeMove(alert.alert.metric, scale, alert.previousScore, alert.score);
}

/** "fell 8.2 points to 53.2 on Thu 19 Nov", or "… between Fri 20 Nov and Mon 23 Nov" if days lie between. */
export function describeAlertChange(alert: ScoreAlert, scale: Scale): string {
  const { day, previousDay, score, againstLevel } = alert;
  const from = againstLevel ? ' from its usual level' : '';
  const isDayBefore = Date.parse(day) - Date.parse(previousDay) === DAY_MS;
  const when =
    againstLevel || isDayBefore
      ? `on ${dayName(day)}`
      : `between ${dayName(previousDay)} and ${dayName(day)}`;
  return `${describeAlertMove(alert, scale)}${from} to ${scale.level(score)} ${when}`;
}

/** "61.4 on Wed 18 Nov · usually 58.9 to 63.5 · well outside normal", then "… normal on Thu 19 Nov" once later days followed. */
export function describeSureness(alert: ScoreAlert, scale: Scale): Text {
  const { previousScore, previousDay, day, againstLevel, usual, alert: state } = alert;
  const asOf = state.day > day ? ` on ${dayName(day)}` : '';
  return beside(
    `${scale.level(previousScore)} ${againstLevel ? 'until' : 'on'} ${dayName(previousDay)}`,
    usual ? `usually ${formatRange(usual, scale)}` : 'too few days to know what’s normal',
    usual && `${state.sureness ?? 'within that range'}${asOf}`,
  );
}

export function formatRange({ low, high }: { low: number; high: number }, scale: Scale): string {
  return `${scale.level(low)} to ${scale.level(high)}`;
}

/** What happened after the day in its headline; undefined while that day is the latest. */
export function describeProgress(of: ScoreAlert, scale: Scale): string | undefined {
  const { alert, day, measured } = of;
  const now = `${scale.level(alert.lead.value)} on ${dayName(alert.day)}${withOthers(measured)}`;
  const began = startDay(alert);
  const since = began === day ? '' : ` (since ${dayName(began)})`;
  switch (alert.status) {
    case 'open':
      return alert.day > day ? `Now ${now}, day ${countDays(alert) + 1}${since}.` : undefined;
    case 'recovered':
      return `Back to normal: ${now}, after ${count(countDays(alert), 'day')}${since}.`;
    case 'new_normal':
      return `New normal: ${describeNewNormal(of, scale)}. From now on, changes are measured from there.`;
    case 'corrected':
      return `Withdrawn. ${WITHDRAWN}`;
  }
}

export const WITHDRAWN =
  'With the API’s figures and this feed’s settings as they are now, this is no longer an alert.';

/** "53.0, with other prompts" */
export function describeNewNormal({ alert, measured }: ScoreAlert, scale: Scale): string {
  return `${scale.level(alert.level ?? alert.lead.value)}${withOthers(measured)}`;
}

export function describeStatus({ alert }: Pick<ScoreAlert, 'alert'>): string {
  return {
    open: 'open',
    recovered: `back to normal on ${dayName(alert.day)}`,
    new_normal: 'new normal',
    corrected: 'withdrawn',
  }[alert.status];
}

/** Corrects what readers might assume about the figures; empty if nothing needs it. */
export function describeCaveats({ noWhole, by = 'engine', carriedOver, alert }: ScoreAlert): Text {
  const { engine, region } = alert.lead.scope;
  const isMean = !engine && !region && `: this is ${describeMean(by)}`;
  return join(
    [
      noWhole && say`The API gives no overall ${METRIC_WORDS[alert.metric].name}${isMean}.`,
      carriedOver && 'The earlier level and the usual range are adjusted to what’s measured now.',
    ],
    ' ',
  );
}

/** "Also: mention rate 77.5% → 71.7%". `day` is the headline’s; another day is named. */
export function alsoLine(also: readonly ScoreAlert[], { day }: Pick<ScoreAlert, 'day'>): string | undefined {
  if (also.length === 0) return undefined;
  const others = also.slice(0, ALSO_SHOWN).map((other) => {
    const scale = scaleOfAlert(other);
    const levels = `${scale.level(other.previousScore)} → ${scale.level(other.score)}`;
    const ended = other.alert.status !== 'open' ? `, ${describeStatus(other)}` : '';
    const when = other.day === day ? '' : ` on ${dayName(other.day)}`;
    return `${nameFigure(other)} ${levels}${when}${ended}`;
  });
  return `Also: ${others.join(' · ')}`;
}

/** "by @Ana until Nov 20 at 10:00" or "by @Ana until A37 recovers", to follow "muted". */
export function describeMute({ by, until }: NonNullable<AlertStanding['muted']>, alert: string): Text {
  const end = until === undefined ? `${alert} recovers` : moment(until);
  return say`by ${user(by)} until ${end}`;
}

/** Days from the first to the latest: six from the 19th to the 25th. */
export function countDays(alert: ChangeAlert): number {
  return Math.round((Date.parse(alert.day) - Date.parse(startDay(alert))) / DAY_MS);
}

export type AlertState = Readonly<Record<'isOpen' | 'isMuted' | 'isTaken', boolean>>;

/** `which`: "score alert A37". The values name no alert, since the message with the button does. */
export function alertControls(which: string, { isOpen, isMuted, isTaken }: AlertState): (Control | false)[] {
  return [
    isOpen && !isTaken && button(ACTIONS.alertTake, 'I’m on it', `I’m on ${which}`, 'take'),
    isOpen && isTaken && button(ACTIONS.alertTake, 'Release', `Release ${which}`, 'release'),
    isMuted && button(ACTIONS.alertUnmute, 'Unmute', `Unmute ${which}`, 'unmute'),
    isOpen && !isMuted && button(ACTIONS.alertMute, 'Mute…', `Mute ${which}`, 'mute'),
    button(ACTIONS.alertNotUseful, 'Not useful', `${capitalize(which)} is not useful`, 'not_useful'),
  ];
}

/** Opens the comparison with the competitor behind an alert, or the mentions; undefined if none is known. */
export function lookupButton(alert: ScoreAlert | MentionAlert): Control | undefined {
  const { project } = alert;
  if (alert.kind === 'score_alert') return compareButton(project, alert.explanation?.gained?.name);
  return alert.about.type === 'rival'
    ? compareButton(project, alert.about.rival)
    : lineButton('See mentions', 'mentions', project.id);
}

function compareButton({ id, name }: ProjectRef, rival: string | undefined): Control | undefined {
  if (rival === undefined) return undefined;
  return lineButton(`${brief(name, 'project')} vs ${brief(rival, 'place')}`, `compare ${rival}`, id);
}

/** "alert threshold 5 points", wherever a feed's `min_change` is named. */
export function thresholdInWords(minChange: number): string {
  return `alert threshold ${count(minChange, 'point')}`;
}

/** Only score alerts have a threshold. */
export function thresholdMenu({ kind, project }: ScoreAlert | MentionAlert): Control | false | undefined {
  return (
    kind === 'score_alert' && lineMenu([{ label: 'Try another threshold', line: 'what-if' }], project.id)
  );
}

/** Under an alert’s card. The card is outside the alert’s message, so the values name the alert. */
export function cardControls(
  handle: string,
  alert: ScoreAlert | MentionAlert,
  state: AlertState & { isOwn: boolean; mayAct: boolean; mayShow: boolean },
): Part | undefined {
  const { project, key, kind } = alert;
  const { isOpen, isMuted, isTaken, isOwn, mayAct, mayShow } = state;
  const value = (choice?: Carried<'alert'>['choice']) =>
    carryIfFits('alert', { project: project.id, alert: key, choice });
  const control = (is: boolean, id: string, label: string, carried: string | undefined) =>
    is && carried !== undefined && button(id, label, `${label}: ${handle}`, carried);
  return actions([
    control(mayShow && kind === 'score_alert', ACTIONS.homeAlertShow, 'Show me why', value('show')),
    lookupButton(alert),
    control(mayAct && isOpen && !isTaken, ACTIONS.homeAlertTake, 'I’m on it', value('take')),
    control(mayAct && isOpen && isOwn, ACTIONS.homeAlertTake, 'Release', value('release')),
    control(mayAct && isMuted, ACTIONS.alertUnmute, 'Unmute', value()),
    control(mayAct && isOpen && !isMuted, ACTIONS.alertMute, 'Mute…', value()),
    control(mayAct, ACTIONS.alertNotUseful, 'Not useful', value()),
    thresholdMenu(alert),
  ]);
}

/** "@Ana has been on it since Nov 24 at 09:14." */
export function takenWords({ by, since }: NonNullable<AlertStanding['taken']>): Text {
  return say`${user(by)} has been on it since ${moment(since)}.`;
}

export function mutedLine(muted: NonNullable<AlertStanding['muted']>): Part | undefined {
  const until = bold(say`Muted ${describeMute(muted, 'it')}`);
  return paragraph(say`${until}: no new alerts on this project’s visibility come here until then.`);
}

/**
 * What each phrase for how sure an alert is means, surest first. How many held is said of all together: one share for
 * each would seem to contradict their order, since what's at the edge must last before it's an alert.
 */
export function surenessLines(): Text[] {
  const held = SURENESS.map(({ holds }) => Math.round(100 * holds));
  return [
    ...SURENESS.map(
      ({ phrase, spreads, lasted }) =>
        say`${bold(phrase)}: at least ${spreads} times the usual daily swing${lasted === true && ', and an alert only once it lasts'}`,
    ),
    say`In simulations, ${Math.min(...held)} to ${Math.max(...held)} of 100 such alerts held.`,
  ];
}
