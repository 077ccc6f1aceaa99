/** Each write once: what tells one call of a writing tool from another, and what the same one is told when it comes again. */
import { hash } from 'node:crypto';
import { MINUTE_MS } from '../durations.ts';
import { doneAlready } from '../messages/program-answers.ts';
import { writeOf } from '../store/audit.ts';
import type { Ask } from '../surface/ask.ts';
import type { ToolAnswer } from './tool.ts';

/** What a call came to; `verdict`: done, done_already, not_done or asks_first. */
export type Done = Pick<ToolAnswer, 'page' | 'verdict' | 'isRefusal'>;

/**
 * The id of a call, under which the audit keeps it. JSON-RPC ids begin anew with every client, and a retry may come under another,
 * so a call is who asks for what in which minute: a retry repeats that. Whoever means it twice sends a `call_id`, which holds for ever.
 * `realNow`: epoch ms, at the client's pace.
 */
export function callIdOf(
  { person, tool, given }: { person: string; tool: string; given: Readonly<Record<string, unknown>> },
  realNow: number,
): string {
  const { call_id: own, ...what } = given;
  const call = [person, tool, what, own ?? Math.floor(realNow / MINUTE_MS)];
  return `mcp ${hash('sha256', JSON.stringify(call))}`;
}

/** What the same call came to before; undefined where it is the first. `handle`: the short name of what it is about. */
export async function earlierCall({ db, team, id }: Ask, handle: string): Promise<Done | undefined> {
  // Of leads each has a row of its own.
  const row = (await writeOf(db, team, id)) ?? (await writeOf(db, team, `${id} ${handle}`));
  return row && { page: doneAlready(row), verdict: 'done_already' };
}
