/**
 * Answers which rival gained or lost, by the share of answers naming each,
 * compared with the same number of days before.
 */
import type { Figure, Premise } from '../../ask/plan.ts';
import type {
  CompetitorGain,
  MeasuredChange,
  MovedTool,
  ProjectRef,
  RivalPass,
  RivalsMoved,
} from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { andList, count, dropFloatNoise, figure, type Scale, shareScale } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, paragraph, table } from '../page.ts';
import { mentionHeadline } from '../scores/mention-alert.ts';
import { describeOffset, measuredLine } from '../scores/score-words.ts';
import { beside, bold, flexible, join, lines, say, type Text } from '../text.ts';
import { dayName, daysInWords } from '../times.ts';

/** A rival's gain in an open alert: answers naming it first on `previousDay` and on `day`. */
export type ReportedGain = CompetitorGain & { previousDay: string; day: string; handle: string };

/** `where`: " on Gemini". */
type RivalsMovedAnswer = RivalsMoved & {
  project: ProjectRef;
  where: string;
  told?: ReportedGain | undefined;
  premise: Premise;
  limit?: number | undefined;
  /** Asks about the rivals listed, and no others. */
  isOfSome?: boolean | undefined;
  measured: readonly MeasuredChange[];
  notes: readonly string[];
};

const MOST = 10;

export function rivalsMovedPage(of: RivalsMovedAnswer): Page {
  const { project, where, by, now, before, told, limit = MOST, measured, notes } = of;
  const tools = sortTools(of);
  const scale = shareScale(
    tools.flatMap((tool) => [tool.now, tool.before]),
    100,
  );
  const days = daysInWords(now) ?? '';
  const first = by === 'first' ? ' first' : '';
  const [most] = tools.filter(({ isOwn, isBeyond }) => !isOwn && (isBeyond || of.isOfSome));
  const isMoved = most && (of.premise === 'better' ? most.now > most.before : most.now < most.before);
  const said = of.isOfSome ? eachMoved(of, scale) : mostMoved(of, isMoved ? most : undefined, scale);
  // What an alert found is the answer unless the shares have one.
  const isByAlert = told && (of.isOfSome || !isMoved);
  const byShare = of.isOfSome ? '' : `By share of answers naming each${first}, `;
  return page(
    headline(
      say`${bold(`${brief(project.name, 'project')}${where}`)}: ${isByAlert ? gainWords(told) : beside(said, days)}`,
    ),
    told && paragraph(isByAlert ? beside(say`${byShare}${said}`, days) : say`${gainWords(told)}.`),
    table(
      ['Tool', `Named${first} in`, 'Before', 'Change', 'Verdict'],
      tools
        .filter((tool, at) => at < limit || tool.isOwn)
        .map((tool) => [
          `${brief(tool.name, 'place') || 'Unnamed'}${tool.isOwn ? ' (you)' : ''}`,
          scale.level(tool.now),
          scale.level(tool.before),
          scale.signed(scale.change(tool.before, tool.now)),
          tool.isBeyond ? 'beyond chance' : 'may be chance',
        ]),
    ),
    note(
      lines(
        `In ${count(now.answers, 'answer')} that name somebody${first}, compared with ${count(before.answers, 'answer')} from ${daysInWords(before)}.`,
        by === 'named' &&
          'This counts being named in any position. Alerts about rivals only count answers that name a tool first.',
        measuredLine(measured),
        ...notes,
      ),
    ),
    actions([
      most && lineButton(`Compare ${brief(most.name, 'place')}`, `compare ${most.name}`, project.id),
      lineButton('All mentions', 'mentions', project.id),
    ]),
  );
}

/** "Globex gained most, named first in 40% of answers, up 12 percentage points", or that nobody did. */
function mostMoved(of: RivalsMovedAnswer, moved: MovedTool | undefined, scale: Scale): Text {
  const did = of.premise === 'better' ? 'gained' : 'lost';
  return moved
    ? say`${flexible(brief(moved.name, 'place'))} ${did} most, ${shareWords(moved, of, scale)}`
    : say`no rival ${did} more than chance explains`;
}

