/** Puts the alert ledger into words: how one alert turned out after two weeks, and how all recent ones did. */
import type { AlertLedger, AlertOutcome, OutcomeCounts, Settled } from '../../decision.ts';
import { andList, count, figure } from '../figures.ts';
import { bold, capitalize, say, type Text } from '../text.ts';
import { dayName } from '../times.ts';

/** In the order a ledger lists them. */
const DID: Readonly<Record<AlertOutcome, (many: number) => string>> = {
  held: (many) => `${figure(many)} held`,
  faded: (many) => `${figure(many)} faded`,
  known_cause: (many) => `${figure(many)} had a known cause`,
  false: (many) => `${figure(many)} ${many === 1 ? 'was' : 'were'} false`,
  unclear: (many) => `${figure(many)} stayed unclear`,
};

/** "Of 11 alerts settled in the last 90 days, 9 held and 2 faded." */
export function ledgerLine({ days, counts }: AlertLedger): string {
  const all = Object.values(counts).reduce((sum, many) => sum + many, 0);
  const lately = `settled in the last ${days} days`;
  return all === 1
    ? `The one alert ${lately} ${describeCounts(counts).replace(/^1 /, '')}.`
    : `Of ${count(all, 'alert')} ${lately}, ${describeCounts(counts)}.`;
}

function describeCounts(counts: OutcomeCounts): string {
  const order = Object.keys(DID) as AlertOutcome[];
  return andList(order.flatMap((outcome) => (counts[outcome] ? DID[outcome](counts[outcome]) : [])));
}

/** `outcome` takes people’s verdicts into account, `settled` only figures. */
export type SettledAs = { outcome: AlertOutcome; settled: Settled };

/** What an outcome by the figures says of a score alert, and of one about mentions, which has no level. */
export const BECAME = {
  held: 'Two weeks later it was still away from its usual level.',
  faded: 'Two weeks later it was back at its usual level.',
};
export const MENTIONS_BECAME: typeof BECAME = {
  held: 'It still held two weeks later.',
  faded: 'It was over within two weeks.',
};

export function outcomeLine({ outcome, settled }: SettledAs, words: typeof BECAME): Text {
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
