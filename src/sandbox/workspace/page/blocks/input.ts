/** The input block of a modal: label, field, hint, and the error that a refused submission put there. */
import type { InputBlock } from '@slack/types';
import type { Drawing } from '../drawing.ts';
import { type Html, html } from '../markup.ts';
import { decoded } from '../mrkdwn.ts';
import { element, fieldName } from './elements.ts';
import { isGroup } from './fields.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/input-block */
export function input(block: InputBlock, drawing: Drawing, error: string | undefined): Html {
  const id = fieldName(drawing.scope, block.block_id ?? '', block.element.action_id ?? '');
  const drawn = element(block.element, block.block_id, drawing, {
    acts: block.dispatch_action === true,
    required: block.optional !== true,
    invalid: error !== undefined,
    describedBy: [error && `${id}-error`, block.hint && `${id}-hint`].filter(Boolean).join(' '),
    labelled: true,
  });
  const label = html`${decoded(block.label.text)}${block.optional ? html` <small>(optional)</small>` : ''}`;
  const notes = html`${error && html`<p class="error" id="${id}-error">${error}</p>`}${block.hint && html`<p class="hint" id="${id}-hint">${decoded(block.hint.text)}</p>`}`;
  return isGroup(block.element)
    ? html`<fieldset class="input"><legend>${label}</legend>${drawn}${notes}</fieldset>`
    : html`<div class="input"><label for="${id}">${label}</label>${drawn}${notes}</div>`;
}
