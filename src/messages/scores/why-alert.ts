/** Answers /visibility why A37: the rule and threshold that raised a score alert, what moved it, and its state. */
import type { AlertAspect } from '../../ask/plan.ts';
import type { Verdict } from '../../carried.ts';
import type {
  AlertLedger,
  AlertStanding,
  ChangeAlert,
  Moved,
  ProjectRef,
  ScoreAlert,
} from '../../decision.ts';
import { count, figure, type Scale } from '../figures.ts';
import { headline, note, type Page, type Part, paragraph, rows } from '../page.ts';
import { beside, bold, join, type Piece, say, type Text, textOf } from '../text.ts';
import { dayName } from '../times.ts';
import { describeDecidedPost, type WhyPost } from '../why-post.ts';
import { verdictsInWords } from './alert-answers.ts';
import {
  cardControls,
  describeAlertChange,
  describeCaveats,
  describeFirstHeadline,
  describeMute,
  describeProgress,
  describeSureness,
  metricOf,
  nameFigure,
  nameSubject,
  scaleOfAlert,
  startDay,
  takenWords,
} from './alert-words.ts';
import { ledgerLine, type MENTIONS_BECAME, outcomeDueLine, outcomeLine, type SettledAs } from './ledger.ts';
import { formatSize, METRIC_WORDS, measuredLine } from './score-words.ts';
import { describeCauses, sharesNote } from './what-moved.ts';

/** "Thursday" of 2026-11-19. */
const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** What every alert’s answer needs. */
export type WhyAnyAlert = {
  handle: string;
  /** What of it was asked, which the headline then answers. */
  aspect?: AlertAspect | undefined;
  muted: AlertStanding['muted'];
  /** Who is looking into it. */
  taken?: AlertStanding['taken'];
  posts: readonly (WhyPost & { channel: string })[];
  /** The handle of the alert whose message includes this one. */
  toldIn?: string | undefined;
  /** How many people found it not useful, and why. */
  verdicts?: { all: number; by: Partial<Record<Verdict, number>> } | undefined;
  /** How it turned out, or the last day (YYYY-MM-DD) of the two weeks after which that’s settled. */
  settled?: SettledAs | { after: string } | undefined;
  now: number;
  /** Only who is on it is offered Release. */
  reader: string;
  mayAct: boolean;
  mayShow: boolean;
};

export type WhyAlert = WhyAnyAlert & {
  project: ProjectRef;
  /** As it is now. */
  alert: ScoreAlert;
  /** As the channel was told first. */
  first: ScoreAlert;
  /** Threshold of the channel’s scores feed. */
  minChange: number;
  /** A single day beyond these was an alert, in the metric’s own unit; undefined while too few days were known. */
  limit?: { below: number; above: number } | undefined;
  /** How all of the project’s alerts turned out. */
  ledger?: AlertLedger | undefined;
};

export function whyAlertAnswer(why: WhyAlert): Page {
  const { project, alert, first, handle, muted, posts, toldIn, now } = why;
  const scale = scaleOfAlert(alert);
  const found = findFirst(alert, first);
  const then = describeFirstHeadline(first, alert);
  const what = say`${nameSubject({ ...alert, project })} ${describeAlertChange(alert, scale)}`;
  const isOpen = alert.alert?.status === 'open';
  const began = alert.alert ? startDay(alert.alert) : alert.day;
  const head = cardHead(why, what, { isOpen, began, ended: describeProgress(alert, scale) });
  return {
    ...head,
    parts: [
      ...head.parts,
      section('Why it was raised', [
        describeSureness(alert, scale),
        then,
        found && ruleLine(found, alert.day, scale),
        ...thresholdLines(why, found, scale),
      ]),
      section('What moved', [
        ...describeCauses(alert, scale),
        sharesNote(alert, scale),
        measuredLine(alert.measured),
      ]),
      section('Where it stands', [
        toldIn && `It’s part of ${toldIn}’s message, because both moved together.`,
        ...posts.map((post) => describeDecidedPost(post, now, then ? ', updated since' : '')),
        isOpen &&
          join(
            [
              bold('Open.'),
              describeProgress(alert, scale),
              alert.alert && found && endLine(alert.alert, found, alert.usual, scale),
            ],
            ' ',
          ),
        isOpen && why.taken && takenWords(why.taken),
        !isOpen && describeProgress(alert, scale),
        ...outcomeLines(why),
        muted && say`${bold('Muted')} ${describeMute(muted, 'it')}.`,
      ]),
      cardControls(handle, alert, cardState(why, isOpen)),
      note(describeCaveats(alert)),
      note(otherAlerts(why)),
    ],
  };
}

/** The headline: what happened, below the answer to what of it was asked. `began`: YYYY-MM-DD; `ended`: how. */
export function cardHead(
  { handle, aspect, taken }: WhyAnyAlert,
  what: Text,
  { isOpen, began, ended }: { isOpen: boolean; began: string; ended: Piece },
): { summary: Text; parts: readonly (Part | undefined)[] } {
  const alert = bold(handle);
  if (aspect === undefined)
    return { summary: say`${handle}: ${what}`, parts: [headline(beside(alert, what))] };
  const since = `since ${dayName(began)}`;
  const nobody = isOpen ? 'Nobody is on it yet.' : 'It’s over, and nobody was on it.';
  const told = {
    start: say`It started on ${dayName(began)}${isOpen ? ' and is still open.' : '.'}`,
    who: taken ? takenWords(taken) : say`${nobody}`,
    over: isOpen ? say`It’s still open, ${since}.` : join(['It’s over.', ended], ' '),
  }[aspect];
  return { summary: say`${handle}: ${told}`, parts: [headline(beside(alert, told)), paragraph(what)] };
}

