/** The form behind Accept…, submitted: accepts if it still means what was shown. */
import { z } from 'zod';
import { workingModal } from '../../messages/answers/message-modal.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { listAnew, whatCame } from '../prompts/segment-list.ts';
import { appliesNow, freshSuggestion, settle, suggestionIn } from '../prompts/settle-suggestion.ts';
import { Refused } from '../refused.ts';
import type { View } from '../request.ts';

const Metadata = z.object({
  channel: z.string(),
  clicked: z.string(),
  applies: z.string(),
  answerAt: z.url({ protocol: /^https?$/ }).optional(),
});

export const suggestionAcceptView: View = {
  id: VIEWS.suggestionAccept,
  async submit(request, deps) {
    const { channel, clicked: value, applies, answerAt } = carried(Metadata, request.metadata);
    const clicked = suggestionIn(value, { ...request, channel }, deps);
    const { project, page } = clicked;
    return {
      channel,
      // In a list the decision is shown where it was clicked; a post may be far away, so the form says it.
      ...(page === undefined ? { working: workingModal('Accepting') } : { answerAt }),
      async after(asker) {
        const listed = await settle(clicked, 'accepted', asker, deps, async () => {
          const { listed, news } = await freshSuggestion(clicked, asker, deps);
          if (appliesNow(news) !== applies) {
            const why = news.prompts
              ? 'The prompts changed meanwhile, so it would mean something else than you were shown.'
              : 'Which prompts it applies to can’t be read any more.';
            throw new Refused({ sentence: `${why} Nothing was accepted; open it again.` });
          }
          return listed;
        });
        if (page !== undefined) return listAnew(project, page, listed, asker, deps);
        return { message: await whatCame(project, listed, asker, deps) };
      },
    };
  },
};
