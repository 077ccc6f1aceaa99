/** The table block: the first row heads the columns, as Slack shows it. */
import type { DataTableBlock, TableBlock } from '@slack/types';
import { isRecord } from '../../json.ts';
import type { Drawing } from '../drawing.ts';
import { type Html, html } from '../markup.ts';
import { richText } from './rich-text.ts';

type Cell = TableBlock['rows'][number][number];

/** https://docs.slack.dev/reference/block-kit/blocks/table-block */
export function table(block: TableBlock, drawing: Drawing): Html {
  const [head = [], ...rows] = block.rows;
  const cells = (row: readonly Cell[], tag: 'th' | 'td') =>
    row.map((cell, column) => {
      const settings = block.column_settings?.[column];
      const looks = `${settings?.align ?? 'left'}${settings?.is_wrapped ? ' wrapped' : ''}`;
      return tag === 'th'
        ? html`<th scope="col" class="${looks}">${content(cell, drawing)}</th>`
        : html`<td class="${looks}">${content(cell, drawing)}</td>`;
    });
  return html`<div class="table" tabindex="0" role="group" aria-label="Table"><table>
    <thead><tr>${cells(head, 'th')}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cells(row, 'td')}</tr>`)}</tbody>
  </table></div>`;
}

/** All rows at once, which Slack pages; sorted by its headings, as there. https://docs.slack.dev/reference/block-kit/blocks/data-table-block */
export function dataTable(block: DataTableBlock, drawing: Drawing): Html {
  const [head = [], ...rows] = block.rows;
  const header = block.row_header_column_index ?? 0;
  const looks = head.map((_, i) => (rows.some((row) => row[i]?.type === 'raw_number') ? 'right' : 'left'));
  const heads = head.map(
    (cell, i) =>
      html`<th scope="col" class="${looks[i]}"><button type="button" data-sort>${content(cell, drawing)}</button></th>`,
  );
  const cells = (row: readonly Cell[]) =>
    row.map((cell, i) => {
      const figure = cell.type === 'raw_number' && html` data-figure="${String(cell.value)}"`;
      const inside = content(cell, drawing);
      return i === header
        ? html`<th scope="row" class="${looks[i]}"${figure}>${inside}</th>`
        : html`<td class="${looks[i]}"${figure}>${inside}</td>`;
    });
  return html`<div class="table sorts" tabindex="0" role="group" aria-label="${block.caption}"><table>
    <caption>${block.caption}</caption>
    <thead><tr>${heads}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody>
  </table></div>`;
}

/** Its rows as they are read out, cell by cell; the first names the columns. */
export function readOut({ rows }: TableBlock | DataTableBlock): string[] {
  return rows.map((row) => row.map((cell) => ('text' in cell ? cell.text : wordsIn(cell))).join(' · '));
}

export function isTable(block: object): block is TableBlock | DataTableBlock {
  return 'type' in block && (block.type === 'table' || block.type === 'data_table');
}

/** The texts of a rich cell, one after the other. */
function wordsIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsIn).join('');
  if (!isRecord(value)) return '';
  return typeof value.text === 'string' ? value.text : wordsIn(value.elements);
}

function content(cell: Cell, drawing: Drawing): Html {
  return cell.type === 'rich_text' ? richText(cell, drawing) : html`${cell.text}`;
}
