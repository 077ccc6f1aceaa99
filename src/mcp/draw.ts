/**
 * Draws a tool's answer as the result for clients: one text, and the same facts as structured content. A page may hold the
 * words of strangers, so it stands between marks that it can't contain.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { EmptyCause } from '../ask/plan.ts';
import { labelsOf } from '../surface/ask/answer-locally.ts';
import { escaped, type NamesOfIds } from './markdown.ts';
import { type Piece, piecesOf } from './pieces.ts';
import type { Result, ToolAnswer } from './tool.ts';

export const FENCE = { begin: '⟦data⟧', end: '⟦/data⟧' } as const;

/** At most 25,000 tokens of three characters each, less some room for what stands around the pieces. */
const MOST_CHARS = 70_000;

/** `from`: the first piece of this page to draw. `cursorAt`: the cursor for a page from that piece on. `next`: what to call next. */
export type Drawing = {
  names: NamesOfIds;
  from: number;
  page: number;
  cursorAt: (page: number, from: number) => string;
  next?: string | undefined;
};

export function drawResult(
  answer: ToolAnswer,
  { names, from, page, cursorAt, next }: Drawing,
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
  const { text, end } = fitted(allPieces(answer, names), from, result);
  const cursor =
    end !== undefined ? cursorAt(page, end) : page + 1 < pages ? cursorAt(page + 1, 0) : undefined;
  if (cursor !== undefined) result.nextCursor = cursor;
  const blocks = [
    FENCE.begin,
    text.replace(/[⟦⟧]/g, (mark) => (mark === '⟦' ? '[' : ']')),
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

function allPieces(answer: ToolAnswer, names: NamesOfIds): Piece[] {
  const { page, figures = [], sources = [], emptyBecause, isRefusal } = answer;
  const offered = isRefusal || (emptyBecause && ASKED_BACK.has(emptyBecause)) ? labelsOf(page) : [];
  const head = { text: 'You could call ask with:' };
  return [
    ...piecesOf(page, names),
    ...offered.map((label) => ({
      text: `- ${escaped(label)}`,
      head,
      add: ({ lines }: Result) => void lines.push(label),
    })),
    ...figures.map((figure) => ({ text: '', add: (to: Result) => void to.figures.push(figure) })),
    ...sources.map((link) => ({ text: '', add: (to: Result) => void to.sources.push(link) })),
  ];
}

/** For these the page offers other questions. */
const ASKED_BACK: ReadonlySet<EmptyCause> = new Set(['not_understood', 'ambiguous', 'not_known']);

/** As many pieces as fit, at least one. `end`: the first that doesn’t. */
function fitted(pieces: readonly Piece[], from: number, result: Result): { text: string; end?: number } {
  const lines: string[] = [];
  let before: Piece['head'];
  let room = MOST_CHARS;
  for (const [i, { text, head, add }] of pieces.entries()) {
    if (i < from) continue;
    const isNew = head !== undefined && head !== before;
    if (isNew) head.begin?.(result);
    add?.(result);
    room -= text.length + sizeOf({ ...(add && { add }), ...(isNew && { head }) });
    if (text !== '') {
      // Without an empty line before it, this would belong to the table or list above.
      lines.push(...(head === before ? [] : ['']), ...(isNew && head.text !== '' ? [head.text] : []), text);
      before = head;
    }
    if (room < LARGEST && i + 1 < pieces.length) return { text: joined(lines), end: i + 1 };
  }
  return { text: joined(lines) };
}

/** Characters that a piece adds to the result, and its head to the text. */
function sizeOf({ head, add }: Partial<Piece>): number {
  const alone: Result = { figures: [], tables: [{ columns: [], rows: [] }], lines: [], sources: [] };
  const before = JSON.stringify(alone).length;
  head?.begin?.(alone);
  add?.(alone);
  return JSON.stringify(alone).length - before + (head?.text.length ?? 0) + 2;
}

/** Characters that one piece can take, in the text and in the result together. */
const LARGEST = 15_000;

function joined(lines: readonly string[]): string {
  return lines.join('\n').trim();
}

/** What each cause of an empty answer means to the caller. */
const EMPTY_BECAUSE: Readonly<Record<EmptyCause, string>> = {
  not_understood: 'The question wasn’t understood. Ask one of those above, or call a more specific tool.',
  ambiguous: 'The question can be read in several ways. Ask one of those above.',
  not_known: 'Nothing of that name is known in this project.',
  own_brand: 'Call get_scores for the brand’s own figures, or compare with a rival’s name.',
  nothing_tracked: 'The project tracks no prompts yet, so engines have been asked nothing.',
  none_of_those_days: 'There’s nothing of those days. Of other days there may be.',
  none_listed: 'There’s nothing of this now.',
  filtered_out: 'There is something, but none of it passes what you asked for. Ask for less.',
  api_lacks_it: 'The API gives no such figures.',
  not_in_store: 'Only the running bot keeps this, and none is reached from here.',
  no_project: 'You’re in no Slack channel that shows a project.',
};
