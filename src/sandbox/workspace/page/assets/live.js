/** Puts the stream's updates in place: elements by id, and the order of lists. The first update has everything. */
import { $, $$, quoted, tab } from './dom.js';

let stream;
/** What had the focus when a modal opened: it gets it back, or what has replaced it by then. */
let opener;
/** Modals that are covered by another, by id, so that what was typed in them comes back with them. */
const covered = new Map();

export function listen() {
  stream?.close();
  stream = new EventSource(`${document.body.dataset.events}&tab=${tab}`);
  stream.addEventListener('update', ({ data }) => update(JSON.parse(data)));
}

export function stopListening() {
  stream?.close();
}

function update({ pieces, lists }) {
  const fresh = new Map(
    pieces.map(({ id, html }) => [
      id,
      document.createRange().createContextualFragment(html).firstElementChild,
    ]),
  );
  for (const [id, piece] of fresh) {
    const old = document.getElementById(id);
    if (old && !old.isEqualNode(piece)) replace(old, piece);
  }
  for (const [id, order] of Object.entries(lists)) {
    const list = document.getElementById(id);
    if (list) arrange(list, order, fresh);
  }
  showView();
}

function replace(old, piece) {
  if (old.id === 'modal') carryModal(old, piece);
  carryOrder(old, piece);
  const [was, is] = [$('article .content', old), $('article .content', piece)];
  if (was && is && !was.isEqualNode(is)) piece.classList.add('fresh');
  const focused = [document.activeElement, opener].find((one) => old.contains(one));
  const caret = focused && [focused.selectionStart, focused.selectionEnd];
  const place = usable(old).indexOf(focused);
  old.replaceWith(piece);
  if (!focused) return;
  const next =
    twin(focused, piece) ?? lastRow(focused, old, piece) ?? usable(piece)[place] ?? usable(piece)[0];
  if (focused === opener) {
    opener = next;
    return;
  }
  next?.focus();
  if (next?.value && typeof caret[0] === 'number') next.setSelectionRange?.(...caret);
  if (!focused.matches('input, select, textarea')) $('[aria-invalid]', piece)?.focus();
}

/** If a control is gone, the one now in its place gets the focus. */
const usable = (root) => $$('button, a[href], select, input:not([type=hidden]), textarea', root);

function carryModal(old, piece) {
  const [was, is] = [old.dataset.view, piece.dataset.view];
  if (is === undefined) covered.clear();
  else if (was === is) carry(old, piece);
  else {
    if (was) covered.set(was, old);
    if (covered.has(is)) carry(covered.get(is), piece);
  }
}

/** As in Slack, what a person typed survives when its form is redrawn. */
export function carry(old, piece) {
  for (const field of $$('[name]:not([type=hidden])', old)) {
    const other = twin(field, piece);
    if (other) Object.assign(other, { value: field.value, checked: field.checked });
  }
}

function twin(control, root) {
  if (control.id) return $(`#${CSS.escape(control.id)}`, root);
  if (control.name) return $(quoted('name', control.name) + quoted('value', control.value), root);
  const { block, action } = control.closest('.element')?.dataset ?? {};
  if (action === undefined) return null;
  const place = quoted('data-block', block);
  return $(`${place}${quoted('data-action', action)} button`, root) ?? $(`${place} button`, root);
}

/** For a control in an answer's last row of buttons: the same control in the new last row, or the first one there. */
function lastRow(control, old, piece) {
  const [was, is] = [old, piece].map((root) => $$('.actions', root).at(-1));
  if (!is || !was?.contains(control)) return null;
  const { action = '' } = control.closest('.element')?.dataset ?? {};
  return $(`${quoted('data-action', action)} button`, is) ?? usable(is)[0];
}

function arrange(list, order, fresh) {
  const follows = list.parentElement.follows !== false;
  for (const row of [...list.children]) if (!order.includes(row.id)) row.remove();
  for (const [i, id] of order.entries()) {
    const known = document.getElementById(id);
    const row = known ?? fresh.get(id);
    if (row && list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null);
    if (known || !row?.dataset.say) continue;
    $('#announcer').textContent = row.dataset.say.slice(0, 140);
    if (follows) follow(list);
    else showPill(list);
  }
}

/** Scrolls to the new message, unless that would move what the person is using out of sight. */
function follow(list) {
  const scroller = list.parentElement;
  const before = scroller.scrollTop;
  showNewest(list);
  const focused = list.contains(document.activeElement) && document.activeElement.getBoundingClientRect();
  const visible = scroller.getBoundingClientRect();
  if (!focused || (focused.bottom > visible.top && focused.top < visible.bottom)) return;
  scroller.scrollTop = before;
  scroller.follows = false;
  showPill(list);
}

/** Makes room for the pill without moving what the person is reading. */
function showPill(list) {
  const scroller = list.parentElement;
  const [height, top] = [scroller.clientHeight, scroller.scrollTop];
  findPill(list).hidden = false;
  scroller.scrollTop = top - (height - scroller.clientHeight);
}

/** The button that leads to new messages below. */
function findPill(list) {
  return $('[data-newest]', list.parentElement.parentElement);
}

document.addEventListener('click', ({ target }) => {
  const pressed = target.closest('[data-newest]');
  if (pressed) showNewest($('.scroller ol', pressed.parentElement));
});

/** Shows the newest message, a tall one from its start. A list is reversed: scrollTop 0 is its end. */
export function showNewest(list) {
  const [row, scroller] = [list?.lastElementChild, list?.parentElement];
  if (!row) return;
  scroller.scrollTop = 0;
  if (row.offsetHeight > scroller.clientHeight) row.scrollIntoView({ block: 'start' });
  scroller.shownFrom = scroller.scrollTop;
  scroller.follows = true;
  findPill(list).hidden = true;
  scroller.shownHeight = scroller.clientHeight;
  resized.observe(scroller);
}

/** Scrolling away from the newest message stops following it; a change of the list's height doesn't. */
document.addEventListener(
  'scroll',
  ({ target }) => {
    // A change of height fires this event before the ResizeObserver knows about it.
    if (target.clientHeight !== target.shownHeight) return;
    if (target.scrollTop > -40) findPill($('ol', target)).hidden = true;
    target.follows = target.scrollTop > -40 || Math.abs(target.scrollTop - target.shownFrom) < 2;
  },
  true,
);
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    target.shownHeight = target.clientHeight;
    if (target.follows) showNewest($('ol', target));
  }
});

/** Opens or closes the dialog, depending on whether it holds a modal. */
export function showView() {
  const [dialog, open] = [$('#view'), $('#modal').dataset.view !== undefined];
  if (open && !dialog.open) {
    opener = document.activeElement;
    dialog.showModal();
    (
      $('[autofocus]', dialog) ?? $('.inputs :is(input:not([type=hidden]), select, textarea)', dialog)
    )?.focus();
  }
  if (!open && dialog.open) {
    dialog.close();
    opener?.focus();
    opener = undefined;
  }
}

/* Tables: a click on a column's heading sorts by it, numbers by value and words alphabetically. */

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
function carryOrder(old, piece) {
  const tables = $$('.table.sorts', piece);
  for (const [i, table] of $$('.table.sorts', old).entries()) {
    const sorted = $('th[aria-sort]', table);
    const heading = sorted && tables[i]?.querySelectorAll('thead th')[sorted.cellIndex];
    if (heading) sort(heading, sorted.ariaSort);
  }
}
