/** Which leads a modal is about: one is named, of several each can be ticked. */
import type { InputBlock, KnownBlock } from '@slack/types';
import { LIMITS } from '../../slack/blocks.ts';
import { mrkdwn, plainText } from '../../slack/text.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';

export type ChoosableLead = { handle: string; title: string };

/** A fault of the choice stands at the first group. */
export const CHOICE_BLOCK = 'leads0';

/** One section for a single lead; else checkboxes, in groups of as many as Slack allows. */
export function leadChoices(leads: readonly ChoosableLead[]): KnownBlock[] {
  const [only, second] = leads;
  if (only && !second) return [section(mrkdwn`*${only.handle}* ${brief(only.title, 'title')}`)];
  const groups = Array.from({ length: Math.ceil(leads.length / LIMITS.choiceOptions) }, (_, i) =>
    leads.slice(i * LIMITS.choiceOptions, (i + 1) * LIMITS.choiceOptions),
  );
  return groups.map(
    (group, i): InputBlock => ({
      type: 'input',
      block_id: `leads${i}`,
      // Of several groups each alone may stay empty.
      ...(groups.length > 1 && { optional: true }),
      label: plainText(i === 0 ? 'Leads' : 'More leads'),
      element: {
        type: 'checkboxes',
        action_id: `leads${i}`,
        options: group.map(({ handle, title }) => ({
          text: plainText(`${handle} ${title}`, LIMITS.optionText),
          value: handle,
        })),
      },
    }),
  );
}