/** "Globex is named in 96.7% of answers, up 1.2 percentage points (may be chance)" */
function eachMoved(of: RivalsMovedAnswer, scale: Scale): Text {
  const rivals = of.tools.filter(({ isOwn }) => !isOwn);
  const chance = ({ isBeyond }: MovedTool) => (isBeyond ? '' : ' (may be chance)');
  const each = rivals.map(
    (one) => say`${flexible(brief(one.name, 'place'))} is ${shareWords(one, of, scale)}${chance(one)}`,
  );
  return join(each, '; ');
}

function shareWords({ now, before }: MovedTool, { by }: RivalsMovedAnswer, scale: Scale): string {
  const isStill = scale.change(before, now) === 0;
  const moved = isStill ? 'as before' : describeOffset('mentionRate', scale, before, now);
  return `named${by === 'first' ? ' first' : ''} in ${scale.level(now)} of answers, ${moved}`;
}

/** "Globex is named first more often (57 times on Thu 19 Nov, 42 on Wed 18 Nov, A1)" */
export function gainWords({ name, before, after, previousDay, day, handle }: ReportedGain): Text {
  const times = `${count(after, 'time')} on ${dayName(day)}, ${figure(before)} on ${dayName(previousDay)}`;
  return say`${flexible(brief(name, 'place'))} is named first more often (${times}, ${handle})`;
}

/** Says that the list of mentions is too short to compare. */
export function rivalsUnmoved(since: string | undefined): string {
  const back =
    since === undefined
      ? ''
      : `, and its mentions only go back to ${daysInWords({ from: since, to: since })}`;
  return `Which of them gained or lost isn’t known: the API keeps no past figures for rivals${back}.`;
}

export function rivalsMovedFigures(of: RivalsMovedAnswer): Figure[] {
  const { where, by, now, limit = MOST } = of;
  return sortTools(of)
    .filter((tool, at) => at < limit || tool.isOwn)
    .map((tool) => ({
      name: `share of answers${where} that name ${tool.name}${by === 'first' ? ' first' : ''}`,
      value: dropFloatNoise(tool.now * 100),
      unit: '%',
      day: now.to,
      answers: now.answers,
      change: dropFloatNoise((tool.now - tool.before) * 100),
      verdict: tool.isBeyond ? 'beyond chance' : 'may be chance',
    }));
}

function sortTools({ tools, premise }: RivalsMovedAnswer): readonly MovedTool[] {
  return premise === 'better' ? tools : tools.toReversed();
}

/**
 * Puts whether a rival passed the brand above `page`, who is named first. `about`: the rivals asked about, else all;
 * `days`: those with answers, oldest first; `wasAhead`: the only rival asked about was ahead on all of them.
 */
export function withPasses(
  { parts: [standings, ...parts] }: Page,
  project: ProjectRef,
  passes: readonly RivalPass[],
  { about, days, wasAhead }: { about: readonly string[]; days: readonly string[]; wasAhead: boolean },
): Page {
  const name = bold(brief(project.name, 'project'));
  const [latest, ...others] = passes.toSorted((a, b) => b.about.since.localeCompare(a.about.since));
  const whatOf = (pass: RivalPass) => mentionHeadline({ project, ...pass }).what;
  const who =
    about.length === 0
      ? 'nobody has'
      : `${andList(about.map((one) => brief(one, 'place')))} ${about.length === 1 ? 'hasn’t' : 'haven’t'}`;
  const nobody = !days[0]
    ? 'whether you were passed isn’t known'
    : wasAhead
      ? `${brief(about[0] ?? '', 'place')} was already ahead of you on ${dayName(days[0])}, and hasn’t been behind since`
      : `${who} passed you since ${dayName(days[0])}`;
  return page(
    headline(latest ? whatOf(latest) : say`${name}: ${nobody}`),
    paragraph(
      lines(
        latest &&
          `It passed you on ${dayName(latest.about.since)}; you were ahead until ${dayName(latest.about.until)}.`,
        ...others.map((one) => say`${whatOf(one)}.`),
        standings && standings.kind === 'headline' && standings.text,
      ),
    ),
    note(
      `A rival has passed you when it’s ahead for three days in a row, by more than chance, after you were. Answers are known for ${count(days.length, 'day')}.`,
    ),
    ...parts,
  );
}
