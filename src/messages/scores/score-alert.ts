/** Score alerts: their messages, their lines in the thread as they get worse or end, and the notices in place of one. */
import {
  type AlertReleased,
  type EndedAlert,
  type FewDays,
  type GraverAlert,
  handleOf,
  type NoData,
  type NotComparable,
  type ScoreAlert,
  type ScoreNotice,
  type Standing,
} from '../../decision.ts';
import { count, type Scale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, note, type Page, page, paragraph } from '../page.ts';
import { beside, bold, capitalize, channel, join, lines, type Piece, say, type Text, user } from '../text.ts';
import { dayName, moment } from '../times.ts';
import { unreadNote } from '../trouble-words.ts';
import {
  alertPage,
  alsoLine,
  describeAlertChange,
  describeCaveats,
  describeProgress,
  describeStatus,
  describeSureness,
  nameFigure,
  nameSubject,
  REVERSED,
  scaleOfAlert,
  WITHDRAWN,
} from './alert-words.ts';
import { mentionLine } from './mention-alert.ts';
import {
  chartedLine,
  describeMeasured,
  describeMove,
  METRIC_WORDS,
  missingDays,
  scoreChart,
  signpostOf,
  withOthers,
} from './score-words.ts';
import { describeCauses, describeMainPart } from './what-moved.ts';

/** `decided` is what the channel was told first; the page shows the alert as it is now, from `standing`. */
export function scoreAlertMessage(decided: ScoreAlert, standing: Standing): Page {
  const { latest = decided, also = [], mentions = [] } = standing.alert ?? {};
  const alert = latest.kind === 'score_alert' ? latest : decided;
  const scale = scaleOfAlert(alert);
  const { body, ...head } = stateOf(alert, scale);
  // An edit notifies nobody, so mentions are dropped from it after the first day.
  const people = standing.posted && alert.alert.day !== decided.day ? [] : (decided.mention ?? []);
  const unread = unreadNote(alert.unread);
  const title = `${brief(alert.project.name, 'project')} ${nameFigure(alert)}`;
  const chart = scoreChart(title, alert.series, {
    // The range of what was measured before says nothing about later days.
    usual: alert.measured ? undefined : alert.usual,
    metric: alert.alert.metric,
    measured: alert.measured,
  });
  return alertPage(alert, standing, {
    ...head,
    isOpen: alert.alert.status === 'open',
    people: paragraph(join(people.map(user), ' ')),
    body: [...body, ...describeCauses(alert, scale), alsoLine(also, alert), ...mentions.map(mentionLine)],
    below: [chart, note(missingDays(alert.series))],
    small: lines(
      describeSureness(alert, scale),
      chartedLine(chart, alert.measured),
      describeCaveats(alert),
      unread && `${unread}.`,
    ),
  });
}

/** Sent to the person who was on an alert, when a colleague released it. */
export function alertReleasedMessage(
  { key, project, channel: place, by, at }: AlertReleased,
  standing: Pick<Standing, 'handles'>,
): Page {
  const which = handleOf(standing, key) ?? 'an alert';
  return {
    summary: say`${user(by)} released ${which}. You’re no longer on it.`,
    parts: [
      headline(say`${user(by)} released ${bold(which)} in ${channel(place)}. You’re no longer on it.`),
      note(beside(brief(project.name, 'project'), moment(at))),
    ],
  };
}

type State = { signpost: string; what: Text; more?: Piece; body: (string | undefined)[] };

function stateOf(alert: ScoreAlert, scale: Scale): State {
  const { previousScore, score, alert: state } = alert;
  const change = describeAlertChange(alert, scale);
  const signpost = signpostOf(state.metric, score - previousScore);
  const name = nameSubject(alert);
  const is = say`${name} is ${describeStatus(alert)}`;
  const before = `It ${change}.`;
  switch (state.status) {
    case 'open':
      return {
        signpost,
        what: say`${name} ${change}`,
        more: describeMainPart(alert),
        body: [describeProgress(alert)],
      };
    case 'recovered':
      return { signpost: '✅ ', what: is, body: [before] };
    case 'new_normal':
      return { signpost, what: is, body: ['From now on, changes are measured from there.', before] };
    case 'reversed':
      return { signpost: '', what: say`${name} ${change}`, body: [REVERSED] };
    case 'corrected':
      return { signpost: '', what: say`${name}: alert withdrawn`, body: [WITHDRAWN, before] };
  }
}

/** An edit notifies nobody. Compares with the usual level: the day before the change may be long ago by now. */
export function scoreGraverMessage(graver: GraverAlert, standing: Pick<Standing, 'handles'>): Page {
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
      say`${nameSubject(graver)} ${move} from its usual level of ${scale.level(lead.base)}, to ${scale.level(lead.value)} on ${dayName(day)}.`,
    ),
    paragraph(join(mention.map(user), ' ')),
  );
}

/** Posted in the thread when an alert ends, with the current figure. */
export function scoreEndedMessage(ended: EndedAlert, standing: Pick<Standing, 'handles'>): Page {
  const { key, alert, project } = ended;
  const which = handleOf(standing, key) ?? 'The alert';
  const head = (what: string) => bold(`${brief(project.name, 'project')}: ${which} is ${what}`);
  if (alert.status === 'corrected') return page(headline(head('withdrawn')), paragraph(WITHDRAWN));
  if (alert.status === 'reversed') return page(headline(head('over')), paragraph(REVERSED));
  return page(
    headline(say`${alert.status === 'recovered' && '✅ '}${head('over')}`),
    paragraph(say`${nameSubject(ended)} is ${describeStatus(ended)}.`),
  );
}

export function scoreNoticeMessage(notice: ScoreNotice, standing: Standing): Page {
  const latest = standing.alert?.latest;
  const current = latest?.kind === 'score_notice' ? latest : notice;
  const { signpost, what, body, small } = describeNotice(current);
  return page(headline(say`${signpost}${bold(what)}`), paragraph(body), note(small));
}

type Words = { signpost: string; what: string; body: string; small?: string };

function describeNotice({ about, project }: ScoreNotice): Words {
  const name = brief(project.name, 'project');
  if (about.type === 'no_data') return describeNoData(name, about);
  return about.type === 'few_days' ? describeFewDays(name, about) : describeNotComparable(name, about);
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
  { day, previousDay, value, previousValue, measured, shared, metric }: NotComparable,
): Words {
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
  return {
    signpost: '⚠️ ',
    what: `${name}${metric === 'score' ? '' : ` ${words.name}`}: ${dayName(day)} and ${dayName(previousDay)} can’t be compared`,
    body: `${capitalize(changes)}. ${both}`,
    small: `The API’s own figures: ${level(previousValue)} → ${level(value)}.`,
  };
}
