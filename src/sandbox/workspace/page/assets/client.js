/**
 * The page's script. The server draws everything; this puts updates in place (live.js), turns clicks and typing into
 * posts (acting.js), follows links without a reload, submits forms, and lists the app's commands in the composer.
 */
import { settle } from './acting.js';
import { $, $$, post, quoted, showProblem } from './dom.js';
import { carry, listen, showNewest, showView, stopListening } from './live.js';

/**
 * Follows a link without a reload, so that the list keeps its scroll position. `action` is to be pointed at there. A
 * link with an `id` that is still there keeps the focus.
 */
async function go(url, remember = true, { action, id } = {}) {
  const next = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html');
  const [before, after] = [$('#messages'), $('#messages', next)];
  const same = before && after && before.dataset.channel === after.dataset.channel;
  const top = before?.parentElement.scrollTop;
  if (same) carry($('main'), $('main', next));
  document.title = next.title;
  document.body.replaceWith(next.body);
  if (remember) history.pushState(null, '', url);
  if (same) after.parentElement.scrollTop = top;
  else showNewest(after);
  showNewest($('#replies'));
  const button = action && $(`${quoted('data-action', action)} button`);
  const link = id && document.getElementById(id);
  if (button) pointAt(button);
  else if (link) link.focus();
  else if (matchMedia('(hover: hover)').matches) ($('#reply') ?? $('#message'))?.focus();
  showView();
  listen();
}

/** Shows the focus until the next click: browsers show it by themselves only after a key. */
function pointAt(button) {
  button.scrollIntoView({ block: 'center' });
  button.focus();
  document.body.classList.add('pointing');
  document.addEventListener('pointerdown', () => document.body.classList.remove('pointing'), { once: true });
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-go]');
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(link.href, true, { action: link.dataset.pointsAt, id: link.id });
  }
  if (event.target.closest('[data-close-view]')) closeView();
  const copy = event.target.closest('[data-copy]');
  if (copy) copyFrom(copy);
});

document.addEventListener('keydown', (event) => {
  if (event.key !== ' ' || !event.target.matches('a[role=switch]')) return;
  event.preventDefault();
  event.target.click();
});

async function copyFrom(button) {
  await navigator.clipboard.writeText($('pre', button.parentElement).textContent);
  button.textContent = 'Copied';
}

/* Forms: the composer, modals and the simulation's controls. */

document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  if ($('#message', form)) showCommands(false);
  if (!form.dataset.post) return;
  event.preventDefault();
  const writing = $('textarea[name=text]', form);
  const busy = form.hasAttribute('aria-busy') && !('repeats' in form.dataset);
  if (busy || writing?.value.trim() === '') return;
  const fields = new FormData(form, submitter);
  if (writing) {
    writing.value = '';
    $('.scroller', form.parentElement).scrollTop = 0;
  } else form.setAttribute('aria-busy', 'true');
  if (form.matches('[popover]')) form.hidePopover();
  showProblem(placeOf(form), '');
  await settle(form);
  const outcome = await post(form.dataset.post, fields);
  form.removeAttribute('aria-busy');
  if (outcome.ok) return;
  if (writing) writing.value ||= fields.get('text');
  showProblem(placeOf(form), outcome.sentence);
});

/** Where to show a form's problem. A menu has closed by then, so its message or the composer shows it. */
function placeOf(form) {
  // A modal's form may have been redrawn in the meantime.
  if (!form.matches('[popover]')) return form.isConnected ? form : ($('#modal form') ?? form);
  const row = form.closest('.row');
  return (row ? $('article', document.getElementById(row.id)) : $('.composer, .notice')) ?? document.body;
}

async function closeView() {
  const { view } = $('#modal').dataset;
  const outcome = await post('/view/close', [['view', view]]);
  // A second click finds it closed.
  const modal = $('#modal');
  if (!outcome.ok && modal?.dataset.view === view) showProblem($('form', modal), outcome.sentence);
}

document.addEventListener(
  'cancel',
  (event) => {
    if (event.target.id !== 'view') return;
    event.preventDefault();
    closeView();
  },
  true,
);

/* The composer: Enter sends, and "/" lists the app's commands. */

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
  // Enter sends a command that is typed in full, even if longer ones begin with it.
  const isExact = visible.some(({ dataset }) => dataset.line === typed);
  select(field, isExact || $(`${VISIBLE}.chosen`) ? undefined : visible[0]);
}

function showCommands(open) {
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

/** The next or previous item, or the first or last if none is selected. */
function findNext(list, item, key) {
  const at = list.indexOf(item);
  if (key === 'ArrowDown') return list[(at + 1) % list.length];
  return list.at(at <= 0 ? -1 : at - 1);
}

addEventListener('popstate', () => go(location.href, false));
// A page kept for going back would keep its connection, and a browser has only six for one server.
addEventListener('pagehide', stopListening);
addEventListener('pageshow', ({ persisted }) => persisted && listen());
showNewest($('#messages'));
showNewest($('#replies'));
showView();
listen();
