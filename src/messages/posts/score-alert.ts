/** Draws a score alert as it stands: what changed and how sure that is, what moved it, a chart, and what can be done. */
import type { ActionsBlock } from '@slack/types';
import type { ScoreAlert, Standing } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { joined, mrkdwn, user } from '../../slack/text.ts';
import {
  alsoLine,
  beganAs,
  carriedOverLine,
  compared,
  enginesLine,
  figureNamed,
  howSure,
  metricOf,
  moved,
  mutedLine,
  noWholeLine,
  scaleOfAlert,
  sinceWhen,
  wentOn,
  whatMoved,
  whoGained,
} from '../alert-lines.ts';
import { list } from '../budget.ts';
import { dayName } from '../days.ts';
import { fallback } from '../fallback.ts';
import { lowered } from '../first-letter.ts';
import { handleOf } from '../handle.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { measuredLine } from '../measured-words.ts';
import { chartInWords, missingDays, scoreChart, sparkline } from '../score-chart.ts';
import { unreadNote } from '../trouble-words.ts';

export function scoreAlertMessage(decided: ScoreAlert, standing: Standing): Message {
  const { latest = decided, also = [], muted } = standing.alert ?? {};
  const alert = latest.kind === 'score_alert' ? latest : decided;
  const { key, score, previousScore, series, usual, day, previousDay } = alert;
  const metric = metricOf(alert);
  const name = brief(alert.project.name, 'project');
  const scale = scaleOfAlert(alert);
  const what = `${name} ${figureNamed(alert)}`;
  const change = moved(alert, scale);
  const levels = `${scale.level(previousScore)} → ${scale.level(score)}`;
  const handle = handleOf(standing, key);
  const since = wentOn(alert, scale);
  const began = beganAs(decided, alert);
  const measured = [noWholeLine(alert), measuredLine(alert.measured), carriedOverLine(alert)].flatMap(
    (line) => line || [],
  );
  const against = sinceWhen(alert);
  const isOpen = alert.alert?.status === 'open';
  // A mute until a time outlives the alert that it was set at.
  const isMuted = muted !== undefined && (isOpen || muted.until !== undefined);
  const called = standing.posted ? [] : (decided.mention ?? []);

  const head = [
    joined([mrkdwn`*${what} ${change}: ${levels}*`, handle], ' · '),
    `${compared(alert)} · ${howSure(alert, scale)}`,
    began,
    since && (isOpen ? since : mrkdwn`*${since}*`),
    ...measured,
    isMuted && mutedLine(muted),
    called.length > 0 && joined(called.map(user), ' '),
  ];
  const gaps = missingDays(series);
  const unread = unreadNote(decided.unread);
  const facts = [
    whatMoved(alert, scale),
    whoGained(alert),
    enginesLine(alert, scale),
    alsoLine(also, alert),
    unread,
    gaps,
  ];
  const [first = mrkdwn``, ...rest] = facts.flatMap((fact) => (fact ? mrkdwn`${fact}` : []));
  const sections: MessageBlock[] = [section(joined(head, '\n')), ...list(first, rest)];
  const chart = scoreChart(what, series, { usual, metric });
  const actions = alert.alert ? [buttons(handle ?? what, isOpen, isMuted)] : [];
  const ended = !isOpen && since ? `${what}: ${lowered(since)}` : undefined;
  const text = fallback(
    ended ??
      `${what} ${change}${against && `${against},`} to ${scale.level(score)} on ${dayName(day)}${spokenSureness(alert)}.`,
    [
      ...(began ? [began] : []),
      ...(isOpen && since ? [since] : []),
      ...measured,
      `${scale.level(previousScore)} ${alert.againstLevel ? 'until' : 'on'} ${dayName(previousDay)}, ${scale.level(score)} on ${dayName(day)}: ${howSure(alert, scale)}.`,
      ...facts.slice(0, 5).flatMap((fact) => (fact ? `${fact.replaceAll(' · ', '; ')}.` : [])),
      `${chartInWords(series, metric)}.${gaps ? ` ${gaps}` : ''}`,
    ],
  );
  return {
    text: [text, ...called.map((id) => user(id).toString())].join('\n'),
    blocks: [...sections, ...(chart ? [chart] : []), ...actions],
    plainBlocks: [
      ...sections,
      section(mrkdwn`\`${sparkline(series)}\` ${chartInWords(series, metric)}`),
      ...actions,
    ],
  };
}

function spokenSureness({ usual, sureness }: ScoreAlert): string {
  return sureness ? `, ${sureness}` : usual ? ', within its usual range' : '';
}

/** They carry nothing: the message knows its alert. */
function buttons(which: string, isOpen: boolean, isMuted: boolean): ActionsBlock {
  const mute = isMuted
    ? button('Unmute', `Unmute score alert ${which}`, ACTIONS.alertUnmute, 'unmute')
    : button('Mute…', `Mute score alert ${which}`, ACTIONS.alertMute, 'mute');
  return {
    type: 'actions',
    elements: [
      button('Details', `Details of score alert ${which}`, ACTIONS.alertDetails, 'details'),
      ...(isOpen || isMuted ? [mute] : []),
      button('Not useful', `Score alert ${which} is not useful`, ACTIONS.alertNotUseful, 'not_useful'),
    ],
  };
}
