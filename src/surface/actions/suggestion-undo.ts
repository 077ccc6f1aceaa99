/** Undo mark on a suggestion: takes back what changed nothing in the dashboard. */
import { ACTIONS } from '../../slack/blocks.ts';
import { reopenSuggestion } from '../../store/suggestions.ts';
import { audited, quietly } from '../audited.ts';
import { listAnew } from '../prompts/segment-list.ts';
import { listedOpen, noLonger, shownWith, suggestionIn } from '../prompts/settle-suggestion.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';

export const suggestionUndo: Action = {
  id: ACTIONS.suggestionUndo,
  async run(request, deps) {
    const clicked = suggestionIn(request.value, request, deps);
    const { project, suggestionId, page } = clicked;
    const { team } = request.installation;
    const key = { team, projectId: project.id, suggestionId };
    const write = { action: 'suggestion.undo', projectId: project.id, subject: suggestionId };
    const listed = await quietly(
      audited(request, deps, write, async () => {
        const result = page === undefined ? undefined : await listedOpen(clicked, request, deps);
        if (page !== undefined && !result) throw noLonger();
        if (!(await shownWith(key, deps, (trx) => reopenSuggestion(trx, key)))) throw noMark();
        return { result, outcome: 'open again' };
      }),
    );
    return page === undefined || !listed ? undefined : listAnew(project, page, listed, request, deps);
  },
};

function noMark(): Refused {
  return new Refused({
    sentence: 'There is no mark to take back any more. The message shows how it stands.',
  });
}
