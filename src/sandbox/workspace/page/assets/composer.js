/** The composer: Enter sends, and "/" offers the app's commands. */
import { $, $$, neighbour } from './dom.js';

const SHOWN = '#commands li:not([hidden])';

function offer(field) {
  const typed = field.value;
  for (const option of $$('#commands li')) {
    const { line } = option.dataset;
    const written = typed.startsWith(`${line} `);
    option.classList.toggle('chosen', written);
    option.hidden = !(written || (typed !== '' && line.startsWith(typed)));
  }
  const open = $(SHOWN) !== null;
  show(open);
  const shown = $$(SHOWN);
  const whole = shown.length === 1 && shown[0].dataset.line === typed;
  select(field, whole || $(`${SHOWN}.chosen`) ? undefined : $(SHOWN));
}

export function show(open) {
  const list = $('#commands');
  if (list) list.hidden = !open;
}

function select(field, option) {
  for (const each of $$('#commands li')) each.setAttribute('aria-selected', String(each === option));
  option?.scrollIntoView({ block: 'nearest' });
  if (option) field.setAttribute('aria-activedescendant', option.id);
  else field.removeAttribute('aria-activedescendant');
}

function complete(field, option) {
  field.value = `${option.dataset.line} `;
  field.focus();
  offer(field);
}

document.addEventListener('input', ({ target }) => {
  if (target.id === 'message') offer(target);
});

document.addEventListener('pointerdown', (event) => {
  const option = event.target.closest('#commands li');
  if (!option) return;
  event.preventDefault();
  complete($('#message'), option);
});

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const arrow = key === 'ArrowDown' || key === 'ArrowUp';
  const menu = target.closest('[role=menu]');
  const offered = target.id === 'message' && !$('#commands').hidden;
  const option = offered && $(`${SHOWN}[aria-selected=true]`);
  if (menu && arrow) neighbour($$('[role^=menuitem]', menu), target, key).focus();
  else if (offered && arrow) select(target, neighbour($$(`${SHOWN}:not(.chosen)`), option, key));
  else if (option && (key === 'Tab' || key === 'Enter') && !event.shiftKey) complete(target, option);
  else if (key === 'Escape' && offered) show(false);
  else if (key === 'Enter' && target.matches('.composer textarea') && !event.shiftKey && !event.isComposing) {
    target.form.requestSubmit();
  } else return;
  event.preventDefault();
});
