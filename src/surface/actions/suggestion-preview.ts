/** See all on a suggestion: every prompt that the segment would apply to now. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { suggestionPreviewModal } from '../../messages/forms/suggestion-preview-modal.ts';
import { segmentPrompts } from '../../rules/new-suggestions.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { requireVisible } from '../guards.ts';
import { suggestionAt } from '../prompts/settle-suggestion.ts';
import type { Action } from '../request.ts';

export const suggestionPreview: Action = {
  id: ACTIONS.suggestionPreview,
  async run(request, deps) {
    const news = await suggestionAt(request, request.ts, deps);
    const project = requireVisible(news.project.id, request, deps);
    return {
      modal: workingModal('Reading the prompts'),
      async filled() {
        const mapped = await deps.visibilityOf(project).segmentPrompts(project.id, news.suggestion.id);
        return suggestionPreviewModal({ ...news, prompts: segmentPrompts(mapped) }, news.prompts);
      },
    };
  },
};
