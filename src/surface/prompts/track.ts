/** Tracks prompts, once per click and audited: /visibility track and its form, the Track button and two shortcuts. */
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
import { trackAnswer, trackDoubtPage } from '../../messages/prompts/prompts.ts';
import { type Refusal, working } from '../../messages/refusal.ts';
import { findVisibleProjects, type Project, timezoneOf } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import { findPromptDoubt } from '../../rules/lead-filter.ts';
import { decodeCommandText } from '../../slack/text.ts';
import { findDelivery } from '../../store/deliveries.ts';
import type { Prompt } from '../../visibility/assumed.ts';
import { ValidationError } from '../../visibility/errors.ts';
import {
  type Answer,
  type Ask,
  action,
  type Command,
  type Shortcut,
  type ShortcutAsk,
  type ViewAsk,
  view,
} from '../ask.ts';
import { auditWrite } from '../audit-write.ts';
import { unquote } from '../command-line.ts';
import { requireVisible } from '../guards.ts';
import { ifReadable, Refused, requireCarried } from '../refused.ts';
import { findSeen, requireSeen } from '../seen-by.ts';
import { readSet, type SetKind } from './tracked-set.ts';

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
    return { message: await trackOrAsk(project, words, ask) };
  },
};

export const promptTrackView = view(VIEWS.promptTrack, async ({ metadata, values }) => {
  const { project, channel } = requireCarried('track_form', metadata);
  const { prompt, errors } = readTypedPrompt(values);
  if (errors) return { errors };
  return {
    channel,
    after: async (ask) => ({ message: await trackOrAsk(requireVisible(project, ask), prompt, ask) }),
  };
});

export const promptTrackOpen = action(ACTIONS.promptTrackOpen, async ({ value, ...ask }) => {
  const { project: id, prompt } = requireCarried('suggested_prompt', value);
  const project = requireVisible(id, ask);
  return { modal: trackForm(project, carry('track_form', { project: id, channel: ask.channel }), prompt) };
});

/** Tracks a prompt, or asks first if it looks like a mistake. @throws Refused as trackPrompt */
async function trackOrAsk(project: Project, words: string, ask: Ask): Promise<Page> {
  const found = await findUntracked(project, words, ask);
  const question = askFirst(project, found);
  return question ?? sendPrompt(project, found.prompt, ask);
}

type Untracked = { prompt: string; tracked: readonly Prompt[] };

/** The question to ask before this prompt is tracked; undefined if there is none. */
export function askFirst(project: Project, { prompt, tracked }: Untracked): Page | undefined {
  const doubt = findPromptDoubt(
    prompt,
    tracked.flatMap(({ text }) => text ?? []),
  );
  return doubt && trackDoubtPage(project, prompt, doubt.similar);
}

/** @throws Refused if the prompt is empty, too long or already tracked, or the API refuses it */
export async function trackPrompt(project: Project, words: string, ask: Ask): Promise<Page> {
  return sendPrompt(project, (await findUntracked(project, words, ask)).prompt, ask);
}

/** @throws Refused if the prompt is empty, too long or already tracked */
export async function findUntracked(project: Project, words: string, ask: Ask): Promise<Untracked> {
  const prompt = cleanPrompt(words);
  const fault = checkPrompt(prompt);
  if (fault) throw new Refused(fault.sentence, fault);
  const tracked = await ask.api(project).prompts(project.id);
  if (isTracked(words, tracked))
    throw new Refused(`You already track “${prompt}” for ${project.name}. Nothing was added.`);
  return { prompt, tracked };
}

export async function sendPrompt(project: Project, prompt: string, ask: Ask): Promise<Page> {
  const api = ask.api(project);
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
  const [engines, regions] = await Promise.all([
    readTracked('engines', project, ask),
    readTracked('regions', project, ask),
  ]);
  const day = ask.channel === '' ? undefined : dayHere(project, ask);
  return trackAnswer(project, prompt, created, { askedIn: { engines, regions }, day });
}

