/** Posts what people do with elements: press, choose or type. */
import { $, $$, post, showProblem } from './dom.js';

const TYPING_MS = 300;
const waiting = new Map();

/** The row or modal that holds an element, and the fields that tell the server where it is. */
function locate(element) {
  const row = element.closest('.row, #modal, #home');
  const { block, action } = element.dataset;
  const fields = [
    ['block', block],
    ['action', action],
  ];
  if (row.dataset.ts) fields.push(['ts', row.dataset.ts], ['channel', $('#messages').dataset.channel]);
  if (row.dataset.view) fields.push(...new FormData($('form', row)));
  return { row, fields };
}

export async function act(element, values, undo) {
  const question = $('[data-confirm]', element);
  if (question && !(await askFirst(question))) return undo?.();
  const { row, fields } = locate(element);
  const findPlace = () => $('article, form', document.getElementById(row.id)) ?? row;
  fields.push(...values.map((value) => ['value', value]));
  if ('many' in element.dataset) fields.push(['many', '1']);
  showProblem(findPlace(), '');
  element.setAttribute('aria-busy', 'true');
  const outcome = await post('/act', fields);
  element.removeAttribute('aria-busy');
  if (!outcome.ok) showProblem(findPlace(), outcome.sentence);
}

function askFirst(question) {
  const dialog = $('#confirm');
  $('form', dialog).replaceChildren(question.content.cloneNode(true));
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}

/** Runs `work` once nothing has been typed into the field for a moment. */
function whenStill(field, work) {
  clearTimeout(waiting.get(field.id)?.timer);
  const run = () => {
    waiting.delete(field.id);
    return work();
  };
  waiting.set(field.id, { run, timer: setTimeout(run, TYPING_MS) });
}

/** Runs a form's waiting work now, so that its submission doesn't overtake what was just typed. */
export async function settle(form) {
  for (const [id, { run, timer }] of [...waiting]) {
    if (!form.contains(document.getElementById(id))) continue;
    clearTimeout(timer);
    await run();
  }
}

document.addEventListener('click', ({ target }) => {
  const pressed = target.closest('[data-press]');
  if (!pressed || pressed.closest('[aria-busy]')) return;
  pressed.closest('[popover]')?.hidePopover();
  act(pressed.closest('.element'), [pressed.dataset.value ?? pressed.value ?? '']);
});

document.addEventListener('change', ({ target }) => {
  const element = target.closest('[data-acts=change]');
  if (!element) return;
  const undo = () =>
    Object.assign(target, target.type === 'checkbox' ? { checked: !target.checked } : { value: '' });
  const ticked = ['checkbox', 'radio'].includes(target.type) && $$('input:checked', element);
  if (ticked || target.value) act(element, ticked ? ticked.map(({ value }) => value) : [target.value], undo);
});

document.addEventListener('input', ({ target }) => {
  const element = target.closest('.element');
  if (element?.dataset.acts?.includes('on_character_entered')) {
    // The field may have been redrawn in the meantime.
    whenStill(target, () => {
      const field = document.getElementById(target.id);
      return field && act(field.closest('.element'), [field.value]);
    });
  }
});

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const element = target.closest('[data-acts*=on_enter_pressed]');
  if (key !== 'Enter' || !element || event.isComposing || event.shiftKey) return;
  event.preventDefault();
  act(element, [target.value]);
});
