/** /visibility pause [feed] [until …]: a feed says nothing until then, or until somebody resumes it. */
import { subscriptionsAnswer } from '../../messages/answers/subscriptions-answer.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { parseUntil } from '../../until-words.ts';
import { feedsNamed, feedsOfProject, pauseForPerson, standingNow } from '../feeds/feeds-of-project.ts';
import { Refused } from '../refused.ts';
import type { Command, ProjectRequest, SurfaceDeps } from '../request.ts';

export const pause: Command = {
  name: 'pause',
  usage: 'pause [feed|all] [until <time>]',
  example: 'pause leads until Monday 9:00',
  summary: 'Stop a feed for a while; without words, the list to choose from',
  scope: 'project',
  words: 'free',
  async run(request, deps) {
    const { project } = request;
    const [, named = '', time] = request.words.match(/^(.*?)(?:\s*\b((?:until|till|for)\s.*))?$/is) ?? [];
    const shown = named || time ? feedsNamed(named, 'pause', project, deps) : [];
    const until = time === undefined ? undefined : untilOf(time, request, deps);
    let stopped = 0;
    for (const feed of shown) if (await pauseForPerson(feed, until, request, deps)) stopped++;
    const note =
      shown.length === 0
        ? undefined
        : stopped > 0
          ? 'Paused.'
          : 'That stood still already; nothing was changed.';
    const standing = await standingNow(
      shown.length > 0 ? shown : feedsOfProject(project, deps),
      request,
      deps,
    );
    return { message: subscriptionsAnswer(project, standing, note) };
  },
};

function untilOf(words: string, { project }: ProjectRequest, deps: SurfaceDeps): number {
  const until = parseUntil(words, timezoneOf(deps.projects(), project), deps.clock.now());
  if (until !== undefined) return until;
  throw new Refused({
    sentence: `“${words}” is no time to come that can be read. Nothing was paused.`,
    example: `/visibility ${pause.example}`,
  });
}
