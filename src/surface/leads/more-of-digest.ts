/** A private page of what a digest does not show, as its leads stand now. */
import { leadMoreMessage } from '../../messages/answers/lead-more.ts';
import type { LeadPage } from '../../messages/lead-controls.ts';
import { leadsOfDigest, PAGE_OF_MORE } from '../../messages/posts/lead-digest.ts';
import type { Message } from '../../slack/blocks.ts';
import { giveHandles, handlesOf } from '../../store/handles.ts';
import { mayBeOffered } from '../guards.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { digestAt } from './digest-clicked.ts';
import { standingsHere } from './standing-here.ts';

/** @throws Refused as digestAt */
export async function moreOfDigest(
  { from, ts }: LeadPage,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Message> {
  const digest = await digestAt(asker, ts, deps);
  const { db } = deps;
  const { team } = asker.installation;
  const keys = leadsOfDigest(digest)
    .slice(from, from + PAGE_OF_MORE)
    .map(({ key }) => key);
  await giveHandles(db, team, 'L', keys);
  return leadMoreMessage(
    { digest, from, ts, mayAct: await mayBeOffered('leads', asker, deps) },
    {
      handles: await handlesOf(db, team, keys),
      leads: await standingsHere(digest.project.id, keys, asker, deps),
    },
  );
}