/** The names of what is tracked; none if it can't be read. */
async function readTracked(kind: SetKind, project: Project, ask: Ask): Promise<string[]> {
  const set = await ifReadable(readSet(kind, project, ask), ask);
  return set?.choices.flatMap(({ id, name }) => (set.tracked.includes(id) ? [name] : [])) ?? [];
}

export function dayHere(project: Project, { workspace, now }: Ask): string {
  return today(now(), timezoneOf(workspace.projects(), project));
}

/** Reads the prompt typed into a form. `errors`: for the form, if it can't be tracked. */
export function readTypedPrompt(values: ViewAsk['values']): {
  prompt: string;
  errors?: Record<string, string>;
} {
  const prompt = values[PROMPT_INPUT.actionId]?.replace(/\s+/g, ' ').trim() ?? '';
  const fault = checkPrompt(prompt);
  return { prompt, ...(fault && { errors: { [PROMPT_INPUT.blockId]: fault.sentence } }) };
}

/** Why a prompt can't be tracked, with what to type instead; undefined if it can. */
function checkPrompt(prompt: string): Refusal | undefined {
  const example = '/visibility track best crm for startups';
  if (prompt === '') return { sentence: 'Say which prompt to track.', example };
  if (prompt.length <= LONGEST_PROMPT) return undefined;
  return {
    sentence: `That prompt has ${prompt.length} characters, and engines take ${LONGEST_PROMPT} at most. Shorten it and send it again.`,
    example,
  };
}

export function refusedByApi(error: ValidationError): Refused {
  const why = error.details.map(faultInWords).join('; ') || 'it doesn’t say why';
  return new Refused(`The API didn’t take this prompt: ${why}. Nothing changed.`);
}

/** "engine_ids: Field required", unless the sentence already names the field. */
function faultInWords({ at = '', message }: ValidationError['details'][number]): string {
  const field = at.split('.').at(-1) ?? '';
  const sentence = message.replace(/\.$/, '');
  return field === '' || message.includes(field) ? sentence : `${field}: ${sentence}`;
}

function cleanPrompt(typed: string): string {
  return unquote(typed.replace(/\s+/g, ' '));
}

/** Whether a prompt is among the tracked ones, ignoring case, spacing and surrounding quotes. */
export function isTracked(words: string, tracked: readonly { text: string | undefined }[]): boolean {
  const same = cleanPrompt(words).toLowerCase();
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
  description: 'Ask AI engines the text of this message every day from now on',
  run: openForm,
};

/** The form must open within 3 s, so the projects to choose from are read afterwards. */
async function openForm(ask: ShortcutAsk): Promise<Answer> {
  return {
    modal: working('Looking for your projects'),
    filled: async () => {
      const { projects } = await findSeen(ask);
      const here = new Set(findVisibleProjects(ask.workspace.projects(), ask.channel).map(({ id }) => id));
      const likely = projects.filter(({ id }) => here.has(id));
      const others = projects.filter(({ id }) => !here.has(id));
      const initial = await readMessage(ask);
      const form = trackAnywhereForm([...likely, ...others], { initial, chosen: likely.length === 1 });
      if (form) return form;
      throw new Refused(
        'You aren’t in any channel that shows a project. Ask whoever runs Sightline to invite you to one.',
      );
    },
  };
}

/** The message's text; empty for Sightline's own posts. */
async function readMessage({ message, channel, team, db }: ShortcutAsk): Promise<string> {
  if (!message || (await findDelivery(db, team, channel, message.ts))) return '';
  return decodeCommandText(message.text ?? '');
}

/** The submitted form. The result is shown in its place. */
export const trackForView = view(VIEWS.promptTrackFor, async ({ metadata, values }) => {
  const { project: single = '' } = requireCarried('track_anywhere_form', metadata);
  const project = values[PROJECT_INPUT.actionId] ?? single;
  const { prompt, errors } = readTypedPrompt(values);
  if (errors) return { errors };
  return {
    channel: '',
    working: working('Sending the prompt to the API'),
    after: async (ask) => ({ message: await trackOrAsk(await requireSeen(project, ask), prompt, ask) }),
  };
});
