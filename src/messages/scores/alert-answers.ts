/** The card of an alert (/visibility why A37), the answers to clicks on its buttons, and the forms behind them. */
import type { AlertAspect } from '../../ask/plan.ts';
import { type AlertVerdict, carry, VERDICTS } from '../../carried.ts';
import {
  type AlertLedger,
  type AlertOutcome,
  type AlertReleased,
  type AlertStanding,
  handleOf,
  isOfOthers,
  isOpenNews,
  type MentionAlert,
  namePart,
  type ProjectRef,
  type ScoreAlert,
  type Settled,
  type Standing,
  startDay,
  type ThresholdProposal,
} from '../../decision.ts';
import { DAY_MS, WEEK_MS } from '../../durations.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure, type Scale } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import type { Button, Form, Page, Part } from '../page.ts';
import { actions, button, field, headline, note, page, paragraph, section, withBelow } from '../page.ts';
import {
  beside,
  bold,
  capitalize,
  channel,
  code,
  join,
  link,
  type Piece,
  say,
  type Text,
  user,
} from '../text.ts';
import { dayName, moment } from '../times.ts';
import { describeDecidedPost, type WhyPost } from '../trouble-words.ts';
import * as words from './alert-words.ts';
import { measuredLine } from './score-words.ts';
import { describeCauses } from './what-moved.ts';

/** What every alert’s answer needs. */
export type WhyAnyAlert = Pick<AlertStanding, 'muted' | 'taken' | 'stalled'> & {
  /** As it is now. */
  alert: ScoreAlert | MentionAlert;
  handle: string;
  /** What of it was asked, which the headline then answers. */
  aspect?: AlertAspect | undefined;
  posts: readonly (WhyPost & { channel: string })[];
  /** The handles of the alert whose message includes this one, of the one that it became, and of the one that it reverses. */
  toldIn?: string | undefined;
  next?: string | undefined;
  follows?: string | undefined;
  /** How many people found it not useful, and why. */
  verdicts?: Verdicts | undefined;
  /** How it turned out, or the last day (YYYY-MM-DD) of the two weeks after which that’s settled. */
  settled?: SettledAs | { after: string } | undefined;
  now: number;
  /** Only who is on it is offered Release. */
  reader: string;
  mayAct: boolean;
  mayShow: boolean;
};

export type WhyAlert = WhyAnyAlert & {
  alert: ScoreAlert;
  minChange: number;
  ledger?: AlertLedger | undefined;
};

export function whyAlertAnswer(why: WhyAlert): Page {
  const { alert } = why;
  const scale = words.scaleOfAlert(alert);
  const isOpen = alert.alert.status === 'open';
  const progress = words.describeProgress(alert, why.stalled, why.next);
  const { usual, usualNow, lead } = alert.alert;
  // Figures read later may differ, but once other things are measured, only those say anything.
  const { base } = usualNow ? lead : alert.foundAs;
  // A shift may lie within the usual range all along.
  const back = usual && lead.kind === 'jump' ? 'in its usual range' : `near ${scale.level(base)}`;
  const ends = `It ends after two days back ${back}, or after a week at a new level.`;
  const card = alertCard(why, {
    what: say`${words.nameSubject(alert)} ${words.describeAlertChange(alert)}`,
    began: startDay(alert.alert),
    now: words.describeStanding(alert),
    ended: progress,
    sure: words.describeVerdict(alert),
    raised: [
      words.earlierLine(alert, why.follows),
      words.describeSureness(alert),
      ruleLine(alert, scale),
      `This feed’s alert threshold is ${count(why.minChange, 'point')}, or more if days vary a lot.`,
    ],
    // An engine's own alert has its figures in the headline.
    more: section(namePart(alert.alert.lead.scope) && !alert.explanation ? 'What else moved' : 'What moved', [
      ...describeCauses(alert, scale),
      measuredLine(alert.measured),
    ]),
    stands: [isOpen ? join([bold('Open.'), progress, ends], ' ') : progress],
  });
  return withBelow(
    card,
    note(words.describeCaveats(alert)),
    note(why.ledger && words.ledgerLine(why.ledger)),
    why.ledger && actions([lineButton('All alerts', 'ask which alerts did we have?', alert.project.id)]),
  );
}

/** `began` on YYYY-MM-DD, is `now` so far from normal, `ended` so; `sure`: that it was no chance. */
type Told = {
  what: Text;
  began: string;
  now?: Text | undefined;
  ended: Piece;
  sure: Piece;
  raised: readonly Piece[];
  more?: Part | undefined;
  stands: readonly Piece[];
};

