/** Why a suggestion was posted, from the posts that speak of it. */
import type { Page } from '../../messages/page.ts';
import { whySuggestionAnswer } from '../../messages/prompts/segment-answers.ts';
import { writesOf } from '../../outbox/standing.ts';
import { suggestionSubject } from '../../outbox/subjects.ts';
import type { Project } from '../../projects/projects.ts';
import { decisionOf } from '../../store/decision-of.ts';
import { handlesOf } from '../../store/handles.ts';
import { suggestionState } from '../../store/suggestions.ts';
import { nowhereTold } from '../nowhere-told.ts';
import { postsSeen } from '../posts-seen.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { channelsSeen } from '../seen-by.ts';

/** @throws Refused where no post in a channel that the asker may read of speaks of such a suggestion of the project. */
export async function whySuggestion(
  key: string,
  project: Project,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Page> {
  const { db, clock, projects } = deps;
  const { team } = asker.installation;
  const subject = suggestionSubject(project.id, key);
  const posts = await postsSeen(db, team, subject, await channelsSeen(project, asker, deps));
  const news = posts[0] && decisionOf(posts[0]);
  if (news?.kind !== 'segment_suggestion') {
    throw new Refused({
      sentence: await nowhereTold('suggestion', project, asker, deps),
      example: '/visibility suggestions',
    });
  }
  const handles = await handlesOf(db, team, [key]);
  const suggestion = await suggestionState(db, { team, projectId: project.id, suggestionId: key });
  const standing = { handles, writes: writesOf(projects()), ...(suggestion && { suggestion }) };
  return whySuggestionAnswer({
    project,
    news,
    handle: handles[key] ?? '',
    standing,
    posts,
    now: clock.now(),
  });
}
