/**
 * The blocks and views that Slack accepts, limited to the types that Sightline sends. Other types are refused.
 * https://docs.slack.dev/reference/block-kit and https://docs.slack.dev/reference/views
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isRecord } from '../../json.ts';
import { LIMITS } from '../../slack/blocks.ts';

const text = (max: number) => z.string().min(1).max(max);

function plainText(max: number) {
  return z.strictObject({ type: z.literal('plain_text'), text: text(max), emoji: z.boolean().optional() });
}

function mrkdwnText(max: number) {
  return z.strictObject({ type: z.literal('mrkdwn'), text: text(max), verbatim: z.boolean().optional() });
}

function anyText(max: number) {
  return z.discriminatedUnion('type', [plainText(max), mrkdwnText(max)]);
}

/** Slack opens only web addresses from a block. */
const webAddress = z
  .string()
  .max(LIMITS.url)
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), 'must be a valid URL');

/** Select and overflow menus take plain text; checkboxes and radio buttons take either. */
function option<Label extends ReturnType<typeof plainText> | ReturnType<typeof anyText>>(label: Label) {
  return z.strictObject({ text: label, value: text(150), description: label.optional() });
}

const confirm = z.strictObject({
  title: plainText(LIMITS.confirmTitle).optional(),
  text: anyText(LIMITS.confirmText),
  confirm: plainText(LIMITS.confirmButton).optional(),
  deny: plainText(LIMITS.confirmButton).optional(),
  style: z.enum(['primary', 'danger']).optional(),
});

const actionId = { action_id: text(LIMITS.actionId).optional() };
const confirmable = { ...actionId, confirm: confirm.optional() };
const placeholder = { placeholder: plainText(150).optional() };
const maxSelected = { max_selected_items: z.int().min(1).optional() };

/** https://docs.slack.dev/reference/block-kit/block-elements */
function element<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), ...shape, ...confirmable });
}

const button = element('button', {
  text: plainText(LIMITS.buttonText),
  value: z.string().max(LIMITS.buttonValue).optional(),
  url: webAddress.optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().max(LIMITS.accessibilityLabel).optional(),
});

const menuOption = option(plainText(LIMITS.optionText));
const choiceOption = option(anyText(LIMITS.optionText));

const overflow = element('overflow', {
  options: z.array(menuOption).min(2).max(LIMITS.overflowOptions),
});

type Menu = {
  options: unknown[];
  initial_option?: unknown;
  initial_options?: unknown[] | undefined;
};

type Several = {
  max_selected_items?: number | undefined;
  initial_options?: unknown[] | undefined;
  initial_users?: unknown[] | undefined;
};

function hasRoomForInitial({ max_selected_items: most, initial_options, initial_users }: Several): boolean {
  return most === undefined || (initial_options ?? initial_users ?? []).length <= most;
}

const TOO_MANY = 'must not preselect more than max_selected_items';

function hasInitialOptions({ options, initial_option: one, initial_options: several }: Menu): boolean {
  const initial = several ?? (one === undefined ? [] : [one]);
  return initial.every((each) => options.some((other) => isDeepStrictEqual(each, other)));
}

const INITIAL = 'must exactly match one of the provided options';

const menuOptions = { options: z.array(menuOption).min(1).max(LIMITS.selectOptions), ...placeholder };
const choices = { options: z.array(choiceOption).min(1).max(LIMITS.choiceOptions) };

/** Whether a filter lets a conversation be chosen, as far as its id tells: a direct message's begins with D. */
export function offersConversation(filter: unknown, id: string): boolean {
  const kinds = /^[CG]/.test(id) ? ['public', 'private', 'mpim'] : /^D/.test(id) ? ['im'] : [];
  const include = isRecord(filter) && Array.isArray(filter.include) ? filter.include : kinds;
  return kinds.some((kind) => include.includes(kind));
}

/** Elements that a person chooses with, allowed in sections, actions and inputs alike. */
const menus = [
  element('static_select', { ...menuOptions, initial_option: menuOption.optional() }).refine(
    hasInitialOptions,
    INITIAL,
  ),
  element('multi_static_select', {
    ...menuOptions,
    initial_options: z.array(menuOption).min(1).optional(),
    ...maxSelected,
  })
    .refine(hasInitialOptions, INITIAL)
    .refine(hasRoomForInitial, TOO_MANY),
  element('checkboxes', {
    ...choices,
    initial_options: z.array(choiceOption).min(1).optional(),
  }).refine(hasInitialOptions, INITIAL),
  element('radio_buttons', { ...choices, initial_option: choiceOption.optional() }).refine(
    hasInitialOptions,
    INITIAL,
  ),
  element('users_select', { initial_user: z.string().optional(), ...placeholder }),
  element('multi_users_select', {
    initial_users: z.array(text(LIMITS.actionId)).optional(),
    ...placeholder,
    ...maxSelected,
  }).refine(hasRoomForInitial, TOO_MANY),
  element('conversations_select', {
    initial_conversation: z.string().optional(),
    default_to_current_conversation: z.boolean().optional(),
    filter: z
      .strictObject({
        include: z
          .array(z.enum(['im', 'mpim', 'private', 'public']))
          .min(1)
          .optional(),
        exclude_external_shared_channels: z.boolean().optional(),
        exclude_bot_users: z.boolean().optional(),
      })
      .optional(),
    ...placeholder,
  }).refine(
    ({ filter, initial_conversation: initial }) =>
      initial === undefined || offersConversation(filter, initial),
    'initial_conversation must be one that the filter includes',
  ),
  element('datepicker', { initial_date: z.iso.date().optional(), ...placeholder }),
] as const;

const textInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    initial_value: z.string().optional(),
    multiline: z.boolean().optional(),
    min_length: z.int().min(0).max(LIMITS.inputText).optional(),
    max_length: z.int().min(1).max(LIMITS.inputText).optional(),
    dispatch_action_config: z
      .strictObject({
        trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1),
      })
      .optional(),
    ...actionId,
    ...placeholder,
  })
  .refine(
    ({ initial_value: { length } = '', min_length: min = 0, max_length: max = LIMITS.inputText }) =>
      length <= max && (length === 0 || length >= min),
    'initial_value must have a length from min_length to max_length',
  );

/** https://docs.slack.dev/reference/block-kit/blocks */
function block<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), ...shape, block_id: text(LIMITS.blockId).optional() });
}

const richPiece = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
  z.strictObject({
    type: z.literal('link'),
    url: webAddress,
    text: z.string().optional(),
  }),
]);
const richText = block('rich_text', {
  elements: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(richPiece) }),
      z.strictObject({ type: z.literal('rich_text_preformatted'), elements: z.array(richPiece) }),
    ]),
  ),
});

const viewBlock = [
  block('section', {
    text: anyText(LIMITS.sectionText),
    accessory: z.discriminatedUnion('type', [button, overflow, ...menus]).optional(),
    expand: z.boolean().optional(),
  }),
  block('context', {
    elements: z.array(anyText(LIMITS.sectionText)).min(1).max(LIMITS.contextElements),
  }),
  block('actions', {
    elements: z
      .array(z.discriminatedUnion('type', [button, overflow, ...menus]))
      .min(1)
      .max(LIMITS.actionsElements),
  }),
  block('divider', {}),
  block('header', { text: plainText(LIMITS.headerText) }),
  block('input', {
    label: plainText(2_000),
    hint: plainText(2_000).optional(),
    element: z.discriminatedUnion('type', [textInput, ...menus]),
    optional: z.boolean().optional(),
    dispatch_action: z.boolean().optional(),
  }),
  richText,
] as const;

const label = text(LIMITS.chartLabel);
const axisLabel = z.string().max(LIMITS.chartTitle).optional();
const point = z.strictObject({ label, value: z.number() });

const chart = z
  .strictObject({
    type: z.enum(['line', 'bar']),
    series: z
      .array(z.strictObject({ name: label, data: z.array(point).min(1).max(LIMITS.chartPoints) }))
      .min(1)
      .max(LIMITS.chartSeries),
    axis_config: z.strictObject({
      categories: z.array(label).min(1).max(LIMITS.chartPoints),
      x_label: axisLabel,
      y_label: axisLabel,
    }),
  })
  .refine(
    ({ series }) => new Set(series.map(({ name }) => name)).size === series.length,
    'series names must be unique',
  )
  // Each category has exactly one point of a series.
  .refine(
    ({ axis_config: { categories } }) => new Set(categories).size === categories.length,
    'categories must be unique',
  )
  .refine(
    ({ series, axis_config }) =>
      series.every(({ data }) =>
        isDeepStrictEqual(
          data.map((one) => one.label),
          axis_config.categories,
        ),
      ),
    'data labels must match the categories',
  );

const tableCell = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) }),
  richText,
]);
const tableRow = z.array(tableCell).min(1).max(LIMITS.tableCells);

const table = block('table', {
  rows: z.array(tableRow).min(1).max(LIMITS.tableRows),
  column_settings: z
    .array(z.strictObject({ align: z.enum(['left', 'center', 'right']).optional() }))
    .max(LIMITS.tableCells)
    .optional(),
});

/** The first row holds the column headings. */
const dataTable = block('data_table', {
  rows: z.array(tableRow).min(2).max(LIMITS.dataTableRows),
  caption: z.string().min(1),
  page_size: z.int().min(1).max(100).optional(),
})
  .refine(
    ({ rows }) => rows.every(({ length }) => length === rows[0]?.length),
    'rows must have the same number of cells',
  )
  .refine(
    ({ rows }) => rows[0]?.every(({ type }) => type !== 'rich_text'),
    'rich_text is not allowed in the header',
  )
  .refine(({ rows }) => countChars(rows) <= LIMITS.dataTableChars, 'cells hold too many characters');

/** Characters in cells; a link counts only its label. */
function countChars(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + countChars(one), 0);
  if (!isRecord(value)) return 0;
  return typeof value.text === 'string' ? value.text.length : countChars(value.elements);
}

export const messageBlocks = z
  .array(
    z.discriminatedUnion('type', [
      ...viewBlock,
      table,
      block('data_visualization', { title: text(LIMITS.chartTitle), chart }),
      dataTable,
    ]),
  )
  .max(LIMITS.messageBlocks);

const view = {
  blocks: z.array(z.discriminatedUnion('type', viewBlock)).max(LIMITS.viewBlocks),
  private_metadata: z.string().max(LIMITS.privateMetadata).optional(),
  callback_id: z.string().max(LIMITS.blockId).optional(),
};

const modal = z
  .strictObject({
    type: z.literal('modal'),
    title: plainText(LIMITS.viewTitle),
    submit: plainText(LIMITS.viewTitle).optional(),
    close: plainText(LIMITS.viewTitle).optional(),
    ...view,
  })
  .refine(({ blocks, submit }) => submit !== undefined || blocks.every(({ type }) => type !== 'input'), {
    path: ['submit'],
    message: 'missing required field: submit, as there is an input block',
  });

export const anyView = z.discriminatedUnion('type', [
  modal,
  z.strictObject({ type: z.literal('home'), ...view }),
]);
