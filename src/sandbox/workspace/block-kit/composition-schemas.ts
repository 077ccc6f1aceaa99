/**
 * The small objects inside blocks as Slack accepts them: texts, options, confirm dialogs.
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

/** A text object of either kind. */
export function anyText(max: number) {
  return z.discriminatedUnion('type', [plainText(max), mrkdwnText(max)]);
}

/** Only web addresses: Slack opens nothing else from a block. */
export const webAddress = z
  .string()
  .max(LIMITS.url)
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), 'must be a valid URL');

/** A picture by address or by Slack's file, never both; as an element, or as a block with more around it. */
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

/** An option of a select or overflow menu (plain), or of checkboxes and radio buttons (either text). */
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
