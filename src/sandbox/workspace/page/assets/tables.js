/** Sorts a table when a column heading is clicked: numbers by value, words alphabetically. */
import { $, $$ } from './dom.js';

const WORDS = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

document.addEventListener('click', ({ target }) => {
  const heading = target.closest('[data-sort]')?.closest('th');
  if (heading) sort(heading, heading.ariaSort === 'ascending' ? 'descending' : 'ascending');
});

/** In a column of numbers, words say why a number is missing, so they stay last. */
function sort(heading, order) {
  for (const other of heading.parentElement.cells) other.ariaSort = null;
  heading.ariaSort = order;
  const [body] = heading.closest('table').tBodies;
  const rows = [...body.rows].map((row) => ({ row, cell: row.cells[heading.cellIndex] }));
  const figures = rows.filter(({ cell }) => cell.dataset.figure !== undefined);
  const words = rows.filter(({ cell }) => cell.dataset.figure === undefined);
  const turn = order === 'ascending' ? 1 : -1;
  figures.sort((a, b) => turn * (a.cell.dataset.figure - b.cell.dataset.figure));
  if (figures.length === 0) {
    words.sort((a, b) => turn * WORDS.compare(a.cell.textContent, b.cell.textContent));
  }
  body.append(...[...figures, ...words].map(({ row }) => row));
}

/** Keeps a table sorted when it's redrawn. */
export function carryOrder(old, piece) {
  const tables = $$('.table.sorts', piece);
  for (const [i, table] of $$('.table.sorts', old).entries()) {
    const sorted = $('th[aria-sort]', table);
    const heading = sorted && tables[i]?.querySelectorAll('thead th')[sorted.cellIndex];
    if (heading) sort(heading, sorted.ariaSort);
  }
}
