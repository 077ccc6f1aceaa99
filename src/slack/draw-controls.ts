/** Draws buttons, menus and form fields. https://docs.slack.dev/reference/block-kit/block-elements */
import type {
  Button as ButtonElement,
  InputBlock,
  KnownBlock,
  Overflow,
  PlainTextOption,
  StaticSelect,
} from '@slack/types';
import { shorten } from '../messages/lengths.ts';
import type { Confirm, Control, Field, Input, Option } from '../messages/page.ts';
import { bold, say } from '../messages/text.ts';
import { LIMITS } from './blocks.ts';
import { mrkdwn, plain } from './text.ts';

/** Without buttons that carry too much. Slack refuses two elements with one id, so later ones get a number (`routeId`). */
export function drawElements(controls: readonly Control[]): (ButtonElement | Overflow | StaticSelect)[] {
  const drawn = controls.filter(
    (control) => control.kind !== 'button' || control.value.length <= LIMITS.buttonValue,
  );
  return drawn.map((control, i) => {
    const before = drawn.slice(0, i).filter(({ id }) => id === control.id).length;
    return drawElement(before === 0 ? control : { ...control, id: `${control.id}:${before + 1}` });
  });
}

/** The route of a clicked element, without the number. */
export function routeId(actionId: string): string {
  return actionId.replace(/:\d+$/, '');
}

function drawElement(control: Control): ButtonElement | Overflow | StaticSelect {
  const { id: action_id } = control;
  switch (control.kind) {
    case 'button':
      return {
        type: 'button',
        text: plain(control.label, LIMITS.buttonText),
        accessibility_label: hintOf(control.label, control.hint),
        action_id,
        value: control.value,
        ...(control.style && { style: control.style }),
        ...(control.confirm && { confirm: drawConfirmation(control.confirm) }),
      };
    case 'menu': {
      const [only, second] = control.options;
      // Slack's documentation long asked for at least two options.
      if (only && !second)
        return { type: 'button', text: plain(only.label, LIMITS.buttonText), action_id, value: only.value };
      const options = control.options.slice(0, LIMITS.overflowOptions).map(drawOption);
      return { type: 'overflow', action_id, options };
    }
    case 'select':
      return {
        type: 'static_select',
        action_id,
        placeholder: plain(control.label, LIMITS.optionText),
        options: control.options.slice(0, LIMITS.selectOptions).map(drawOption),
      };
  }
}

/** Contains the visible label, for voice control. https://www.w3.org/TR/WCAG22/#label-in-name */
function hintOf(label: string, hint: string): string {
  const seen = label.replace(/[…?]$/, '');
  const holds = hint.toLowerCase().includes(seen.toLowerCase());
  return shorten(holds ? hint : `${seen}: ${hint}`, LIMITS.accessibilityLabel);
}

function drawConfirmation({ title, text, confirm, deny }: Confirm): NonNullable<ButtonElement['confirm']> {
  return {
    title: plain(title, LIMITS.confirmTitle),
    text: plain(text, LIMITS.confirmText),
    confirm: plain(confirm, LIMITS.confirmButton),
    deny: plain(deny, LIMITS.confirmButton),
  };
}

function drawOption({ value, label, hint }: Option): PlainTextOption {
  return {
    text: plain(label, LIMITS.optionText),
    value,
    ...(hint && { description: plain(hint, LIMITS.optionText) }),
  };
}

/** A fault may quote outside text of any length. */
const FAULT_CHARS = 400;

/** A fault is shown below its field, as Slack shows its own. */
export function drawField(field: Field): KnownBlock[] {
  const fault = shorten(field.fault ?? '', FAULT_CHARS);
  const input = drawInputBlock(field);
  if (!fault) return [input];
  const text = mrkdwn(bold(say`${fault}`));
  return [input, { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }];
}

function drawInputBlock(field: Field): InputBlock {
  const { name, id = name, label, hint, optional, live } = field;
  return {
    type: 'input',
    block_id: name,
    label: plain(label),
    element: drawInputElement(id, field),
    ...(hint && { hint: plain(hint) }),
    ...(optional && { optional }),
    ...(live && { dispatch_action: true }),
  };
}

function drawInputElement(action_id: string, { input }: Field): InputBlock['element'] {
  switch (input.type) {
    case 'text': {
      const initial = input.initial?.slice(0, LIMITS.inputText);
      return {
        type: 'plain_text_input',
        action_id,
        ...(initial && { initial_value: initial }),
        ...(input.min && { min_length: input.min }),
        // What was kept may be longer than what may be typed, and the field must hold it.
        ...(input.max && { max_length: Math.max(input.max, initial?.length ?? 0) }),
        ...(input.everyLetter && {
          dispatch_action_config: { trigger_actions_on: ['on_character_entered' as const] },
        }),
      };
    }
    case 'choice':
    case 'choices':
      return drawChoice(action_id, input);
    case 'day':
      return { type: 'datepicker', action_id };
    case 'people':
      if (input.most === 1) return { type: 'users_select', action_id };
      return {
        type: 'multi_users_select',
        action_id,
        ...(input.most && { max_selected_items: input.most }),
        ...(input.initial && input.initial.length > 0 && { initial_users: [...input.initial] }),
      };
    case 'channel':
      return {
        type: 'conversations_select',
        action_id,
        filter: { include: ['public', 'private'], exclude_bot_users: true },
        // The filter leaves out direct messages.
        ...(input.initial && /^[CG]/.test(input.initial)
          ? { initial_conversation: input.initial }
          : { default_to_current_conversation: true }),
      };
  }
}

function drawChoice(
  action_id: string,
  input: Extract<Input, { options: readonly Option[] }>,
): InputBlock['element'] {
  const options = input.options.map(drawOption);
  const chosen = [input.initial ?? []].flat();
  const initial = options.filter(({ value = '' }) => chosen.includes(value));
  if (input.type === 'choices') {
    // A list takes more.
    const areTicked = input.as === 'checkboxes' && options.length <= LIMITS.choiceOptions;
    const type = areTicked ? 'checkboxes' : 'multi_static_select';
    return { type, action_id, options, ...(initial.length > 0 && { initial_options: initial }) };
  }
  const type = input.as === 'list' ? 'static_select' : 'radio_buttons';
  return { type, action_id, options, ...(initial[0] && { initial_option: initial[0] }) };
}
