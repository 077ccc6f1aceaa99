/** Checks messages and views as Slack does before it accepts them, and reports every fault in Slack's words. */
import { randomUUID } from 'node:crypto';
import type { HomeView, ModalView } from '@slack/types';
import type { z } from 'zod';
import { isRecord } from '../../json.ts';
import { LIMITS, type MessageBlock } from '../../slack/blocks.ts';
import { anyView, messageBlocks } from './block-kit.ts';

export type CheckResult<T> = { ok: true; value: T } | { ok: false; error: string; messages: string[] };

/**
 * Checks a message's text and its `blocks` as parsed from JSON.
 * Errors: no_text, msg_too_long, invalid_blocks (with messages), msg_blocks_too_long (`LIMITS.messageChars`).
 */
export function checkMessage(message: {
  text?: string | undefined;
  blocks?: unknown;
}): CheckResult<{ text: string; blocks: MessageBlock[] }> {
  const { text = '', blocks = [] } = message;
  if (text.length > LIMITS.messageText) return refuse('msg_too_long');
  const faults = [...shapeFaults(messageBlocks, blocks, '/blocks'), ...contentFaults(blocks, '/blocks')];
  if (faults.length > 0 || !matches<MessageBlock[]>(messageBlocks, blocks)) {
    return refuse('invalid_blocks', faults);
  }
  if (text === '' && blocks.length === 0) return refuse('no_text');
  if (textLength(blocks) > LIMITS.messageChars) return refuse('msg_blocks_too_long');
  return { ok: true, value: { text, blocks: withBlockIds(blocks) } };
}

/** A modal or Home tab that Slack accepts. */
export type CheckedView = ModalView | CheckedHome;
export type CheckedHome = HomeView & { blocks: MessageBlock[] };

/** https://docs.slack.dev/reference/methods/views.open#errors */
const VIEW_BYTES = 250_000;

/** Checks a modal or Home tab as parsed from JSON. Errors: view_too_large, invalid_arguments (with messages). */
export function checkView(view: unknown): CheckResult<CheckedView> {
  if (Buffer.byteLength(JSON.stringify(view) ?? '') > VIEW_BYTES) return refuse('view_too_large');
  const blocks = isRecord(view) ? view.blocks : undefined;
  const faults = [...shapeFaults(anyView, view, '/view'), ...contentFaults(blocks, '/view/blocks')];
  if (faults.length > 0 || !matches<CheckedView>(anyView, view)) {
    return refuse('invalid_arguments', faults);
  }
  return { ok: true, value: view };
}

/** Gives every block a block_id, as Slack does on arrival: a click names its block by it. */
export function withBlockIds<B extends { block_id?: string }>(blocks: readonly B[]): B[] {
  return blocks.map((block) => ({ ...block, block_id: block.block_id ?? randomUUID().slice(0, 8) }));
}

/** Every fault that a schema finds, in Slack's words. `at` is the value's JSON pointer in the call. */
export function shapeFaults(schema: z.ZodType, value: unknown, at: string): string[] {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return [];
  return parsed.error.issues.flatMap((issue) =>
    describeIssue(issue).map((words) => formatFault(words, [at, ...issue.path.map(String)].join('/'))),
  );
}

function matches<T>(schema: z.ZodType, value: unknown): value is T {
  return schema.safeParse(value).success;
}

function refuse(error: string, messages: string[] = []) {
  return { ok: false, error, messages } as const;
}

function formatFault(words: string, pointer: string): string {
  return `[ERROR] ${words} [json-pointer:${pointer}]`;
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  if ('input' in issue && issue.input === undefined) {
    return [`missing required field: ${String(issue.path.at(-1))}`];
  }
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : '';
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => `invalid additional property: ${key}`);
    case 'too_big':
      if (issue.origin === 'array') return [`no more than ${issue.maximum} items allowed`];
      return [`must be less than ${Number(issue.maximum) + 1}${unit}`];
    case 'too_small':
      if (issue.origin === 'array') return [`no fewer than ${issue.minimum} items allowed`];
      return [`must be more than ${Number(issue.minimum) - 1}${unit}`];
    case 'invalid_union':
      return [`unsupported type: ${isRecord(issue.input) ? issue.input.type : issue.input}`];
    case 'invalid_type':
      return [`must provide ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`];
    case 'invalid_value':
      return ['must be a valid enum value'];
    default:
      return [issue.message];
  }
}

/** What Slack checks across blocks: repeated ids, and the number of charts and tables. */
function contentFaults(blocks: unknown, at: string): string[] {
  if (!Array.isArray(blocks)) return [];
  const records = blocks.filter(isRecord);
  return [
    ...findRepeated(records, 'block_id', at),
    ...records.flatMap((block, i) =>
      Array.isArray(block.elements)
        ? findRepeated(block.elements.filter(isRecord), 'action_id', `${at}/${i}/elements`)
        : [],
    ),
    ...findTooMany(records, 'data_visualization', LIMITS.chartsPerMessage, at),
    ...findTooMany(records, 'table', 1, at),
  ];
}

function findRepeated(records: readonly Record<string, unknown>[], key: string, at: string): string[] {
  const ids = records.map((record) => record[key]);
  return ids.flatMap((id, i) =>
    typeof id === 'string' && ids.indexOf(id) < i
      ? [formatFault(`${key} "${id}" already exists`, `${at}/${i}/${key}`)]
      : [],
  );
}

function findTooMany(records: readonly Record<string, unknown>[], type: string, max: number, at: string) {
  const count = records.filter((record) => record.type === type).length;
  return count > max ? [formatFault(`no more than ${max} ${type} blocks allowed`, at)] : [];
}

/** Slack doesn't document what it counts. Measurements match the sum of every `text` in the blocks (bolt-js 2867). */
function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + textLength(one), 0);
  if (!isRecord(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [key, one]) => sum + (key === 'text' && typeof one === 'string' ? one.length : textLength(one)),
    0,
  );
}
