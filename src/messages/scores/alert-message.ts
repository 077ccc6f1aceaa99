/** The messages of alerts on scores, rivals and tone, their lines in the thread, and the notices in place of score alerts. */
import {
  type EndedAlert,
  type FewDays,
  type GraverAlert,
  handleOf,
  type MentionAlert,
  type NegativeRise,
  type NoData,
  type NotComparable,
  type RivalFigures,
  type RivalPassed,
  type ScoreAlert,
  type ScoreNotice,
  type Stalled,
  type Standing,
  type ToneFigures,
} from '../../decision.ts';
import { count, figure, firstOf, scaleOf } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, page, paragraph } from '../page.ts';
import type { Piece, Text } from '../text.ts';
import { beside, bold, capitalize, flexible, join, lines, say, user } from '../text.ts';
import { dayName } from '../times.ts';
import { unreadNote } from '../trouble-words.ts';
import { alertCard, type WhyAnyAlert } from './alert-answers.ts';
import * as alerts from './alert-words.ts';
import {
  chartNote,
  describeMeasured,
  describeMove,
  METRIC_WORDS,
  measuredLine,
  scoreChart,
  signpostOf,
  withOthers,
} from './score-words.ts';
import { describeCauses, describeMainPart } from './what-moved.ts';

/** `decided` is what the channel was told first; the page shows the alert as it is now, from `standing`. */
export function scoreAlertMessage(decided: ScoreAlert, standing: Standing): Page {
  const { latest = decided, also = [] } = standing.alert ?? {};
  const alert = latest.kind === 'score_alert' ? latest : decided;
  const scale = alerts.scaleOfAlert(alert);
  const handle = (key = '') => handleOf(standing, key);
  const { body, ...head } = stateOf(alert, standing.alert?.stalled, handle(alert.next));
  // An edit notifies nobody, so mentions are dropped from it after the first day.
  const people = standing.posted && alert.alert.day !== decided.day ? [] : (decided.mention ?? []);
  const unread = unreadNote(alert.unread);
  const title = `${brief(alert.project.name, 'project')} ${alerts.nameFigure(alert)}`;
  const earlier = alert.alert.day === alert.day ? undefined : alert.day;
  const chart = scoreChart(title, alert.series, {
    // Where other things are measured by now, only ranges of their own days say anything.
    usual: alert.measured && !alert.series.some(({ usual }) => usual) ? undefined : alert.usual,
    metric: alert.alert.metric,
  });
  return alerts.alertPage(alert, standing, {
    ...head,
    people: paragraph(join(people.map(user), ' ')),
    body: [
      ...body.toSpliced(1, 0, alerts.earlierLine(alert, handle(alert.follows))),
      ...describeCauses(alert, scale, earlier),
      ...alsoLines(also, alert.day),
    ],
    below: [chart, note(chartNote(alert.series))],
    small: lines(
      alerts.describeSureness(alert),
      measuredLine(alert.measured),
      alerts.describeCaveats(alert),
      unread && `${unread}.`,
    ),
  });
}

function stateOf(alert: ScoreAlert, stalled?: Stalled, next?: string) {
  const { previousScore, score, alert: state } = alert;
  const found = describeFound(alert);
  const signpost = signpostOf(state.metric, score - previousScore);
  const name = alerts.nameSubject(alert);
  const is = say`${name} is ${alerts.describeStatus(alert)}`;
  const before = `It ${alerts.describeAlertChange(alert)}.`;
  switch (state.status) {
    case 'open':
      return {
        signpost,
        what: found,
        more: describeMainPart(alert),
        body: [alerts.describeProgress(alert, stalled)],
      };
    case 'recovered':
      return { signpost: '✅ ', what: is, body: [before, alerts.stillLine(alert)] };
    case 'new_normal':
      return { signpost, what: is, body: ['From now on, changes are measured from there.', before] };
    case 'reversed':
      return { signpost: '', what: found, body: [alerts.reversedLine(next)] };
    case 'corrected':
      return { signpost: '', what: say`${name}: alert withdrawn`, body: [alerts.WITHDRAWN, before] };
  }
}

type BesideAlert = Pick<Standing, 'handles' | 'alert'>;

