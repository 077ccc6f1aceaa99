/** Words and buttons shared by an alert’s message and answers about it: what changed, how surely, what followed. */
import { carry } from '../../carried.ts';
import type {
  AlertLedger,
  AlertOutcome,
  AlertStanding,
  Headline,
  MentionAlert,
  OutcomeCounts,
  ProjectRef,
  ScoreAlert,
  Stalled,
  Standing,
} from '../../decision.ts';
import { handleOf, isOpenNews, SURENESS, startDay } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { lineButton, lineMenu } from '../answer-controls.ts';
import { andList, besideUsual, count, figure, firstOf, formatRange, type Scale } from '../figures.ts';
import { brief } from '../lengths.ts';
import {
  actions,
  button,
  type Control,
  headline,
  note,
  type Page,
  type Part,
  page,
  paragraph,
} from '../page.ts';
import {
  beside,
  bold,
  capitalize,
  flexible,
  join,
  lines,
  type Piece,
  say,
  type Text,
  user,
} from '../text.ts';
import { countDays, dayName, moment } from '../times.ts';
import {
  describeMean,
  describeMove,
  isWorse,
  kindsOf,
  METRIC_WORDS,
  placeWords,
  whereOf,
  withOthers,
} from './score-words.ts';

export function scaleOfAlert({ alert, score, previousScore }: Headline): Scale {
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
  const within = region && say` in ${flexible(placeWords(region.name))}`;
  return say`${flexible(brief(project.name, 'project'))}${named}${on}${within}`;
}

/** "fell 8.2 points to 53.2 on Thu 19 Nov", or "… between Fri 20 Nov and Mon 23 Nov" if days lie between. */
export function describeAlertChange(alert: Headline): string {
  const scale = scaleOfAlert(alert);
  const { day, previousDay, score, previousScore, againstLevel } = alert;
  const from = againstLevel ? ' from its usual level' : '';
  const isDayBefore = countDays(previousDay, day) === 1;
  const when =
    againstLevel || isDayBefore
      ? `on ${dayName(day)}`
      : `between ${dayName(previousDay)} and ${dayName(day)}`;
  const move = describeMove(alert.alert.metric, scale, previousScore, score);
  return `${move}${from} to ${scale.level(score)} ${when}`;
}

/** "61.4 on Wed 18 Nov · usually 58.9 to 63.5 · well outside normal", then "… normal on Thu 19 Nov" once later days followed. */
export function describeSureness(alert: ScoreAlert): Text {
  const scale = scaleOfAlert(alert);
  const { previousScore, previousDay, day, againstLevel, usual, alert: state } = alert;
  const asOf = state.day > day ? ` on ${dayName(day)}` : '';
  return beside(
    `${scale.level(previousScore)} ${againstLevel ? 'until' : 'on'} ${dayName(previousDay)}`,
    usual ? `usually ${formatRange(usual, scale)}` : 'too few days to know what’s normal',
    usual && `${state.sureness ?? 'within that range'}${asOf}`,
  );
}

/** "It’s well outside normal: 52.2 on Sat 21 Nov, usually 58.9 to 63.5." */
export function describeVerdict(alert: ScoreAlert): string {
  const scale = scaleOfAlert(alert);
  const { day, score, usual } = alert;
  const { sureness } = alert.alert;
  const level = `${scale.level(score)} on ${dayName(day)}`;
  return usual
    ? `It’s ${sureness ?? 'within its usual range'}: ${level}, usually ${formatRange(usual, scale)}.`
    : `Too few days are known to say what’s normal: ${level}.`;
}

/** How a figure stands, after "is": "back to normal: 60.8 on Mon 23 Nov, after 2 days", "at a new normal of 53.0". */
export function describeStatus({ alert, measured }: Pick<ScoreAlert, 'alert' | 'measured'>): string {
  const { metric, lead, level = lead.value, day, status } = alert;
  const scale = METRIC_WORDS[metric].scale([lead.base, level]);
  const others = withOthers(measured);
  return {
    open: `${scale.level(level)} on ${dayName(day)}${others}`,
    recovered: `back to normal: ${scale.level(level)} on ${dayName(day)}${others}, after ${count(countDays(startDay(alert), day), 'day')}`,
    new_normal: `at a new normal of ${scale.level(level)}${others}`,
    reversed: 'over: it has gone the other way',
    corrected: 'withdrawn',
  }[status];
}

