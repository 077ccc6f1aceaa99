/** Draws what stands in place of a score alert: days that cannot be compared, and days without any figures. */
import type {
  FewDays,
  MeasuredChange,
  NoData,
  NotComparable,
  ScoreNotice,
  Standing,
} from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { dayBeside, dayName } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { cameAndWent, ofOthers } from '../measured-words.ts';
import { METRIC_WORDS } from '../metric-words.ts';

/** Names in one sentence; the others are counted. */
const NAMED = 4;

export function scoreNoticeMessage(notice: ScoreNotice, standing: Standing): Message {
  const latest = standing.alert?.latest;
  const current = latest?.kind === 'score_notice' ? latest : notice;
  const name = brief(current.project.name, 'project');
  const { headline, sentences } = noticed(name, current);
  return {
    text: fallback(headline, sentences),
    blocks: [section(mrkdwn`*${headline}* ${sentences.join(' ')}`)],
  };
}

function noticed(name: string, notice: ScoreNotice) {
  const { about } = notice;
  if (about.type === 'no_data') return noData(name, about);
  return about.type === 'few_days' ? tooFew(name, about) : notComparable(name, about, notice);
}

function tooFew(name: string, { days, day, startsOn }: FewDays) {
  return {
    headline: `${name}: the API gives only ${count(days, 'day')} of scores, up to ${dayName(day)}.`,
    sentences: [
      `That’s too few to tell what’s normal. Sightline keeps them from now on; until ${dayName(startsOn)} you’ll hear of very large changes only.`,
    ],
  };
}

function noData(name: string, { status, since, day, returnedOn }: NoData) {
  const gap = since === day ? dayName(since) : `${dayName(since)} to ${dayName(day)}`;
  if (status === 'closed' && returnedOn !== undefined) {
    return {
      headline: `${name}: scores are back since ${dayName(returnedOn)}.`,
      sentences: [`The API gave none for ${gap}.`],
    };
  }
  return {
    headline: `${name}: no scores for ${gap}.`,
    sentences: [
      'The API answers, but has no figure of these days. Nothing is compared until they come back; this message will say so.',
    ],
  };
}

function notComparable(name: string, about: NotComparable, { of, too = [] }: ScoreNotice) {
  const { day, previousDay, value, previousValue, shared, metric } = about;
  const words = METRIC_WORDS[metric];
  const scale = words.scale([value, previousValue, ...(shared ? [shared.before, shared.after] : [])]);
  const what = metric === 'score' ? '' : ` ${words.name}`;
  const parts = { engines: 'engine', regions: 'region', prompts: 'prompt' }[of ?? 'engines'];
  // Of other prompts or regions, what is in both days is not the same either.
  const verdict = ofOthers(too) || ', normal';
  const both = shared
    ? `On the ${count(shared.parts, parts)} in both days: ${scale.level(shared.before)} → ${scale.level(shared.after)}${verdict}.`
    : `No ${parts} was measured on both days, so nothing can be compared.`;
  return {
    headline: `${name}${what}: ${dayName(day)} is not comparable with ${dayBeside(previousDay, day)}.`,
    sentences: [
      ...partsMoved(about, of, too),
      ...too.flatMap(movedToo),
      both,
      `As the API gives them: ${scale.level(previousValue)} → ${scale.level(value)}.`,
    ],
  };
}

/** "Gemini was added to the tracked engines."; what is named with `too` is not of them. */
function partsMoved(
  { added, removed }: NotComparable,
  of: ScoreNotice['of'] = 'engines',
  too: readonly MeasuredChange[],
): string[] {
  const others = new Set(too.flatMap(({ came, went }) => [...came, ...went]));
  const own = (names: readonly string[]) => names.filter((name) => !others.has(name));
  return [
    ...wereMoved(own(added), `added to the tracked ${of}`),
    ...wereMoved(own(removed), `removed from the tracked ${of}`),
  ];
}

function wereMoved(names: readonly string[], how: string): string[] {
  return names.length === 0 ? [] : [`${named(names)} ${names.length === 1 ? 'was' : 'were'} ${how}.`];
}

/** "The tracked regions changed too: France instead of Germany.", "The tracked prompts changed too: 1 prompt came." */
function movedToo(change: MeasuredChange): string[] {
  const { of, came, went } = change;
  if (of === 'prompts') return [`The tracked prompts changed too: ${cameAndWent(change)}.`];
  if (came.length + went.length === 0) return [`The tracked ${of} were set anew too.`];
  if (came.length > 0 && went.length > 0) {
    return [`The tracked ${of} changed too: ${named(came)} instead of ${named(went)}.`];
  }
  return [
    ...wereMoved(came, `added to the tracked ${of} too`),
    ...wereMoved(went, `removed from the tracked ${of} too`),
  ];
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map((name) => brief(name, 'prompt') || 'one without a name');
  const others = names.length - shown.length;
  return [...shown, ...(others > 0 ? [`${figure(others)} more`] : [])].join(', ');
}
