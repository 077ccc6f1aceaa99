/** Puts the alert ledger into words: how one alert turned out after two weeks, and how all recent ones did. */
import type { AlertLedger, AlertOutcome, OutcomeCounts, Settled } from '../../decision.ts';
import { andList, count, figure } from '../figures.ts';
import { bold, capitalize, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';

/** In the order a ledger lists them. */
const DID: Readonly<Record<AlertOutcome, (many: number) => string>> = {
  held: (many) => `${figure(many)} held`,
  faded: (many) => `${figure(many)} faded`,
  reverted: (many) => `${figure(many)} reverted`,
  known_cause: (many) => `${figure(many)} had a known cause`,
  false: (many) => `${figure(many)} ${many === 1 ? 'was' : 'were'} false`,
  unclear: (many) => `${figure(many)} stayed unclear`,
};

/** "Of 11 alerts settled in the last 90 days, 9 held, …. An alert threshold of 6 would have dropped 2 of them: 2 held." */
export function ledgerLine({ days, counts, raised }: AlertLedger): string {
  const all = totalOf(counts);
  const lately = `settled in the last ${days} days`;
  const summary =
    all === 1
      ? `The one alert ${lately} ${describeCounts(counts).replace(/^1 /, '')}.`
      : `Of ${count(all, 'alert')} ${lately}, ${describeCounts(counts)}.`;
  if (!raised) return summary;
  const { minChange, without } = raised;
  const dropped = all === 1 ? 'it' : `${figure(totalOf(without))} of them: ${describeCounts(without)}`;
  return `${summary} An alert threshold of ${figure(minChange)} would have dropped ${dropped}.`;
}

function totalOf(counts: OutcomeCounts): number {
  return Object.values(counts).reduce((sum, many) => sum + many, 0);
}

function describeCounts(counts: OutcomeCounts): string {
  const order = Object.keys(DID) as AlertOutcome[];
  return andList(order.flatMap((outcome) => (counts[outcome] ? DID[outcome](counts[outcome]) : [])));
}

/** `outcome` takes people’s verdicts into account, `settled` only figures. */
export type SettledAs = { outcome: AlertOutcome; settled: Settled };

const BECAME: Readonly<Record<'held' | 'faded' | 'reverted', string>> = {
  held: 'Two weeks later it was still away from its usual level.',
  faded: 'Two weeks later it was back at its usual level.',
  reverted: 'It was back at its usual level within two days.',
};

/** For an alert about mentions, which has no level. */
export const MENTIONS_BECAME: typeof BECAME = {
  held: 'It still held two weeks later.',
  faded: 'It was over within two weeks.',
  reverted: 'It was over within two days.',
};

export function outcomeLine({ outcome, settled }: SettledAs, words = BECAME): Text {
  switch (outcome) {
    case 'known_cause':
      return say`${bold('Known cause.')} People here knew why.`;
    case 'false':
      return settled === 'corrected'
        ? say`${bold('False.')} The API has since given another figure for that day.`
        : say`${bold('Counts as false.')} People here found it too small or not true.`;
    case 'unclear':
      return say`It’s unclear whether it held: too few of the days after it have a figure, or what’s measured changed.`;
    default:
      return say`${bold(`${capitalize(outcome)}.`)} ${words[outcome]}`;
  }
}

/** `day`: the last one that counts. */
export function outcomeDueLine(day: string): string {
  return `Whether it held will be clear after ${dayName(day)}.`;
}