/** "52.8 on Sun 29 Nov, below its usual 56.9 to 64.5" */
export function describeStanding(of: ScoreAlert): Text {
  const side = describeSide(of);
  return say`${describeStatus(of)}${side && `, ${side}`}`;
}

/** "below its usual 56.9 to 64.5"; undefined while too few days are known. */
export function describeSide({ alert }: ScoreAlert): string | undefined {
  const { metric, lead, usual, usualNow = usual } = alert;
  if (!usualNow) return undefined;
  return besideUsual(lead.value, usualNow, METRIC_WORDS[metric].scale([lead.base, lead.value]));
}

/** What happened after the day in its headline; undefined while that day is the latest. `next`: the handle of what it became. */
export function describeProgress(of: ScoreAlert, stalled?: Stalled, next?: string): string | undefined {
  const { alert, day } = of;
  const began = startDay(alert);
  const since = began === day ? '' : ` (since ${dayName(began)})`;
  if (alert.status === 'corrected') return `Withdrawn. ${WITHDRAWN}`;
  if (alert.status === 'reversed') return reversedLine(next);
  if (alert.status !== 'open') return `${capitalize(describeStatus(of))}${since}.`;
  return alert.day > day
    ? `${asOf(stalled)} ${describeStatus(of)}${isBack(of) ? ', within its usual range' : ''}, day ${countDays(began, alert.day) + 1}${since}.`
    : undefined;
}

/** An alert is over only after two such days. */
function isBack({ alert: { lead, usual, usualNow = usual } }: ScoreAlert): boolean {
  return usualNow !== undefined && lead.value >= usualNow.low && lead.value <= usualNow.high;
}

/** What comes before the latest figure. */
export function asOf(stalled: Stalled | undefined): string {
  return stalled ? 'Last read:' : 'Now';
}

/** Why an open alert isn’t kept up to date; undefined if it is. */
export function stalledLine(stalled: Stalled | undefined): string | undefined {
  return stalled && STALLED_WORDS[stalled];
}

const STALLED_WORDS: Readonly<Record<Stalled, string>> = {
  paused: 'Not updated while its scores feed is paused.',
  ended: 'No longer updated: its scores feed has ended.',
};

/** `next`: the handle of the alert that it became. */
export function reversedLine(next: string | undefined): string {
  return `It has since gone the other way, which counts as an alert of its own${next === undefined ? '' : `, ${next}`}.`;
}

/** "It began when Acme on Gemini fell 22.7 points to 35.3 on Sat 21 Nov." `follows`: the handle of what it reverses. */
export function earlierLine({ began, project }: ScoreAlert, follows: string | undefined): Text | undefined {
  if (began) return say`It began when ${nameSubject({ ...began, project })} ${describeAlertChange(began)}.`;
  return follows === undefined ? undefined : say`It follows ${follows}, which went the other way.`;
}

export const WITHDRAWN =
  'With the API’s figures and this feed’s settings as they are now, this is no longer an alert.';

/** Corrects what readers might assume about the figures; empty if nothing needs it. */
export function describeCaveats(of: ScoreAlert): Text {
  const { noWhole, by = 'engine', alert, measured, promptChanges = [] } = of;
  const { engine, region } = alert.lead.scope;
  const { usualNow, status, day, lead } = alert;
  const isLike = status === 'open' || status === 'recovered';
  const scale = METRIC_WORDS[alert.metric].scale([lead.value, lead.base]);
  const isMean = !engine && !region && `: this is ${describeMean(by)}`;
  const unknown = promptChanges.flatMap(({ day, shared }) => (shared ? [] : dayName(day)));
  return join(
    [
      noWhole && say`The API gives no overall ${METRIC_WORDS[alert.metric].name}${isMean}.`,
      usualNow &&
        isLike &&
        `With the ${kindsOf(measured) || 'set'} of ${dayName(day)}, ${formatRange(usualNow, scale)} is usual.`,
      unknown.length > 0 &&
        `The change on ${andList(unknown)} can’t be judged, so all of it is put down to the prompts.`,
    ],
    ' ',
  );
}

