/** See all on a suggestion: every prompt that the segment would apply to now. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { suggestionPreviewModal } from '../../messages/forms/suggestion-preview-modal.ts';
import { segmentPrompts } from '../../rules/new-suggestions.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { postedAs, suggestionIn } from '../prompts/settle-suggestion.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';

export const suggestionPreview: Action = {
  id: ACTIONS.suggestionPreview,
  async run(request, deps) {
    const clicked = suggestionIn(request.value, request, deps);
    const news = await postedAs(clicked, request, request.ts, deps);
    if (!news) {
      throw new Refused({
        sentence: 'Sightline no longer knows this message. The open suggestions are in the list.',
        example: '/visibility suggestions',
      });
    }
    const { project, suggestionId } = clicked;
    return {
      modal: workingModal('Reading the prompts'),
      async filled() {
        const mapped = await deps.visibilityOf(project).segmentPrompts(project.id, suggestionId);
        return suggestionPreviewModal({ ...news, prompts: segmentPrompts(mapped) }, news.prompts);
      },
    };
  },
};
