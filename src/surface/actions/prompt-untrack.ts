/** Untrack beside a prompt that was just tracked: asks first, as the command does. */
import { z } from 'zod';
import { workingModal } from '../../messages/answers/message-modal.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import { promptForm } from '../prompts/prompt-form.ts';
import type { Action } from '../request.ts';

const Value = z.object({ project: z.string(), id: z.string() });

export const promptUntrack: Action = {
  id: ACTIONS.promptUntrack,
  async run(request, deps) {
    const { project: projectId, id } = carried(Value, request.value);
    const project = requireVisible(projectId, request, deps);
    const { channel } = request;
    return {
      modal: workingModal('Looking for the prompt'),
      filled: () => promptForm('untrack', { project, channel, words: id }, deps),
    };
  },
};
