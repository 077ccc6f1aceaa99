/** Disconnect, after Slack's own question: the project is gone, with its feeds and its key. */
import { projectDisconnected } from '../../messages/answers/disconnect-answers.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { audited, quietly } from '../audited.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';

export const projectDisconnect: Action = {
  id: ACTIONS.projectDisconnect,
  async run(request, deps) {
    const project = requireVisible(request.value, request, deps);
    // Of no project: one that is gone is shown in no channel, and nobody would read of it.
    const write = { action: 'project.disconnect', projectId: '', subject: project.name };
    const gone = await quietly(
      audited(request, deps, write, async () => {
        const result = await deps.setup.disconnect(request.installation.team, project.id);
        return { result, outcome: result.kind === 'refused' ? undefined : result.kind };
      }),
    );
    if (gone?.kind === 'refused') {
      const sentence = gone.faults.map((fault) => `${fault.sentence}.`).join(' ');
      throw new Refused({ sentence, example: '/visibility subscriptions' });
    }
    return gone && { message: projectDisconnected(project), delivered: 'replacing' };
  },
};
