/** A write by a person: once per click, with an audit row that says what came of it, and an edit of every message that shows it. */
import { messageOf } from '../errors.ts';
import type { Refusal } from '../messages/refusal.ts';
import { type AuditData, type AuditEnd, beginWrite, endInVain, endWrite } from '../store/audit.ts';
import { wantEdit } from '../store/deliveries.ts';
import type { Db } from '../store/schema.ts';
import type { Setup } from '../store/setup.ts';
import { inTransaction } from '../store/statements.ts';
import { ContractError, UnavailableError } from '../visibility/errors.ts';
import type { Ask } from './ask.ts';
import { Refused } from './refused.ts';
import { Restarting } from './restarting.ts';

/**
 * What is written: `action` as the audit names it, `subject` what it is done to, `data` what is decided on later; `taken` is
 * what a second click is told where there is more to say than that it is one.
 */
export type Write = {
  action: string;
  projectId: string;
  subject: string;
  data?: AuditData;
  taken?: Refusal;
};

/** `outcome` goes into the audit row; undefined: nothing was changed, so that no row is left. */
export type WriteResult<Result> = { result: Result; outcome: string | undefined; data?: AuditData };

/** This click was taken already: what it asks for is done, or under way. */
class Taken extends Refused {}

const TAKEN: Refusal = { sentence: 'Your first click already does this. Nothing is done twice.' };

/** Returns what `work` returns; where that refuses, nothing was changed. @throws Refused where this click was taken already. */
export async function auditWrite<Result>(
  { id: request, person, team, db, log, now }: Ask,
  { taken = TAKEN, ...write }: Write,
  work: () => Promise<WriteResult<Result>>,
): Promise<Result> {
  if (!(await beginWrite(db, team, { request, at: now(), person, ...write })))
    throw new Taken(taken.sentence, taken);
  /** What the person is told is what came of the work, not of its row: that one says meanwhile that nobody knows. */
  const close = (end: AuditEnd | undefined) =>
    (end ? endWrite(db, team, request, end) : endInVain(db, team, request)).catch((error) =>
      log.error({ err: error, request, ...end }, 'What came of a write could not be audited'),
    );
  const { result, outcome, data } = await work().catch(async (error) => {
    await close(endAfter(error));
    throw error;
  });
  await close(outcome === undefined ? undefined : { state: 'done', outcome, data });
  return result;
}

/**
 * The same of a write that changes something or nothing: false where there was nothing to change, undefined where this
 * click was taken already.
 */
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

/**
 * The same of what was made in Slack: whether this click ended it; another one of the same may have. `example` is what can
 * be done instead. @throws Refused where the setup refuses
 */
export async function endOnce(
  ask: Ask,
  write: Write,
  example: string,
  end: (setup: Setup, team: string) => ReturnType<Setup['disconnect' | 'forgetKey' | 'dropFeed']>,
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

/** Of a write that failed; undefined where nothing was changed. */
function endAfter(error: unknown): AuditEnd | undefined {
  if (error instanceof Restarting) return NOT_SENT;
  if (error instanceof Refused) return undefined;
  return { state: mayBeDone(error) ? 'unclear' : 'failed', outcome: messageOf(error) };
}

/** Of a write that still waited for its turn when the bot stopped. */
const NOT_SENT: AuditEnd = { state: 'failed', outcome: 'Sightline was stopping; nothing was sent' };

/** The API may have done what it was asked, though nobody could read that it did. */
function mayBeDone(error: unknown): boolean {
  const isUnclear = error instanceof UnavailableError || error instanceof ContractError;
  return isUnclear && !error.operation.startsWith('GET ');
}

/**
 * Undefined where a click was taken already. Only for what its post or its list shows: whoever clicked once, and whose
 * click Slack brought twice, is not to read of it.
 */
export async function unlessRepeated<Result>(writing: Promise<Result>): Promise<Result | undefined> {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof Taken) return undefined;
    throw error;
  }
}

/**
 * A write, and an edit of every message about `subject`: in one transaction, so that none stays untrue. Nothing slow
 * belongs into `work`: the store waits for it.
 */
export async function writeAndEdit<Result>(
  { db, team, wakePump }: Ask,
  subject: string,
  work: (trx: Db) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(db, async (trx) => {
    const worked = await work(trx);
    await wantEdit(trx, team, subject);
    return worked;
  });
  wakePump();
  return result;
}
