/** The modal behind Accept…, submitted: closes at once, then accepts. */
import { z } from 'zod';
import { VIEWS } from '../../slack/blocks.ts';
import type { View } from '../request.ts';
import { settle } from '../settle-suggestion.ts';

const Metadata = z.object({ channel: z.string(), ts: z.string() });

export const suggestionAcceptView: View = {
  id: VIEWS.suggestionAccept,
  async submit({ metadata }, deps) {
    const { channel, ts } = Metadata.parse(JSON.parse(metadata));
    return {
      channel,
      after: async (asker) => {
        await settle(asker, ts, 'accepted', deps);
        return undefined;
      },
    };
  },
};
