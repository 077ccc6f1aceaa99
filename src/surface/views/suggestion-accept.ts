/** The form behind Accept…, submitted: accepts if it still means what was shown. */
import { z } from 'zod';
import { workingModal } from '../../messages/answers/message-modal.ts';
import { suggestionAccepted } from '../../messages/answers/suggestion-accepted.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { appliesNow, freshSuggestion, settle } from '../prompts/settle-suggestion.ts';
import { Refused } from '../refused.ts';
import type { View } from '../request.ts';

const Metadata = z.object({ channel: z.string(), ts: z.string(), applies: z.string() });

export const suggestionAcceptView: View = {
  id: VIEWS.suggestionAccept,
  async submit({ metadata }, deps) {
    const { channel, ts, applies } = carried(Metadata, metadata);
    return {
      channel,
      working: workingModal('Accepting'),
      async after(asker) {
        const news = await freshSuggestion(asker, ts, deps);
        if (appliesNow(news) !== applies) {
          throw new Refused({
            sentence:
              'The prompts changed meanwhile, so it would mean something else than you were shown. Nothing was accepted; open it again.',
          });
        }
        await settle(asker, ts, 'accepted', deps);
        return { message: suggestionAccepted(news) };
      },
    };
  },
};
