/**
 * The small objects inside blocks that Slack accepts: texts, pictures, options and confirm dialogs.
 * https://docs.slack.dev/reference/block-kit/composition-objects
 */
import { z } from 'zod';
import { LIMITS } from '../../../slack/blocks.ts';

const text = (max: number) => z.string().min(1).max(max);

export function plainText(max: number) {
  return z.strictObject({
    type: z.literal('plain_text'),
    text: text(max),
    emoji: z.boolean().optional(),
  });
}

export function mrkdwnText(max: number) {
  return z.strictObject({
    type: z.literal('mrkdwn'),
    text: text(max),
    verbatim: z.boolean().optional(),
  });
}

export function anyText(max: number) {
  return z.discriminatedUnion('type', [plainText(max), mrkdwnText(max)]);
}

/** Slack opens only web addresses from a block. */
export const webAddress = z
  .string()
  .max(LIMITS.url)
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), 'must be a valid URL');

/** An image element, or an image block with `more` fields. It has an address or a Slack file, never both. */
export function picture<Shape extends z.ZodRawShape>(more: Shape) {
  return z
    .strictObject({
      type: z.literal('image'),
      alt_text: z.string().min(1).max(2_000),
      image_url: webAddress.optional(),
      slack_file: z
        .union([z.strictObject({ id: z.string() }), z.strictObject({ url: webAddress })])
        .optional(),
      ...more,
    })
    .refine(
      (image) => 'image_url' in image !== 'slack_file' in image,
      'must provide either image_url or slack_file',
    );
}

/** Select and overflow menus take plain text; checkboxes and radio buttons take either. */
export function option<Label extends ReturnType<typeof plainText> | ReturnType<typeof anyText>>(
  label: Label,
) {
  return z.strictObject({
    text: label,
    value: z.string().min(1).max(150),
    description: label.optional(),
    url: webAddress.optional(),
  });
}

export const confirm = z.strictObject({
  title: plainText(LIMITS.confirmTitle).optional(),
  text: anyText(LIMITS.confirmText),
  confirm: plainText(LIMITS.confirmButton).optional(),
  deny: plainText(LIMITS.confirmButton).optional(),
  style: z.enum(['primary', 'danger']).optional(),
});
