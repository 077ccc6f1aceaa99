/**
 * The blocks that Slack added in 2026: cards, containers, data tables, alerts, and small actions under a message.
 * https://docs.slack.dev/reference/block-kit/blocks
 */
import { z } from 'zod';
import { LIMITS } from '../../../slack/blocks.ts';
import { isRecord } from '../json.ts';
import { anyText, mrkdwnText, picture, plainText } from './composition-schemas.ts';
import { actionId, button } from './element-schemas.ts';

const blockId = { block_id: z.string().min(1).max(LIMITS.blockId).optional() };
const icon = { icon: picture({}).optional() };
const CARD_TEXT = 150;
const CHILDREN = 10;

const feedbackButton = z.strictObject({
  text: plainText(LIMITS.buttonText),
  value: z.string().max(LIMITS.buttonValue),
  accessibility_label: z.string().max(LIMITS.accessibilityLabel).optional(),
});

const contextAction = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('feedback_buttons'),
    positive_button: feedbackButton,
    negative_button: feedbackButton,
    ...actionId,
  }),
  z.strictObject({
    type: z.literal('icon_button'),
    icon: z.literal('trash'),
    text: plainText(LIMITS.buttonText),
    value: z.string().max(LIMITS.buttonValue).optional(),
    accessibility_label: z.string().max(LIMITS.accessibilityLabel).optional(),
    visible_to_user_ids: z.array(z.string()).optional(),
    ...actionId,
  }),
]);

export const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  elements: z.array(contextAction).min(1).max(5),
  ...blockId,
});

export const card = z
  .strictObject({
    type: z.literal('card'),
    hero_image: picture({}).optional(),
    ...icon,
    title: mrkdwnText(CARD_TEXT).optional(),
    subtitle: mrkdwnText(CARD_TEXT).optional(),
    body: mrkdwnText(200).optional(),
    actions: z.array(button).min(1).optional(),
    ...blockId,
  })
  .refine(
    ({ hero_image, title, body, actions }) => Boolean(hero_image ?? title ?? body ?? actions),
    'must provide hero_image, title, body or actions',
  );

export const carousel = z.strictObject({
  type: z.literal('carousel'),
  elements: z.array(card).min(1).max(CHILDREN),
  ...blockId,
});

/** Only for modals (slackapi/java-slack-sdk 1624). */
export const alert = z.strictObject({
  type: z.literal('alert'),
  text: anyText(200),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
  ...blockId,
});

/** `child` is the schema of a block inside. */
export function container(child: z.ZodType) {
  return z.strictObject({
    type: z.literal('container'),
    title: plainText(CARD_TEXT),
    subtitle: anyText(CARD_TEXT).optional(),
    child_blocks: z.array(child).min(1).max(CHILDREN),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    ...icon,
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
    ...blockId,
  });
}

function isPlain(cell: unknown): boolean {
  return isRecord(cell) && cell.type !== 'rich_text';
}

/** Characters in cells; a link counts only its label. */
function countChars(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + countChars(one), 0);
  if (!isRecord(value)) return 0;
  return typeof value.text === 'string' ? value.text.length : countChars(value.elements);
}

/** `cell` is the schema of a cell. The first row holds the column headings. */
export function dataTable(cell: z.ZodType) {
  return z
    .strictObject({
      type: z.literal('data_table'),
      rows: z.array(z.array(cell).min(1).max(LIMITS.tableCells)).min(2).max(LIMITS.dataTableRows),
      caption: z.string().min(1),
      page_size: z.int().min(1).max(100).optional(),
      row_header_column_index: z.int().min(0).optional(),
      ...blockId,
    })
    .refine(
      ({ rows }) => rows.every(({ length }) => length === rows[0]?.length),
      'rows must have the same number of cells',
    )
    .refine(({ rows }) => rows[0]?.every(isPlain), 'rich_text is not allowed in the header')
    .refine(({ rows }) => countChars(rows) <= LIMITS.dataTableChars, 'cells hold too many characters');
}
