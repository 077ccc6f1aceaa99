/** Answers /visibility what-if: the alerts that the past would have brought with a threshold. */
import type { ChangeAlert, PastAlert, PastHeadline, ProjectRef } from '../../decision.ts';
import { DAY_MS } from '../../durations.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { figureNamed, normalSince } from '../alert-lines.ts';
import { list } from '../budget.ts';
import { dayName } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { METRIC_WORDS, moveOf, sizeOf } from '../metric-words.ts';

/** `alerts` are those of this page, latest first, of `total`; `asked` is how many days were asked for. */
export type WhatIfAnswer = {
  minChange: number;
  asked: number;
  from: string;
  to: string;
  total: number;
  alerts: readonly PastAlert[];
  /** The threshold of the feed, and what it would have brought, where it is another one. */
  now?: { minChange: number; total: number } | undefined;
};

export function whatIfAnswer(project: ProjectRef, answer: WhatIfAnswer): Message {
  const { minChange, asked, from, to, total, alerts, now } = answer;
  const name = brief(project.name, 'project');
  const span = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const headline = `${name}: with min_change ${minChange}, ${total === 0 ? 'no alert' : count(total, 'alert')} in ${count(span, 'day')}`;
  const notes = [
    `${dayName(from)} to ${dayName(to)}`,
    span < asked && `only ${count(span, 'day')} of figures are known`,
    now && `with ${now.minChange}, as the feed has it: ${now.total}`,
  ];
  const rows = alerts.map((past) => row(past, to));
  return {
    text: fallback(
      `${headline}.`,
      alerts.map((past) => spoken(past, to)),
      notes.filter((note) => note).join(' · '),
    ),
    blocks: list(joined([mrkdwn`*${headline}*`, ...notes], ' · '), rows),
  };
}

export function noFigures(project: ProjectRef): Message {
  const said = `${brief(project.name, 'project')}: the API has no score of a complete day yet, so nothing can be tried.`;
  return { text: fallback(said), blocks: [section(mrkdwn`${said}`)] };
}

function row(past: PastAlert, to: string): Mrkdwn {
  return joined([mrkdwn`• *${dayName(past.day)}* ${change(past)}`, ...factsOf(past, to)], ' · ');
}

function spoken(past: PastAlert, to: string): string {
  return `${dayName(past.day)}: ${[change(past), ...factsOf(past, to)].filter(Boolean).join(', ')}.`;
}

/** What it became is what its post says since: without it the two would seem to be two alerts. */
function factsOf({ alert, became, handle }: PastAlert, to: string): (string | undefined)[] {
  const later = became && `became on ${dayName(became.day)}: ${change(became)}`;
  return [alert.sureness, later, ending(alert, to), handle];
}

/** "visibility score on Gemini fell 14.0 points: 61.0 → 47.0", as its post says it, or would have. */
function change({ alert, value, base }: PastHeadline): string {
  const scale = METRIC_WORDS[alert.metric].scale([value, base]);
  const size = sizeOf(alert.metric, scale, scale.change(base, value));
  return `${figureNamed({ alert })} ${moveOf(alert.metric, value - base)} ${size}: ${scale.level(base)} → ${scale.level(value)}`;
}

/** By day: a post counts from the first day of the change, which may lie before that of the alert. */
function ending(alert: ChangeAlert, to: string): string {
  const { metric, status, day, level } = alert;
  switch (status) {
    case 'open':
      // What is measured no more can neither recover nor become normal.
      return day < to ? `still open, last measured on ${dayName(day)}` : 'still open';
    case 'new_normal':
      return `new normal since ${dayName(normalSince(alert))}${level === undefined ? '' : `: ${METRIC_WORDS[metric].scale([level]).level(level)}`}`;
    default:
      return `back to normal on ${dayName(day)}`;
  }
}
