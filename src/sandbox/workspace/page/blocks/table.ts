/** The table and data_table blocks. The first row holds the column headings. */
import type { DataTableBlock, TableBlock } from '@slack/types';
import { isRecord } from '../../json.ts';
import { type Html, html } from '../markup.ts';
import type { Drawing } from '../reader.ts';
import { drawRichText } from './rich-text.ts';

type Cell = TableBlock['rows'][number][number];

/** https://docs.slack.dev/reference/block-kit/blocks/table-block */
export function drawTable(block: TableBlock, drawing: Drawing): Html {
  const [head = [], ...rows] = block.rows;
  const cells = (row: readonly Cell[], tag: 'th' | 'td') =>
    row.map((cell, column) => {
      const settings = block.column_settings?.[column];
      const classes = `${settings?.align ?? 'left'}${settings?.is_wrapped ? ' wrapped' : ''}`;
      return tag === 'th'
        ? html`<th scope="col" class="${classes}">${drawCell(cell, drawing)}</th>`
        : html`<td class="${classes}">${drawCell(cell, drawing)}</td>`;
    });
  return html`<div class="table" tabindex="0" role="group" aria-label="Table"><table>
    <thead><tr>${cells(head, 'th')}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cells(row, 'td')}</tr>`)}</tbody>
  </table></div>`;
}

/** Unlike Slack, shows all rows on one page. https://docs.slack.dev/reference/block-kit/blocks/data-table-block */
export function drawDataTable(block: DataTableBlock, drawing: Drawing): Html {
  const [head = [], ...rows] = block.rows;
  const header = block.row_header_column_index ?? 0;
  const sides = head.map((_, i) => (rows.some((row) => row[i]?.type === 'raw_number') ? 'right' : 'left'));
  const heads = head.map(
    (cell, i) =>
      html`<th scope="col" class="${sides[i]}"><button type="button" data-sort>${drawCell(cell, drawing)}</button></th>`,
  );
  const cells = (row: readonly Cell[]) =>
    row.map((cell, i) => {
      const figure = cell.type === 'raw_number' && html` data-figure="${String(cell.value)}"`;
      const content = drawCell(cell, drawing);
      return i === header
        ? html`<th scope="row" class="${sides[i]}"${figure}>${content}</th>`
        : html`<td class="${sides[i]}"${figure}>${content}</td>`;
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
