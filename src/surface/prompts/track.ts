/**
 * Tracks, edits and untracks prompts, once per click and audited: /visibility track and its form, the Track button, two
 * shortcuts, and the menu of a prompt.
 */
import { hash } from 'node:crypto';
import { type Carried, carry } from '../../carried.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { countListed } from '../../messages/figures.ts';
import type { Form, Page } from '../../messages/page.ts';
import {
  CHOSEN_PROMPT,
  choosePromptForm,
  editPromptForm,
  LONGEST_PROMPT,
  PROJECT_INPUT,
  PROMPT_INPUT,
  PROMPT_WORDS,
  trackAnywhereForm,
  trackForm,
  untrackForm,
} from '../../messages/prompts/prompt-forms.ts';
import { promptChangedPage, trackAnswer, trackDoubtPage } from '../../messages/prompts/prompts.ts';
import { type Refusal, working } from '../../messages/refusal.ts';
import { findVisibleProjects, type Project } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import { findPromptDoubt } from '../../rules/prompt-doubt.ts';
import { decodeCommandText } from '../../slack/text.ts';
import { findDelivery } from '../../store/deliveries.ts';
import type { Prompt } from '../../visibility/assumed.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { ValidationError } from '../../visibility/errors.ts';
import {
  type Answer,
  type Ask,
  action,
  type Command,
  type ProjectAsk,
  type Shortcut,
  type ShortcutAsk,
  type ViewAsk,
  view,
} from '../ask.ts';
import { auditWrite, type WriteResult } from '../audit-write.ts';
import { unquote } from '../command-line.ts';
import { requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findSeen, requireSeen } from '../seen-by.ts';
import { type FoundPrompt, readTrackedPrompts, requirePrompt } from './prompts.ts';

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

/** The submitted form. */
export const promptTrackView = view(VIEWS.promptTrack, async ({ metadata, values }) => {
  const { project, channel } = requireCarried('track_form', metadata);
  const { prompt, errors } = readTypedPrompt(values);
  if (errors) return { errors };
  return {
    channel,
    after: async (ask) => ({ message: await trackOrAsk(requireVisible(project, ask), prompt, ask) }),
  };
});

export const promptTrackSuggested = action(ACTIONS.promptTrackSuggested, async (ask) => {
  const { project, prompt } = requireCarried('suggested_prompt', ask.value);
  // The API would take the prompt twice, so both clicks of a double click get the same id.
  const id = hash('sha256', `${ask.channel} ${ask.ts || today(ask.now(), 'UTC')} ${ask.value}`);
  const visible = requireVisible(project, ask);
  return { message: await trackPrompt(visible, prompt, { ...ask, id }) };
});

/** Track as a prompt…: opens the form with words to start from. */
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
async function trackPrompt(project: Project, words: string, ask: Ask): Promise<Page> {
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

/** Tracks it, once per click. */
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
  return trackAnswer(project, prompt, created, { untrack: ask.channel !== '' });
}

