/**
 * The interactive elements that Slack accepts, and where each may be used.
 * https://docs.slack.dev/reference/block-kit/block-elements
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { LIMITS } from '../../../slack/blocks.ts';
import { anyText, confirm, option, picture, plainText, webAddress } from './composition-schemas.ts';

export const actionId = { action_id: z.string().min(1).max(LIMITS.actionId).optional() };
const confirmable = { ...actionId, confirm: confirm.optional() };
const focusable = { focus_on_load: z.boolean().optional() };
const placeholder = { placeholder: plainText(150).optional() };
const maxSelected = { max_selected_items: z.int().min(1).optional() };
const ids = z.array(z.string().min(1));

export const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(LIMITS.buttonText),
  value: z.string().max(LIMITS.buttonValue).optional(),
  url: webAddress.optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().max(LIMITS.accessibilityLabel).optional(),
  ...confirmable,
});

const menuOption = option(plainText(LIMITS.optionText));
const choiceOption = option(anyText(LIMITS.optionText));

const overflow = z.strictObject({
  type: z.literal('overflow'),
  options: z.array(menuOption).min(1).max(LIMITS.overflowOptions),
  ...confirmable,
});

const menuOptions = {
  options: z.array(menuOption).min(1).max(LIMITS.selectOptions).optional(),
  option_groups: z
    .array(
      z.strictObject({
        label: plainText(LIMITS.optionText),
        options: z.array(menuOption).min(1).max(LIMITS.selectOptions),
      }),
    )
    .min(1)
    .max(LIMITS.selectOptions)
    .optional(),
};

type Menu = {
  options?: unknown[] | undefined;
  option_groups?: { options: unknown[] }[] | undefined;
  initial_option?: unknown;
  initial_options?: unknown[] | undefined;
};

/** Initial options must match one of the menu's options exactly. */
function hasInitialOptions(menu: Menu): boolean {
  const options = menu.options ?? menu.option_groups?.flatMap((group) => group.options) ?? [];
  const initial = menu.initial_options ?? (menu.initial_option === undefined ? [] : [menu.initial_option]);
  return initial.every((one) => options.some((other) => isDeepStrictEqual(one, other)));
}

function hasOptionsOrGroups(menu: Menu): boolean {
  return (menu.options === undefined) !== (menu.option_groups === undefined);
}

const INITIAL = 'must exactly match one of the provided options';
const EITHER = 'must provide either options or option_groups';

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...menuOptions,
    initial_option: menuOption.optional(),
    ...confirmable,
    ...focusable,
    ...placeholder,
  })
  .refine(hasOptionsOrGroups, EITHER)
  .refine(hasInitialOptions, INITIAL);

/**
 * The bot's answer to what a person types.
 * https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element
 */
export const suggestedOptions = z.array(menuOption).max(LIMITS.selectOptions);

const externalSelect = z.strictObject({
  type: z.literal('external_select'),
  initial_option: menuOption.optional(),
  min_query_length: z.int().min(0).optional(),
  ...confirmable,
  ...focusable,
  ...placeholder,
});

const multiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...menuOptions,
    initial_options: z.array(menuOption).min(1).optional(),
    ...maxSelected,
    ...confirmable,
    ...focusable,
    ...placeholder,
  })
  .refine(hasOptionsOrGroups, EITHER)
  .refine(hasInitialOptions, INITIAL);

const choices = {
  options: z.array(choiceOption).min(1).max(LIMITS.choiceOptions),
  ...confirmable,
  ...focusable,
};

const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    initial_options: z.array(choiceOption).min(1).optional(),
    ...choices,
  })
  .refine(hasInitialOptions, INITIAL);

const radioButtons = z
  .strictObject({ type: z.literal('radio_buttons'), initial_option: choiceOption.optional(), ...choices })
  .refine(hasInitialOptions, INITIAL);

function picker<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({
    type: z.literal(type),
    ...shape,
    ...confirmable,
    ...focusable,
    ...placeholder,
  });
}

const conversationFilter = z.strictObject({
  include: z
    .array(z.enum(['im', 'mpim', 'private', 'public']))
    .min(1)
    .optional(),
  exclude_external_shared_channels: z.boolean().optional(),
  exclude_bot_users: z.boolean().optional(),
});
const conversation = {
  default_to_current_conversation: z.boolean().optional(),
  filter: conversationFilter.optional(),
};
const urlEnabled = { response_url_enabled: z.boolean().optional() };

const usersSelect = picker('users_select', { initial_user: z.string().optional() });
const multiUsersSelect = picker('multi_users_select', { initial_users: ids.optional(), ...maxSelected });
const channelsSelect = picker('channels_select', { initial_channel: z.string().optional(), ...urlEnabled });
const multiChannelsSelect = picker('multi_channels_select', {
  initial_channels: ids.optional(),
  ...maxSelected,
});
const conversationsSelect = picker('conversations_select', {
  initial_conversation: z.string().optional(),
  ...conversation,
  ...urlEnabled,
});
const multiConversationsSelect = picker('multi_conversations_select', {
  initial_conversations: ids.optional(),
  ...conversation,
  ...maxSelected,
});
const datepicker = picker('datepicker', { initial_date: z.iso.date().optional() });
const timepicker = picker('timepicker', {
  initial_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time as HH:mm')
    .optional(),
  timezone: z.string().optional(),
});
const datetimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  initial_date_time: z.int().min(1_000_000_000).max(9_999_999_999).optional(),
  ...confirmable,
  ...focusable,
});

function input<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({
    type: z.literal(type),
    initial_value: z.string().optional(),
    dispatch_action_config: z
      .strictObject({
        trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1),
      })
      .optional(),
    ...shape,
    ...actionId,
    ...focusable,
    ...placeholder,
  });
}

const plainTextInput = input('plain_text_input', {
  multiline: z.boolean().optional(),
  min_length: z.int().min(0).max(3_000).optional(),
  max_length: z.int().min(1).max(3_000).optional(),
});
const numberInput = input('number_input', {
  is_decimal_allowed: z.boolean(),
  min_value: z.string().optional(),
  max_value: z.string().optional(),
});
const emailInput = input('email_text_input', {});
const urlInput = input('url_text_input', {});

const menus = [
  staticSelect,
  externalSelect,
  multiStaticSelect,
  usersSelect,
  multiUsersSelect,
  channelsSelect,
  multiChannelsSelect,
  conversationsSelect,
  multiConversationsSelect,
  checkboxes,
  radioButtons,
  datepicker,
  timepicker,
] as const;

export const sectionAccessory = z.discriminatedUnion('type', [button, overflow, picture({}), ...menus]);
export const actionsElement = z.discriminatedUnion('type', [button, overflow, datetimepicker, ...menus]);
export const inputElement = z.discriminatedUnion('type', [
  plainTextInput,
  numberInput,
  emailInput,
  urlInput,
  datetimepicker,
  ...menus,
]);
