/** Why? on a lead: the same answer as /visibility why with its handle. */
import { ACTIONS } from '../../slack/blocks.ts';
import { requireVisible } from '../guards.ts';
import type { Action } from '../request.ts';
import { whyHandle } from '../why-handle.ts';

export const leadWhy: Action = {
  id: ACTIONS.leadWhy,
  async run(request, deps) {
    const [handle = '', projectId = ''] = request.value.split(' ');
    return { message: await whyHandle(handle, requireVisible(projectId, request, deps), request, deps) };
  },
};
