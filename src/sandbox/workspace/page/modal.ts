/** A person's open modal: drawn as a form, shown in one tab, and read again when it's submitted. */
import type { AnyBlock, ModalView } from '@slack/types';
import type { OpenView, StateValues, Workspace } from '../model.ts';
import { drawBlocks, isDrawable } from './blocks/blocks.ts';
import { type Field, fieldName, isField, listOptions } from './blocks/elements.ts';
import { CROSS, type Html, html } from './markup.ts';
import { decode } from './mrkdwn.ts';
import type { Reader } from './reader.ts';

/** Prefix of its fields' names. */
const SCOPE = 'view';

/** Empty if no modal is open. */
export function drawModal(open: OpenView | undefined, reader: Reader): Html {
  if (!open) return html`<div id="modal"></div>`;
  const { view } = open;
  return html`<div id="modal" data-view="${open.id}">
    <form data-post="/view/submit">
      <input type="hidden" name="view" value="${open.id}">
      <header><h2 id="modal-title">${decode(view.title.text)}</h2>
        <button type="button" class="close" data-close-view aria-label="Close">${CROSS}</button></header>
      <div class="inputs">${drawBlocks(view.blocks, { ...reader, scope: SCOPE }, open.errors)}</div>
      <footer><button type="button" class="button" data-close-view>${decode(view.close?.text ?? 'Cancel')}</button>
        ${view.submit && html`<button class="button primary">${decode(view.submit.text)}</button>`}</footer>
    </form>
  </div>`;
}

export type Tabs = {
  /** Remembers the tab that the person last used; undefined if it has no name. */
  use(person: string, tab: string | undefined): void;
  /** The modal to show in this tab. One that no click opened is shown in every tab. */
  modalIn(person: string, tab: string | undefined): OpenView | undefined;
};

/** If a person has several tabs, a modal opens in the one they clicked in, as in Slack. */
export function createTabs(workspace: Workspace): Tabs {
  const lastUsed = new Map<string, string | undefined>();
  const openedIn = new Map<string, string | undefined>();
  workspace.subscribe((change) => {
    if (change.kind !== 'view' || !change.view || openedIn.has(change.view.id)) return;
    openedIn.set(change.view.id, lastUsed.get(change.person));
  });
  return {
    use: (person, tab) => {
      lastUsed.set(person, tab);
    },
    modalIn: (person, tab) => {
      const open = workspace.openView(person);
      const home = open && openedIn.get(open.id);
      return home === undefined || home === tab ? open : undefined;
    },
  };
}

type Known = Pick<Reader, 'people' | 'channels'>;

/** A submitted form as Slack's `state.values`, including empty fields. `valuesOf` returns the form's values by name. */
export function readStateValues(
  view: ModalView,
  reader: Known,
  valuesOf: (name: string) => string[],
): StateValues {
  const values: StateValues = {};
  for (const block of view.blocks) {
    for (const field of findFields(block)) {
      const blockId = block.block_id ?? '';
      const actionId = field.action_id ?? '';
      const given = valuesOf(fieldName(SCOPE, blockId, actionId)).filter((value) => value !== '');
      const value = readField(field, given, reader);
      values[blockId] = { ...values[blockId], [actionId]: { type: field.type, ...value } };
    }
  }
  return values;
}

function findFields(block: AnyBlock): Field[] {
  if (!isDrawable(block)) return [];
  if (block.type === 'input') return [block.element].filter(isField);
  if (block.type === 'actions') return block.elements.filter(isField);
  return block.type === 'section' && block.accessory ? [block.accessory].filter(isField) : [];
}

function readField(field: Field, given: string[], reader: Known): Record<string, unknown> {
  const first = given[0] ?? null;
  const findChosen = () => listOptions(field, reader).filter(({ value = '' }) => given.includes(value));
  switch (field.type) {
    case 'static_select':
    case 'radio_buttons':
      return { selected_option: findChosen()[0] ?? null };
    case 'multi_static_select':
    case 'checkboxes':
      return { selected_options: findChosen() };
    case 'datepicker':
      return { selected_date: first };
    case 'users_select':
      return { selected_user: first };
    case 'multi_users_select':
      return { selected_users: given };
    case 'conversations_select':
      return { selected_conversation: first };
    case 'plain_text_input':
      return { value: first };
  }
}
