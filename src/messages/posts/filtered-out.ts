/** Draws what a channel is told once: its feed's filters remove everything that the API has. */
import type { FilteredOut } from '../../decision.ts';
import { ACTIONS, type Message } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { filterButton } from '../feed-controls.ts';
import { button, section } from '../layout.ts';
import { allLeftOut } from '../left-out.ts';
import { brief } from '../lengths.ts';

export function filteredOutMessage({ project, leftOut, minScore, subscription }: FilteredOut): Message {
  const name = brief(project.name, 'project');
  const why = allLeftOut(leftOut, minScore) ?? 'The filters of this feed leave out every lead.';
  const after = 'No digest comes while that is so. This is said once.';
  return {
    text: fallback(`${name}: ${why}`, [after]),
    blocks: [
      section(mrkdwn`*${name} leads* · ${why} ${after}`),
      {
        type: 'actions',
        elements: [
          button('Show all', `Show all leads of ${name}`, ACTIONS.leadsShowAll, subscription),
          filterButton(name, subscription),
        ],
      },
    ],
  };
}
