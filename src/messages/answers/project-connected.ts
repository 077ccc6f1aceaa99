/** Says that a project is connected, with what to do next. */
import type { ProjectRef } from '../../decision.ts';
import { ACTIONS, type Message } from '../../slack/blocks.ts';
import { channel, mrkdwn } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';

/**
 * `shown`: the channel that was chosen, where the project is shown there, and what the button under it carries. `keyOnly`:
 * the project was there already, in its own channels, and has another key now.
 */
export function projectConnected(
  project: ProjectRef,
  shown: { channel: string; preview: string } | undefined,
  keyOnly: boolean,
): Message {
  const name = brief(project.name, 'project');
  const done = keyOnly ? 'has this key from now on.' : 'is connected.';
  const where = shown
    ? mrkdwn`It is shown in ${channel(shown.channel)}. `
    : mrkdwn`It is shown where it was before. `;
  const next = keyOnly
    ? mrkdwn`Its feeds go on as they are.`
    : mrkdwn`Nothing is posted yet: there, \`/visibility subscribe leads\` makes the first feed.`;
  const first = button(
    keyOnly ? 'Preview digest' : 'Preview first digest',
    `Preview the ${keyOnly ? '' : 'first '}digest of ${name}`,
    ACTIONS.askAgain,
    shown?.preview ?? '',
  );
  return {
    text: fallback(`${name} ${done}`, keyOnly ? [] : ['Next: /visibility subscribe leads, in its channel.']),
    blocks: [
      section(mrkdwn`*${name}* ${done} ${where}${next}`),
      ...(shown ? [{ type: 'actions' as const, elements: [first] }] : []),
    ],
  };
}
