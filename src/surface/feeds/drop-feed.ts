/** Ends a feed for a person; one of projects.yml is ended there. */
import type { Feed } from '../../projects/projects.ts';
import { audited, quietly } from '../audited.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';

/** @throws Refused where it is the file's, or gone. */
export async function dropFeed(feed: Feed, asker: Asker, deps: SurfaceDeps): Promise<void> {
  const write = {
    action: 'feed.end',
    projectId: feed.project.id,
    subject: feed.id,
  };
  const dropped = await quietly(
    audited(asker, deps, write, async () => {
      const result = await deps.setup.dropFeed(asker.installation.team, feed.id);
      return { result, outcome: result.kind === 'refused' ? undefined : result.kind };
    }),
  );
  if (dropped?.kind === 'refused') {
    const sentence = dropped.faults.map((fault) => `${fault.sentence}.`).join(' ');
    throw new Refused({ sentence, example: `/visibility pause ${feed.kind}` });
  }
}
