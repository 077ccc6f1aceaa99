/** /visibility pause [feed] [until …]: a feed says nothing until then, or until somebody resumes it. */
import { timezoneOf } from '../../projects/projects.ts';
import { parseUntil } from '../../until-words.ts';
import { feedList, feedsNamed, pauseForPerson } from '../feeds/feeds-of-project.ts';
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
    if (!named && !time) return { message: await feedList(project, request, deps) };
    const only = feedsNamed(named, 'pause', project, deps);
    const until = time === undefined ? undefined : untilOf(time, request, deps);
    let stopped = 0;
    for (const feed of only) if (await pauseForPerson(feed, until, request, deps)) stopped++;
    const note = stopped > 0 ? 'Paused.' : 'That stood still already; nothing was changed.';
    return { message: await feedList(project, request, deps, { note, only }) };
  },
};

function untilOf(words: string, { project }: ProjectRequest, deps: SurfaceDeps): number {
  const until = parseUntil(words, timezoneOf(deps.projects(), project), deps.clock.now());
  if (until !== undefined) return until;
  throw new Refused({
    sentence: `“${words}” is no time that is still to come, or none that I can read. Nothing was paused.`,
    example: `/visibility ${pause.example}`,
  });
}