/** "Still below usual: Gemini 35.3 and Claude 44.0." of an alert that is over; undefined if all is back. */
export function stillLine({
  alert: { metric, day },
  still = [],
}: Pick<ScoreAlert, 'alert' | 'still'>): Text | undefined {
  const [first] = still;
  if (!first) return undefined;
  const scale = METRIC_WORDS[metric].scale(still.flatMap(({ score }) => score ?? []));
  const named = firstOf(
    still,
    STILL_SHOWN,
    ({ engine, score = 0 }) => say`${flexible(brief(engine, 'place'))} ${scale.level(score)}`,
  );
  return say`${bold(`Still ${(first.change ?? 0) < 0 ? 'below' : 'above'} usual on ${dayName(day)}:`)} ${beside(...named)}`;
}

const STILL_SHOWN = 4;

/** "by @Ana until Nov 20 at 10:00" or "by @Ana until A37 recovers", to follow "muted". */
export function describeMute({ by, until }: NonNullable<AlertStanding['muted']>, alert: string): Text {
  const end = until === undefined ? `${alert} recovers` : moment(until);
  return say`by ${user(by)} until ${end}`;
}

/** A mute of a fall doesn’t hold back a rise. */
export function unlessItTurns(muted: ScoreAlert | MentionAlert): string {
  if (muted.kind !== 'score_alert') return '';
  const { metric, lead } = muted.alert;
  return `, unless the ${METRIC_WORDS[metric].name} ${isWorse(metric, lead.delta) ? 'improves' : 'gets worse'}`;
}

/** In the alert's own message its value doesn't name it; elsewhere it does. `which`: "score alert A37". */
export function alertButton(
  [id, label, choice]: readonly [string, string, 'release'?],
  which: string,
  { project, key }: Pick<ScoreAlert, 'project' | 'key'>,
  isElsewhere: boolean,
): Control {
  const value = isElsewhere
    ? carry('alert', { project: project.id, alert: key, choice })
    : (choice ?? 'alert');
  // Elsewhere, only who is on it is offered this.
  const confirm = choice === 'release' && !isElsewhere ? RELEASE_ASKED : undefined;
  return button(id, label, `${label.replace('?', '')}: ${which}`, value, { confirm });
}

const RELEASE_ASKED = {
  title: 'Release alert?',
  text: 'Whoever is on it is told, and anyone can take it.',
  confirm: 'Release',
  deny: 'Cancel',
};

export const TAKE = [ACTIONS.alertTake, 'I’m on it'] as const;
export const RELEASE = [ACTIONS.alertTake, 'Release', 'release'] as const;

const AFTERTHOUGHTS = [
  { label: 'Try another threshold', line: 'what-if' },
  { label: 'Were your alerts right?', line: 'ask were your alerts right?' },
];

/** The buttons of an alert, in its message or, for one `reader`, elsewhere. */
export function alertControls(
  which: string,
  alert: ScoreAlert | MentionAlert,
  { isMuted, taken }: { isMuted: boolean; taken: AlertStanding['taken'] },
  reader?: { reader: string; mayAct: boolean; mayShow: boolean },
): (Control | false | undefined)[] {
  const { kind, project } = alert;
  const { mayAct, mayShow } = reader ?? { mayAct: true, mayShow: true };
  const isOpen = isOpenNews(alert);
  const isOwn = taken !== undefined && (!reader || taken.by === reader.reader);
  const control = (is: boolean, ...as: Parameters<typeof alertButton>[0]) =>
    is && alertButton(as, which, alert, reader !== undefined);
  return [
    control(mayShow && kind === 'score_alert', ACTIONS.alertWhy, 'Show me why'),
    lookupButton(alert),
    control(mayAct && isOpen && !taken, ...TAKE),
    control(mayAct && isOpen && isOwn, ...RELEASE),
    control(mayAct && isMuted, ACTIONS.alertUnmute, 'Unmute'),
    control(mayAct && isOpen && !isMuted, ACTIONS.alertMute, 'Mute…'),
    control(mayAct, ACTIONS.alertNotUseful, 'Not useful'),
    // Only score alerts have a threshold and an outcome.
    kind === 'score_alert' && lineMenu(AFTERTHOUGHTS, project.id),
  ];
}

