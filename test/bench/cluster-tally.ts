/** The judge of the cluster bench, beside that of the crash bench: what was asked, written and due, and what came of it. */

/** A request as it was sent to one process. Times are real, epoch ms. */
export type Asked = {
  /** Names the address of its answer. */
  id: string;
  /** What makes it one click: one that is brought twice has it twice. */
  click: string;
  /** The prompt that it asks to track; undefined where it only reads. */
  prompt?: string | undefined;
  life: number;
  sentAt: number;
  /** Undefined where the process did not acknowledge it. */
  acknowledgedAt?: number | undefined;
};

/** A process from its start to its end; `end` is undefined while it lives. */
export type Life = { id: number; end?: 'killed' | 'stopped' | 'by itself' | undefined; endedAt: number };

/** While PostgreSQL was dead, real epoch ms. */
export type Outage = { from: number; until: number };

export type AuditRow = { request: string; subject: string; state: string; promptId: string | null };

/** What can have kept a process from an answer or from an audit row's end. */
type Circumstances = { lives: readonly Life[]; outage: Outage };

/** Whoever asks hears within so long, or never. */
const UNDER_WAY_MS = 15_000;

function wasKilled({ life, sentAt }: Asked, { lives }: Circumstances): boolean {
  const { end, endedAt } = lives[life] ?? { end: undefined, endedAt: Infinity };
  return (end === 'killed' || end === 'by itself') && endedAt - sentAt < UNDER_WAY_MS;
}

const metOutage = ({ sentAt }: Asked, { outage }: Circumstances) =>
  sentAt <= outage.until && sentAt + UNDER_WAY_MS >= outage.from;

/** Every request that was acknowledged has its answer, but for those whose process was killed or had no store. */
export function answersOf(asked: readonly Asked[], answered: ReadonlySet<string>, about: Circumstances) {
  const acknowledged = asked.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined);
  const unanswered = acknowledged.filter(({ id }) => !answered.has(id));
  const killed = unanswered.filter((one) => wasKilled(one, about));
  const storeless = unanswered.filter((one) => !killed.includes(one) && metOutage(one, about));
  const lost = unanswered.filter((one) => !killed.includes(one) && !storeless.includes(one));
  const lostBy = (end: Life['end']) => lost.filter(({ life }) => about.lives[life]?.end === end);
  return {
    commands: asked.length,
    acknowledged: acknowledged.length,
    answered: acknowledged.length - unanswered.length,
    unansweredKilled: killed.length,
    unansweredStoreless: storeless.length,
    unansweredStopped: lostBy('stopped').length,
    unansweredOtherwise: lost.length - lostBy('stopped').length,
    faults: lost.map(({ id, life }) => `acknowledged, never answered: ${id} of process ${life}`),
  };
}

/**
 * Every write is audited, as what it is: what the row calls done is done, what it calls failed is not. Only where the
 * process was killed, or had no store, may a row say nothing yet.
 */
export function writesOf(
  asked: readonly Asked[],
  written: readonly { id: string; prompt: string }[],
  audit: readonly AuditRow[],
  about: Circumstances,
) {
  const writesTo = Map.groupBy(written, ({ prompt }) => prompt);
  const rowsOf = new Map(audit.map((row) => [row.subject, row]));
  const requests = Map.groupBy(asked, ({ click }) => click);
  const doubled = [...writesTo].filter(([, writes]) => writes.length > 1);
  const unaudited = [...writesTo.keys()].filter((prompt) => !rowsOf.has(prompt));
  const untrue = audit.filter(({ subject, state, promptId }) => {
    const writes = writesTo.get(subject) ?? [];
    return state === 'done'
      ? !writes.some(({ id }) => id === promptId)
      : state === 'failed' && writes.length > 0;
  });
  const among = (state: string) => audit.filter((row) => row.state === state);
  const open = among('begun');
  const forgotten = open.filter(
    ({ request }) => !requests.get(request)?.some((one) => wasKilled(one, about) || metOutage(one, about)),
  );
  return {
    clicks: new Set(asked.flatMap(({ prompt, click }) => (prompt === undefined ? [] : click))).size,
    writes: written.length,
    audited: audit.length,
    unclear: among('unclear').length,
    failed: among('failed').length,
    open: open.length,
    doubledWrites: doubled.length,
    unaudited: unaudited.length,
    untrue: untrue.length,
    forgotten: forgotten.length,
    faults: [
      ...doubled.map(([prompt, writes]) => `written ${writes.length} times: ${prompt}`),
      ...unaudited.map((prompt) => `written, not audited: ${prompt}`),
      ...untrue.map(
        ({ subject, state }) =>
          `the audit says “${state}”: ${subject}, written ${writesTo.get(subject)?.length ?? 0} times`,
      ),
      ...forgotten.map(({ subject }) => `the audit never says what came of it: ${subject}`),
    ],
  };
}

/** A feed, and since when it is known; a slot of it. Epoch ms. */
export type KnownFeed = { id: string; since: number };
export type SlotRow = { subscription: string; dueAt: number; state: string };

/**
 * Every minute of every feed has its slot, which is done or gave way to a later one. One that came while PostgreSQL was
 * dead may be missing: then the next one makes up for it. `until`: the last minute that counts.
 */
export function slotsOf(
  feeds: readonly KnownFeed[],
  slots: readonly SlotRow[],
  until: number,
  { outage }: Pick<Circumstances, 'outage'>,
) {
  const bySlot = new Map(slots.map((slot) => [`${slot.subscription}@${slot.dueAt}`, slot]));
  const lastDone = new Map<string, number>();
  for (const { subscription, dueAt, state } of slots) {
    if (state === 'done') lastDone.set(subscription, Math.max(dueAt, lastDone.get(subscription) ?? 0));
  }
  const due = feeds.flatMap(({ id, since }) => {
    const first = Math.floor(since / MINUTE_MS) + 1;
    const many = Math.max(0, Math.floor(until / MINUTE_MS) - first + 1);
    return Array.from({ length: many }, (_, i) => ({ id, dueAt: (first + i) * MINUTE_MS }));
  });
  const verdicts = due.map(({ id, dueAt }) => {
    const state = bySlot.get(`${id}@${dueAt}`)?.state;
    const isMadeUpFor = (lastDone.get(id) ?? 0) > dueAt;
    if (state === 'done') return 'done';
    if (state === 'expired' && isMadeUpFor) return 'gave way';
    const inOutage = dueAt >= outage.from && dueAt <= outage.until;
    return state === undefined && inOutage && isMadeUpFor ? 'skipped' : `${state ?? 'never opened'}: ${id}`;
  });
  const fair = ['done', 'gave way', 'skipped'];
  const faults = verdicts.filter((verdict) => !fair.includes(verdict));
  const many = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length;
  return {
    due: due.length,
    done: many('done'),
    gaveWay: many('gave way'),
    skipped: many('skipped'),
    missed: faults.length,
    faults: faults.map((fault) => `a slot is ${fault}`),
  };
}

const MINUTE_MS = 60_000;
