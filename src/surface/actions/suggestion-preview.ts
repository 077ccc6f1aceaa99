/** See all on a suggestion: every prompt that the segment would apply to. */
import { suggestionPreviewModal } from '../../messages/suggestion-preview-modal.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { requireVisible } from '../guards.ts';
import type { Action } from '../request.ts';
import { suggestionAt } from '../settle-suggestion.ts';

export const suggestionPreview: Action = {
  id: ACTIONS.suggestionPreview,
  async run(request, deps) {
    const news = await suggestionAt(request, request.ts, deps);
    requireVisible(news.project.id, request, deps);
    return { modal: suggestionPreviewModal(news) };
  },
};
