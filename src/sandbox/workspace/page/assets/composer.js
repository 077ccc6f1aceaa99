/** The composer: Enter sends, and "/" lists the app's commands. */
import { $, $$, findNext } from './dom.js';

const VISIBLE = '#commands li:not([hidden])';

/** Lists the commands that match what was typed. A command that is already complete only shows its usage hint. */
function updateCommands(field) {
  const typed = field.value;
  for (const option of $$('#commands li')) {
    const { line } = option.dataset;
    const isComplete = typed.startsWith(`${line} `);
    option.classList.toggle('chosen', isComplete);
    option.hidden = !(isComplete || (typed !== '' && line.startsWith(typed)));
  }
  const visible = $$(VISIBLE);
  showCommands(visible.length > 0);
  const isExact = visible.length === 1 && visible[0].dataset.line === typed;
  select(field, isExact || $(`${VISIBLE}.chosen`) ? undefined : visible[0]);
}

export function showCommands(open) {
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
  updateCommands(field);
}

document.addEventListener('input', ({ target }) => {
  if (target.id === 'message') updateCommands(target);
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
  const listed = target.id === 'message' && !$('#commands').hidden;
  const option = listed && $(`${VISIBLE}[aria-selected=true]`);
  if (menu && arrow) findNext($$('[role^=menuitem]', menu), target, key).focus();
  else if (listed && arrow) select(target, findNext($$(`${VISIBLE}:not(.chosen)`), option, key));
  else if (option && (key === 'Tab' || key === 'Enter') && !event.shiftKey) complete(target, option);
  else if (key === 'Escape' && listed) showCommands(false);
  else if (key === 'Enter' && target.matches('.composer textarea') && !event.shiftKey && !event.isComposing) {
    target.form.requestSubmit();
  } else return;
  event.preventDefault();
});
