/** Answers /visibility why A37: which rule found a score alert, past which threshold, and how it stands. */
import type { AlertStanding, ChangeAlert, Moved, ProjectRef, ScoreAlert } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import {
  beganAs,
  carriedOverLine,
  compared,
  enginesLine,
  figureNamed,
  howSure,
  metricOf,
  moved,
  mutedInWords,
  mutedLine,
  noWholeLine,
  partsNote,
  scaleOfAlert,
  wentOn,
  whatMoved,
  whoGained,
} from '../alert-lines.ts';
import { list } from '../budget.ts';
import { dayName } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, figure, type Scale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { measuredLine } from '../measured-words.ts';
import { METRIC_WORDS, sizeOf } from '../metric-words.ts';
import { decidedPostLine, SHOWN, SPOKEN, type Voice, type WhyPost } from './why-post-line.ts';

/** "Thursday" of 2026-11-19. */
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

export type WhyAlert = {
  project: ProjectRef;
  /** As it stands now. */
  alert: ScoreAlert;
  /** As its channel was told of it first. */
  first: ScoreAlert;
  handle: string;
  muted: AlertStanding['muted'];
  /** Of the feed that watches the scores for this channel. */
  minChange: number;
  /** Where a single day was an alert, in the metric's own unit; missing while nobody knew what is usual. */
  limit?: { around: number; below: number; above: number; least: number } | undefined;
  posts: readonly (WhyPost & { channel: string })[];
  /** The handle of the alert whose message tells this one too. */
  toldIn?: string | undefined;
  now: number;
};

export function whyAlertAnswer(why: WhyAlert): Message {
  const { project, alert, first, handle, muted, posts, toldIn, now } = why;
  const scale = scaleOfAlert(alert);
  const found = foundAs(alert, first);
  const name = brief(project.name, 'project');
  const levels = `${scale.level(alert.previousScore)} → ${scale.level(alert.score)}`;
  const what = `${name} ${figureNamed(alert)} ${moved(alert, scale)}: ${levels}`;
  const facts = [
    `${compared(alert)}: ${howSure(alert, scale)}.`,
    beganAs(first, alert),
    noWholeLine(alert),
    measuredLine(alert.measured),
    carriedOverLine(alert),
    found && ruleLine(found, alert.day, scale),
    ...thresholdLines(why, found, scale),
    alert.alert && found && endLine(alert.alert, found, scale),
    whatMoved(alert, scale),
    whoGained(alert),
    enginesLine(alert, scale),
    partsNote(alert),
  ].flatMap((line) => line || []);
  const isChanged = beganAs(first, alert) !== undefined;
  const later = isChanged ? ', changed since' : '';
  const since = wentOn(alert, scale) ?? '';
  const told = toldIn && `Told in the message of ${toldIn}: it moved with that.`;
  const state = alert.alert?.status === 'open' ? `Now: open. ${since}`.trim() : since;
  const lines = (voice: Voice, mute: Mrkdwn | string | undefined) =>
    [...facts, told, ...posts.map((post) => decidedPostLine(voice, post, now, later)), state, mute].flatMap(
      (line) => line || [],
    );
  const mute = muted && `Muted ${mutedInWords(muted, 'it').spoken}.`;
  return {
    text: fallback(`${handle} is a score alert: ${what}.`, lines(SPOKEN, mute)),
    blocks: list(
      joined([mrkdwn`*${handle}*`, 'a score alert', what], ' · '),
      lines(SHOWN, mutedLine(muted)).map((line) => mrkdwn`• ${line}`),
    ),
  };
}

/** As it was told: an alert that goes on is read again every day, and its past may then look a little different. */
function foundAs(alert: ScoreAlert, first: ScoreAlert): Moved | undefined {
  const isFirst = first.day === alert.day && figureNamed(first) === figureNamed(alert);
  return alert.foundAs ?? (isFirst ? first.alert?.lead : undefined) ?? alert.alert?.lead;
}

/** In the words of the rule that found it; `day` is that of its headline. */
function ruleLine({ kind, base, changedOn }: Moved, day: string, scale: Scale): string {
  const before = `the level before, ${scale.level(base)}`;
  if (kind === 'shift')
    return `Rule: a shift. Since ${dayName(changedOn)} its days lie together on another level than ${before}; seen on ${dayName(day)}.`;
  const when = changedOn < day ? `From ${dayName(changedOn)} to ${dayName(day)}` : `On ${dayName(day)}`;
  return `Rule: a jump. ${when} it was further from ${before}, than single days usually are.`;
}

/** Which of its limits makes an alert: a day outside its usual range alone does not. */
function thresholdLines(
  { alert, minChange, limit }: WhyAlert,
  found: Moved | undefined,
  scale: Scale,
): string[] {
  const threshold = `Threshold: changes of at least ${leastChange(alert, minChange)}`;
  if (!alert.alert || !limit) return [`${threshold}.`];
  if (found?.kind === 'shift') return [`${threshold}, from level to level.`];
  // Of figures as they are shown: who adds what is read gets the levels.
  const [around, least] = [scale.change(0, limit.around), scale.change(0, limit.least)];
  const levels = `below ${scale.level(around - least)} or above ${scale.level(around + least)}`;
  const away = `${sizeOf(alert.alert.metric, scale, least)} away from ${scale.level(around)}`;
  const weekday = WEEKDAY.format(Date.parse(alert.day));
  const isAlone = alert.score < limit.below || alert.score > limit.above;
  return [
    `${threshold}, more where its days differ much.`,
    `A day alone alerts from ${away}, what is usual for a ${weekday}: ${levels}; two days in a row on one side from less${isAlone ? '' : ', as here'}.`,
    'The usual range is narrower: a day outside it is not normal, but no alert by that alone.',
  ];
}

/** The tone of answers is from −1 to 1, where a point of a score is a hundredth of the range. */
function leastChange(alert: ScoreAlert, minChange: number): string {
  const metric = metricOf(alert);
  if (metric === 'sentiment') return `${figure(minChange)} % of its range`;
  return count(minChange, METRIC_WORDS[metric].unit.slice(0, -1));
}

function endLine({ metric, calmWithin }: ChangeAlert, { kind, base }: Moved, scale: Scale): string {
  const near = `within ${sizeOf(metric, scale, calmWithin)} of the level before, ${scale.level(base)}`;
  const back = kind === 'jump' ? 'there or in the usual range' : 'there';
  return `It is over after two days ${near}; when the middle of a week lies ${back}; or when a new level has lasted a week.`;
}
