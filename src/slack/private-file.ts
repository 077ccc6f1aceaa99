/** Sends a person a file that nobody else sees: a message in their direct messages with the bot, the file below it. */
import type { WebClient } from '@slack/web-api';
import type { Message } from './blocks.ts';
import { type SlackFailure, slackFailure } from './failures.ts';
import { UNFURLING_NOTHING } from './poster.ts';

export type PrivateFile = { name: string; title: string; content: string };

/**
 * The direct message is opened by posting to the person, which needs no scope of its own; the upload needs files:write.
 * https://docs.slack.dev/reference/methods/files.completeUploadExternal
 */
export async function sendPrivateFile(
  client: WebClient,
  person: string,
  { text, blocks }: Message,
  { name, title, content }: PrivateFile,
): Promise<{ kind: 'sent' } | SlackFailure> {
  try {
    const posted = await client.chat.postMessage({ channel: person, text, blocks, ...UNFURLING_NOTHING });
    const place = { channel_id: posted.channel ?? person, thread_ts: posted.ts ?? '' };
    await client.filesUploadV2({ ...place, filename: name, title, file: Buffer.from(content, 'utf8') });
    return { kind: 'sent' };
  } catch (error) {
    return slackFailure(error);
  }
}