/** The card of any alert. */
export function alertCard(why: WhyAnyAlert, told: Told) {
  const { alert, handle, aspect, muted, taken, stalled, posts, toldIn, now } = why;
  const { raised, more, stands } = told;
  const isOpen = isOpenNews(alert);
  return page(
    ...headOf(why, told),
    section('Why it was raised', raised),
    more,
    section('Where it stands', [
      toldIn && `It’s part of ${toldIn}’s message.`,
      ...posts.map((post) => describeDecidedPost(post, now)),
      ...stands,
      isOpen && words.stalledLine(stalled),
      // The headline says what was asked.
      isOpen && taken && aspect !== 'who' && words.takenWords(taken),
      ...(aspect === 'outcome' || aspect === 'sure' ? [] : outcomeLines(why)),
      muted && say`${bold('Muted')} ${words.describeMute(muted, 'it')}.`,
    ]),
    actions(words.alertControls(handle, alert, { isMuted: muted !== undefined, taken }, why)),
  );
}

/** What happened, below the answer to what of it was asked. */
function headOf(why: WhyAnyAlert, { what, began, now, ended, sure }: Told): (Part | undefined)[] {
  const { handle, aspect, taken } = why;
  const alert = bold(handle);
  if (aspect === undefined) return [headline(beside(alert, what))];
  const isOpen = isOpenNews(why.alert);
  const nobody = isOpen ? 'Nobody is on it yet.' : 'It’s over, and nobody was on it.';
  const still = say`It’s still open, since ${dayName(began)}${now && say`: ${now}`}.`;
  const over = isOpen ? still : join(['It’s over.', ended], ' ');
  const outcome = outcomeLines(why);
  const isSettled = why.settled !== undefined && 'outcome' in why.settled;
  const answer = {
    start: say`It started on ${dayName(began)}${isOpen ? ' and is still open.' : '.'}`,
    who: taken ? words.takenWords(taken) : say`${nobody}`,
    sure: join(isSettled ? [...outcome, sure] : [sure, ...outcome], ' '),
    over,
    outcome: join([over, ...outcome], ' '),
  }[aspect];
  return [headline(beside(alert, answer)), paragraph(what)];
}

function outcomeLines({ alert, settled, verdicts }: WhyAnyAlert): Piece[] {
  return [
    settled && ('after' in settled ? outlook(settled.after, alert) : outcomeLine(settled)),
    verdicts && verdictsInWords(verdicts),
  ];
}

/** What is over can't last anymore. */
function outlook(after: string, alert: ScoreAlert | MentionAlert): string | undefined {
  const status = alert.kind === 'score_alert' ? alert.alert.status : alert.status;
  if (!['open', 'new_normal', 'stays'].includes(status)) return undefined;
  return alert.kind === 'score_alert' && isOfOthers(alert)
    ? 'Whether it held can’t be told, because what’s measured has changed.'
    : `Whether it lasts will be clear from the figures of ${dayName(after)}.`;
}

function ruleLine({ foundAs: { kind, base, changedOn }, day }: ScoreAlert, scale: Scale): string {
  const level = scale.level(base);
  if (kind === 'shift')
    return `The level shifted: since ${dayName(changedOn)} it has stayed away from ${level}. That was clear by ${dayName(day)}.`;
  const when = changedOn < day ? `from ${dayName(changedOn)} to ${dayName(day)}` : `on ${dayName(day)}`;
  return `It jumped: ${when} it was further from its level of ${level} than chance makes likely.`;
}

/** `outcome` counts people’s verdicts, `settled` only figures. */
type SettledAs = { outcome: AlertOutcome; settled: Settled };

const BECAME: Readonly<Record<AlertOutcome, readonly [string, why: string]>> = {
  held: ['Held.', 'It still held two weeks later.'],
  faded: ['Faded.', 'It was over within two weeks.'],
  reverted: ['Reverted.', 'It was over within two days.'],
  known_cause: ['Known cause.', 'People here knew why.'],
  false: ['Counts as false.', 'People here found it too small or not true.'],
  unclear: ['Unclear.', 'Too few of the days after it have a figure, or what’s measured has changed.'],
};

function outcomeLine({ outcome, settled }: SettledAs): Text {
  const [became, why] = BECAME[outcome];
  const isCorrected = outcome === 'false' && settled === 'corrected';
  return say`${bold(became)} ${isCorrected ? 'The API has since given another figure for that day.' : why}`;
}

/** `value`: what the button that applies it carries; undefined if the feed is in projects.yml. */
type OfferedThreshold = {
  proposal: ThresholdProposal;
  minChange: number;
  project: ProjectRef;
  value?: string | undefined;
};

export const VERDICT_WORDS: Readonly<Record<AlertVerdict, string>> = {
  too_small: 'too small',
  known_cause: 'known cause',
  not_true: 'not true',
};

export type Verdicts = { all: number; by: Partial<Record<AlertVerdict, number>> };

/** "2 people said it wasn’t useful: 1 too small, 1 known cause." */
export function verdictsInWords({ all, by }: Verdicts): string | undefined {
  if (all === 0) return undefined;
  const why = VERDICTS.flatMap((verdict) => {
    const many = by[verdict] ?? 0;
    const named = VERDICT_WORDS[verdict];
    return many === 0 ? [] : many === all ? named : `${figure(many)} ${named}`;
  });
  const people = all === 1 ? '1 person' : `${figure(all)} people`;
  return `${people} said it wasn’t useful${why.length > 0 ? `: ${why.join(', ')}` : ''}.`;
}

