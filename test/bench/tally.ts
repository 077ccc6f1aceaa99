/** The judge of the crash bench: what was decided against what Slack accepted, delivery by delivery. */

/** A row of the outbox, as it stands when everything is over. */
export type DecidedRow = { id: string; channel: string; seq: number; state: string; ts: string | null };

/** A post that Slack accepted. */
export type AcceptedPost = { deliveryId: string; channel: string; ts: string };

/** Figures first; `faults` names each delivery behind the figures that should be 0. */
export type Tally = {
  decided: number;
  posted: number;
  /** Never accepted, or not recorded as sent. */
  lost: number;
  /** Accepted more than once. */
  doubled: number;
  /** First accepted after one that was decided later for the same channel. */
  outOfOrder: number;
  /** Recorded under the `ts` of no post of theirs, or accepted without ever being decided. */
  mistaken: number;
  faults: string[];
};

/** `accepted` oldest first. */
export function tallyOf(decided: readonly DecidedRow[], accepted: readonly AcceptedPost[]): Tally {
  const postsOf = Map.groupBy(accepted, ({ deliveryId }) => deliveryId);
  const lost = decided.filter(({ id, state }) => state !== 'sent' || !postsOf.has(id));
  const doubled = decided.filter(({ id }) => (postsOf.get(id)?.length ?? 0) > 1);
  const mislaid = decided.filter(
    ({ id, state, ts }) =>
      state === 'sent' && postsOf.has(id) && !postsOf.get(id)?.some((post) => post.ts === ts),
  );
  const rows = new Map(decided.map((row) => [row.id, row]));
  const unknown = [...postsOf.keys()].filter((id) => !rows.has(id));
  const overtaken = overtakenOf([...postsOf.keys()].flatMap((id) => rows.get(id) ?? []));
  return {
    decided: decided.length,
    posted: postsOf.size,
    lost: lost.length,
    doubled: doubled.length,
    outOfOrder: overtaken.length,
    mistaken: mislaid.length + unknown.length,
    faults: [
      ...lost.map((row) => `lost: ${said(row)}, accepted ${postsOf.get(row.id)?.length ?? 0} times`),
      ...doubled.map((row) => `doubled: ${said(row)}, as ${postsOf.get(row.id)?.map(({ ts }) => ts)}`),
      ...overtaken.map((row) => `out of order: ${said(row)}`),
      ...mislaid.map((row) => `recorded under a ts that is not its own: ${said(row)}`),
      ...unknown.map((id) => `accepted, but never decided: ${id}`),
    ],
  };
}

/** Those that came after a later one of their channel; `rows` in the order of their first posts. */
function overtakenOf(rows: readonly DecidedRow[]): DecidedRow[] {
  const latest = new Map<string, number>();
  return rows.filter(({ channel, seq }) => {
    const before = latest.get(channel) ?? 0;
    latest.set(channel, Math.max(before, seq));
    return seq < before;
  });
}

function said({ id, channel, seq, state, ts }: DecidedRow): string {
  return `${id} (${channel}, number ${seq}, ${state}${ts ? ` as ${ts}` : ''})`;
}
