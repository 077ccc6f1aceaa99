/** Renders what is posted instead of a score alert: days that can’t be compared, no figures, or too few days. */
import type {
  FewDays,
  MeasuredChange,
  NoData,
  NotComparable,
  ScoreNotice,
  Standing,
} from '../../decision.ts';
import { andList, count, firstOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, page, paragraph } from '../page.ts';
import { bold, say } from '../text.ts';
import { dayBeside, dayName } from '../times.ts';
import { describeMeasured, METRIC_WORDS, withOthers } from './score-words.ts';

/** Names to list in one sentence; the rest are counted. */
const NAMED = 4;

export function scoreNoticeMessage(notice: ScoreNotice, standing: Standing): Page {
  const latest = standing.alert?.latest;
  const current = latest?.kind === 'score_notice' ? latest : notice;
  const { signpost, what, body, small } = describeNotice(current);
  return page(headline(say`${signpost}${bold(what)}`), paragraph(body), note(small));
}

type Words = { signpost: string; what: string; body: string; small?: string };

function describeNotice(notice: ScoreNotice): Words {
  const { about, project } = notice;
  const name = brief(project.name, 'project');
  if (about.type === 'no_data') return describeNoData(name, about);
  return about.type === 'few_days'
    ? describeFewDays(name, about)
    : describeNotComparable(name, about, notice);
}

function describeFewDays(name: string, { days, day, startsOn }: FewDays): Words {
  return {
    signpost: '',
    what: `${name}: only ${count(days, 'day')} of scores so far`,
    body: `The API’s scores go up to ${dayName(day)}. That’s too few to tell what’s normal, so until ${dayName(startsOn)} you’ll only hear about very large changes.`,
  };
}

function describeNoData(name: string, { status, since, day, returnedOn }: NoData): Words {
  const gap = since === day ? dayName(since) : `${dayName(since)} to ${dayName(day)}`;
  if (status === 'closed' && returnedOn !== undefined) {
    return {
      signpost: '✅ ',
      what: `${name}: scores are back since ${dayName(returnedOn)}`,
      body: `The API gave none for ${gap}.`,
    };
  }
  return {
    signpost: '⚠️ ',
    what: `${name}: no scores for ${gap}`,
    body: 'The API answers, but has no figures for these days. Alerts resume once they’re back, and this message will say so.',
  };
}

function describeNotComparable(
  name: string,
  about: NotComparable,
  { of = 'engines', too = [] }: ScoreNotice,
): Words {
  const { day, previousDay, value, previousValue, shared, metric } = about;
  const words = METRIC_WORDS[metric];
  const { level } = words.scale([value, previousValue, ...(shared ? [shared.before, shared.after] : [])]);
  const parts = of.slice(0, -1);
  // With other prompts or regions, even engines measured on both days can’t be called normal.
  const verdict = withOthers(too) || ', normal';
  const both = shared
    ? `On the ${count(shared.parts, parts)} measured both days: ${level(shared.before)} → ${level(shared.after)}${verdict}.`
    : `No ${parts} was measured both days, so there’s nothing to compare.`;
  return {
    signpost: '⚠️ ',
    what: `${name}${metric === 'score' ? '' : ` ${words.name}`}: ${dayName(day)} and ${dayBeside(previousDay, day)} can’t be compared`,
    body: [...describeParts(about, of, too), ...too.flatMap(describeOtherChange), both].join(' '),
    small: `The API’s own figures: ${level(previousValue)} → ${level(value)}.`,
  };
}

/** "Gemini was added to the tracked engines." Names that `too` explains are left out. */
function describeParts(
  { added, removed }: NotComparable,
  of: NonNullable<ScoreNotice['of']>,
  too: readonly MeasuredChange[],
): string[] {
  const others = new Set(too.flatMap(({ came, went }) => [...came, ...went]));
  const withoutOthers = (names: readonly string[]) => names.filter((name) => !others.has(name));
  return [
    ...describeNames(withoutOthers(added), `added to the tracked ${of}`),
    ...describeNames(withoutOthers(removed), `removed from the tracked ${of}`),
  ];
}

function describeNames(names: readonly string[], how: string): string[] {
  return names.length === 0 ? [] : [`${joinNames(names)} ${names.length === 1 ? 'was' : 'were'} ${how}.`];
}

/** "The tracked regions changed too: France instead of Germany.", "The tracked prompts changed too: 1 prompt added." */
function describeOtherChange(change: MeasuredChange): string[] {
  const { of, came, went } = change;
  if (of === 'prompts') return [`The tracked prompts changed too: ${describeMeasured(change)}.`];
  if (came.length + went.length === 0) return [`The tracked ${of} changed too.`];
  if (came.length > 0 && went.length > 0)
    return [`The tracked ${of} changed too: ${joinNames(came)} instead of ${joinNames(went)}.`];
  return [
    ...describeNames(came, `added to the tracked ${of} too`),
    ...describeNames(went, `removed from the tracked ${of} too`),
  ];
}

function joinNames(names: readonly string[]): string {
  return andList(firstOf(names, NAMED, (name) => brief(name, 'prompt') || 'an unnamed one'));
}
