/** The modal behind See all: every prompt that a suggested segment would apply to, and those that it would not. */
import type { ModalView } from '@slack/types';
import type { SuggestionNews } from '../../decision.ts';
import { LIMITS } from '../../slack/blocks.ts';
import { mrkdwn, plainText } from '../../slack/text.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { promptSections } from '../segment-prompts.ts';

/** `posted`: the prompts that the post named. */
export function suggestionPreviewModal(
  { suggestion, project, prompts }: SuggestionNews,
  posted: SuggestionNews['prompts'],
): ModalView {
  return {
    type: 'modal',
    title: plainText('Suggested segment', LIMITS.viewTitle),
    close: plainText('Close', LIMITS.viewTitle),
    blocks: [
      section(mrkdwn`*“${brief(suggestion.name, 'name')}”* for ${brief(project.name, 'project')}`),
      ...promptSections(prompts, posted),
    ],
  };
}