function verdictButtons(which: string, of: AlertPlace): Part | undefined {
  return actions([
    ...VERDICTS.map((verdict) => {
      const label = capitalize(VERDICT_WORDS[verdict]);
      return button(ACTIONS.alertVerdict, label, `${label}: ${which}`, carry('verdict', { ...of, verdict }));
    }),
    undoButton(which, of),
  ]);
}

function undoButton(which: string, of: AlertPlace): Button {
  return button(ACTIONS.alertVerdict, 'Undo', `${which} was useful after all`, carry('verdict', of));
}

type AlertPlace = { alert: string; channel: string };

export function verdictUndoneAnswer(): Page {
  return page(headline('Undone. It no longer counts as not useful.'));
}

export function verdictAnswer(verdict: AlertVerdict, of: AlertPlace): Page {
  return page(headline(`Thanks. Noted: ${VERDICT_WORDS[verdict]}.`), actions([undoButton('This alert', of)]));
}

export function notUsefulAnswer(handle: string, of: AlertPlace, offered?: OfferedThreshold): Page {
  const which = brief(handle, 'place');
  const asked = page(
    headline(`Thanks, noted: ${which} wasn’t useful to you. What was wrong?`),
    verdictButtons(which, of),
  );
  if (!offered) return asked;
  const { proposal, minChange, project, value } = offered;
  const { notUseful, of: last, others, minChange: better, from, to } = proposal;
  const name = brief(project.name, 'project');
  return withBelow(
    asked,
    paragraph(
      say`${notUseful} of the last ${last} alerts were marked not useful. ${bold(`An alert threshold of ${better} points instead of ${minChange}`)} would have left them out and still sent ${count(others, 'other')} between ${dayName(from)} and ${dayName(to)}.`,
    ),
    value === undefined
      ? paragraph(
          say`To set it, put ${code(`min_change: ${better}`)} under ${code('scores')} of ${name} in projects.yml.`,
        )
      : actions([
          button(
            ACTIONS.thresholdSet,
            `Set ${better}`,
            `Set an alert threshold of ${better} for ${name}`,
            value,
          ),
        ]),
  );
}

export function detailsThereAnswer(which: string): Page {
  return page(headline(say`What moved ${bold(brief(which, 'place'))} is already in its thread.`));
}

/** Answers Show me why outside the alert’s channel. `address`: its message’s permalink. */
export function alertShownAnswer(which: string, place: string, address: string | undefined): Page {
  const thread = link(linkable(address), 'its thread');
  return page(headline(say`What moved ${bold(which)} is in ${thread} in ${channel(place)}.`));
}

export function thresholdSetAnswer({ name }: ProjectRef, minChange: number): Page {
  return page(
    headline(`Done. ${brief(name, 'project')}’s alert threshold is now ${count(minChange, 'point')}.`),
    note(say`You can change it again with ${code('/visibility feeds')}.`),
  );
}

export const MUTE_FIELD = 'for';

/** Without `ms` until the alert recovers. */
export const MUTE_CHOICES: ReadonlyMap<string, { label: string; ms?: number }> = new Map([
  ['day', { label: '1 day', ms: DAY_MS }],
  ['week', { label: '1 week', ms: WEEK_MS }],
  ['recovered', { label: 'Until it recovers' }],
]);

/** `elsewhere`: the alert’s channel, if the form isn’t opened there. */
export function alertMuteModal(
  alert: ScoreAlert | MentionAlert,
  which: string,
  carries: string,
  elsewhere?: string,
): Form {
  const name = brief(alert.project.name, 'project');
  const options = [...MUTE_CHOICES].map(([value, { label }]) => ({ value, label }));
  return {
    id: VIEWS.alertMute,
    title: 'Mute alert',
    submit: 'Mute',
    carries,
    parts: [
      paragraph(
        say`While it’s muted, no new alerts on ${name}’s visibility come to ${elsewhere === undefined ? 'this channel' : channel(elsewhere)}${words.unlessItTurns(alert)}. ${capitalize(brief(which, 'place'))} stays up to date.`,
      ),
      field(MUTE_FIELD, 'For', { type: 'choice', as: 'radio', options, initial: 'day' }),
    ],
  };
}

/** Sent to the person who was on an alert, when a colleague released it. */
export function alertReleasedMessage(
  { key, project, channel: place, by, at }: AlertReleased,
  standing: Pick<Standing, 'handles'>,
): Page {
  const which = handleOf(standing, key) ?? 'an alert';
  return page(
    headline(say`${user(by)} released ${bold(which)} in ${channel(place)}. You’re no longer on it.`),
    note(beside(brief(project.name, 'project'), moment(at))),
  );
}
