/** Tracks prompts, once per click and audited: /visibility track and its form, the Track button and two shortcuts. */
import { type Carried, carry } from '../../carried.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { countListed } from '../../messages/figures.ts';
import { type Page, paragraph, withBelowHeadline } from '../../messages/page.ts';
import * as forms from '../../messages/prompts/prompt-forms.ts';
import { promptChangedPage, trackAnswer, trackDoubtPage } from '../../messages/prompts/prompts.ts';
import { type Refusal, working } from '../../messages/refusal.ts';
import { findVisibleProjects, type Project, timezoneOf } from '../../projects/projects.ts';
import { today } from '../../rules/calendar.ts';
import { decodeMessageText } from '../../slack/text.ts';
import { findDelivery } from '../../store/deliveries.ts';
import type { Prompt } from '../../visibility/assumed.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { RefusedError, ValidationError } from '../../visibility/errors.ts';
import { findPromptDoubt } from '../../words/nearest.ts';
import type { Answer, Ask, Command, ProjectAsk, Shortcut, ShortcutAsk, ViewAsk } from '../ask.ts';
import { action, view } from '../ask.ts';
import { auditWrite } from '../audit-write.ts';
import { requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findSeen, requireSeen } from '../seen-by.ts';
import { cleanPrompt, isTracked, type Reading, readPrompts, requireUnsent } from './own-writes.ts';
import { type FoundPrompt, listPrompts, requirePrompt } from './prompts.ts';

export const track: Command = {
  name: 'track',
  usage: 'track [prompt]',
  example: 'track best crm for startups',
  summary: 'Track a new prompt; without words a form asks for it',
  scope: 'project',
  words: 'free',
  async run(ask) {
    const { project, words, channel } = ask;
    if (!words) return { modal: forms.trackForm([project], { channel }) };
    return { message: await trackOrAsk(project, words, ask) };
  },
};

export const promptTrackView = view(VIEWS.promptTrack, async ({ metadata, values }) => {
  const { project: single = '', channel } = requireCarried('track_form', metadata);
  const chosen = values.id ?? single;
  const { prompt, errors } = readTypedPrompt(values);
  if (errors) return { errors };
  const isFromAnywhere = channel === '';
  return {
    channel,
    ...(isFromAnywhere && { working: working('Sending the prompt to the API') }),
    async after(ask) {
      const project = isFromAnywhere ? await requireSeen(chosen, ask) : requireVisible(chosen, ask);
      return { message: await trackOrAsk(project, prompt, ask) };
    },
  };
});

