/** What every part of the script uses: finding elements, posting, and saying what came of it. */
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const quoted = (name, value) => `[${name}="${CSS.escape(value)}"]`;

/** The name of this tab, for as long as it lives: what it opens is shown in it alone. */
sessionStorage.tab ??= crypto.randomUUID();
export const { tab } = sessionStorage;

/** Posts; an act is answered by an outcome: {ok: true}, or {ok: false, sentence}. */
export async function post(path, fields) {
  try {
    const { as, token } = document.body.dataset;
    const answer = await fetch(`${path}?as=${encodeURIComponent(as)}`, {
      method: 'POST',
      headers: { 'x-page-token': token, 'x-page-tab': tab },
      body: new URLSearchParams(fields),
    });
    return answer.ok ? await answer.json() : { ok: false, sentence: await answer.text() };
  } catch {
    return { ok: false, sentence: 'The local workspace does not answer. Is it still running?' };
  }
}

/** One sentence under what was used; the next use takes it away. */
export function say(place, sentence) {
  $(':scope > .trouble', place)?.remove();
  if (!sentence) return;
  const line = Object.assign(document.createElement('p'), { className: 'trouble', textContent: sentence });
  line.setAttribute('role', 'alert');
  place.append(line);
}

/** The one after or before in a list; the first or last where none is chosen yet. */
export function neighbour(list, one, key) {
  const at = list.indexOf(one);
  if (key === 'ArrowDown') return list[(at + 1) % list.length];
  return list.at(at <= 0 ? -1 : at - 1);
}
