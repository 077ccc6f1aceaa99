/**
 * The page's only script. The server draws; this puts what it sends in place, turns clicks and forms into posts,
 * and does what a browser does not do by itself: autocomplete, menus' places, questions before an act.
 */
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/* Posts. Every one is answered by an outcome: {ok: true}, or {ok: false, sentence}. */

async function post(path, fields) {
  try {
    const url = `${path}?as=${encodeURIComponent(document.body.dataset.as)}`;
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    return answer.ok ? await answer.json() : { ok: false, sentence: await answer.text() };
  } catch {
    return { ok: false, sentence: 'The local workspace does not answer. Is it still running?' };
  }
}

/** One sentence under what was used; the next use takes it away. */
function say(place, sentence) {
  $(':scope > .trouble', place)?.remove();
  if (!sentence) return;
  const line = Object.assign(document.createElement('p'), { className: 'trouble', textContent: sentence });
  line.setAttribute('role', 'alert');
  place.append(line);
}

/* What the stream sends: pieces by id, and the order of lists. */

let stream;
function listen() {
  stream?.close();
  stream = new EventSource(document.body.dataset.events);
  let first = true;
  stream.addEventListener('update', ({ data }) => {
    update(JSON.parse(data), first);
    first = false;
  });
}

function update({ pieces, lists }, quietly) {
  const fresh = new Map(pieces.map(({ id, html }) => [id, elementOf(html)]));
  for (const [id, piece] of fresh) {
    const old = document.getElementById(id);
    if (old && !old.isEqualNode(piece)) replace(old, piece);
  }
  for (const [id, order] of Object.entries(lists)) {
    const list = document.getElementById(id);
    if (list) arrange(list, order, fresh, quietly);
  }
  showView();
}

function elementOf(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild;
}

function replace(old, piece) {
  if (old.dataset.view === piece.dataset.view) carry(old, piece);
  if (old.dataset.edited !== piece.dataset.edited) piece.classList.add('fresh');
  const focused = old.contains(document.activeElement) && document.activeElement;
  old.replaceWith(piece);
  if (focused) (twin(focused, piece) ?? $('button, a[href], select', piece))?.focus();
  $('[aria-invalid]', piece)?.focus();
}

/** What a person typed outlives a redrawing of its form, as in Slack. */
function carry(old, piece) {
  for (const field of $$('[name]:not([type=hidden])', old)) {
    const other = twin(field, piece);
    if (!other) continue;
    other.value = field.value;
    other.checked = field.checked;
  }
}

function twin(control, root) {
  if (control.id) return $(`#${CSS.escape(control.id)}`, root);
  if (control.name)
    return $(`[name="${CSS.escape(control.name)}"][value="${CSS.escape(control.value)}"]`, root);
  const { block, action } = control.closest('.element')?.dataset ?? {};
  return (
    block && $(`[data-block="${CSS.escape(block)}"][data-action="${CSS.escape(action)}"] [data-press]`, root)
  );
}

function arrange(list, order, fresh, quietly) {
  for (const row of [...list.children]) if (!order.includes(row.id)) row.remove();
  order.forEach((id, i) => {
    const known = document.getElementById(id);
    const row = known ?? fresh.get(id);
    if (row && list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null);
    if (!known && !quietly && row?.dataset.say) $('#announcer').textContent = row.dataset.say;
  });
}

/* Going elsewhere without a reload, so that the list stays where it was scrolled to. */

async function go(url, remember = true) {
  const answer = await fetch(url);
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [before, after] = [$('#messages'), $('#messages', next)];
  const same = before && after && before.dataset.channel === after.dataset.channel;
  const top = before?.parentElement.scrollTop;
  if (same) carry($('main'), $('main', next));
  document.title = next.title;
  document.body.replaceWith(next.body);
  if (remember) history.pushState(null, '', url);
  if (same) after.parentElement.scrollTop = top;
  if (matchMedia('(hover: hover)').matches) ($('#reply') ?? $('#message'))?.focus();
  begin();
}

/* Using an element of a message, a modal or the Home tab. */

async function act(element, values, undo = () => {}) {
  const question = $('[data-confirm]', element);
  if (question && !(await agreed(question))) return undo();
  const row = element.closest('.row, #modal form, #home');
  const list = element.closest('ol[data-channel], #replies');
  const source =
    row.id === 'home'
      ? []
      : row.dataset.ts
        ? [
            ['ts', row.dataset.ts],
            ['channel', list.dataset.channel ?? $('#messages').dataset.channel],
          ]
        : [['view', element.closest('#modal').dataset.view]];
  const { block, action, many } = element.dataset;
  const kind = many === undefined ? [] : [['many', '1']];
  const place = $(':scope > article', row) ?? row;
  say(place, '');
  element.setAttribute('aria-busy', 'true');
  const used = [['block', block], ['action', action], ...values.map((value) => ['value', value])];
  const outcome = await post('/act', [...source, ...used, ...kind]);
  element.removeAttribute('aria-busy');
  if (!outcome.ok) say($(`#${CSS.escape(row.id)} > article`) ?? place, outcome.sentence);
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

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-go]');
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(link.href);
  }
  const pressed = event.target.closest('[data-press]');
  if (pressed && !pressed.closest('[aria-busy]')) {
    const menu = pressed.closest('[popover]');
    menu?.hidePopover();
    act(pressed.closest('.element'), [pressed.dataset.value ?? pressed.value ?? '']);
  }
  if (event.target.closest('[data-close-view]')) closeView();
});

