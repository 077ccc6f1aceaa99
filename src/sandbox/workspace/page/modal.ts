/** A person's open modal as a form. The document holds the dialog; this is what stands in it, redrawn as views change. */
import type { OpenView } from '../model.ts';
import { drawBlocks } from './blocks/blocks.ts';
import type { Reader } from './drawing.ts';
import { type Html, html } from './markup.ts';
import { decode } from './mrkdwn.ts';

/** Scope of the names of a modal's fields. */
export const VIEW_SCOPE = 'view';

/** Empty where nothing is open: the dialog around it is then closed. */
export function modal(open: OpenView | undefined, reader: Reader): Html {
  if (!open) return html`<div id="modal"></div>`;
  const { view } = open;
  const close = decode(view.close?.text ?? 'Cancel');
  return html`<div id="modal" data-view="${open.id}">
    <form data-post="/view/submit">
      <input type="hidden" name="view" value="${open.id}">
      <header><h2 id="modal-title">${decode(view.title.text)}</h2>
        <button type="button" class="close" data-close-view aria-label="Close">${CROSS}</button></header>
      <div class="inputs">${drawBlocks(view.blocks, { ...reader, scope: VIEW_SCOPE }, open.errors)}</div>
      <footer><button type="button" class="button" data-close-view>${close}</button>
        ${view.submit && html`<button class="button primary">${decode(view.submit.text)}</button>`}</footer>
    </form>
  </div>`;
}

/** The sign on everything that closes. */
export const CROSS = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8"/></svg>`;
