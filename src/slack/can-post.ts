/** Whether the bot can post in a channel, before anything is promised there. https://docs.slack.dev/reference/methods/conversations.info */
import type { WebClient } from '@slack/web-api';
import { slackFailure } from './failures.ts';

/** `yes`, or Slack's own name of what stands in the way; a private channel without the bot is not even found. */
export async function canPost(client: WebClient, channel: string): Promise<'yes' | string> {
  try {
    const { channel: found } = await client.conversations.info({ channel });
    if (found?.is_archived) return 'is_archived';
    return found?.is_member ? 'yes' : 'not_in_channel';
  } catch (error) {
    return slackFailure(error).reason;
  }
}
