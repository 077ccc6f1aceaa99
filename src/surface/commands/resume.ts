/** /visibility resume [feed|all]: what stands still goes on, and makes up for what it missed. */
import { feedList, feedsNamed, resumeForPerson } from '../feeds/feeds-of-project.ts';
import type { Command } from '../request.ts';

export const resume: Command = {
  name: 'resume',
  usage: 'resume [feed|all]',
  example: 'resume leads',
  summary: 'Let a paused feed go on; it makes up for the latest time it missed',
  scope: 'project',
  words: 'fixed',
  async run(request, deps) {
    const feeds = feedsNamed(request.words, 'resume', request.project, deps);
    let going = 0;
    for (const feed of feeds) if (await resumeForPerson(feed, request, deps)) going++;
    const note = going > 0 ? 'Resumed.' : 'Nothing stood still; nothing was changed.';
    return { message: await feedList(request.project, request, deps, { note, only: feeds }) };
  },
};
