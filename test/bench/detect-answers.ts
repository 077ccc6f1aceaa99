/**
 * What answers say, in the bench of detection: simulated projects in which neither rivals nor tone change, and what is told of them
 * all the same; then the same projects with one true change each, and how soon that is told.
 */
import type { RivalFigures, ToneFigures } from '../../src/decision.ts';
import { daysBefore } from '../../src/rules/calendar.ts';
import { findRivalTurns, findToneTurns } from '../../src/rules/mention-alerts.ts';
import { medianOf } from '../../src/rules/score-window.ts';
import { type Random, randomOf } from '../../src/sandbox/world/random.ts';

const DAYS = 130;
/** Before that, days are known and nothing is counted. */
const LEARNED = 40;
const QUARTER = 90;
const RIVALS = 5;

/** Days differ by more than chance: standard deviations of the logarithm of a tool's weight, and of the odds of a negative mention. */
const DAY_NOISE = 0.1;
const TONE_NOISE = 0.25;

/** The change of the second half: the strongest rival's weight against the brand's, and the share of negative mentions. */
const PASSED = 1.5;
const BEHIND = 0.7;
const TRIPLED = 3;
const CHANGED_ON = 80;
const SOON = 14;

const LAST = '2026-11-20';
const dayOf = (day: number) => daysBefore(LAST, DAYS - 1 - day);

type Project = { rivals: RivalFigures[][]; tone: ToneFigures[] };

/** The same for the same arguments; `changes`: on CHANGED_ON the first rival passes, and negative mentions triple. */
export function simulatedAnswers(seed: number, number: number, changes: boolean): Project {
  const random = randomOf('answers', seed, number);
  const answers = random.pick([30, 60, 120, 240, 500]);
  const own = 0.1 + 0.25 * random.next();
  // Around the brand, where chance could make them take turns.
  const weights = Array.from({ length: RIVALS }, () => own * Math.exp(0.5 * random.normal()));
  const negative = 0.02 + 0.13 * random.next();
  const mentioned = 0.4 + 0.5 * random.next();
  const rivals: RivalFigures[][] = weights.map(() => []);
  const tone: ToneFigures[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    const isChanged = changes && day >= CHANGED_ON;
    const first = changes ? own * (isChanged ? PASSED : BEHIND) : (weights[0] ?? own);
    const today = [own, first, ...weights.slice(1)].map(
      (weight) => weight * Math.exp(DAY_NOISE * random.normal()),
    );
    const rest = Math.max(0.1, 1 - own - weights.reduce((sum, weight) => sum + weight, 0));
    const [ours = 0, ...theirs] = drawn(random, answers, [...today, rest]);
    rivals.forEach((series, i) => {
      series.push({ day: dayOf(day), own: ours, rival: theirs[i] ?? 0, of: answers });
    });
    const of = Math.max(1, Math.round(answers * mentioned));
    const odds = (negative / (1 - negative)) * Math.exp(TONE_NOISE * random.normal());
    const share = Math.min(0.9, (odds / (1 + odds)) * (isChanged ? TRIPLED : 1));
    const bad = drawn(random, of, [share, 1 - share])[0] ?? 0;
    tone.push({ day: dayOf(day), negative: bad, of });
  }
  return { rivals, tone };
}

/** So many answers, each of one of the tools with these weights. */
function drawn(random: Random, answers: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const counts = weights.map(() => 0);
  for (let answer = 0; answer < answers; answer += 1) {
    let at = random.next() * all;
    const which = weights.findIndex((weight) => {
      at -= weight;
      return at < 0;
    });
    counts[Math.max(0, which)] = (counts[Math.max(0, which)] ?? 0) + 1;
  }
  return counts;
}

/** Days on which a message comes: several rivals on one day are one. */
export function messagesOn({ rivals, tone }: Project): { rival: string[]; negative: string[] } {
  const passed = rivals.flatMap((series) =>
    findRivalTurns(series, { least: 0, breaks: [] }).flatMap(({ kind, day }) => (kind === 'open' ? day : [])),
  );
  const rose = findToneTurns(tone, { breaks: [] }).flatMap(({ kind, day }) => (kind === 'open' ? day : []));
  return { rival: [...new Set(passed)], negative: rose };
}

type AnswersRow = {
  alert: string;
  'false per project and quarter': number;
  'told within 14 days': number;
  'median days': number;
};

export function answersBench(
  projects: number,
  seed: number,
): { rows: AnswersRow[]; falsePerQuarter: number } {
  const quiet = Array.from({ length: projects }, (_, n) => messagesOn(simulatedAnswers(seed, n, false)));
  const changed = Array.from({ length: projects }, (_, n) => messagesOn(simulatedAnswers(seed, n, true)));
  const rows = (['rival', 'negative'] as const).map((alert): AnswersRow => {
    const isCounted = (day: string) => day >= dayOf(LEARNED);
    const untrue = quiet.reduce((sum, told) => sum + told[alert].filter(isCounted).length, 0);
    const delays = changed.flatMap((told) => {
      const found = told[alert].find((day) => day >= dayOf(CHANGED_ON) && day <= dayOf(CHANGED_ON + SOON));
      return found ? (Date.parse(found) - Date.parse(dayOf(CHANGED_ON))) / 86_400_000 : [];
    });
    return {
      alert: { rival: 'a rival passed', negative: 'negative mentions rose' }[alert],
      'false per project and quarter': rounded((untrue / projects) * (QUARTER / (DAYS - LEARNED))),
      'told within 14 days': rounded(delays.length / projects),
      'median days': delays.length > 0 ? medianOf(delays) : Number.NaN,
    };
  });
  const falsePerQuarter = rounded(rows.reduce((sum, row) => sum + row['false per project and quarter'], 0));
  return { rows, falsePerQuarter };
}

function rounded(figure: number): number {
  return Number(figure.toFixed(3));
}
