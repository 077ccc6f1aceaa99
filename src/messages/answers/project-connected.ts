/** Says that a project is connected, with what to do next. */
import type { ProjectRef } from '../../decision.ts';
import { ACTIONS, type Message } from '../../slack/blocks.ts';
import { channel, mrkdwn } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** `preview` and `subscribe` are what the buttons carry; `keyOnly`: it was there already, and has another key now. */
export function projectConnected(
  project: ProjectRef,
  place: string,
  { preview, keyOnly }: { preview: string; keyOnly: boolean },
): Message {
  const name = brief(project.name, 'project');
  const done = keyOnly ? 'has this key from now on.' : 'is connected.';
  return {
    text: fallback(`${name} ${done}`, ['Next: /visibility subscribe leads, in its channel.']),
    blocks: [
      section(
        mrkdwn`*${name}* ${done} It is shown in ${channel(place)}. Nothing is posted yet: there, \`/visibility subscribe leads\` makes the first feed.`,
      ),
      {
        type: 'actions',
        elements: [
          button('Preview first digest', `Preview the first digest of ${name}`, ACTIONS.askAgain, preview),
        ],
      },
    ],
  };
}
