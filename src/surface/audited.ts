/** A write by a person: once per click, with an audit row that says what came of it. */

import { messageOf } from '../errors.ts';
import { beginWrite, endInVain, endWrite } from '../store/audit.ts';
import type { Asker, SurfaceDeps } from './request.ts';

/** What is written: `action` as the audit names it, `subject` what it is done to. */
export type Write = { action: string; projectId: string; subject: string };

/** `outcome` goes into the audit row; undefined: nothing was changed, so that no row is left. */
export type Worked<Result> = { result: Result; outcome: string | undefined };

/** Returns what `work` returns, and undefined where this click was taken already. */
export async function audited<Result>(
  { id: request, person, installation: { team } }: Asker,
  { db, clock }: SurfaceDeps,
  write: Write,
  work: () => Promise<Worked<Result>>,
): Promise<Result | undefined> {
  if (!(await beginWrite(db, team, { request, at: clock.now(), person, ...write }))) return undefined;
  try {
    const { result, outcome } = await work();
    if (outcome === undefined) await endInVain(db, team, request);
    else await endWrite(db, team, request, outcome);
    return result;
  } catch (error) {
    await endWrite(db, team, request, `failed: ${messageOf(error)}`);
    throw error;
  }
}
