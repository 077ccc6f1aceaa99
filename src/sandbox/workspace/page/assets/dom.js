/** Finding elements, posting, and showing problems, for all parts of the script. */
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const quoted = (name, value) => `[${name}="${CSS.escape(value)}"]`;

/** This tab's name: a modal opens only in the tab where the person clicked. */
sessionStorage.tab ??= crypto.randomUUID();
export const { tab } = sessionStorage;

/** Returns an outcome: {ok: true} or {ok: false, sentence}. */
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
    return { ok: false, sentence: 'The simulated Slack isn’t responding. Is it still running?' };
  }
}

/** Shows one sentence, or none, at the place where something was done. */
export function showProblem(place, sentence) {
  $(':scope > .trouble', place)?.remove();
  if (!sentence) return;
  const line = Object.assign(document.createElement('p'), { className: 'trouble', textContent: sentence });
  line.setAttribute('role', 'alert');
  place.append(line);
}