export const promptTrackOpen = action(ACTIONS.promptTrackOpen, async ({ value, ...ask }) => {
  const { project: id, prompt } = requireCarried('suggested_prompt', value);
  const project = requireVisible(id, ask);
  return { modal: forms.trackForm([project], { channel: ask.channel, initial: prompt }) };
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

/** `from`: the private list that it was tracked in. */
type Given = { category?: string | undefined; from?: Carried<'prompt'>['from'] };

/** @throws Refused if the prompt is empty, too long or already tracked, or the API refuses it */
export async function trackPrompt(project: Project, words: string, ask: Ask, given?: Given): Promise<Page> {
  return sendPrompt(project, (await findUntracked(project, words, ask)).prompt, ask, given);
}

/** @throws Refused if the prompt is empty, too long or already tracked */
export async function findUntracked(project: Project, words: string, ask: Ask): Promise<Untracked> {
  const prompt = cleanPrompt(await namePeople(words, ask));
  const fault = checkPrompt(prompt);
  if (fault) throw new Refused(fault.sentence, fault);
  const tracked = await readPrompts(project, ask);
  if (isTracked(prompt, tracked))
    throw new Refused(`You already track “${prompt}” for ${project.name}. Nothing was added.`);
  return { prompt, tracked };
}

/** Slack gives the ids of people who are mentioned; an engine reads their names. */
async function namePeople(words: string, { workspace }: Ask): Promise<string> {
  let named = words;
  for (const [mention, id = ''] of words.matchAll(/@([UW][A-Z0-9]{2,})\b/g)) {
    const person = await workspace.personOf(id).catch(() => undefined);
    if (person) named = named.replace(mention, () => `@${person.name}`);
  }
  return named;
}

export async function sendPrompt(
  project: Project,
  prompt: string,
  ask: Ask,
  { category, from }: Given = {},
): Promise<Page> {
  const api = ask.api(project);
  const taken = {
    sentence: `An earlier click already sent “${prompt}” to the API. Check whether it’s tracked now.`,
    example: '/visibility prompts',
  };
  const write = { action: 'prompt.track', projectId: project.id, subject: prompt, taken };
  const created = await auditWrite(ask, write, async () => {
    await requireUnsent(prompt, project, ask);
    const result = await api.createPrompt(project.id, prompt, { category }).catch((error) => {
      const isRefused = error instanceof ValidationError || error instanceof RefusedError;
      if (!isRefused || category === undefined) throw error;
      // The document shows no such field: a prompt without its category is better than none.
      return api.createPrompt(project.id, prompt);
    });
    const { id, text: words } = result;
    return { result, outcome: `created ${id ?? 'without an id'}`, data: { promptId: id, words } };
  }).catch(throwRefused);
  const undo = ask.channel === '' ? undefined : { day: dayHere(project, ask), from };
  return trackAnswer(project, prompt, created, undo);
}

export function dayHere(project: Project, { workspace, now }: Ask): string {
  return today(now(), timezoneOf(workspace.projects(), project));
}

function readTypedPrompt(values: ViewAsk['values']): {
  prompt: string;
  errors?: Record<string, string>;
} {
  const prompt = values.text?.replace(/\s+/g, ' ').trim() ?? '';
  const fault = checkPrompt(prompt);
  return { prompt, ...(fault && { errors: { prompt: fault.sentence } }) };
}

function checkPrompt(prompt: string): Refusal | undefined {
  const example = '/visibility track best crm for startups';
  if (prompt === '') return { sentence: 'Say which prompt to track.', example };
  if (prompt.startsWith('/visibility'))
    return { sentence: 'That’s a command, not a prompt. Write what people would ask an engine.', example };
  if (prompt.length <= forms.LONGEST_PROMPT) return undefined;
  return {
    sentence: `That prompt has ${prompt.length} characters, and engines take ${forms.LONGEST_PROMPT} at most. Shorten it and send it again.`,
    example,
  };
}

function throwRefused(error: unknown): never {
  if (!(error instanceof ValidationError)) throw error;
  const why = error.details.map(faultInWords).join('; ') || 'it doesn’t say why';
  throw new Refused(`The API didn’t take this prompt: ${why}. Nothing changed.`);
}

/** "prompt: Field required", unless the sentence already names the field, or it is about all of them. */
function faultInWords({ at = '', message }: ValidationError['details'][number]): string {
  const field = at === 'body' ? '' : (at.split('.').at(-1) ?? '');
  const sentence = message.replace(/\.$/, '');
  return field === '' || message.includes(field) ? sentence : `${field}: ${sentence}`;
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
      const [first, ...others] = [...likely, ...projects.filter(({ id }) => !here.has(id))];
      if (first)
        return forms.trackForm([first, ...others], {
          initial: await readMessage(ask),
          chosen: likely.length === 1,
        });
      throw new Refused(
        'You aren’t in any channel that shows a project. Ask whoever runs Sightline to invite you to one.',
      );
    },
  };
}

async function readMessage({ message, channel, team, db }: ShortcutAsk): Promise<string> {
  if (!message || (await findDelivery(db, team, channel, message.ts))) return '';
  return decodeMessageText(message.text ?? '');
}

/** What a form does to a tracked prompt; also the names of the commands. */
const CHANGES = {
  'edit-prompt': {
    summary: 'Change the words of a tracked prompt; without words, the list to choose from',
    form: forms.editPromptForm,
    choice: 'Edit…',
  },
  untrack: {
    summary: 'Stop tracking a prompt; asks first, and without words lists them',
    form: forms.untrackForm,
    choice: 'Stop tracking…',
  },
};

export const editPrompt = changeCommand('edit-prompt');
export const untrack = changeCommand('untrack');