/** An edit notifies nobody. Compares with the usual level: the day before the change may be long ago by now. */
export function scoreGraverMessage(graver: GraverAlert, standing: BesideAlert): Page {
  const { key, alert, mention } = graver;
  const { metric, lead, sureness, day } = alert;
  const scale = METRIC_WORDS[metric].scale([lead.base, lead.value]);
  const which = handleOf(standing, key) ?? 'the alert';
  const move = describeMove(metric, scale, lead.base, lead.value);
  return page(
    headline(
      say`${signpostOf(metric, lead.delta)}${bold(`${brief(graver.project.name, 'project')}: ${which} is now ${sureness ?? 'further away'}`)}`,
    ),
    paragraph(
      say`${alerts.nameSubject(graver)} ${move} from its usual level of ${scale.level(lead.base)}, to ${scale.level(lead.value)} on ${dayName(day)}.`,
    ),
    paragraph(join([...new Set([...mention, ...holderOf(standing)])].map(user), ' ')),
  );
}

/** Who is on the alert: Slack tells them of a thread only if they are mentioned or wrote in it. */
const holderOf = ({ alert }: BesideAlert) => (alert?.taken ? [alert.taken.by] : []);

/** Posted in the thread when an alert ends, with the headline that its message has from now on. */
export function scoreEndedMessage({ key, alert }: EndedAlert, standing: BesideAlert): Page {
  const [holder] = holderOf(standing);
  const state = alert.kind === 'score_alert' ? stateOf(alert) : { ...mentionHeadline(alert), body: [] };
  return page(
    headline(beside(say`${state.signpost}${bold(state.what)}`, handleOf(standing, key))),
    paragraph(lines(...state.body, othersLine(standing))),
    holder !== undefined && paragraph(say`${user(holder)} was on it.`),
  );
}

/** "Still open: A38, Acme mention rate fell 6.6 percentage points to 71.7% on Thu 19 Nov" */
function othersLine({ alert, ...standing }: BesideAlert): Text | undefined {
  const { others = [] } = alert ?? {};
  const named = firstOf(others, OTHERS_SHOWN, (other) =>
    join([handleOf(standing, other.key), describeFound(other)], ', '),
  );
  return others.length === 0 ? undefined : say`${bold('Still open:')} ${beside(...named)}`;
}

const OTHERS_SHOWN = 3;

export function scoreNoticeMessage(notice: ScoreNotice, standing: Standing): Page {
  const latest = standing.alert?.latest;
  const current = latest?.kind === 'score_notice' ? latest : notice;
  const stalled = alerts.stalledLine(standing.alert?.stalled);
  const { about, project } = current;
  const name = brief(project.name, 'project');
  if (about.type === 'no_data') return noDataPage(name, about, stalled);
  return about.type === 'few_days' ? fewDaysPage(name, about) : notComparablePage(name, about);
}

const noticePage = (signpost: string, what: string, body: string, small?: string) =>
  page(headline(say`${signpost}${bold(what)}`), paragraph(body), note(small));

function fewDaysPage(name: string, { days, day, startsOn }: FewDays): Page {
  return noticePage(
    '',
    `${name}: only ${count(days, 'day')} of scores so far`,
    `The API’s scores go up to ${dayName(day)}. That’s too few to tell what’s normal, so until ${dayName(startsOn)} you’ll only hear about very large changes.`,
  );
}

function noDataPage(
  name: string,
  { status, since, day, returnedOn }: NoData,
  stalled = 'Alerts resume once they’re back, and this message will say so.',
): Page {
  const gap = since === day ? dayName(since) : `${dayName(since)} to ${dayName(day)}`;
  if (status === 'closed' && returnedOn !== undefined) {
    const back = `${name}: scores are back since ${dayName(returnedOn)}`;
    return noticePage('✅ ', back, `The API gave none for ${gap}.`);
  }
  const why = `The API answers, but has no figures for these days. ${stalled}`;
  return noticePage('⚠️ ', `${name}: no scores for ${gap}`, why);
}

