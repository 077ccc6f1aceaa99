/** /visibility edit-prompt <prompt>: opens the form with the words of a tracked prompt. Without words a form asks which. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { promptForm } from '../prompts/prompt-form.ts';
import type { Command } from '../request.ts';

export const editPrompt: Command = {
  name: 'edit-prompt',
  usage: 'edit-prompt [prompt]',
  example: 'edit-prompt k8s cost alerts',
  summary: 'Change the words of a tracked prompt; without words a form asks which',
  scope: 'project',
  words: 'free',
  run: async ({ project, words, channel }, deps) => ({
    modal: workingModal(words ? 'Looking for the prompt' : 'Reading the prompts'),
    filled: () => promptForm('edit-prompt', { project, channel, words }, deps),
  }),
};
