/**
 * The page's only script. The server draws; this puts what it sends in place, turns clicks and forms into posts,
 * and does what a browser does not do by itself: autocomplete, the places of menus, questions before an act.
 */
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const quoted = (name, value) => `[${name}="${CSS.escape(value)}"]`;

/** Posts; every post is answered by an outcome: {ok: true}, or {ok: false, sentence}. */
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

/* What the stream sends: pieces by id, and the order of lists. It begins with all that is already here. */

let stream;
function listen() {
  stream?.close();
  stream = new EventSource(document.body.dataset.events);
  stream.addEventListener('update', ({ data }) => update(JSON.parse(data)));
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
  if (piece.dataset.view && piece.dataset.view === old.dataset.view) carry(old, piece);
  const [was, is] = [$('article .content', old), $('article .content', piece)];
  if (was && is && !was.isEqualNode(is)) piece.classList.add('fresh');
  const focused = old.contains(document.activeElement) && document.activeElement;
  old.replaceWith(piece);
  if (focused) (twin(focused, piece) ?? $('button, a[href], select', piece))?.focus();
  if (focused && !focused.matches('input, select, textarea')) $('[aria-invalid]', piece)?.focus();
}

/** What a person typed outlives a redrawing of its form, as in Slack. */
function carry(old, piece) {
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

function arrange(list, order, fresh) {
  const scroller = list.parentElement;
  const follows = scroller.scrollTop > -40 || scroller.scrollTop === scroller.shownFrom;
  for (const row of [...list.children]) if (!order.includes(row.id)) row.remove();
  for (const [i, id] of order.entries()) {
    const known = document.getElementById(id);
    const row = known ?? fresh.get(id);
    if (row && list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null);
    if (known || !row?.dataset.say) continue;
    $('#announcer').textContent = row.dataset.say;
    if (follows) showNewest(list);
  }
}

/** The newest message is read from its beginning, so a tall one is not shown by its end. 0 is the end of a list. */
function showNewest(list) {
  const [row, scroller] = [list?.lastElementChild, list?.parentElement];
  if (!row) return;
  scroller.scrollTop = 0;
  if (row.offsetHeight > scroller.clientHeight) row.scrollIntoView({ block: 'start' });
  scroller.shownFrom = scroller.scrollTop;
}

/** Goes elsewhere without a reload, so that the list stays where it was scrolled to. */
async function go(url, remember = true) {
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
  if (matchMedia('(hover: hover)').matches) ($('#reply') ?? $('#message'))?.focus();
  showView();
  listen();
}

/* Using an element of a message, a modal or the Home tab. */

async function act(element, values, undo) {
  const question = $('[data-confirm]', element);
  if (question && !(await agreed(question))) return undo?.();
  const row = element.closest('.row, #modal, #home');
  const place = () => $('article, form', document.getElementById(row.id)) ?? row;
  const { block, action, many } = element.dataset;
  const fields = [['block', block], ['action', action], ...values.map((value) => ['value', value])];
  if (many !== undefined) fields.push(['many', '1']);
  if (row.dataset.ts) fields.push(['ts', row.dataset.ts], ['channel', $('#messages').dataset.channel]);
  if (row.dataset.view) fields.push(...new FormData($('form', row)));
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

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-go]');
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    go(link.href);
  }
  const pressed = event.target.closest('[data-press]');
  if (pressed && !pressed.closest('[aria-busy]')) {
    pressed.closest('[popover]')?.hidePopover();
    act(pressed.closest('.element'), [pressed.dataset.value ?? pressed.value ?? '']);
  }
  if (event.target.closest('[data-close-view]')) closeView();
});

document.addEventListener('change', ({ target }) => {
  const element = target.closest('[data-acts]');
  if (!element) return;
  const undo = () =>
    Object.assign(target, target.type === 'checkbox' ? { checked: !target.checked } : { value: '' });
  const ticked = ['checkbox', 'radio'].includes(target.type) && $$('input:checked', element);
  if (ticked || target.value) act(element, ticked ? ticked.map(({ value }) => value) : [target.value], undo);
});

/* Forms: the composer, a modal, the controls of the simulation. */

document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event;
  if ($('#message', form)) $('#commands').hidden = true;
  if (!form.dataset.post) return;
  event.preventDefault();
  const writing = $('textarea[name=text]', form);
  if (form.hasAttribute('aria-busy') || writing?.value.trim() === '') return;
  const fields = new FormData(form, submitter);
  if (writing) {
    writing.value = '';
    $('.scroller', form.parentElement).scrollTop = 0;
  } else form.setAttribute('aria-busy', 'true');
  if (form.matches('[popover]')) form.hidePopover();
  say(form, '');
  const outcome = await post(form.dataset.post, fields);
  form.removeAttribute('aria-busy');
  if (outcome.ok) return;
  if (writing) writing.value ||= fields.get('text');
  say(form, outcome.sentence);
});

function showView() {
  const [dialog, open] = [$('#view'), $('#modal').dataset.view !== undefined];
  if (open && !dialog.open) dialog.showModal();
  if (!open && dialog.open) dialog.close();
}

async function closeView() {
  const outcome = await post('/view/close', [['view', $('#modal').dataset.view]]);
  if (!outcome.ok) say($('#modal form'), outcome.sentence);
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

/* The composer: Enter sends, "/" offers the app's commands. */

function offer(field) {
  for (const option of $$('#commands li')) {
    const { command } = option.dataset;
    const chosen = field.value.startsWith(`${command} `);
    option.hidden = !(chosen || (/^\/\S*$/.test(field.value) && command.startsWith(field.value)));
    option.classList.toggle('chosen', chosen);
  }
  $('#commands').hidden = !$('#commands li:not([hidden])');
  select(field, $('#commands li:not([hidden], .chosen)'));
}

function select(field, option) {
  for (const each of $$('#commands li')) each.setAttribute('aria-selected', String(each === option));
  option?.scrollIntoView({ block: 'nearest' });
  field.setAttribute('aria-activedescendant', option?.id ?? '');
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
  const arrow = key === 'ArrowDown' || key === 'ArrowUp';
  const menu = target.closest('[role=menu]');
  const option = target.id === 'message' && $('#commands:not([hidden]) [aria-selected=true]');
  if (menu && arrow) neighbour($$('[role^=menuitem]', menu), target, key).focus();
  else if (option && arrow) select(target, neighbour($$('#commands li:not([hidden])'), option, key));
  else if (option && (key === 'Tab' || key === 'Enter') && !event.shiftKey) complete(target, option);
  else if (key === 'Escape' && target.id === 'message') $('#commands').hidden = true;
  else if (key === 'Enter' && target.matches('.composer textarea') && !event.shiftKey && !event.isComposing) {
    target.form.requestSubmit();
  } else return;
  event.preventDefault();
});

function neighbour(list, one, key) {
  return list.at((list.indexOf(one) + (key === 'ArrowDown' ? 1 : -1)) % list.length);
}

addEventListener('popstate', () => go(location.href, false));
showNewest($('#messages'));
showView();
listen();
