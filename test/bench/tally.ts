/** The judge of the crash bench: what was new, decided and accepted, lead by lead and delivery by delivery. */

/** A row of the outbox, as it stands when everything is over. `leads` are the keys of those it brings as new. */
export type DecidedRow = {
  id: string;
  channel: string;
  seq: number;
  state: string;
  ts: string | null;
  leads: string[];
};

/** A lead that its channel knows: from which delivery, or by being counted only. */
type KnownLead = { key: string; deliveryId: string | null };

/** A post that Slack accepted. */
export type AcceptedPost = { deliveryId: string; channel: string; ts: string };

/** What the store says, what Slack accepted (oldest first), and the keys of all leads that were new meanwhile. */
export type Evidence = {
  decided: readonly DecidedRow[];
  known: readonly KnownLead[];
  accepted: readonly AcceptedPost[];
  news: readonly string[];
};

/** Figures first; `faults` names what is behind each figure that should be 0. */
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
  leads: number;
  /** Unknown to the channel, or known from a delivery that does not bring it. */
  leadsLost: number;
  /** Brought as new by more than one delivery. */
  leadsDoubled: number;
  faults: string[];
};

export function tallyOf({ decided, known, accepted, news }: Evidence): Tally {
  const postsOf = Map.groupBy(accepted, ({ deliveryId }) => deliveryId);
  const rows = new Map(decided.map((row) => [row.id, row]));
  const lost = decided.filter(({ id, state }) => state !== 'sent' || !postsOf.has(id));
  const doubled = decided.filter(({ id }) => (postsOf.get(id)?.length ?? 0) > 1);
  const overtaken = overtakenOf([...postsOf.keys()].flatMap((id) => rows.get(id) ?? []));
  const mislaid = decided.filter(
    ({ id, state, ts }) => state === 'sent' && postsOf.get(id)?.every((post) => post.ts !== ts),
  );
  const unknown = [...postsOf.keys()].filter((id) => !rows.has(id));
  const knownFrom = new Map(known.map(({ key, deliveryId }) => [key, deliveryId]));
  const leadsLost = news.filter((key) => {
    const from = knownFrom.get(key);
    return from === undefined || (from !== null && !rows.get(from)?.leads.includes(key));
  });
  const brought = Map.groupBy(
    decided.flatMap(({ leads }) => leads),
    (key) => key,
  );
  const leadsDoubled = [...brought].filter(([, times]) => times.length > 1).map(([key]) => key);
  return {
    decided: decided.length,
    posted: postsOf.size,
    lost: lost.length,
    doubled: doubled.length,
    outOfOrder: overtaken.length,
    mistaken: mislaid.length + unknown.length,
    leads: news.length,
    leadsLost: leadsLost.length,
    leadsDoubled: leadsDoubled.length,
    faults: [
      ...lost.map((row) => `lost: ${said(row)}, accepted ${postsOf.get(row.id)?.length ?? 0} times`),
      ...doubled.map((row) => `doubled: ${said(row)}, as ${postsOf.get(row.id)?.map(({ ts }) => ts)}`),
      ...overtaken.map((row) => `out of order: ${said(row)}`),
      ...mislaid.map((row) => `recorded under a ts that is not its own: ${said(row)}`),
      ...unknown.map((id) => `accepted, but never decided: ${id}`),
      ...leadsLost.map((key) => `lead lost: ${key}`),
      ...leadsDoubled.map((key) => `lead brought as new twice: ${key}`),
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
