/** Accept… on a suggestion: shows what it means before anything is written. */
import { acceptModal } from '../../messages/accept-modal.ts';
import { writesOf } from '../../outbox/standing.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { requireVisible } from '../guards.ts';
import type { Action } from '../request.ts';
import { suggestionAt } from '../settle-suggestion.ts';

export const suggestionAccept: Action = {
  id: ACTIONS.suggestionAccept,
  async run(request, deps) {
    const news = await suggestionAt(request, request.ts, deps);
    requireVisible(news.project.id, request, deps);
    const metadata = JSON.stringify({ channel: request.channel, ts: request.ts });
    return { modal: acceptModal(news, { writes: writesOf(deps.projects()) }, metadata) };
  },
};
