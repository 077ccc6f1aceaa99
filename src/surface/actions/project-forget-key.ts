/** Delete the key, after Slack's own question: a project of the file has the key no more that was given for it here. */
import { keyForgotten } from '../../messages/answers/disconnect-answers.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { audited, quietly } from '../audited.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';

export const projectForgetKey: Action = {
  id: ACTIONS.projectForgetKey,
  async run(request, deps) {
    const { team } = request.installation;
    const project = requireVisible(request.value, request, deps);
    const given = await deps.setup.givenKey(team, project);
    const write = { action: 'project.forget_key', projectId: project.id, subject: project.name };
    const done = await quietly(
      audited(request, deps, write, async () => {
        const result = await deps.setup.forgetKey(team, project.id);
        return { result, outcome: result.kind === 'refused' ? undefined : result.kind };
      }),
    );
    if (done?.kind === 'refused') {
      const sentence = done.faults.map((fault) => `${fault.sentence}.`).join(' ');
      throw new Refused({ sentence, example: '/visibility subscriptions' });
    }
    const { isUsed = false } = given ?? {};
    return done && { message: keyForgotten(project, { isUsed }), delivered: 'replacing' };
  },
};
