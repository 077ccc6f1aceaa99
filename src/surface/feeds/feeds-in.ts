/** The feeds that post to a channel. */
import { type Feed, feedsOf, type Projects } from '../../projects/projects.ts';

export function feedsIn(channel: string, team: string, projects: Projects): Feed[] {
  return feedsOf(projects).filter(
    (feed) => feed.channel === channel && (feed.project.workspace ?? team) === team,
  );
}
