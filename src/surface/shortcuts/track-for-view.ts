/** The form of the shortcuts that track a prompt, submitted: what came of it is shown where the form was. */
import { z } from 'zod';
import { workingModal } from '../../messages/answers/message-modal.ts';
import { PROJECT_INPUT } from '../../messages/forms/track-for-modal.ts';
import { PROMPT_INPUT } from '../../messages/forms/track-modal.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { trackPrompt, unfitPrompt } from '../prompts/track-prompt.ts';
import type { View } from '../request.ts';
import { requireSeen } from '../seen-by.ts';

/** Names the project where there was no choice. */
const Metadata = z.object({ project: z.string().optional() });

export const trackForView: View = {
  id: VIEWS.promptTrackFor,
  async submit({ metadata, values }, deps) {
    const { project: single = '' } = carried(Metadata, metadata);
    const project = values[PROJECT_INPUT.actionId] ?? single;
    const prompt = values[PROMPT_INPUT.actionId]?.trim() ?? '';
    const unfit = unfitPrompt(prompt);
    if (unfit) return { errors: { [PROMPT_INPUT.blockId]: unfit.sentence } };
    return {
      channel: '',
      working: workingModal('Handing the prompt to the API'),
      after: async (asker) => ({
        message: await trackPrompt(asker, await requireSeen(project, asker, deps), prompt, deps),
      }),
    };
  },
};