/** What the message of any alert says: its headline and what stands below it. */
type Told = {
  signpost: string;
  what: Text;
  more?: Piece;
  people?: Part | undefined;
  body: readonly Piece[];
  below: readonly (Part | undefined)[];
  small: Piece;
};

/** The message of any alert, with its buttons. */
export function alertPage(alert: ScoreAlert | MentionAlert, standing: Standing, told: Told): Page {
  const { signpost, what, more, people, body, below, small } = told;
  const { muted, taken, stalled } = standing.alert ?? {};
  const handle = handleOf(standing, alert.key);
  const isOpen = isOpenNews(alert);
  // A mute with an end time outlives its alert.
  const isMuted = muted !== undefined && (isOpen || muted.until !== undefined);
  const which = `${alert.kind === 'score_alert' ? 'score ' : ''}alert ${handle ?? brief(alert.project.name, 'project')}`;
  return page(
    headline(beside(say`${signpost}${bold(what)}`, more, handle)),
    people,
    isOpen && taken && paragraph(say`✋ ${takenWords(taken)}`),
    paragraph(lines(...body, isOpen && stalledLine(stalled))),
    ...below,
    isMuted &&
      paragraph(
        say`${bold(say`Muted ${describeMute(muted, 'it')}`)}: no new alerts on this project’s visibility come here until then${unlessItTurns(alert)}.`,
      ),
    actions(alertControls(which, alert, { isMuted, taken })),
    note(small),
  );
}

/** Opens the comparison with the competitor behind an alert, or the mentions; undefined if none is known. */
function lookupButton(alert: ScoreAlert | MentionAlert): Control | undefined {
  const { project } = alert;
  if (alert.kind === 'score_alert') return compareButton(project, alert.explanation?.gained?.name);
  return alert.about.type === 'rival'
    ? compareButton(project, alert.about.rival)
    : lineButton('See mentions', 'mentions negative', project.id);
}

function compareButton({ id, name }: ProjectRef, rival: string | undefined): Control | undefined {
  if (rival === undefined) return undefined;
  return lineButton(`${brief(name, 'project')} vs ${brief(rival, 'place')}`, `compare ${rival}`, id);
}

/** "alert threshold 5 points", wherever a feed's `min_change` is named. */
export function thresholdInWords(minChange: number): string {
  return `alert threshold ${count(minChange, 'point')}`;
}

/** "@Ana has been on it since Nov 24 at 09:14." */
export function takenWords({ by, since }: NonNullable<AlertStanding['taken']>): Text {
  return say`${user(by)} has been on it since ${moment(since)}.`;
}

/** What each phrase means, surest first. How many held is said once: what's at the edge must last, so more of them hold. */
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

/** In the order they are listed. */
export const OUTCOME_WORDS: Readonly<Record<AlertOutcome, string>> = {
  held: 'held',
  faded: 'faded',
  reverted: 'reverted',
  known_cause: 'had a known cause',
  false: 'false',
  unclear: 'unclear',
};

/** "11 alerts settled in the last 90 days: 9 held, …. An alert threshold of 6 would have dropped 2: 2 held." */
export function ledgerLine({ days, counts, raised }: AlertLedger): string {
  const summary = `${count(totalOf(counts), 'alert')} settled in the last ${days} days: ${outcomesInWords(counts)}.`;
  if (!raised) return summary;
  const { minChange, without } = raised;
  const dropped = `${figure(totalOf(without))}: ${outcomesInWords(without)}`;
  return `${summary} An alert threshold of ${figure(minChange)} would have dropped ${dropped}.`;
}

const totalOf = (counts: OutcomeCounts) => Object.values(counts).reduce((sum, many) => sum + many, 0);

/** "9 held, 1 faded" */
export function outcomesInWords(counts: OutcomeCounts): string {
  const order = Object.keys(OUTCOME_WORDS) as AlertOutcome[];
  return order
    .flatMap((one) => (counts[one] ? `${figure(counts[one])} ${OUTCOME_WORDS[one]}` : []))
    .join(', ');
}
