/** /visibility track <prompt>: the API asks the engines this prompt from now on. Without words a modal asks for it. */
import { trackModal } from '../../messages/forms/track-modal.ts';
import { trackPrompt } from '../prompts/track-prompt.ts';
import type { Command } from '../request.ts';

export const track: Command = {
  name: 'track',
  usage: 'track [prompt]',
  example: 'track best crm for startups',
  summary: 'Track a new prompt; without words a form asks for it',
  scope: 'project',
  words: 'free',
  async run(request, deps) {
    const { project, words, channel } = request;
    if (!words) return { modal: trackModal(project, JSON.stringify({ project: project.id, channel })) };
    return { message: await trackPrompt(request, project, words, deps) };
  },
};
