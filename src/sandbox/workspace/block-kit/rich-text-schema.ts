/** rich_text as Slack accepts it. https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
import { z } from 'zod';
import { webAddress } from './composition-schemas.ts';

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
const section = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(piece) });

export const richTextElement = z.discriminatedUnion('type', [
  section,
  z.strictObject({
    type: z.literal('rich_text_list'),
    elements: z.array(section),
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
