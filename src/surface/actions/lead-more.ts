/** Show more under a digest: what it does not show, privately and page by page. */

import { leadMoreMessage } from '../../messages/answers/lead-more.ts';
import { leadsOfDigest, PAGE_OF_MORE } from '../../messages/posts/lead-digest.ts';
import { leadStandings } from '../../outbox/lead-standing.ts';
import { readersOf } from '../../outbox/standing.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { giveHandles, handlesOf } from '../../store/handles.ts';
import { digestAt } from '../leads/digest-clicked.ts';
import type { Action } from '../request.ts';

export const leadMore: Action = {
  id: ACTIONS.leadMore,
  async run(request, deps) {
    // On the digest the value is where the page begins; on a page it names the digest's message too.
    const [from = '0', ts = request.ts] = request.value.split(' ');
    const digest = await digestAt(request, ts, deps);
    const { db } = deps;
    const { installation, channel } = request;
    const { team } = installation;
    const begin = Number(from) || 0;
    const page = leadsOfDigest(digest).slice(begin, begin + PAGE_OF_MORE);
    const keys = page.map(({ key }) => key);
    await giveHandles(db, team, 'L', keys);
    const readers = readersOf(deps.projects(), {
      channel,
      isMember: (place, person) => deps.isMember(installation, place, person),
    });
    const standing = {
      handles: await handlesOf(db, team, keys),
      leads: await leadStandings(db, team, digest.project.id, keys, readers),
    };
    const message = leadMoreMessage({ digest, from: begin, ts }, standing);
    return { message, ...(request.isPrivate && { delivered: 'replacing' as const }) };
  },
};
