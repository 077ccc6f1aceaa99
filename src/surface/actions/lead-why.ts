/** Why? on a lead: the same answer as /visibility why with its handle. */
import { ACTIONS } from '../../slack/blocks.ts';
import { requireVisible } from '../guards.ts';
import { whyHandle } from '../leads/why-lead.ts';
import type { Action } from '../request.ts';

export const leadWhy: Action = {
  id: ACTIONS.leadWhy,
  async run(request, deps) {
    const [handle = '', projectId = ''] = request.value.split(' ');
    return { message: await whyHandle(handle, requireVisible(projectId, request, deps), request, deps) };
  },
};
