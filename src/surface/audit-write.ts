/** A write by a person: once per click, with an audit row of its outcome and an edit of every message that shows it. */
import { messageOf, unless } from '../errors.ts';
import type { Refusal } from '../messages/refusal.ts';
import { type AuditData, type AuditEnd, beginWrite, endInVain, endWrite } from '../store/audit.ts';
import { wantEdit } from '../store/deliveries.ts';
import type { Setup } from '../store/setup.ts';
import { inTransaction } from '../store/statements.ts';
import type { Db } from '../store/tables.ts';
import { ContractError, UnavailableError } from '../visibility/errors.ts';
import type { Ask } from './ask.ts';
import { Refused } from './refused.ts';
import { Restarting } from './restarting.ts';

export type Write = {
  action: string;
  projectId: string;
  subject: string;
  data?: AuditData;
  /** What a second click is told, if not the usual sentence. */
  taken?: Refusal;
};

/** `outcome` goes into the audit row; undefined means that nothing changed, and removes the row. `state`: if not done. */
type WriteResult<Result> = {
  result: Result;
  outcome: string | undefined;
  state?: 'unclear' | undefined;
  data?: AuditData | undefined;
};

/** The click was handled before: what it asks for is done or under way. */
class Repeated extends Refused {}

const REPEATED: Refusal = { sentence: 'Your first click already did this.' };

/** Returns the result of `work`, which must change nothing if it refuses. @throws Refused for a repeated click */
export async function auditWrite<Result>(
  { id: request, person, team, db, log, now }: Ask,
  { taken = REPEATED, ...write }: Write,
  work: () => Promise<WriteResult<Result>>,
): Promise<Result> {
  if (!(await beginWrite(db, team, { request, at: now(), person, ...write })))
    throw new Repeated(taken.sentence, taken);
  // A failure to close the row is only logged: the row then says that the outcome is unknown.
  const close = (end: AuditEnd | undefined) =>
    (end ? endWrite(db, team, request, end) : endInVain(db, team, request)).catch((error) =>
      log.error({ err: error, request, ...end }, 'The outcome of a write could not be audited'),
    );
  const {
    result,
    outcome,
    state = 'done',
    data,
  } = await work().catch(async (error) => {
    await close(endAfter(error));
    throw error;
  });
  await close(outcome === undefined ? undefined : { state, outcome, data });
  return result;
}

/** False if `work` changed nothing, undefined for a repeated click. */
export async function changeOnce(
  ask: Ask,
  write: Write,
  work: () => Promise<boolean>,
  outcome = 'done',
): Promise<boolean | undefined> {
  const change = async () => {
    const result = await work();
    return { result, outcome: result ? outcome : undefined };
  };
  return unlessRepeated(auditWrite(ask, write, change));
}

/** Ends or restores what was made in Slack. False for a repeated click. `example`: what to do if refused. @throws Refused */
export async function endOnce(
  ask: Ask,
  write: Write,
  example: string,
  end: (setup: Setup, team: string) => ReturnType<Setup['disconnect' | 'forgetKey' | 'dropFeed' | 'addFeed']>,
): Promise<boolean> {
  const ended = await unlessRepeated(
    auditWrite(ask, write, async () => {
      const result = await end(ask.workspace.setup, ask.team);
      return { result, outcome: result.kind === 'refused' ? undefined : result.kind };
    }),
  );
  if (ended?.kind !== 'refused') return ended !== undefined;
  throw new Refused(ended.faults.map(({ sentence }) => `${sentence}.`).join(' '), { example });
}

/** How the row of a failed write ends; undefined if nothing changed. */
function endAfter(error: unknown): AuditEnd | undefined {
  if (error instanceof Restarting)
    return { state: 'failed', outcome: 'Sightline was stopping; nothing was sent' };
  if (error instanceof Refused) return undefined;
  // The API may have carried out the write, though its answer couldn't be read.
  const isLost = error instanceof UnavailableError || error instanceof ContractError;
  const mayBeDone = isLost && !error.operation.startsWith('GET ');
  return { state: mayBeDone ? 'unclear' : 'failed', outcome: messageOf(error) };
}

/** Undefined for a click that Slack delivered twice. Only for writes whose result is visible in a post or list. */
export function unlessRepeated<Result>(writing: Promise<Result>): Promise<Result | undefined> {
  return unless(writing, Repeated);
}

/** Writes and queues an edit of every message about `subject` in one transaction. The store waits for `work`. */
export async function writeAndEdit<Result>(
  { db, team, wakePump }: Ask,
  subject: string,
  work: (trx: Db) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(db, async (trx) => {
    const result = await work(trx);
    await wantEdit(trx, team, subject);
    return result;
  });
  wakePump();
  return result;
}
