/** How long things may take at Slack's pace, real milliseconds. Only a bench in a hurry asks for other ones. */
export type Timing = {
  /** A claim not given back within this time is another worker's. */
  leaseMs: number;
  /** A post whose answer was lost may arrive so long after it was sent; only then is it looked up. */
  settleMs: number;
  /** The tables are looked at this often at least. */
  idleMs: number;
};

export const TIMING: Timing = { leaseMs: 60_000, settleMs: 60_000, idleMs: 1_000 };
