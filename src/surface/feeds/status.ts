/** /visibility status: whether the projects shown here are polled and post, and what stands in the way. */
import { statusAnswer } from '../../messages/feeds/status.ts';
import { feedsOf, visibleIn } from '../../projects/projects.ts';
import { unfinishedPosts } from '../../store/backlog.ts';
import { VERSION } from '../../version.ts';
import type { Command } from '../request.ts';

export const status: Command = {
  name: 'status',
  usage: 'status',
  example: 'status',
  summary:
    'Whether all is well: whether the API answers, last polls, next posts, what is paused, muted or missed',
  scope: 'anywhere',
  words: 'none',
  async run({ channel, installation: { team } }, { db, projects, look, health, refusedLines, clockAheadMs }) {
    const visible = new Set(visibleIn(projects(), channel).map(({ id }) => id));
    const feeds = feedsOf(projects()).filter(({ project }) => visible.has(project.id));
    await look(team, feeds);
    const standing = await health(team, feeds);
    const onTheWay = {
      posts: await unfinishedPosts(db, team),
      late: standing.late,
      clockAheadMs: clockAheadMs(),
    };
    const learnt = projects()
      .projects.filter(({ id }) => visible.has(id))
      .flatMap(refusedLines);
    return { message: statusAnswer(standing.projects, onTheWay, VERSION, learnt) };
  },
};
