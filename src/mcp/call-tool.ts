/** One call of a tool, from its arguments to its result. Whatever goes wrong becomes a sentence, never a stack trace. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Plan } from '../ask/plan.ts';
import { jsonIn } from '../json.ts';
import type { Page } from '../messages/page.ts';
import { Refused } from '../surface/refused.ts';
import { explainFault } from '../surface/reply.ts';
import { drawResult } from './draw.ts';
import { idsIn, type NamesOfIds } from './markdown.ts';
import type { Caller, Tool, ToolAnswer, Turn } from './tool.ts';

type Given = Readonly<Record<string, unknown>>;

/** `given` fits the tool's input, or has the cursor of an earlier result, which then says what was asked. */
export async function callTool(tool: Tool, given: Given, caller: Caller): Promise<CallToolResult> {
  const begin = { tool: tool.name, given, page: 0, from: 0, plan: undefined };
  try {
    const { cursor, ...asked } = given;
    const at = typeof cursor === 'string' ? readCursor(cursor, tool.name) : { ...begin, given: asked };
    const { page, plan } = at;
    const answer = await tool.run(checked(tool, at.given), caller, { page, plan });
    return drawn(answer, at, tool, caller);
  } catch (error) {
    const refused = refusalOf(error, caller);
    return drawn(refused, begin, tool, caller);
  }
}

/** Clients can make up a cursor. @throws Refused */
function checked(tool: Tool, given: Given): Record<string, unknown> {
  const read = tool.input.safeParse(given);
  if (read.success) return read.data;
  throw noCursor();
}

function noCursor(): Refused {
  return new Refused('This cursor isn’t from this tool. Ask again without it.');
}

function refusalOf(error: unknown, { person, bot }: Caller): ToolAnswer {
  return {
    page: explainFault(error, { person, log: bot.log }),
    isRefusal: true,
    ...(error instanceof Refused && error.nothing.because && { emptyBecause: error.nothing.because }),
  };
}

async function drawn(
  answer: ToolAnswer,
  at: Turn & { given: Given; from: number },
  { name, next }: Tool,
  caller: Caller,
): Promise<CallToolResult> {
  const { plan = at.plan } = answer;
  const cursorAt = (page: number, from: number) =>
    writeCursor({ tool: name, given: at.given, page, from, ...(plan && { plan }) });
  const names = await namesIn(answer.page, caller);
  return drawResult(answer, { names, page: at.page, from: at.from, cursorAt, next });
}

/** Names for the Slack ids on a page, which programs can't look up; none where Slack gives none. */
async function namesIn(page: Page, { workspace, person }: Caller): Promise<NamesOfIds> {
  const { users, channels } = idsIn(page);
  const people = users.map(async (id): Promise<[string, string][]> => {
    const { name } = await workspace.personOf(id).catch(() => ({ name: id }));
    return name === id ? [] : [[id, name]];
  });
  // The operator’s terminal may have no Slack at all.
  const places = (person === '' ? [] : channels).map(async (id): Promise<[string, string][]> => {
    const { channel } = await workspace.client.conversations
      .info({ channel: id })
      .catch(() => ({ channel: undefined }));
    return channel?.name ? [[id, `#${channel.name}`]] : [];
  });
  return new Map((await Promise.all([...people, ...places])).flat());
}

/**
 * Where a long answer goes on, opaque to clients: the tool and its arguments, the page (from 0) and the piece of that page.
 * `plan`: how the question was read. All of it is checked again, and so is what the caller may see.
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
  const read = Cursor.safeParse(jsonIn(Buffer.from(text, 'base64url').toString()));
  if (read.success && read.data.tool === tool) return read.data;
  throw noCursor();
}
