/** A write by a person: once per click, with an audit row that says what came of it. */

import { messageOf } from '../errors.ts';
import { beginWrite, endWrite } from '../store/audit.ts';
import type { Asker, SurfaceDeps } from './request.ts';

/** What is written: `action` as the audit names it, `subject` what it is done to. */
export type Write = { action: string; projectId: string; subject: string };

/** Returns what `work` returns, and undefined where this click was taken already. `outcome` goes into the audit row. */
export async function audited<Result>(
  { id: request, person, installation: { team } }: Asker,
  { db, clock }: SurfaceDeps,
  write: Write,
  work: () => Promise<{ result: Result; outcome: string }>,
): Promise<Result | undefined> {
  if (!(await beginWrite(db, team, { request, at: clock.now(), person, ...write }))) return undefined;
  try {
    const { result, outcome } = await work();
    await endWrite(db, team, request, outcome);
    return result;
  } catch (error) {
    await endWrite(db, team, request, `failed: ${messageOf(error)}`);
    throw error;
  }
}
