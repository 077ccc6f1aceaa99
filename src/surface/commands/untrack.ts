/** /visibility untrack <prompt>: asks first and names the loss, for the API has no undo. */
import { workingModal } from '../../messages/answers/message-modal.ts';
import { untrackModal } from '../../messages/forms/prompt-modals.ts';
import { findPrompt } from '../prompts/find-prompt.ts';
import type { Command } from '../request.ts';

export const untrack: Command = {
  name: 'untrack',
  usage: 'untrack <prompt>',
  example: 'untrack k8s cost alerts',
  summary: 'Stop tracking a prompt; asks first',
  scope: 'project',
  words: 'free',
  async run({ project, words, channel }, { visibilityOf }) {
    return {
      modal: workingModal('Looking for the prompt'),
      async filled() {
        const prompt = await findPrompt(visibilityOf(project), project, words, 'untrack');
        return untrackModal(project, prompt.text, JSON.stringify({ project: project.id, channel, prompt }));
      },
    };
  },
};
