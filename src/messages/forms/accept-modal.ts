/** The modal behind Accept…: what accepting means, shown before anything is written. */
import type { ModalView } from '@slack/types';
import type { Standing, SuggestionNews } from '../../decision.ts';
import { LIMITS, VIEWS } from '../../slack/blocks.ts';
import { joined, mrkdwn, plainText } from '../../slack/text.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { promptSections } from '../segment-prompts.ts';

/** `posted`: the prompts that the post named. `metadata` comes back with the submission as private_metadata. */
export function acceptModal(
  { suggestion, project, prompts }: SuggestionNews,
  { writes, posted }: Pick<Standing, 'writes'> & { posted: SuggestionNews['prompts'] },
  metadata: string,
): ModalView {
  const head = mrkdwn`*“${brief(suggestion.name, 'name')}”* for ${brief(project.name, 'project')}`;
  const effect = writes.accept
    ? 'Accepting changes the dashboard. No operation is known that takes it back.'
    : 'This is only marked here: the dashboard is not changed. The mark can be undone.';
  const label = writes.accept ? 'Accept' : 'Mark accepted';
  return {
    type: 'modal',
    callback_id: VIEWS.suggestionAccept,
    private_metadata: metadata,
    title: plainText('Accept segment', LIMITS.viewTitle),
    submit: plainText(label, LIMITS.viewTitle),
    close: plainText('Cancel', LIMITS.viewTitle),
    blocks: [
      section(joined([head, brief(suggestion.description ?? '', 'reason'), effect], '\n')),
      ...promptSections(prompts, posted),
    ],
  };
}