function notComparablePage(
  name: string,
  { day, previousDay, value, previousValue, measured, shared, metric }: NotComparable,
): Page {
  const words = METRIC_WORDS[metric];
  const { level } = words.scale([value, previousValue, ...(shared ? [shared.before, shared.after] : [])]);
  const of = shared?.of ?? measured[0]?.of ?? 'engines';
  const part = of.slice(0, -1);
  // With other prompts or regions, even engines measured on both days can’t be called normal.
  const verdict = withOthers(measured.filter((change) => change.of !== of)) || ', normal';
  const both = shared
    ? `On the ${count(shared.parts, part)} measured both days: ${level(shared.before)} → ${level(shared.after)}${verdict}.`
    : `No ${part} was measured both days, so there’s nothing to compare.`;
  const changes = describeMeasured(measured);
  return noticePage(
    '⚠️ ',
    `${name}${metric === 'score' ? '' : ` ${words.name}`}: ${dayName(day)} and ${dayName(previousDay)} can’t be compared`,
    `${capitalize(changes)}. ${both}`,
    `The API’s own figures: ${level(previousValue)} → ${level(value)}.`,
  );
}

/** `decided` is what the channel was told first; the page shows the alert as it is now, from `standing`. */
export function mentionAlertMessage(decided: MentionAlert, standing: Standing): Page {
  const { latest = decided, also = [] } = standing.alert ?? {};
  const alert = latest.kind === 'mention_alert' ? latest : decided;
  const { figures, now = figures } = alert.about;
  const { rule, quote } = mentionWords(alert);
  return alerts.alertPage(alert, standing, {
    ...mentionHeadline(alert),
    body: [...mentionBody(alert, standing.alert?.stalled), ...alsoLines(also, now.day)],
    below: [quote],
    small: rule,
  });
}

type SomeMention = Pick<MentionAlert, 'project' | 'status' | 'about'>;

/** Its headline in each status (`what`), how it stands `now`, how it began (`past`), why it was raised, when it ends. */
function mentionWords({ project, status, about }: SomeMention) {
  const own = flexible(brief(project.name, 'project'));
  return about.type === 'rival' ? rivalWords(own, about) : negativeWords(own, about, status === 'open');
}

function rivalWords(own: Text, about: RivalPassed) {
  const rival = flexible(brief(about.rival, 'place'));
  const { figures, now = figures, since, until } = about;
  const isOfPoints = figures.of === undefined;
  const { level } = scaleOf([figures.own, figures.rival, now.own, now.rival]);
  /** "named first in 57 of 240 answers on Sat 21 Nov, you in 42"; of points "61.0 points on Sat 21 Nov, you 58.2" */
  const lead = ({ of, day, ...both }: RivalFigures, first: 'rival' | 'own' = 'rival') => {
    const [ahead, behind] = first === 'rival' ? [both.rival, both.own] : [both.own, both.rival];
    const other = first === 'rival' ? 'you' : rival;
    return of === undefined
      ? say`${level(ahead)} points on ${dayName(day)}, ${other} ${level(behind)}`
      : say`named first in ${figure(ahead)} of ${figure(of)} answers on ${dayName(day)}, ${other} in ${figure(behind)}`;
  };
  const standing = now.rival >= now.own ? lead(now) : say`you’re ahead: ${lead(now, 'own')}`;
  const chance = isOfPoints ? 'by at least this feed’s alert threshold' : 'by more than chance explains';
  const counted = isOfPoints
    ? 'Points as the API gives them for both.'
    : 'Counted in answers that name a tool first, not in all that name it.';
  return {
    what: {
      open: say`${rival} passed ${own}: ${lead(figures)}`,
      over: say`${own} is ahead of ${rival} again: ${lead(now, 'own')}`,
      stays: say`${rival} stays ahead of ${own}: ${lead(now)}`,
    },
    began: since,
    now: about.now && standing,
    past: say`It passed you on ${dayName(since)}; you were ahead until ${dayName(until)}.`,
    reason: `You were ahead until ${dayName(until)}. From ${dayName(since)} on, it was ahead three days in a row, ${chance}.`,
    rule: `${counted} It ends once you’ve been ahead for three days.`,
    quote: undefined,
  };
}

