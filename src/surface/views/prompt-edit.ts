/** The form behind edit-prompt, submitted. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { promptChanged } from '../../messages/answers/prompt-changed.ts';
import { PROMPT_INPUT } from '../../messages/forms/track-modal.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { changePrompt, PromptForm } from '../prompts/change-prompt.ts';
import { unfitPrompt } from '../prompts/track-prompt.ts';
import type { View } from '../request.ts';

export const promptEditView: View = {
  id: VIEWS.promptEdit,
  async submit({ metadata, values }, deps) {
    const form = carried(PromptForm, metadata);
    const words = values[PROMPT_INPUT.actionId]?.replace(/\s+/g, ' ').trim() ?? '';
    const unfit = unfitPrompt(words);
    if (unfit) return { errors: { [PROMPT_INPUT.blockId]: unfit.sentence } };
    if (words === form.prompt.text)
      return { errors: { [PROMPT_INPUT.blockId]: 'These are the words that it has already.' } };
    return {
      channel: form.channel,
      working: workingModal('Changing the prompt'),
      async after(asker) {
        const project = await changePrompt(form, 'prompt.edit', asker, deps, async (api, { id }) => {
          await api.updatePrompt(id, form.prompt.id, words);
          return { outcome: `now “${words}”`, data: { words } };
        });
        return { message: promptChanged(project, form.prompt.text, words) };
      },
    };
  },
};
