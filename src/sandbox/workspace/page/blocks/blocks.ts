/** Draws the blocks of a message, modal or Home tab: those that the local Slack accepts. */
import type {
  ActionsBlock,
  AnyBlock,
  ContextBlock,
  DataTableBlock,
  InputBlock,
  RichTextBlock,
  SectionBlock,
  TableBlock,
} from '@slack/types';
import { isRecord } from '../../../../json.ts';
import type { MessageBlock } from '../../../../slack/blocks.ts';
import { cannotDraw, type Html, html } from '../markup.ts';
import { decode, drawLink, drawPlain, drawTextObject } from '../mrkdwn.ts';
import type { Drawing } from '../reader.ts';
import { drawChart } from './chart.ts';
import { drawElement, fieldName, isGroup } from './elements.ts';

/** `errors` by block_id are shown at a modal's inputs. */
export function drawBlocks(
  blocks: readonly (MessageBlock | AnyBlock)[],
  drawing: Drawing,
  errors: Record<string, string> = {},
): Html {
  return html`${blocks.map((block, i) =>
    drawBlock(block, aboutOf(block, blocks.slice(0, i), drawing), drawing, errors),
  )}`;
}

/** What controls are about, for who only hears them: their section, or the one above a row that has none of its own. */
function aboutOf(
  block: MessageBlock | AnyBlock,
  above: readonly (MessageBlock | AnyBlock)[],
  drawing: Drawing,
) {
  const last = above.findLast(isSection);
  const section = isSection(block) ? block : last?.accessory ? undefined : last;
  const [line] = section?.text?.text.split('\n') ?? [];
  return line === undefined ? undefined : drawPlain(line, drawing);
}

const isSection = (block: MessageBlock | AnyBlock): block is SectionBlock => block.type === 'section';

function drawBlock(
  block: MessageBlock | AnyBlock,
  about: Html | undefined,
  drawing: Drawing,
  errors: Record<string, string>,
): Html {
  try {
    return isDrawable(block) ? drawKnownBlock(block, about, drawing, errors) : cannotDraw(block.type);
  } catch {
    return cannotDraw(block.type);
  }
}

const TYPES = [
  ...['section', 'context', 'actions', 'divider', 'header', 'input'],
  ...['rich_text', 'table', 'data_table', 'data_visualization'],
] as const;

type Drawable = Extract<MessageBlock, { type: (typeof TYPES)[number] }>;

export function isDrawable(block: MessageBlock | AnyBlock): block is Drawable {
  return TYPES.some((type) => type === block.type);
}

function drawKnownBlock(
  block: Drawable,
  about: Html | undefined,
  drawing: Drawing,
  errors: Record<string, string>,
): Html {
  switch (block.type) {
    case 'section':
      return drawSection(block, about, drawing);
    case 'context':
      return drawContext(block, drawing);
    case 'actions':
      return drawActions(block, about, drawing);
    case 'divider':
      return html`<hr>`;
    case 'header':
      return html`<h2 class="header">${decode(block.text.text)}</h2>`;
    case 'rich_text':
      return drawRichText(block, drawing);
    case 'table':
      return drawTable(block, drawing);
    case 'data_table':
      return drawDataTable(block, drawing);
    case 'data_visualization':
      return drawChart(block);
    case 'input':
      return drawInput(block, drawing, errors[block.block_id ?? '']);
  }
}

