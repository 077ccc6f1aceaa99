/** /visibility edit-prompt <prompt>: opens the form with the words of a tracked prompt. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { editPromptModal } from '../../messages/forms/prompt-modals.ts';
import { findPrompt } from '../prompts/find-prompt.ts';
import type { Command } from '../request.ts';

export const editPrompt: Command = {
  name: 'edit-prompt',
  usage: 'edit-prompt <prompt>',
  example: 'edit-prompt k8s cost alerts',
  summary: 'Change the words of a tracked prompt',
  scope: 'project',
  words: 'free',
  async run({ project, words, channel }, { visibilityOf }) {
    return {
      modal: workingModal('Looking for the prompt'),
      async filled() {
        const prompt = await findPrompt(visibilityOf(project), project, words, 'edit-prompt');
        const metadata = JSON.stringify({ project: project.id, channel, prompt });
        return editPromptModal(project, prompt.text, metadata);
      },
    };
  },
};
