/** /visibility disconnect <project>: asks before a project that was connected in Slack goes, or the key that one of the file was given. */
import { disconnectQuestion, forgetKeyQuestion } from '../../messages/answers/disconnect-answers.ts';
import { visibleIn } from '../../projects/projects.ts';
import { takeProject } from '../command-line.ts';
import { feedsOfProject } from '../feeds/feeds-of-project.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';

export const disconnect: Command = {
  name: 'disconnect',
  usage: 'disconnect <project>',
  example: 'disconnect Acme',
  summary:
    'Remove a project that was connected in Slack, with its feeds and its key; of one in projects.yml, the key given here; asks first',
  scope: 'anywhere',
  words: 'free',
  async run({ words, channel, installation: { team } }, deps) {
    const visible = visibleIn(deps.projects(), channel);
    // What cannot be taken back is named, also where only one can be meant.
    const { project } = takeProject(words && `in ${words}`, visible, 'fixed');
    if (!words) {
      throw new Refused({
        sentence: 'Say which project to disconnect.',
        example: `/visibility disconnect ${project.name}`,
      });
    }
    if (!project.connected) {
      const given = await deps.setup.givenKey(team, project);
      if (given) return { message: forgetKeyQuestion(project, given) };
      throw new Refused({
        sentence: `${project.name} was not connected in Slack: it is in projects.yml and is taken out there.`,
      });
    }
    return { message: disconnectQuestion(project, feedsOfProject(project, deps)) };
  },
};