/** Reads the prompt typed into a form. `errors`: for the form, if it can't be tracked. */
function readTypedPrompt(values: ViewAsk['values']): { prompt: string; errors?: Record<string, string> } {
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

/** Why the API refused a prompt. */
function refusedByApi(error: ValidationError): Refused {
  const why = error.details.map(faultInWords).join('; ') || 'it doesn’t say why';
  return new Refused(`The API didn’t take this prompt: ${why}. Nothing changed.`);
}

/** "engine_ids: Field required", unless the sentence already names the field. */
function faultInWords({ at = '', message }: ValidationError['details'][number]): string {
  const field = at.split('.').at(-1) ?? '';
  const sentence = message.replace(/\.$/, '');
  return field === '' || message.includes(field) ? sentence : `${field}: ${sentence}`;
}

/** The prompt as sent to the API. */
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

/** What is done to one tracked prompt. */
type Change = Carried<'prompt_choice'>['change'];

const FORMS = {
  'edit-prompt': { title: 'Edit a prompt', form: editPromptForm },
  untrack: { title: 'Stop tracking', form: untrackForm },
};

/** `words`: an id, or words from the prompt; empty if nobody said which. */
type Wanted = Pick<ProjectAsk, 'project' | 'channel' | 'words' | 'api'>;

export const editPrompt: Command = {
  name: 'edit-prompt',
  usage: 'edit-prompt [prompt]',
  example: 'edit-prompt k8s cost alerts',
  summary: 'Change the words of a tracked prompt; without words a form asks which',
  scope: 'project',
  words: 'free',
  run: async (ask) => openPromptForm('edit-prompt', ask),
};

export const untrack: Command = {
  name: 'untrack',
  usage: 'untrack [prompt]',
  example: 'untrack k8s cost alerts',
  summary: 'Stop tracking a prompt; asks first, and without words asks which',
  scope: 'project',
  words: 'free',
  run: async (ask) => openPromptForm('untrack', ask),
};

/** The button on a prompt that was just tracked. Asks first, as the command does. */
export const promptUntrack = action(ACTIONS.promptUntrack, async (ask) => {
  const { project, id } = requireCarried('prompt', ask.value);
  return openPromptForm('untrack', { ...ask, project: requireVisible(project, ask), words: id });
});

function openPromptForm(change: Change, wanted: Wanted): Answer {
  return {
    modal: working(wanted.words ? 'Looking for the prompt' : 'Reading the prompts'),
    filled: () => buildForm(change, wanted),
  };
}

/** The form that changes the prompt, or one that asks which prompt. @throws Refused as requirePrompt */
async function buildForm(change: Change, { project, channel, words, api: apiOf }: Wanted): Promise<Form> {
  const api = apiOf(project);
  const { title, form } = FORMS[change];
  if (words) {
    const prompt = await requirePrompt(api, project, words, change);
    return form(project, prompt.text, carry('prompt_form', { project: project.id, channel, prompt }));
  }
  const prompts = await readTrackedPrompts(api, project);
  if (prompts.length === 0)
    throw new Refused(`${project.name} tracks no prompts yet.`, {
      example: '/visibility track best crm for startups',
    });
  const carries = carry('prompt_choice', { project: project.id, channel, change });
  return choosePromptForm(project, { prompts, title, carries });
}

/** The form that asks which prompt: becomes the one that changes it. */
export const promptChooseView = view(VIEWS.promptChoose, async ({ metadata, values }) => {
  const { project, channel, change } = requireCarried('prompt_choice', metadata);
  const { [CHOSEN_PROMPT]: chosen = '', [PROMPT_WORDS]: typed = '' } = values;
  const words = typed.trim() || chosen;
  if (words === '') return { errors: { [CHOSEN_PROMPT]: 'Choose a prompt, or type words from it.' } };
  return {
    channel,
    working: working('Looking for the prompt'),
    after: async (ask) => ({
      modal: await buildForm(change, { ...ask, project: requireVisible(project, ask), words }),
    }),
  };
});

type PromptForm = Carried<'prompt_form'>;

export const promptEditView = view(VIEWS.promptEdit, async ({ metadata, values }) => {
  const form = requireCarried('prompt_form', metadata);
  const { prompt: words, errors } = readTypedPrompt(values);
  if (errors) return { errors };
  if (words === form.prompt.text)
    return { errors: { [PROMPT_INPUT.blockId]: 'That’s what it already says.' } };
  return {
    channel: form.channel,
    working: working('Changing the prompt'),
    async after(ask) {
      const project = await changePrompt(form, 'prompt.edit', ask, async (api, { id }) => {
        await api.updatePrompt(id, form.prompt.id, words);
        return { outcome: `now “${words}”`, data: { words } };
      });
      return { message: promptChangedPage(project, form.prompt.text, words) };
    },
  };
});

export const promptUntrackView = view(VIEWS.promptUntrack, async ({ metadata }) => {
  const form = requireCarried('prompt_form', metadata);
  return {
    channel: form.channel,
    working: working('Untracking the prompt'),
    async after(ask) {
      const project = await changePrompt(form, 'prompt.untrack', ask, async (api, { id }) => {
        await api.deletePrompt(id, form.prompt.id);
        return { outcome: 'deleted' };
      });
      return { message: promptChangedPage(project, form.prompt.text) };
    },
  };
});

/** Writes once for this submission. Returns the project. @throws Refused if somebody was faster or the API refuses */
export async function changePrompt(
  form: PromptForm,
  action: 'prompt.edit' | 'prompt.untrack',
  ask: Ask,
  write: (api: VisibilityClient, project: Project) => Promise<Omit<WriteResult<true>, 'result'>>,
): Promise<Project> {
  const project = requireVisible(form.project, ask);
  const api = ask.api(project);
  try {
    await auditWrite(ask, { action, projectId: project.id, subject: form.prompt.text }, async () => {
      await requireUnchanged(form.prompt, api, project);
      return { result: true, ...(await write(api, project)) };
    });
  } catch (error) {
    throw error instanceof ValidationError ? refusedByApi(error) : error;
  }
  return project;
}

async function requireUnchanged({ id, text }: FoundPrompt, api: VisibilityClient, project: Project) {
  const all = await api.prompts(project.id);
  const now = all.find((prompt) => prompt.id === id);
  if (now?.text === text) return;
  if (!now && all.rest)
    throw new Refused(
      `“${text}” isn’t among the ${countListed(all.length, 'prompt', all.rest)} that the API lists, so Sightline can’t tell whether it changed. Nothing changed.`,
    );
  throw new Refused(
    now
      ? `Somebody else has changed this prompt to “${now.text ?? ''}”. Nothing changed.`
      : `“${text}” is no longer tracked. Nothing changed.`,
    { example: '/visibility prompts' },
  );
}
