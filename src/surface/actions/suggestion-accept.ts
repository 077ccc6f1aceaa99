/** Accept… on a suggestion: shows what it means now, before anything is written. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { acceptModal } from '../../messages/forms/accept-modal.ts';
import { writesOf } from '../../outbox/standing.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { requireVisible } from '../guards.ts';
import { appliesNow, freshSuggestion, suggestionAt } from '../prompts/settle-suggestion.ts';
import type { Action } from '../request.ts';

export const suggestionAccept: Action = {
  id: ACTIONS.suggestionAccept,
  async run(request, deps) {
    const { channel, ts } = request;
    const { project, prompts: posted } = await suggestionAt(request, ts, deps);
    requireVisible(project.id, request, deps);
    return {
      modal: workingModal('Reading which prompts it would apply to'),
      async filled() {
        const news = await freshSuggestion(request, ts, deps);
        const metadata = JSON.stringify({ channel, ts, applies: appliesNow(news) });
        return acceptModal(news, { writes: writesOf(deps.projects()), posted }, metadata);
      },
    };
  },
};
