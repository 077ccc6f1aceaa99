/** Undo mark on a suggestion: takes back what changed nothing in the dashboard. */
import { ACTIONS } from '../../slack/blocks.ts';
import { beginWrite, endWrite } from '../../store/audit.ts';
import { reopenSuggestion } from '../../store/suggestions.ts';
import { requireVisible } from '../guards.ts';
import { shown, suggestionAt } from '../prompts/settle-suggestion.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';

export const suggestionUndo: Action = {
  id: ACTIONS.suggestionUndo,
  async run(request, deps) {
    const news = await suggestionAt(request, request.ts, deps);
    const project = requireVisible(news.project.id, request, deps);
    const { team } = request.installation;
    const key = { team, projectId: project.id, suggestionId: news.suggestion.id };
    const entry = {
      request: request.id,
      at: deps.clock.now(),
      person: request.person,
      action: 'suggestion.undo',
    };
    if (!(await beginWrite(deps.db, team, { ...entry, projectId: project.id, subject: key.suggestionId })))
      return undefined;
    const reopened = await reopenSuggestion(deps.db, key);
    await endWrite(deps.db, team, request.id, reopened ? 'open again' : 'nothing to undo');
    await shown(key, deps);
    if (!reopened)
      throw new Refused({
        sentence: 'There is no mark to take back any more. The message shows how it stands.',
      });
    return undefined;
  },
};
