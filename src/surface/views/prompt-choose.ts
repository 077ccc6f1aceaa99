/** The form that asks which prompt to change or end, submitted: it becomes the form that does so. */
import { z } from 'zod';
import { workingModal } from '../../messages/answers/message-modal.ts';
import { CHOSEN_PROMPT, PROMPT_WORDS } from '../../messages/forms/prompt-modals.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import { CHANGES, promptForm } from '../prompts/prompt-form.ts';
import type { View } from '../request.ts';

const Metadata = z.object({ project: z.string(), channel: z.string(), change: z.enum(CHANGES) });

export const promptChooseView: View = {
  id: VIEWS.promptChoose,
  async submit({ metadata, values }, deps) {
    const { project, channel, change } = carried(Metadata, metadata);
    const { [CHOSEN_PROMPT]: chosen = '', [PROMPT_WORDS]: typed = '' } = values;
    const words = typed.trim() || chosen;
    if (words === '') return { errors: { [CHOSEN_PROMPT]: 'Choose a prompt, or type words of it.' } };
    return {
      channel,
      working: workingModal('Looking for the prompt'),
      after: async (asker) => {
        const where = { project: requireVisible(project, asker, deps), channel, words };
        return { modal: await promptForm(change, where, deps) };
      },
    };
  },
};