document.addEventListener('change', ({ target }) => {
  const element = target.closest('[data-acts]');
  if (!element) return;
  const boxes = $$('input:checked', element).map(({ value }) => value);
  const undo = () =>
    target.type === 'checkbox' ? (target.checked = !target.checked) : target.closest('form')?.reset();
  if ($('input[type=checkbox], input[type=radio]', element)) act(element, boxes, undo);
  else if (target.value !== '') act(element, [target.value], () => (target.value = ''));
});

/* Forms: the composer, a modal, the controls of the simulation. */

document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  if (!form.dataset.post) return;
  event.preventDefault();
  const writing = $('textarea[name=text]', form);
  if (form.hasAttribute('aria-busy') || writing?.value.trim() === '') return;
  const fields = new FormData(form, submitter);
  if (writing) writing.value = '';
  say(form, '');
  if (form.matches('[popover]')) form.hidePopover();
  if (!writing) form.setAttribute('aria-busy', 'true');
  const outcome = await post(form.dataset.post, fields);
  form.removeAttribute('aria-busy');
  if (outcome.ok) return;
  if (writing) writing.value ||= fields.get('text');
  say(form, outcome.sentence);
});

/** A group of boxes cannot be `required` by itself: its first box says so for all. */
document.addEventListener('click', ({ target }) => {
  if (!target.closest('#modal .primary')) return;
  for (const group of $$('#modal [data-required]')) {
    const missing = !$('input:checked', group);
    $('input', group)?.setCustomValidity(missing ? 'Please choose at least one.' : '');
  }
});

function showView() {
  const [dialog, open] = [$('#view'), $('#modal').dataset.view !== undefined];
  if (open && !dialog.open) dialog.showModal();
  if (!open && dialog.open) dialog.close();
}

async function closeView() {
  const form = $('#modal form');
  if (!form) return;
  const outcome = await post('/view/close', [['view', $('#modal').dataset.view]]);
  if (!outcome.ok) say(form, outcome.sentence);
}

/* The composer: Enter sends, "/" offers the app's commands. */

function offer(field) {
  const list = $('#commands');
  const text = field.value;
  for (const option of list.children) {
    const { command } = option.dataset;
    const chosen = text.startsWith(`${command} `);
    option.hidden = !(chosen || (/^\/\S*$/.test(text) && command.startsWith(text)));
    option.classList.toggle('chosen', chosen);
  }
  list.hidden = $$('li:not([hidden])', list).length === 0;
  select(field, $('li:not([hidden], .chosen)', list));
}

function select(field, option) {
  for (const each of $$('#commands li')) each.setAttribute('aria-selected', String(each === option));
  option?.scrollIntoView({ block: 'nearest' });
  if (option) field.setAttribute('aria-activedescendant', option.id);
  else field.removeAttribute('aria-activedescendant');
}

function complete(field, option) {
  field.value = `${option.dataset.command} `;
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
  if (target.matches('.composer textarea')) {
    const selected = target.id === 'message' && $('#commands:not([hidden]) [aria-selected=true]');
    const options = $$('#commands li:not([hidden])');
    if (selected && (key === 'ArrowDown' || key === 'ArrowUp'))
      select(target, neighbour(options, selected, key));
    else if (selected && (key === 'Tab' || key === 'Enter') && !event.shiftKey) complete(target, selected);
    else if (selected && key === 'Escape') $('#commands').hidden = true;
    else if (key === 'Enter' && !event.shiftKey && !event.isComposing) {
      target.form.requestSubmit();
      $('#commands').hidden = true;
    } else return;
    event.preventDefault();
  } else if (target.closest('[role=menu]') && (key === 'ArrowDown' || key === 'ArrowUp')) {
    const items = $$('[role^=menuitem]', target.closest('[role=menu]'));
    neighbour(items, target, key).focus();
    event.preventDefault();
  }
});

function neighbour(list, one, key) {
  return list.at((list.indexOf(one) + (key === 'ArrowDown' ? 1 : -1)) % list.length);
}

/* Menus open beside their button. */

document.addEventListener(
  'toggle',
  ({ target: menu, newState }) => {
    const button =
      newState === 'open' && menu.matches('.menu') && $(`[popovertarget="${CSS.escape(menu.id)}"]`);
    if (!button) return;
    const [at, size] = [button.getBoundingClientRect(), menu.getBoundingClientRect()];
    const below = at.bottom + 4 + size.height < innerHeight;
    menu.style.top = `${below ? at.bottom + 4 : Math.max(4, at.top - size.height - 4)}px`;
    menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 8))}px`;
    $('[role^=menuitem]', menu)?.focus();
  },
  true,
);

function begin() {
  $('#view').addEventListener('cancel', (event) => {
    event.preventDefault();
    closeView();
  });
  showView();
  listen();
}

addEventListener('popstate', () => go(location.href, false));
begin();