export function cardState(
  { muted, taken, reader, mayAct, mayShow }: WhyAnyAlert,
  isOpen: boolean,
): Parameters<typeof cardControls>[2] {
  const isOwn = taken?.by === reader;
  return { isOpen, isMuted: muted !== undefined, isTaken: taken !== undefined, isOwn, mayAct, mayShow };
}

/** Undefined if the ledger knows of this alert alone, which has just been told. */
function otherAlerts({ ledger, settled }: WhyAlert): string | undefined {
  if (!ledger) return undefined;
  const all = Object.values(ledger.counts).reduce((sum, many) => sum + many, 0);
  const isThis = settled !== undefined && 'outcome' in settled && all === 1 && !ledger.raised;
  return isThis ? undefined : ledgerLine(ledger);
}

/** How it turned out, and what people said of it, unless that is how it turned out. */
export function outcomeLines({ settled, verdicts }: WhyAnyAlert, words?: typeof MENTIONS_BECAME): Piece[] {
  const turned =
    settled && ('after' in settled ? outcomeDueLine(settled.after) : outcomeLine(settled, words));
  const isKnown = settled && 'outcome' in settled && settled.outcome === 'known_cause';
  const isSaid = isKnown && verdicts?.by.known_cause === verdicts?.all;
  return [turned, !isSaid && verdicts && verdictsInWords(verdicts.all, verdicts.by)];
}

export function section(heading: string, pieces: readonly Piece[]): Part | undefined {
  const all = pieces.map(textOf).filter(({ spans }) => spans.length > 0);
  return all.length === 0
    ? undefined
    : rows(
        all.map((text) => ({ text })),
        { heading: bold(heading) },
      );
}

/** What first raised it. An open alert is reread every day, and its past may look slightly different by then. */
function findFirst(alert: ScoreAlert, first: ScoreAlert): Moved | undefined {
  const isFirst = first.day === alert.day && nameFigure(first) === nameFigure(alert);
  return alert.foundAs ?? (isFirst ? first.alert?.lead : undefined) ?? alert.alert?.lead;
}

/** `day`: the headline’s. */
function ruleLine({ kind, base, changedOn }: Moved, day: string, scale: Scale): string {
  const level = scale.level(base);
  if (kind === 'shift')
    return `The level shifted: since ${dayName(changedOn)} it has stayed away from ${level}. That was clear by ${dayName(day)}.`;
  const when = changedOn < day ? `from ${dayName(changedOn)} to ${dayName(day)}` : `on ${dayName(day)}`;
  return `It jumped: ${when} it was further from its level of ${level} than a single day usually is.`;
}

/** The limits that raise an alert: a single day outside the usual range doesn’t. */
function thresholdLines(
  { alert, minChange, limit }: WhyAlert,
  found: Moved | undefined,
  scale: Scale,
): string[] {
  const threshold = `This feed’s alert threshold is ${leastChange(alert, minChange)}`;
  if (!alert.alert || !limit) return [`${threshold}.`];
  if (found?.kind === 'shift') return [`${threshold}, measured here between two levels.`];
  const weekday = WEEKDAY.format(Date.parse(alert.day));
  const isAlone = alert.score < limit.below || alert.score > limit.above;
  return [
    `${threshold}, or more if days vary a lot. A single ${weekday} must be below ${scale.level(limit.below)} or above ${scale.level(limit.above)}.`,
    `Two days in a row on the same side need less${isAlone ? '' : ', as here'}. Being just outside the usual range isn’t enough.`,
  ];
}

/** Sentiment goes from −1 to 1, where one point means a hundredth of the range. */
function leastChange(alert: ScoreAlert, minChange: number): string {
  const metric = metricOf(alert);
  if (metric === 'sentiment') return `${figure(minChange)} % of its range`;
  return count(minChange, METRIC_WORDS[metric].unit.slice(0, -1));
}

/** The range in which an alert ends is named only if readers can tell it from `usual`, the one shown above. */
function endLine(
  { metric, calmWithin }: ChangeAlert,
  { kind, base }: Moved,
  usual: ScoreAlert['usual'],
  scale: Scale,
): string {
  const newLevel = 'A new level that lasts a week ends it too.';
  if (usual && isLike(usual, { low: base - calmWithin, high: base + calmWithin }))
    return `It ends after two days back in the usual range, or once a week’s median is. ${newLevel}`;
  const back = kind === 'jump' ? 'there or in the usual range' : 'there';
  return `It ends after two days within ${formatSize(metric, scale, calmWithin)} of ${scale.level(base)}, or once a week’s median is back ${back}. ${newLevel}`;
}

/** How much the edges of two ranges may differ, as a share of their width, before a reader is told of both. */
const LIKE = 0.1;

function isLike(one: { low: number; high: number }, other: { low: number; high: number }): boolean {
  const apart = Math.max(Math.abs(one.low - other.low), Math.abs(one.high - other.high));
  return apart <= LIKE * (one.high - one.low);
}
