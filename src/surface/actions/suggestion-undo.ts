/** Undo mark on a suggestion: takes back what changed nothing in the dashboard. */
import { ACTIONS } from '../../slack/blocks.ts';
import { reopenSuggestion } from '../../store/suggestions.ts';
import { audited, quietly } from '../audited.ts';
import { requireVisible } from '../guards.ts';
import { shownWith, suggestionAt } from '../prompts/settle-suggestion.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';

export const suggestionUndo: Action = {
  id: ACTIONS.suggestionUndo,
  async run(request, deps) {
    const news = await suggestionAt(request, request.ts, deps);
    const project = requireVisible(news.project.id, request, deps);
    const { team } = request.installation;
    const key = { team, projectId: project.id, suggestionId: news.suggestion.id };
    const write = { action: 'suggestion.undo', projectId: project.id, subject: key.suggestionId };
    const reopened = await quietly(
      audited(request, deps, write, async () => {
        const result = await shownWith(key, deps, (trx) => reopenSuggestion(trx, key));
        return { result, outcome: result ? 'open again' : undefined };
      }),
    );
    if (reopened === false)
      throw new Refused({
        sentence: 'There is no mark to take back any more. The message shows how it stands.',
      });
    return undefined;
  },
};
