/** Tracks a prompt for a person, once per click and with an audit row: by /visibility track, its form, or Track beside a suggested one. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import type { Page } from '../../messages/page.ts';
import { LONGEST_PROMPT, PROMPT_INPUT, trackForm } from '../../messages/prompts/prompt-forms.ts';
import { trackAnswer } from '../../messages/prompts/prompts.ts';
import type { Refusal } from '../../messages/refusal.ts';
import type { Project } from '../../projects/projects.ts';
import { ValidationError } from '../../visibility/errors.ts';
import { audited } from '../audited.ts';
import { carried } from '../carried.ts';
import { unquoted } from '../command-line.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Action, Asker, Command, Form, SurfaceDeps, View } from '../request.ts';

export const track: Command = {
  name: 'track',
  usage: 'track [prompt]',
  example: 'track best crm for startups',
  summary: 'Track a new prompt; without words a form asks for it',
  scope: 'project',
  words: 'free',
  async run(request, deps) {
    const { project, words, channel } = request;
    if (!words) return { modal: trackForm(project, JSON.stringify({ project: project.id, channel })) };
    return { message: await trackPrompt(request, project, words, deps) };
  },
};

const Metadata = z.object({ project: z.string(), channel: z.string() });

/** Its form, submitted: faults stand at the field; otherwise it closes and the prompt is tracked. */
export const promptTrackView: View = {
  id: VIEWS.promptTrack,
  async submit({ metadata, values }, deps) {
    const { project, channel } = carried(Metadata, metadata);
    const { prompt, errors } = typedPrompt(values);
    if (errors) return { errors };
    return {
      channel,
      after: async (asker) => ({
        message: await trackPrompt(asker, requireVisible(project, asker, deps), prompt, deps),
      }),
    };
  },
};

const Suggested = z.object({ project: z.string(), prompt: z.string() });

export const promptTrackSuggested: Action = {
  id: ACTIONS.promptTrackSuggested,
  async run(request, deps) {
    const { project, prompt } = carried(Suggested, request.value);
    // The API takes a prompt twice: of a double click, whose ids differ, one counts.
    const id = hash('sha256', `${request.channel} ${request.ts} ${request.value}`);
    const visible = requireVisible(project, request, deps);
    return { message: await trackPrompt({ ...request, id }, visible, prompt, deps) };
  },
};

/** @throws Refused when the prompt is empty, too long or tracked already, or the API does not take it. */
export async function trackPrompt(
  asker: Asker,
  project: Project,
  words: string,
  deps: SurfaceDeps,
): Promise<Page> {
  const prompt = promptWords(words);
  const unfit = unfitPrompt(prompt);
  if (unfit) throw new Refused(unfit);
  const api = deps.visibilityOf(project);
  if (isTracked(words, await api.prompts(project.id))) {
    throw new Refused({ sentence: `You already track “${prompt}” for ${project.name}. Nothing was added.` });
  }
  const taken = {
    sentence: `An earlier click already sent “${prompt}” to the API. Check whether it’s tracked now.`,
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

/** What somebody typed into a form's field for a prompt; `errors` where that can be none. */
export function typedPrompt(values: Form['values']): { prompt: string; errors?: Record<string, string> } {
  const prompt = values[PROMPT_INPUT.actionId]?.replace(/\s+/g, ' ').trim() ?? '';
  const unfit = unfitPrompt(prompt);
  return { prompt, ...(unfit && { errors: { [PROMPT_INPUT.blockId]: unfit.sentence } }) };
}

/** Why a prompt cannot be tracked, with what to type instead; undefined if it can. */
function unfitPrompt(prompt: string): Refusal | undefined {
  const example = '/visibility track best crm for startups';
  if (prompt === '') return { sentence: 'Say which prompt to track.', example };
  if (prompt.length <= LONGEST_PROMPT) return undefined;
  return {
    sentence: `That prompt has ${prompt.length} characters, and engines take ${LONGEST_PROMPT} at most. Shorten it and send it again.`,
    example,
  };
}

/** Why the API did not take a prompt's words. */
export function notTaken(error: ValidationError): Refused {
  const why = error.details.map(({ message }) => message).join('; ') || 'it doesn’t say why';
  return new Refused({ sentence: `The API didn’t take this prompt: ${why}. Nothing was changed.` });
}

/** The words of a prompt as they are sent to the API. */
function promptWords(typed: string): string {
  return unquoted(typed.replace(/\s+/g, ' '));
}

/** Whether a prompt of these words is `tracked`, whatever their case, their spaces and the quotes around them. */
export function isTracked(words: string, tracked: readonly { text: string | undefined }[]): boolean {
  const same = promptWords(words).toLowerCase();
  return tracked.some(({ text }) => text?.toLowerCase() === same);
}
