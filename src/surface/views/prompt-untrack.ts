/** The question behind untrack, answered with yes. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { promptChanged } from '../../messages/answers/prompt-changed.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { changePrompt, PromptForm } from '../prompts/change-prompt.ts';
import type { View } from '../request.ts';

export const promptUntrackView: View = {
  id: VIEWS.promptUntrack,
  async submit({ metadata }, deps) {
    const form = carried(PromptForm, metadata);
    return {
      channel: form.channel,
      working: workingModal('Ending it'),
      async after(asker) {
        const project = await changePrompt(form, 'prompt.untrack', asker, deps, async (api, { id }) => {
          await api.deletePrompt(id, form.prompt.id);
          return { outcome: 'deleted' };
        });
        return { message: promptChanged(project, form.prompt.text) };
      },
    };
  },
};
