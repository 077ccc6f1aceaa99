/** Using an element of a message, a modal or the Home tab: pressed, changed, or typed into. */
import { $, $$, post, say } from './dom.js';

const TYPING_MS = 300;
const waiting = new Map();

/** Where an element stands, as the server is told of it. */
function address(element) {
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
  if (question && !(await agreed(question))) return undo?.();
  const { row, fields } = address(element);
  const place = () => $('article, form', document.getElementById(row.id)) ?? row;
  fields.push(...values.map((value) => ['value', value]));
  for (const kind of ['many', 'moment']) if (kind in element.dataset) fields.push([kind, '1']);
  say(place(), '');
  element.setAttribute('aria-busy', 'true');
  const outcome = await post('/act', fields);
  element.removeAttribute('aria-busy');
  if (!outcome.ok) say(place(), outcome.sentence);
}

function agreed(question) {
  const dialog = $('#confirm');
  $('form', dialog).replaceChildren(question.content.cloneNode(true));
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}

/** Runs `work` when nothing more was typed into the field for a moment. */
function whenStill(field, work) {
  clearTimeout(waiting.get(field.id)?.timer);
  const run = () => {
    waiting.delete(field.id);
    return work();
  };
  waiting.set(field.id, { run, timer: setTimeout(run, TYPING_MS) });
}

/** Tells at once what was typed into a form a moment ago: its submission comes after that, not before. */
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
    // A redrawing may have put another field in its place meanwhile.
    whenStill(target, () => {
      const field = document.getElementById(target.id);
      return field && act(field.closest('.element'), [field.value]);
    });
  }
  const least = Number(element?.dataset.suggests ?? Number.NaN);
  if (target.value.length >= least) whenStill(target, () => suggest(element, target));
});

/** A menu whose options the app gives for what was typed. */
async function suggest(element, field) {
  const options = await post('/suggest', [...address(element).fields, ['value', field.value]]);
  if (!Array.isArray(options)) return;
  const list = document.getElementById(field.getAttribute('list'));
  list?.replaceChildren(
    ...options.map((value) => Object.assign(document.createElement('option'), { value })),
  );
}

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const element = target.closest('[data-acts*=on_enter_pressed]');
  if (key !== 'Enter' || !element || event.isComposing || event.shiftKey) return;
  event.preventDefault();
  act(element, [target.value]);
});
