/** /visibility untrack <prompt>: asks first and names the loss, for the API has no undo. Without words a form asks which. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { promptForm } from '../prompts/prompt-form.ts';
import type { Command } from '../request.ts';

export const untrack: Command = {
  name: 'untrack',
  usage: 'untrack [prompt]',
  example: 'untrack k8s cost alerts',
  summary: 'Stop tracking a prompt; asks first, and without words which',
  scope: 'project',
  words: 'free',
  run: async ({ project, words, channel }, deps) => ({
    modal: workingModal(words ? 'Looking for the prompt' : 'Reading the prompts'),
    filled: () => promptForm('untrack', { project, channel, words }, deps),
  }),
};
