/** /visibility edit-prompt and untrack: forms that change or end a tracked prompt, only as it was when they were opened. */
import { z } from 'zod';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { listed } from '../../messages/figures.ts';
import type { Form } from '../../messages/page.ts';
import {
  CHOSEN_PROMPT,
  choosePromptForm,
  editPromptForm,
  PROMPT_INPUT,
  PROMPT_WORDS,
  untrackForm,
} from '../../messages/prompts/prompt-forms.ts';
import { promptChanged } from '../../messages/prompts/prompts.ts';
import { working } from '../../messages/refusal.ts';
import type { Project } from '../../projects/projects.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { ValidationError } from '../../visibility/errors.ts';
import { audited, type Worked } from '../audited.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Action, Answer, Asker, Command, SurfaceDeps, View } from '../request.ts';
import { type FoundPrompt, findPrompt, trackedPrompts } from './find-prompt.ts';
import { notTaken, typedPrompt } from './track.ts';

/** The commands that do something to one tracked prompt. */
const CHANGES = ['edit-prompt', 'untrack'] as const;
type Change = (typeof CHANGES)[number];

const FORMS = {
  'edit-prompt': { title: 'Edit a prompt', form: editPromptForm },
  untrack: { title: 'Stop tracking', form: untrackForm },
};

/** `words`: an id, or words of the prompt; empty where nobody said which. */
type Meant = { project: Project; channel: string; words: string };

export const editPrompt: Command = {
  name: 'edit-prompt',
  usage: 'edit-prompt [prompt]',
  example: 'edit-prompt k8s cost alerts',
  summary: 'Change the words of a tracked prompt; without words a form asks which',
  scope: 'project',
  words: 'free',
  run: async (request, deps) => opened('edit-prompt', request, deps),
};

export const untrack: Command = {
  name: 'untrack',
  usage: 'untrack [prompt]',
  example: 'untrack k8s cost alerts',
  summary: 'Stop tracking a prompt; asks first, and without words which',
  scope: 'project',
  words: 'free',
  run: async (request, deps) => opened('untrack', request, deps),
};

const Tracked = z.object({ project: z.string(), id: z.string() });

/** Beside a prompt that was just tracked: asks first, as the command does. */
export const promptUntrack: Action = {
  id: ACTIONS.promptUntrack,
  async run(request, deps) {
    const { project, id } = carried(Tracked, request.value);
    const { channel } = request;
    return opened('untrack', { project: requireVisible(project, request, deps), channel, words: id }, deps);
  },
};

function opened(change: Change, { project, channel, words }: Meant, deps: SurfaceDeps): Answer {
  return {
    modal: working(words ? 'Looking for the prompt' : 'Reading the prompts'),
    filled: () => formFor(change, { project, channel, words }, deps),
  };
}

/** The form that does it; where nobody said to which prompt, one that asks. @throws Refused as findPrompt */
async function formFor(
  change: Change,
  { project, channel, words }: Meant,
  { visibilityOf }: SurfaceDeps,
): Promise<Form> {
  const api = visibilityOf(project);
  const { title, form } = FORMS[change];
  if (words) {
    const prompt = await findPrompt(api, project, words, change);
    return form(project, prompt.text, JSON.stringify({ project: project.id, channel, prompt }));
  }
  const prompts = await trackedPrompts(api, project);
  if (prompts.length === 0) {
    throw new Refused({
      sentence: `${project.name} tracks no prompts yet.`,
      example: '/visibility track best crm for startups',
    });
  }
  const carries = JSON.stringify({ project: project.id, channel, change });
  return choosePromptForm(project, { prompts, title, carries });
}

const Choice = z.object({ project: z.string(), channel: z.string(), change: z.enum(CHANGES) });

/** Which prompt is meant: becomes the form that changes or ends it. */
export const promptChooseView: View = {
  id: VIEWS.promptChoose,
  async submit({ metadata, values }, deps) {
    const { project, channel, change } = carried(Choice, metadata);
    const { [CHOSEN_PROMPT]: chosen = '', [PROMPT_WORDS]: typed = '' } = values;
    const words = typed.trim() || chosen;
    if (words === '') return { errors: { [CHOSEN_PROMPT]: 'Choose a prompt, or type words of it.' } };
    return {
      channel,
      working: working('Looking for the prompt'),
      after: async (asker) => {
        const meant = { project: requireVisible(project, asker, deps), channel, words };
        return { modal: await formFor(change, meant, deps) };
      },
    };
  },
};

/** What the forms carry: the prompt as it was when they were opened. */
const PromptForm = z.object({
  project: z.string(),
  channel: z.string(),
  prompt: z.object({ id: z.string(), text: z.string() }),
});
type PromptForm = z.output<typeof PromptForm>;

export const promptEditView: View = {
  id: VIEWS.promptEdit,
  async submit({ metadata, values }, deps) {
    const form = carried(PromptForm, metadata);
    const { prompt: words, errors } = typedPrompt(values);
    if (errors) return { errors };
    if (words === form.prompt.text)
      return { errors: { [PROMPT_INPUT.blockId]: 'That’s what it says already.' } };
    return {
      channel: form.channel,
      working: working('Changing the prompt'),
      async after(asker) {
        const project = await changePrompt(form, 'prompt.edit', asker, deps, async (api, { id }) => {
          await api.updatePrompt(id, form.prompt.id, words);
          return { outcome: `now “${words}”`, data: { words } };
        });
        return { message: promptChanged(project, form.prompt.text, words) };
      },
    };
  },
};

export const promptUntrackView: View = {
  id: VIEWS.promptUntrack,
  async submit({ metadata }, deps) {
    const form = carried(PromptForm, metadata);
    return {
      channel: form.channel,
      working: working('Ending it'),
      async after(asker) {
        const project = await changePrompt(form, 'prompt.untrack', asker, deps, async (api, { id }) => {
          await api.deletePrompt(id, form.prompt.id);
          return { outcome: 'deleted' };
        });
        return { message: promptChanged(project, form.prompt.text) };
      },
    };
  },
};

/** Writes once for this submission. Returns the project. @throws Refused when somebody was faster, or the API says no. */
export async function changePrompt(
  form: PromptForm,
  action: 'prompt.edit' | 'prompt.untrack',
  asker: Asker,
  deps: SurfaceDeps,
  write: (api: VisibilityClient, project: Project) => Promise<Omit<Worked<true>, 'result'>>,
): Promise<Project> {
  const project = requireVisible(form.project, asker, deps);
  const api = deps.visibilityOf(project);
  try {
    await audited(asker, deps, { action, projectId: project.id, subject: form.prompt.text }, async () => {
      await requireUnchanged(form.prompt, api, project);
      return { result: true, ...(await write(api, project)) };
    });
  } catch (error) {
    throw error instanceof ValidationError ? notTaken(error) : error;
  }
  return project;
}

async function requireUnchanged({ id, text }: FoundPrompt, api: VisibilityClient, project: Project) {
  const all = await api.prompts(project.id);
  const now = all.find((prompt) => prompt.id === id);
  if (now?.text === text) return;
  if (!now && all.rest)
    throw new Refused({
      sentence: `“${text}” isn’t among the ${listed(all.length, 'prompt', all.rest)} that the API lists, so Sightline can’t tell whether it changed. Nothing was changed.`,
    });
  throw new Refused({
    sentence: now
      ? `Somebody changed this prompt to “${now.text ?? ''}” meanwhile. Nothing was changed.`
      : `“${text}” is no longer tracked. Nothing was changed.`,
    example: '/visibility prompts',
  });
}
