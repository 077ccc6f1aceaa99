/** Accept… on a suggestion: shows what it means now, before anything is written. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { acceptModal } from '../../messages/forms/accept-modal.ts';
import { writesOf } from '../../outbox/standing.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { appliesNow, freshSuggestion, postedAs, suggestionIn } from '../prompts/settle-suggestion.ts';
import type { Action } from '../request.ts';

export const suggestionAccept: Action = {
  id: ACTIONS.suggestionAccept,
  async run(request, deps) {
    const { channel, ts, value, answerAt } = request;
    const clicked = suggestionIn(value, request, deps);
    const posted = (await postedAs(clicked, request, ts, deps))?.prompts;
    return {
      modal: workingModal('Reading which prompts it would apply to'),
      async filled() {
        const { news } = await freshSuggestion(clicked, request, deps);
        const metadata = JSON.stringify({ channel, clicked: value, applies: appliesNow(news), answerAt });
        return acceptModal(news, { writes: writesOf(deps.projects()), posted }, metadata);
      },
    };
  },
};
