/** /visibility status: whether the projects shown here are polled and post, and what stands in the way. */
import { statusAnswer } from '../../messages/answers/status-answer.ts';
import { feedsOf, visibleIn } from '../../projects/projects.ts';
import { unfinishedPosts } from '../../store/lanes.ts';
import { VERSION } from '../../version.ts';
import type { Command } from '../request.ts';

export const status: Command = {
  name: 'status',
  usage: 'status',
  example: 'status',
  summary: 'Whether all is well: whether the API answers, last polls, next posts, what is paused',
  scope: 'anywhere',
  words: 'none',
  async run({ channel, installation: { team } }, { db, projects, look, health }) {
    const visible = new Set(visibleIn(projects(), channel).map(({ id }) => id));
    const feeds = feedsOf(projects()).filter(({ project }) => visible.has(project.id));
    await look(team, feeds);
    const [standing, waiting] = [await health(team, feeds), await unfinishedPosts(db, team)];
    return { message: statusAnswer(standing, waiting, VERSION) };
  },
};
