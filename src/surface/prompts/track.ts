/** Tracks a prompt for a person, once per click and with an audit row: by /visibility track, its form, Track beside a suggested one, or a shortcut from anywhere, whose form asks for the project too. */

import { hash } from 'node:crypto';
import { carry } from '../../carried.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import type { Page } from '../../messages/page.ts';
import {
  LONGEST_PROMPT,
  PROJECT_INPUT,
  PROMPT_INPUT,
  trackAnywhereForm,
  trackForm,
} from '../../messages/prompts/prompt-forms.ts';
import { trackAnswer } from '../../messages/prompts/prompts.ts';
import { type Refusal, working } from '../../messages/refusal.ts';
import { type Project, visibleIn } from '../../projects/projects.ts';
import { decodeCommandText } from '../../slack/text.ts';
import { deliveryAt } from '../../store/deliveries.ts';
import { ValidationError } from '../../visibility/errors.ts';
import {
  type Answer,
  type Ask,
  action,
  type Command,
  type Form,
  type Shortcut,
  type ShortcutAsk,
  view,
} from '../ask.ts';
import { auditWrite } from '../audit-write.ts';
import { unquote } from '../command-line.ts';
import { requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findSeen, requireSeen } from '../seen-by.ts';

export const track: Command = {
  name: 'track',
  usage: 'track [prompt]',
  example: 'track best crm for startups',
  summary: 'Track a new prompt; without words a form asks for it',
  scope: 'project',
  words: 'free',
  async run(ask) {
    const { project, words, channel } = ask;
    if (!words) return { modal: trackForm(project, carry('track_form', { project: project.id, channel })) };
    return { message: await trackPrompt(project, words, ask) };
  },
};

/** Its form, submitted: faults stand at the field; otherwise it closes and the prompt is tracked. */
export const promptTrackView = view(VIEWS.promptTrack, async ({ metadata, values }) => {
  const { project, channel } = requireCarried('track_form', metadata);
  const { prompt, errors } = readTypedPrompt(values);
  if (errors) return { errors };
  return {
    channel,
    after: async (ask) => ({
      message: await trackPrompt(requireVisible(project, ask), prompt, ask),
    }),
  };
});

export const promptTrackSuggested = action(ACTIONS.promptTrackSuggested, async (ask) => {
  const { project, prompt } = requireCarried('suggested_prompt', ask.value);
  // The API takes a prompt twice: of a double click, whose ids differ, one counts.
  const id = hash('sha256', `${ask.channel} ${ask.ts} ${ask.value}`);
  const visible = requireVisible(project, ask);
  return { message: await trackPrompt(visible, prompt, { ...ask, id }) };
});

/** Track as a prompt…: its words are a beginning, which the form lets people change. */
export const promptTrackOpen = action(ACTIONS.promptTrackOpen, async ({ value, ...ask }) => {
  const { project: id, prompt } = requireCarried('suggested_prompt', value);
  const project = requireVisible(id, ask);
  return { modal: trackForm(project, carry('track_form', { project: id, channel: ask.channel }), prompt) };
});

/** @throws Refused when the prompt is empty, too long or tracked already, or the API does not take it. */
export async function trackPrompt(project: Project, words: string, ask: Ask): Promise<Page> {
  const prompt = promptWords(words);
  const unfit = unfitPrompt(prompt);
  if (unfit) throw new Refused(unfit.sentence, unfit);
  const api = ask.api(project);
  if (isTracked(words, await api.prompts(project.id)))
    throw new Refused(`You already track “${prompt}” for ${project.name}. Nothing was added.`);
  const taken = {
    sentence: `An earlier click already sent “${prompt}” to the API. Check whether it’s tracked now.`,
    example: '/visibility prompts',
  };
  const write = { action: 'prompt.track', projectId: project.id, subject: prompt, taken };
  const created = await auditWrite(ask, write, async () => {
    const result = await api.createPrompt(project.id, prompt);
    const { id } = result;
    return { result, outcome: `created ${id ?? 'without an id'}`, data: { promptId: id } };
  }).catch((error: unknown) => {
    throw error instanceof ValidationError ? refusedByApi(error) : error;
  });
  return trackAnswer(project, prompt, created, { untrack: ask.channel !== '' });
}

/** What somebody typed into a form's field for a prompt; `errors` where that can be none. */
export function readTypedPrompt(values: Form['values']): { prompt: string; errors?: Record<string, string> } {
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
export function refusedByApi(error: ValidationError): Refused {
  const why = error.details.map(said).join('; ') || 'it doesn’t say why';
  return new Refused(`The API didn’t take this prompt: ${why}. Nothing was changed.`);
}

/** "engine_ids: Field required", where the sentence alone doesn’t say of what. */
function said({ at = '', message }: ValidationError['details'][number]): string {
  const field = at.split('.').at(-1) ?? '';
  const sentence = message.replace(/\.$/, '');
  return field === '' || message.includes(field) ? sentence : `${field}: ${sentence}`;
}

/** The words of a prompt as they are sent to the API. */
function promptWords(typed: string): string {
  return unquote(typed.replace(/\s+/g, ' '));
}

/** Whether a prompt of these words is `tracked`, whatever their case, their spaces and the quotes around them. */
export function isTracked(words: string, tracked: readonly { text: string | undefined }[]): boolean {
  const same = promptWords(words).toLowerCase();
  return tracked.some(({ text }) => text?.toLowerCase() === same);
}

export const trackAnywhere: Shortcut = {
  id: 'prompt.track',
  type: 'global',
  name: 'Track a prompt',
  description: 'Have AI engines asked a prompt every day from now on',
  run: openForm,
};

export const trackMessage: Shortcut = {
  id: 'message.track',
  type: 'message',
  name: 'Track this as a prompt',
  description: 'Have AI engines asked what this message says, every day from now on',
  run: openForm,
};

/** The form opens within Slack's 3 s; whose projects it offers is asked meanwhile. */
async function openForm(ask: ShortcutAsk): Promise<Answer> {
  return {
    modal: working('Looking for your projects'),
    filled: async () => {
      const { projects } = await findSeen(ask);
      const here = new Set(visibleIn(ask.workspace.projects(), ask.channel).map(({ id }) => id));
      const likely = projects.filter(({ id }) => here.has(id));
      const others = projects.filter(({ id }) => !here.has(id));
      const initial = await promptIn(ask);
      const form = trackAnywhereForm([...likely, ...others], { initial, chosen: likely.length === 1 });
      if (form) return form;
      throw new Refused(
        'You’re in no channel that shows a project. Ask whoever runs Sightline to invite you to one.',
      );
    },
  };
}

/** What somebody wrote; a post of Sightline itself is no prompt. */
async function promptIn({ message, channel, team, db }: ShortcutAsk): Promise<string> {
  if (!message || (await deliveryAt(db, team, channel, message.ts))) return '';
  return decodeCommandText(message.text ?? '');
}

/** The form, submitted: what came of it is shown where the form was. */
export const trackForView = view(VIEWS.promptTrackFor, async ({ metadata, values }) => {
  const { project: single = '' } = requireCarried('track_anywhere_form', metadata);
  const project = values[PROJECT_INPUT.actionId] ?? single;
  const { prompt, errors } = readTypedPrompt(values);
  if (errors) return { errors };
  return {
    channel: '',
    working: working('Handing the prompt to the API'),
    after: async (ask) => ({
      message: await trackPrompt(await requireSeen(project, ask), prompt, ask),
    }),
  };
});
