/** Answers /visibility track: a prompt is tracked from now on. */
import type { ProjectRef } from '../../decision.ts';
import { ACTIONS, LIMITS, type Message } from '../../slack/blocks.ts';
import { joined, mrkdwn, rich } from '../../slack/text.ts';
import type { Prompt } from '../../visibility/assumed.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** `asked` is what the person typed, `created` what the API answered; `untrack`: with the button that takes it back. */
export function trackAnswer(
  project: ProjectRef,
  asked: string,
  created: Prompt,
  { untrack }: { untrack: boolean },
): Message {
  const name = brief(project.name, 'project');
  const stored =
    created.text !== undefined && rich(created.text) !== rich(asked)
      ? `The API stored it as “${brief(created.text, 'quote')}”.`
      : undefined;
  const paused = created.active === false ? 'The API says that it is not active.' : undefined;
  const { id } = created;
  const value = untrack && id !== undefined ? JSON.stringify({ project: project.id, id }) : undefined;
  const say = (prompt: string) => `Tracked for ${name}: “${prompt}”.`;
  return {
    text: fallback(
      summaryAround(asked, say),
      [stored, paused].filter((line) => line !== undefined),
    ),
    blocks: [
      section(
        joined([mrkdwn`Tracked for *${name}*: “${brief(asked, 'quote')}”.`, stored, paused], ' '),
        value !== undefined && value.length <= LIMITS.buttonValue
          ? button('Untrack…', `Untrack “${brief(asked, 'prompt')}”`, ACTIONS.promptUntrack, value)
          : undefined,
      ),
    ],
  };
}
