/** Runs a tool call; its answer is one text and the same as structure, between marks that it can’t contain. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type EmptyCause, Plan } from '../ask/plan.ts';
import { parseJson } from '../json.ts';
import { timezoneOf } from '../projects/projects.ts';
import type { Reader } from '../slack/text.ts';
import { findOfferedQuestions } from '../surface/ask/answer-locally.ts';
import { Refused } from '../surface/refused.ts';
import { explainFault } from '../surface/reply.ts';
import { readNames } from '../surface/workspace.ts';
import { escapeMarkdown, type Piece, splitPage } from './draw-page.ts';
import type { Caller, Result, Tool, ToolAnswer } from './tool.ts';

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
  const { plan = at.plan, project } = answer;
  const all = caller.workspace.projects();
  const cursorAt = (page: number, from: number) =>
    writeCursor({ tool: at.tool, given: at.given, page, from, ...(plan && { plan }) });
  const reader = {
    names: await readNames(answer.page, caller.workspace),
    timezone: timezoneOf(
      all,
      all.projects.find(({ id }) => id === project?.id),
    ),
  };
  return drawResult(answer, { reader, page: at.page, from: at.from, cursorAt, next });
}

/** Where a long answer goes on. A client may make one up, so all of it is checked again on the next call. */
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

export const FENCE = { begin: '⟦data⟧', end: '⟦/data⟧' } as const;

/** Strangers’ words can't contain the marks. */
export function withoutMarks(text: string): string {
  return text.replaceAll('⟦', '[').replaceAll('⟧', ']');
}

/** At most 25,000 tokens of three characters each, with some room for what stands around the pieces. */
const MAX_CHARS = 70_000;

/** Room kept for the next piece: the most that one takes in the text and in the result together. */
const MAX_PIECE_CHARS = 15_000;

/** `from`: the first piece of the page to draw. `cursorAt`: the cursor for a page and piece. `next`: what to call next. */
export type Drawing = {
  reader: Reader;
  from: number;
  page: number;
  cursorAt: (page: number, from: number) => string;
  next?: string | undefined;
};

export function drawResult(
  answer: ToolAnswer,
  { reader, from, page, cursorAt, next }: Drawing,
): CallToolResult {
  const { project, reading, verdict, emptyBecause, pages = 1, isRefusal = false } = answer;
  const result: Result = {
    project: project && { id: project.id, name: project.name },
    reading: reading || undefined,
    verdict,
    figures: [],
    tables: [],
    lines: [],
    sources: [],
    emptyBecause,
  };
  const { text, end } = fillResult(splitAnswer(answer, reader), from, result);
  const cursor =
    end !== undefined ? cursorAt(page, end) : page + 1 < pages ? cursorAt(page + 1, 0) : undefined;
  if (cursor !== undefined) result.nextCursor = cursor;
  const blocks = [
    FENCE.begin,
    withoutMarks(text),
    FENCE.end,
    emptyBecause && EMPTY_BECAUSE[emptyBecause],
    cursor !== undefined && `There is more: call this tool again with cursor ${cursor}`,
    !isRefusal && next,
  ];
  return {
    content: [{ type: 'text', text: blocks.filter(Boolean).join('\n') }],
    structuredContent: result,
    ...(isRefusal && { isError: true }),
  };
}

const EMPTY_BECAUSE: Readonly<Record<EmptyCause, string>> = {
  not_understood: 'The question wasn’t understood. Ask one of those above, or call a more specific tool.',
  ambiguous: 'The question can be read in several ways. Ask one of those above.',
  not_known: 'This project has nothing by that name.',
  own_brand: 'Call get_scores for the brand’s own figures, or compare with a rival’s name.',
  nothing_tracked: 'The project doesn’t track any prompts yet, so engines haven’t been asked anything.',
  none_of_those_days: 'There’s nothing for those days. There may be for others.',
  none_listed: 'There’s nothing of this kind right now.',
  filtered_out: 'There is something, but nothing that matches all of what you asked for. Ask for less.',
  api_lacks_it: 'The API doesn’t have these figures.',
  not_in_store: 'Only the running bot keeps this, and it can’t be reached from here.',
  no_project: 'You see no project: none is configured, or you aren’t in a Slack channel that shows one.',
};

const ASKED_BACK: ReadonlySet<EmptyCause> = new Set(['not_understood', 'ambiguous', 'not_known']);

function splitAnswer(answer: ToolAnswer, reader: Reader): Piece[] {
  const { page, figures = [], sources = [], emptyBecause, isRefusal } = answer;
  const offered =
    isRefusal || (emptyBecause && ASKED_BACK.has(emptyBecause)) ? findOfferedQuestions(page) : [];
  const head = { text: 'You could call ask with:' };
  return [
    ...splitPage(page, reader),
    ...offered.map((label) => ({
      text: `- ${escapeMarkdown(label)}`,
      head,
      add: ({ lines }: Result) => void lines.push(label),
    })),
    ...figures.map((figure) => ({ text: '', add: (to: Result) => void to.figures.push(figure) })),
    ...sources.map((link) => ({ text: '', add: (to: Result) => void to.sources.push(link) })),
  ];
}

/** Adds as many pieces as fit, at least one. `end`: the first that doesn’t. */
function fillResult(pieces: readonly Piece[], from: number, result: Result): { text: string; end?: number } {
  const lines: string[] = [];
  let before: Piece['head'];
  let room = MAX_CHARS;
  let end = from;
  for (const { text, head, add } of pieces.slice(from)) {
    if (room < MAX_PIECE_CHARS) break;
    end += 1;
    const begun = head === before ? undefined : head;
    begun?.begin?.(result);
    add?.(result);
    room -= text.length + measure(begun, add);
    if (text === '') continue;
    // Without an empty line before it, this would belong to the table or list above.
    if (head !== before) lines.push('');
    if (begun?.text) lines.push(begun.text);
    lines.push(text);
    before = head;
  }
  return { text: lines.join('\n').trim(), ...(end < pieces.length && { end }) };
}

/** The characters that a piece adds to the result, and its head to the text. */
function measure(head: Piece['head'], add: Piece['add']): number {
  const alone: Result = { figures: [], tables: [{ columns: [], rows: [] }], lines: [], sources: [] };
  const before = JSON.stringify(alone).length;
  head?.begin?.(alone);
  add?.(alone);
  return JSON.stringify(alone).length - before + (head?.text.length ?? 0) + 2;
}
