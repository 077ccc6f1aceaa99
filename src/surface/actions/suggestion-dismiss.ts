/** Dismiss on a suggestion, after Slack's own question. */
import { ACTIONS } from '../../slack/blocks.ts';
import { quietly } from '../audited.ts';
import { settle } from '../prompts/settle-suggestion.ts';
import type { Action } from '../request.ts';

export const suggestionDismiss: Action = {
  id: ACTIONS.suggestionDismiss,
  async run(request, deps) {
    await quietly(settle(request, request.ts, 'dismissed', deps));
    return undefined;
  },
};