/** https://docs.slack.dev/reference/block-kit/blocks/section-block */
function drawSection(
  { text, accessory, block_id }: SectionBlock,
  about: Html | undefined,
  drawing: Drawing,
): Html {
  return html`<div class="section">
    <div class="section-text">${text && html`<div class="text">${drawTextObject(text, drawing)}</div>`}</div>
    ${accessory && html`<div class="accessory"${named(about)}>${accessory.type === 'image' ? cannotDraw('image') : drawElement(accessory, block_id, drawing)}</div>`}
  </div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/context-block */
function drawContext(block: ContextBlock, drawing: Drawing): Html {
  return html`<div class="context">${block.elements.map((item) =>
    item.type === 'image' ? cannotDraw('image') : html`<span>${drawTextObject(item, drawing)}</span>`,
  )}</div>`;
}

/** https://docs.slack.dev/reference/block-kit/blocks/actions-block */
function drawActions(block: ActionsBlock, about: Html | undefined, drawing: Drawing): Html {
  return html`<div class="actions"${named(about)}>${block.elements.map((item) => drawElement(item, block.block_id, drawing))}</div>`;
}

const named = (about: Html | undefined) => about && html` role="group" aria-label="${about}"`;

/** https://docs.slack.dev/reference/block-kit/blocks/input-block */
function drawInput(block: InputBlock, drawing: Drawing, error: string | undefined): Html {
  const id = fieldName(drawing.scope, block.block_id ?? '', block.element.action_id ?? '');
  const control = drawElement(block.element, block.block_id, drawing, {
    acts: block.dispatch_action === true,
    required: block.optional !== true,
    invalid: error !== undefined,
    describedBy: [error && `${id}-error`, block.hint && `${id}-hint`].filter(Boolean).join(' '),
    labelled: true,
  });
  const label = html`${decode(block.label.text)}${block.optional && html` <small>(optional)</small>`}`;
  const notes = html`${error && html`<p class="error" id="${id}-error">${error}</p>`}${block.hint && html`<p class="hint" id="${id}-hint">${decode(block.hint.text)}</p>`}`;
  return isGroup(block.element)
    ? html`<fieldset class="input"><legend>${label}</legend>${control}${notes}</fieldset>`
    : html`<div class="input"><label for="${id}">${label}</label>${control}${notes}</div>`;
}

/** Its strings are shown as they are. https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
function drawRichText({ elements }: RichTextBlock, drawing: Drawing): Html {
  return html`<div class="rich">${elements.map((part) => {
    const pieces = part.elements.map((piece) => {
      if (piece.type === 'text') return drawLines(piece.text);
      return piece.type === 'link'
        ? drawLink(piece.url, piece.text ?? piece.url, drawing)
        : cannotDraw(piece.type);
    });
    return part.type === 'rich_text_preformatted' ? html`<pre>${pieces}</pre>` : html`<p>${pieces}</p>`;
  })}</div>`;
}

function drawLines(text: string): Html {
  return html`${text.split('\n').map((line, i) => html`${i > 0 && html`<br>`}${line}`)}`;
}

type Cell = TableBlock['rows'][number][number];

/** The first row holds the column headings. https://docs.slack.dev/reference/block-kit/blocks/table-block */
function drawTable(block: TableBlock, drawing: Drawing): Html {
  const [head = [], ...rows] = block.rows;
  const sideOf = (column: number) => block.column_settings?.[column]?.align ?? 'left';
  return html`<div class="table" tabindex="0" role="group" aria-label="Table"><table>
    <thead><tr>${head.map((cell, i) => html`<th scope="col" class="${sideOf(i)}">${drawCell(cell, drawing)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, i) => html`<td class="${sideOf(i)}">${drawCell(cell, drawing)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** Unlike Slack, shows all rows on one page. https://docs.slack.dev/reference/block-kit/blocks/data-table-block */
function drawDataTable(block: DataTableBlock, drawing: Drawing): Html {
  const [head = [], ...rows] = block.rows;
  const sides = head.map((_, i) => (rows.some((row) => row[i]?.type === 'raw_number') ? 'right' : 'left'));
  const heads = head.map(
    (cell, i) =>
      html`<th scope="col" class="${sides[i]}"><button type="button" data-sort>${drawCell(cell, drawing)}</button></th>`,
  );
  const cells = (row: readonly Cell[]) =>
    row.map((cell, i) => {
      const figure = cell.type === 'raw_number' && html` data-figure="${String(cell.value)}"`;
      return i === 0
        ? html`<th scope="row" class="${sides[i]}"${figure}>${drawCell(cell, drawing)}</th>`
        : html`<td class="${sides[i]}"${figure}>${drawCell(cell, drawing)}</td>`;
    });
  return html`<div class="table sorts" tabindex="0" role="group" aria-label="${block.caption}"><table>
    <caption>${block.caption}</caption>
    <thead><tr>${heads}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody>
  </table></div>`;
}

/** Its rows in words, for screen readers. */
export function readTable({ rows }: TableBlock | DataTableBlock): string[] {
  return rows.map((row) => row.map((cell) => ('text' in cell ? cell.text : readText(cell))).join(' · '));
}

export function isTable(block: object): block is TableBlock | DataTableBlock {
  return 'type' in block && (block.type === 'table' || block.type === 'data_table');
}

function readText(value: unknown): string {
  if (Array.isArray(value)) return value.map(readText).join('');
  if (!isRecord(value)) return '';
  return typeof value.text === 'string' ? value.text : readText(value.elements);
}

function drawCell(cell: Cell, drawing: Drawing): Html {
  return cell.type === 'rich_text' ? drawRichText(cell, drawing) : html`${cell.text}`;
}