function changeCommand(change: keyof typeof CHANGES): Command {
  const { summary, choice } = CHANGES[change];
  return {
    name: change,
    usage: `${change} [prompt]`,
    example: `${change} k8s cost alerts`,
    summary,
    scope: 'project',
    words: 'free',
    async run(ask) {
      if (ask.words) return openPromptForm(change, ask);
      const list = await listPrompts(ask);
      const how = paragraph(`Which one? Choose “${choice}” in the ⋯ beside it.`);
      return { ...list, message: withBelowHeadline(list.message, how) };
    },
  };
}

export function openPromptForm(
  change: keyof typeof CHANGES,
  ask: Pick<ProjectAsk, 'project' | 'channel' | 'words' | keyof Reading>,
): Answer {
  const { project, channel, words } = ask;
  return {
    modal: working('Looking for the prompt'),
    async filled() {
      const prompt = await requirePrompt(words, change, project, ask);
      const carries = carry('prompt_form', { project: project.id, channel, prompt });
      return CHANGES[change].form(project, prompt.text, carries);
    },
  };
}

type PromptForm = Carried<'prompt_form'>;

export const promptEditView = view(VIEWS.promptEdit, async ({ metadata, values }) => {
  const form = requireCarried('prompt_form', metadata);
  const { prompt: words, errors } = readTypedPrompt(values);
  if (errors) return { errors };
  if (words === form.prompt.text) return { errors: { prompt: 'That’s what it already says.' } };
  return {
    channel: form.channel,
    working: working('Changing the prompt'),
    async after(ask) {
      const message = await changePrompt(form, 'prompt.edit', ask, async (api, { id, name }, tracked) => {
        const others = tracked.filter((prompt) => prompt.id !== form.prompt.id);
        if (isTracked(words, others))
          throw new Refused(`You already track this prompt for ${name}. Nothing changed.`);
        const { text = words } = await api.updatePrompt(id, form.prompt.id, words);
        // An API that doesn't know our name for the text may say yes and change nothing.
        if (text === form.prompt.text)
          throw new Refused(`The API answered, but the prompt still says “${text}”.`);
        return text;
      });
      return { message };
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

export function untrackPrompt(form: PromptForm, ask: Ask): Promise<Page> {
  return changePrompt(form, 'prompt.untrack', ask, async (api, { id }) => {
    await api.deletePrompt(id, form.prompt.id);
    return undefined;
  });
}

/** Writes once for this submission. `write` answers the new words. @throws Refused if somebody was faster or the API refuses */
export async function changePrompt(
  form: PromptForm,
  action: 'prompt.edit' | 'prompt.untrack',
  ask: Ask,
  write: (api: VisibilityClient, project: Project, tracked: readonly Prompt[]) => Promise<string | undefined>,
): Promise<Page> {
  const project = requireVisible(form.project, ask);
  const { id, text: subject } = form.prompt;
  const entry = { action, projectId: project.id, subject };
  const after = await auditWrite(ask, entry, async () => {
    const tracked = await requireUnchanged(form.prompt, project, ask);
    const words = await write(ask.api(project), project, tracked);
    const outcome = words === undefined ? 'deleted' : `now “${words}”`;
    return { result: words, outcome, data: { promptId: id, words } };
  }).catch(throwRefused);
  return promptChangedPage(project, subject, after);
}

async function requireUnchanged({ id, text }: FoundPrompt, project: Project, ask: Ask) {
  const all = await readPrompts(project, ask);
  const now = all.find((prompt) => prompt.id === id);
  if (now?.text === text) return all;
  if (!now && all.rest)
    throw new Refused(
      `“${text}” isn’t among the ${countListed(all.length, 'prompt', all.rest)} that the API lists, so Sightline can’t tell whether it changed. Nothing changed.`,
    );
  const gone = isTracked(text, all) ? 'is tracked under another ID now' : 'is no longer tracked';
  throw new Refused(
    now
      ? `This prompt has been changed since, to “${now.text ?? ''}”. Nothing changed.`
      : `“${text}” ${gone}. Nothing changed.`,
    { example: '/visibility prompts' },
  );
}
