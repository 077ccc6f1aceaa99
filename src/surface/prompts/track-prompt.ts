/** Creates a tracked prompt for a person: once per click, with an audit row; command and modal both end here. */
import type { Refusal } from '../../messages/answers/refusal.ts';
import { trackAnswer } from '../../messages/answers/track-answer.ts';
import { LONGEST_PROMPT } from '../../messages/forms/track-modal.ts';
import type { Project } from '../../projects/projects.ts';
import type { Message } from '../../slack/blocks.ts';
import { ValidationError } from '../../visibility/errors.ts';
import { audited } from '../audited.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { isTracked, promptWords } from './same-words.ts';

/** @throws Refused when the prompt is empty, too long or tracked already, or the API does not take it. */
export async function trackPrompt(
  asker: Asker,
  project: Project,
  words: string,
  deps: SurfaceDeps,
): Promise<Message> {
  const prompt = promptWords(words);
  const unfit = unfitPrompt(prompt);
  if (unfit) throw new Refused(unfit);
  const api = deps.visibilityOf(project);
  const tracked = await api.prompts(project.id);
  if (isTracked(words, tracked)) {
    throw new Refused({ sentence: `“${prompt}” is tracked for ${project.name} already. Nothing was added.` });
  }
  const taken = {
    sentence: `“${prompt}” was sent to the API by a click before. Look whether it is tracked now.`,
    example: '/visibility prompts',
  };
  const write = { action: 'prompt.track', projectId: project.id, subject: prompt, taken };
  const created = await audited(asker, deps, write, async () => {
    const result = await api.createPrompt(project.id, prompt);
    const { id } = result;
    return { result, outcome: `created ${id ?? 'without an id'}`, data: { promptId: id } };
  }).catch((error: unknown) => {
    throw error instanceof ValidationError ? notTaken(error) : error;
  });
  return trackAnswer(project, prompt, created, { untrack: asker.channel !== '' });
}

/** Why a prompt cannot be tracked, with what to type instead; undefined if it can. */
export function unfitPrompt(prompt: string): Refusal | undefined {
  const example = '/visibility track best crm for startups';
  if (prompt === '') return { sentence: 'Say which prompt to track.', example };
  if (prompt.length <= LONGEST_PROMPT) return undefined;
  return {
    sentence: `That prompt has ${prompt.length} characters; at most ${LONGEST_PROMPT} are asked of engines. Shorten it and send it again.`,
    example,
  };
}

/** Why the API did not take a prompt's words. */
export function notTaken(error: ValidationError): Refused {
  const why = error.details.map(({ message }) => message).join('; ') || 'it does not say why';
  return new Refused({ sentence: `The API did not take this prompt: ${why}. Nothing was changed.` });
}
