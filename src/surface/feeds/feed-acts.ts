/** Stops a feed for a person, sets it going again, or ends it: once for each click, with an audit row; and answers with the list. */
import { feedList } from '../../messages/feeds/feed-list.ts';
import type { Page } from '../../messages/page.ts';
import { resume } from '../../outbox/pause.ts';
import type { Feed, Project } from '../../projects/projects.ts';
import { pauseFeed } from '../../store/subscriptions.ts';
import { audited, quietly } from '../audited.ts';
import { verdictOn } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Answer, Asker, SurfaceDeps } from '../request.ts';
import { feedsOfProject, standingNow } from './feeds-of-project.ts';

/** The list of feeds as it is now, in place of the one that was clicked. */
export async function listAgain(feed: Feed, asker: Asker, deps: SurfaceDeps): Promise<Answer> {
  return { message: await feedsNow(feed.project, asker, deps), delivered: 'replacing' };
}

/**
 * How the feeds of a project stand, all or those of `only`; `done`: what was just done, and `others` the projects to
 * whose channel that brought this one.
 */
export async function feedsNow(
  project: Project,
  asker: Asker,
  deps: SurfaceDeps,
  { done, others = [], only = feedsOfProject(project, deps) }: Listed = {},
): Promise<Page> {
  const { allowed: mayChange } = await verdictOn('configure', asker, deps);
  return feedList(project, await standingNow(only, asker, deps), { done, others, mayChange });
}

type Listed = { done?: string; others?: readonly Project[]; only?: readonly Feed[] };

/**
 * Stops one feed for a person, until a time or until somebody resumes it. False if it stood still already, undefined
 * where this click was taken already.
 */
export async function pauseForPerson(
  feed: Feed,
  until: number | undefined,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<boolean | undefined> {
  // A feed that no tick has seen yet is seen now: what was never seen cannot be paused.
  await standingNow([feed], asker, deps);
  const now = deps.clock.now();
  const paused = (team: string) =>
    pauseFeed(deps.db, team, feed.id, 'person', now, { id: asker.person, until });
  return written('feed.pause', feed, asker, deps, paused);
}

/**
 * Sets one feed going again for a person, also one that only a message speaks of. False if it was going, undefined
 * where this click was taken already.
 */
export async function resumeForPerson(
  feed: Named,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<boolean | undefined> {
  const resumed = await written('feed.resume', feed, asker, deps, (team) =>
    resume(deps.db, team, feed.id, deps.clock.now()),
  );
  if (resumed) deps.wakePump();
  return resumed;
}

/** Which feed of which project. */
type Named = { id: string; project: { id: string } };

/** One click may act on several feeds: each has an audit row of its own. */
async function written(
  action: string,
  { id, project }: Named,
  asker: Asker,
  deps: SurfaceDeps,
  write: (team: string) => Promise<boolean>,
): Promise<boolean | undefined> {
  const once = { ...asker, id: `${asker.id}:${id}` };
  return quietly(
    audited(once, deps, { action, projectId: project.id, subject: id }, async () => {
      const result = await write(asker.installation.team);
      return { result, outcome: result ? 'done' : undefined };
    }),
  );
}

/** Ends a feed. @throws Refused where it is the file's, and is ended there, or gone. */
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
