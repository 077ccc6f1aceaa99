/** /visibility disconnect <project>: asks before a project that was connected in Slack goes, or the key that one of the file was given; and the buttons that do it. */
import { ACTIONS } from '../../messages/actions.ts';
import {
  disconnectedPage,
  disconnectQuestion,
  forgetKeyQuestion,
  keyForgottenPage,
} from '../../messages/projects/disconnect.ts';
import { visibleIn } from '../../projects/projects.ts';
import { audited, quietly } from '../audited.ts';
import { takeProject } from '../command-line.ts';
import { feedsOfProject } from '../feeds/feeds-of-project.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, Command, SurfaceDeps } from '../request.ts';

export const disconnect: Command = {
  name: 'disconnect',
  usage: 'disconnect <project>',
  example: 'disconnect Acme',
  summary:
    'Remove a project connected in Slack, with its feeds and its key; of one in projects.yml, the key given here; asks first',
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
    if (project.connected) {
      return { message: disconnectQuestion(project, feedsOfProject(project, deps)) };
    }
    const given = await deps.setup.givenKey(team, project);
    if (given) return { message: forgetKeyQuestion(project, given) };
    throw new Refused({
      sentence: `${project.name} wasn’t connected in Slack. It’s in projects.yml: whoever runs Sightline removes it there.`,
    });
  },
};

/** Disconnect, after Slack's own question: the project is gone, with its feeds and its key. */
export const projectDisconnect: Action = {
  id: ACTIONS.projectDisconnect,
  async run(request, deps) {
    const project = requireVisible(request.value, request, deps);
    // Of no project: one that is gone is shown in no channel, and nobody would read of it.
    const write = { action: 'project.disconnect', projectId: '', subject: project.name };
    const gone = await doneBy(request, deps, write, (team) => deps.setup.disconnect(team, project.id));
    return gone ? { message: disconnectedPage(project), delivered: 'replacing' } : undefined;
  },
};

/** Delete the key, after Slack's own question: a project of the file has the key no more that was given for it here. */
export const projectForgetKey: Action = {
  id: ACTIONS.projectForgetKey,
  async run(request, deps) {
    const project = requireVisible(request.value, request, deps);
    const given = await deps.setup.givenKey(request.installation.team, project);
    const write = { action: 'project.forget_key', projectId: project.id, subject: project.name };
    const gone = await doneBy(request, deps, write, (team) => deps.setup.forgetKey(team, project.id));
    const { isUsed = false } = given ?? {};
    return gone ? { message: keyForgottenPage(project, { isUsed }), delivered: 'replacing' } : undefined;
  },
};

/** Whether this click did it; another one of the same may have. @throws Refused where the setup refuses. */
async function doneBy(
  request: ActionRequest,
  deps: SurfaceDeps,
  write: { action: string; projectId: string; subject: string },
  work: (team: string) => ReturnType<SurfaceDeps['setup']['disconnect' | 'forgetKey']>,
): Promise<boolean> {
  const done = await quietly(
    audited(request, deps, write, async () => {
      const result = await work(request.installation.team);
      return { result, outcome: result.kind === 'refused' ? undefined : result.kind };
    }),
  );
  if (done?.kind === 'refused') {
    const sentence = done.faults.map((fault) => `${fault.sentence}.`).join(' ');
    throw new Refused({ sentence, example: '/visibility subscriptions' });
  }
  return done !== undefined;
}
