/** Edits and untracks prompts, once per click and audited: two commands, their forms, and Undo on a new prompt. */
import { type Carried, carry } from '../../carried.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { countListed } from '../../messages/figures.ts';
import type { Form, Page } from '../../messages/page.ts';
import {
  CHOSEN_PROMPT,
  choosePromptForm,
  editPromptForm,
  PROMPT_INPUT,
  PROMPT_WORDS,
  untrackForm,
} from '../../messages/prompts/prompt-forms.ts';
import { promptChangedPage } from '../../messages/prompts/prompts.ts';
import { working } from '../../messages/refusal.ts';
import type { Project } from '../../projects/projects.ts';
import type { Prompt } from '../../visibility/assumed.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { ValidationError } from '../../visibility/errors.ts';
import { type Answer, type Ask, action, type Command, type ProjectAsk, view } from '../ask.ts';
import { auditWrite, type WriteResult } from '../audit-write.ts';
import { requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import { type FoundPrompt, readTrackedPrompts, requirePrompt } from './prompts.ts';
import { dayHere, isTracked, readTypedPrompt, refusedByApi } from './track.ts';

type Change = Carried<'prompt_choice'>['change'];

const FORMS = {
  'edit-prompt': { title: 'Edit a prompt', form: editPromptForm },
  untrack: { title: 'Stop tracking', form: untrackForm },
};

/** `words`: an id, or words from the prompt; empty if nobody said which. */
type Wanted = Pick<ProjectAsk, 'project' | 'channel' | 'words' | 'api'>;

export const editPrompt = changeCommand(
  'edit-prompt',
  'Change the words of a tracked prompt; without words a form asks which',
);
export const untrack = changeCommand(
  'untrack',
  'Stop tracking a prompt; asks first, and without words asks which',
);

function changeCommand(change: Change, summary: string): Command {
  return {
    name: change,
    usage: `${change} [prompt]`,
    example: `${change} k8s cost alerts`,
    summary,
    scope: 'project',
    words: 'free',
    run: async (ask) => openPromptForm(change, ask),
  };
}

/** Undo on a prompt that was just tracked. From the next day on it has answers to lose, so it asks first. */
export const promptUntrack = action(ACTIONS.promptUntrack, async (ask) => {
  const { project: projectId, id, day } = requireCarried('prompt', ask.value);
  const project = requireVisible(projectId, ask);
  if (day !== dayHere(project, ask)) return openPromptForm('untrack', { ...ask, project, words: id });
  const prompt = await requirePrompt(ask.api(project), project, id, 'untrack');
  return { message: await untrackPrompt({ project: projectId, channel: ask.channel, prompt }, ask) };
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
      const project = await changePrompt(form, 'prompt.edit', ask, async (api, { id, name }, tracked) => {
        const others = tracked.filter((prompt) => prompt.id !== form.prompt.id);
        if (isTracked(words, others))
          throw new Refused(`You already track this prompt for ${name}. Nothing changed.`);
        const { text } = await api.updatePrompt(id, form.prompt.id, words);
        // An API that doesn't know our name for the text may say yes and change nothing.
        if (text === form.prompt.text)
          throw new Refused(`The API answered, but the prompt still says “${text}”.`);
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
    after: async (ask) => ({ message: await untrackPrompt(form, ask) }),
  };
});

async function untrackPrompt(form: PromptForm, ask: Ask): Promise<Page> {
  const project = await changePrompt(form, 'prompt.untrack', ask, async (api, { id }) => {
    await api.deletePrompt(id, form.prompt.id);
    return { outcome: 'deleted' };
  });
  return promptChangedPage(project, form.prompt.text);
}

/** Writes once for this submission. Returns the project. @throws Refused if somebody was faster or the API refuses */
export async function changePrompt(
  form: PromptForm,
  action: 'prompt.edit' | 'prompt.untrack',
  ask: Ask,
  write: (
    api: VisibilityClient,
    project: Project,
    tracked: readonly Prompt[],
  ) => Promise<Omit<WriteResult<true>, 'result'>>,
): Promise<Project> {
  const project = requireVisible(form.project, ask);
  const api = ask.api(project);
  try {
    await auditWrite(ask, { action, projectId: project.id, subject: form.prompt.text }, async () => {
      const tracked = await requireUnchanged(form.prompt, api, project);
      return { result: true, ...(await write(api, project, tracked)) };
    });
  } catch (error) {
    throw error instanceof ValidationError ? refusedByApi(error) : error;
  }
  return project;
}

async function requireUnchanged({ id, text }: FoundPrompt, api: VisibilityClient, project: Project) {
  const all = await api.prompts(project.id);
  const now = all.find((prompt) => prompt.id === id);
  if (now?.text === text) return all;
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
