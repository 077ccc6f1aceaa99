/** Opens the form that changes or ends a tracked prompt; where nobody said which, a form that asks. */
import type { ModalView } from '@slack/types';
import { choosePromptModal, editPromptModal, untrackModal } from '../../messages/forms/prompt-modals.ts';
import type { Project } from '../../projects/projects.ts';
import { Refused } from '../refused.ts';
import type { SurfaceDeps } from '../request.ts';
import { findPrompt, trackedPrompts } from './find-prompt.ts';

/** The commands that do something to one tracked prompt. */
export const CHANGES = ['edit-prompt', 'untrack'] as const;
export type Change = (typeof CHANGES)[number];

const FORMS = {
  'edit-prompt': { title: 'Edit a prompt', modal: editPromptModal },
  untrack: { title: 'Stop tracking', modal: untrackModal },
};

/** `words`: an id, or words of the prompt; empty where nobody said which. @throws Refused as findPrompt */
export async function promptForm(
  change: Change,
  { project, channel, words }: { project: Project; channel: string; words: string },
  { visibilityOf }: Pick<SurfaceDeps, 'visibilityOf'>,
): Promise<ModalView> {
  const api = visibilityOf(project);
  const { title, modal } = FORMS[change];
  if (words) {
    const prompt = await findPrompt(api, project, words, change);
    return modal(project, prompt.text, JSON.stringify({ project: project.id, channel, prompt }));
  }
  const prompts = await trackedPrompts(api, project);
  if (prompts.length === 0) {
    throw new Refused({
      sentence: `${project.name} tracks no prompt yet.`,
      example: '/visibility track best crm for startups',
    });
  }
  const metadata = JSON.stringify({ project: project.id, channel, change });
  return choosePromptModal(project, { prompts, title, metadata });
}
