/** Runs one tool call, from its arguments to its result. Every error becomes a sentence, never a stack trace. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Plan } from '../ask/plan.ts';
import { parseJson } from '../json.ts';
import { Refused } from '../surface/refused.ts';
import { explainFault } from '../surface/reply.ts';
import { readNames } from '../surface/workspace.ts';
import { drawResult } from './draw.ts';
import type { Caller, Tool, ToolAnswer } from './tool.ts';

/** `given`: the tool's input, or the cursor of an earlier result, which carries that input. */
export async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<CallToolResult> {
  const { cursor, ...input } = given;
  const start: Cursor = { tool: tool.name, given: input, page: 0, from: 0 };
  try {
    const at = typeof cursor === 'string' ? readCursor(cursor, tool.name) : start;
    // A client can make up a cursor, input included.
    const checked = tool.input.safeParse(at.given);
    if (!checked.success) throw foreignCursor();
    const answer = await tool.run(checked.data, caller, { page: at.page, plan: at.plan });
    return await drawAnswer(answer, at, tool, caller);
  } catch (error) {
    return drawAnswer(refusalFor(error, caller), start, tool, caller);
  }
}

function foreignCursor(): Refused {
  return new Refused('This cursor isn’t from this tool. Call it again without a cursor.');
}

function refusalFor(error: unknown, { person, bot }: Caller): ToolAnswer {
  return {
    page: explainFault(error, { person, log: bot.log }),
    isRefusal: true,
    ...(error instanceof Refused && error.because && { emptyBecause: error.because }),
  };
}

async function drawAnswer(
  answer: ToolAnswer,
  at: Cursor,
  { next }: Tool,
  caller: Caller,
): Promise<CallToolResult> {
  const { plan = at.plan } = answer;
  const cursorAt = (page: number, from: number) =>
    writeCursor({ tool: at.tool, given: at.given, page, from, ...(plan && { plan }) });
  const names = await readNames(answer.page, caller.workspace);
  return drawResult(answer, { names, page: at.page, from: at.from, cursorAt, next });
}

/**
 * Where a long answer goes on, opaque to clients: the tool and its input, the page (from 0) and the first piece of that
 * page, and how the question was read. All of it is checked again on the next call, and so is what the caller may see.
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

/** @throws Refused if it isn't this tool's */
export function readCursor(text: string, tool: string): Cursor {
  const read = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (read.success && read.data.tool === tool) return read.data;
  throw foreignCursor();
}