function negativeWords(own: Text, about: NegativeRise, isOpen: boolean) {
  const { figures, now = figures, usual, quote } = about;
  const many = Math.round(usual * figures.of);
  const usually = many === 0 ? 'none' : `about ${figure(many)}`;
  const share = ({ negative, of, day }: ToneFigures) =>
    `${figure(negative)} of ${figure(of)} on ${dayName(day)}`;
  const day = dayName(figures.day);
  const rose = `${figure(figures.negative)} of ${figure(figures.of)}`;
  return {
    what: {
      open: say`${own}: ${rose} mentions were negative on ${day}, usually ${usually}`,
      over: say`${own}: negative mentions are back to normal, ${share(now)}`,
      stays: say`${own}: more negative mentions are the new normal, ${share(now)}`,
    },
    began: figures.day,
    now: about.now && say`${share(now)}`,
    past: isOpen ? undefined : say`It began on ${day}, with ${rose}, where ${usually} is usual.`,
    reason: `On ${day} more mentions were negative than chance or the days before would explain.`,
    rule: 'Counted in mentions whose sentiment the API gives. It ends after three days back to normal.',
    quote:
      quote === undefined
        ? undefined
        : ({ kind: 'quote', text: say`“${flexible(brief(quote, 'quote'))}”` } as const),
  };
}

/** What was found while it’s open, then how it ended. */
export function mentionHeadline(alert: SomeMention): { signpost: string; what: Text } {
  const { status } = alert;
  return { signpost: status === 'over' ? '✅ ' : '🔻 ', what: mentionWords(alert).what[status] };
}

/** What happened after the headline's day: "Now 52.8 on Sun 29 Nov, day 5." Undefined while nothing has. */
export function describeProgress(alert: ScoreAlert | MentionAlert, stalled?: Stalled): Piece {
  if (alert.kind === 'score_alert') return alerts.describeProgress(alert, stalled);
  const { now } = mentionWords(alert);
  return alert.status === 'open' && now && say`${alerts.asOf(stalled)} ${now}.`;
}

function mentionBody(alert: MentionAlert, stalled: Stalled | undefined): Piece[] {
  return [
    describeProgress(alert, stalled),
    mentionWords(alert).past,
    alert.status === 'stays' && say`After four weeks this is no longer news, so this message stops updating.`,
  ];
}

/** "Acme on Gemini fell 22.7 points to 35.3 on Sat 21 Nov", or the headline of an alert on mentions. */
export function describeFound(alert: ScoreAlert | MentionAlert): Text {
  if (alert.kind === 'mention_alert') return mentionHeadline(alert).what;
  return say`${alerts.nameSubject(alert)} ${alerts.describeAlertChange(alert)}`;
}

const ALSO_SHOWN = 3;

/** "Also: mention rate 77.5% → 71.7%" in the message of another alert, whose `day` isn't named again; alerts on answers below. */
function alsoLines(also: readonly (ScoreAlert | MentionAlert)[], day: string): Piece[] {
  const ofScores = also.flatMap((one) => (one.kind === 'score_alert' ? [one] : []));
  const moves = ofScores.slice(0, ALSO_SHOWN).map((one) => {
    const { level } = alerts.scaleOfAlert(one);
    const [before, now] = [level(one.previousScore), level(one.score)];
    const levels = one.againstLevel ? `${now}, usually ${before}` : `${before} → ${now}`;
    const when = one.day === day ? '' : ` on ${dayName(one.day)}`;
    const since = one.alert.status !== 'open' && `, ${alerts.describeStatus(one)}`;
    return say`${alerts.nameFigure(one)} ${levels}${when}${since}`;
  });
  return [
    moves.length > 0 && say`Also: ${beside(...moves)}`,
    ...also.map(
      (one) => one.kind === 'mention_alert' && say`${mentionHeadline(one).signpost}${describeFound(one)}.`,
    ),
  ];
}

export function whyMentionAlertAnswer(why: WhyAnyAlert & { alert: MentionAlert }): Page {
  const { alert, stalled } = why;
  const { status } = alert;
  const isOpen = status === 'open';
  const { what, began, now, reason, rule, quote } = mentionWords(alert);
  return alertCard(why, {
    what: what.open,
    began,
    now,
    ended: say`${what[status]}.`,
    sure: reason,
    raised: [reason, rule],
    more: quote,
    stands: [isOpen ? bold('Open.') : what[status], ...mentionBody(alert, stalled)],
  });
}
