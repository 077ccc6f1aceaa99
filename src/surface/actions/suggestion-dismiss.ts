/** Dismiss on a suggestion, after Slack's own question. */
import { ACTIONS } from '../../slack/blocks.ts';
import { quietly } from '../audited.ts';
import { listAnew } from '../prompts/segment-list.ts';
import { listedOpen, noLonger, settle, suggestionIn } from '../prompts/settle-suggestion.ts';
import type { Action } from '../request.ts';

export const suggestionDismiss: Action = {
  id: ACTIONS.suggestionDismiss,
  async run(request, deps) {
    const clicked = suggestionIn(request.value, request, deps);
    const { project, page } = clicked;
    const read = async () => {
      const listed = await listedOpen(clicked, request, deps);
      // A post whose suggestion the API lists no longer can still be laid aside.
      if (page !== undefined && !listed) throw noLonger();
      return listed;
    };
    const listed = await quietly(settle(clicked, 'dismissed', request, deps, read));
    return page === undefined || !listed ? undefined : listAnew(project, page, listed, request, deps);
  },
};
