/**
 * The blocks and views that Slack accepts, limited to the types that Sightline sends. Other types are refused.
 * https://docs.slack.dev/reference/block-kit/blocks and https://docs.slack.dev/reference/views
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { LIMITS } from '../../../slack/blocks.ts';
import { anyText, mrkdwnText, picture, plainText, webAddress } from './composition-schemas.ts';
import { actionsElement, inputElement, sectionAccessory } from './element-schemas.ts';
import { alert, card, carousel, container, contextActions, dataTable } from './grouping-schemas.ts';

const style = z.record(
  z.enum(['bold', 'italic', 'strike', 'code', 'underline', 'highlight', 'client_highlight', 'unlink']),
  z.boolean(),
);

function inline<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), ...shape, style: style.optional() });
}

const text = inline('text', { text: z.string().min(1) });
const link = inline('link', {
  url: webAddress,
  text: z.string().optional(),
  unsafe: z.boolean().optional(),
});

const piece = z.discriminatedUnion('type', [
  text,
  link,
  inline('user', { user_id: z.string() }),
  inline('usergroup', { usergroup_id: z.string() }),
  inline('channel', { channel_id: z.string() }),
  inline('emoji', { name: z.string(), unicode: z.string().optional() }),
  inline('date', {
    timestamp: z.int(),
    format: z.string(),
    url: webAddress.optional(),
    fallback: z.string().optional(),
  }),
  inline('broadcast', { range: z.enum(['here', 'channel', 'everyone']) }),
]);

const border = { border: z.union([z.literal(0), z.literal(1)]).optional() };
const richTextSection = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(piece) });

const richTextElement = z.discriminatedUnion('type', [
  richTextSection,
  z.strictObject({
    type: z.literal('rich_text_list'),
    elements: z.array(richTextSection),
    style: z.enum(['bullet', 'ordered']),
    indent: z.int().optional(),
    offset: z.int().optional(),
    ...border,
  }),
  z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(piece), ...border }),
  z.strictObject({
    type: z.literal('rich_text_preformatted'),
    elements: z.array(z.discriminatedUnion('type', [text, link])),
    ...border,
  }),
]);

const label = z.string().min(1).max(LIMITS.chartLabel);
const axisLabel = z.string().max(LIMITS.chartTitle).optional();
const point = z.strictObject({ label, value: z.number() });

const axes = z
  .strictObject({
    type: z.enum(['line', 'bar', 'area']),
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

const pie = z.strictObject({
  type: z.literal('pie'),
  segments: z.array(point).min(1).max(LIMITS.pieSegments),
});

export const chart = z.discriminatedUnion('type', [axes, pie]);

const blockId = { block_id: z.string().min(1).max(LIMITS.blockId).optional() };

function block<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ type: z.literal(type), ...shape, ...blockId });
}

const section = block('section', {
  text: anyText(LIMITS.sectionText).optional(),
  fields: z.array(anyText(LIMITS.fieldText)).min(1).max(LIMITS.sectionFields).optional(),
  accessory: sectionAccessory.optional(),
  expand: z.boolean().optional(),
}).refine(({ text, fields }) => text !== undefined || fields !== undefined, 'must provide text or fields');

const contextElement = z.discriminatedUnion('type', [
  plainText(LIMITS.sectionText),
  mrkdwnText(LIMITS.sectionText),
  picture({}),
]);

const richText = block('rich_text', { elements: z.array(richTextElement) });

const commonBlocks = [
  section,
  block('context', { elements: z.array(contextElement).min(1).max(LIMITS.contextElements) }),
  block('actions', { elements: z.array(actionsElement).min(1).max(LIMITS.actionsElements) }),
  block('divider', {}),
  block('header', { text: plainText(LIMITS.headerText) }),
  picture({ title: plainText(2_000).optional(), ...blockId }),
  block('input', {
    label: plainText(2_000),
    hint: plainText(2_000).optional(),
    element: inputElement,
    optional: z.boolean().optional(),
    dispatch_action: z.boolean().optional(),
  }),
  richText,
] as const;

const tableCell = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) }),
  richText,
]);

const table = block('table', {
  rows: z.array(z.array(tableCell).min(1).max(LIMITS.tableCells)).min(1).max(LIMITS.tableRows),
  column_settings: z
    .array(
      z.strictObject({
        align: z.enum(['left', 'center', 'right']).optional(),
        is_wrapped: z.boolean().optional(),
      }),
    )
    .max(LIMITS.tableCells)
    .optional(),
});

const messageBlock = z.discriminatedUnion('type', [
  ...commonBlocks,
  block('markdown', { text: z.string().min(1).max(LIMITS.markdownText) }),
  table,
  block('data_visualization', { title: z.string().min(1).max(LIMITS.chartTitle), chart }),
  dataTable(tableCell),
  card,
  carousel,
  container(z.discriminatedUnion('type', [...commonBlocks, table])),
  contextActions,
]);

export const messageBlocks = z.array(messageBlock).max(LIMITS.messageBlocks);

const viewBlocks = z.array(z.discriminatedUnion('type', [...commonBlocks, alert])).max(LIMITS.viewBlocks);

const view = {
  blocks: viewBlocks,
  private_metadata: z.string().max(LIMITS.privateMetadata).optional(),
  callback_id: z.string().max(LIMITS.blockId).optional(),
  external_id: z.string().max(LIMITS.blockId).optional(),
};

const modal = z
  .strictObject({
    type: z.literal('modal'),
    title: plainText(LIMITS.viewTitle),
    submit: plainText(LIMITS.viewTitle).optional(),
    close: plainText(LIMITS.viewTitle).optional(),
    clear_on_close: z.boolean().optional(),
    notify_on_close: z.boolean().optional(),
    submit_disabled: z.boolean().optional(),
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
