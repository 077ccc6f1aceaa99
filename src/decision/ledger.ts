/** What became of score alerts, two weeks after they were told: the words of the ledger. Part of decision.ts. */

/**
 * By the figures alone, kept once the two weeks are over. corrected: the API has since given another figure of the alert's
 * own day, with which it never was. The last two can't be told: too few days have a figure, or what is measured changed.
 */
export type Settled = 'held' | 'faded' | 'reverted' | 'corrected' | 'few_figures' | 'measured_otherwise';

/** What counts: people's word where they gave one, else the figures'. */
export type AlertOutcome = 'held' | 'faded' | 'reverted' | 'false' | 'known_cause' | 'unclear';

/**
 * The alerts of a project that were settled in the last `days`, by what became of them. `raised`: the first larger threshold
 * that would have left out any of them, and what became of those.
 */
export type AlertLedger = {
  days: number;
  counts: OutcomeCounts;
  raised?: { minChange: number; without: OutcomeCounts } | undefined;
};

/** An outcome that none had is missing. */
export type OutcomeCounts = Readonly<Partial<Record<AlertOutcome, number>>>;
