/** Where a long answer goes on: opaque to whoever carries it, and harmless if forged, for it only says what could be asked anyhow. */
import { z } from 'zod';
import { Plan } from '../ask/plan.ts';
import { Refused } from '../surface/refused.ts';

/**
 * What was asked of which tool, from which page (from 0) and which piece of that page on. `plan`: how the question was read.
 * All of it is checked anew, and so is what the caller may see.
 */
const Cursor = z.strictObject({
  tool: z.string(),
  given: z.record(z.string(), z.unknown()),
  page: z.int().min(0).max(100_000),
  from: z.int().min(0).max(1_000_000),
  plan: Plan.optional(),
});
export type Cursor = z.infer<typeof Cursor>;

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws Refused for what is none of this tool's. */
export function readCursor(text: string, tool: string): Cursor {
  const read = Cursor.safeParse(parsed(Buffer.from(text, 'base64url').toString()));
  if (read.success && read.data.tool === tool) return read.data;
  throw new Refused('This cursor is none that this tool gave. Ask again without it.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
