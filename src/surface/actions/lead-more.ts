/** Show more under a digest: what it does not show, privately and page by page. */
import { ACTIONS } from '../../slack/blocks.ts';
import { moreOfDigest } from '../leads/more-of-digest.ts';
import type { Action } from '../request.ts';

export const leadMore: Action = {
  id: ACTIONS.leadMore,
  async run(request, deps) {
    // On the digest the value is where the page begins; on a page it names the digest's message too.
    const [from = '0', ts = request.ts] = request.value.split(' ');
    const message = await moreOfDigest({ from: Number(from) || 0, ts }, request, deps);
    return { message, ...(request.isPrivate && { delivered: 'replacing' as const }) };
  },
};
