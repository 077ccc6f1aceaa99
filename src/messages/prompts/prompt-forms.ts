/** Forms to track, choose, edit and untrack a prompt. */
import { carry } from '../../carried.ts';
import type { ProjectRef } from '../../decision.ts';
import { VIEWS } from '../actions.ts';
import { figure } from '../figures.ts';
import { brief, shorten, tidy } from '../lengths.ts';
import { type Field, type Form, field, MOST_OPTIONS, paragraph } from '../page.ts';
import { bold, say } from '../text.ts';

/** Where state.values of the submission holds the typed prompt. */
export const PROMPT_INPUT = { blockId: 'prompt', actionId: 'text' } as const;

/** Where it holds the chosen project's id. */
export const PROJECT_INPUT = { blockId: 'project', actionId: 'id' } as const;

/** Where it holds the chosen prompt's id, and the words typed instead. */
export const CHOSEN_PROMPT = 'prompt';
export const PROMPT_WORDS = 'words';

/** The API doesn't document its own limit. */
export const LONGEST_PROMPT = 500;

/** `carries` comes back as private_metadata; `initial` is what the person has already typed. */
export function trackForm(project: ProjectRef, carries: string, initial = ''): Form {
  const label = `Prompt to track for ${brief(project.name, 'project')}`;
  return {
    id: VIEWS.promptTrack,
    title: 'Track a prompt',
    submit: 'Track',
    carries,
    parts: [wordsField(label, initial, 'As a person would ask it, for example: best CRM for a team of five')],
  };
}

/**
 * `projects` to choose from, likeliest first; a single one isn't asked about. `chosen` preselects the first. Undefined
 * without projects.
 */
export function trackAnywhereForm(
  projects: readonly ProjectRef[],
  { initial, chosen }: { initial: string; chosen: boolean },
): Form | undefined {
  const [first, ...others] = projects;
  if (!first) return undefined;
  const form = {
    ...trackForm(first, carry('track_anywhere_form', { project: first.id }), initial),
    id: VIEWS.promptTrackFor,
  };
  if (others.length === 0) return form;
  const options = projects.slice(0, MOST_OPTIONS).map(({ id, name }) => ({ value: id, label: name }));
  const input = { type: 'choice', as: 'list', options, initial: chosen ? first.id : undefined } as const;
  const project = field(PROJECT_INPUT.blockId, 'Project', input, { id: PROJECT_INPUT.actionId });
  return {
    ...form,
    carries: carry('track_anywhere_form', {}),
    parts: [project, wordsField('Prompt to track', initial)],
  };
}

export function editPromptForm(project: ProjectRef, text: string, carries: string): Form {
  return {
    id: VIEWS.promptEdit,
    title: 'Edit a prompt',
    submit: 'Change',
    carries,
    parts: [
      paragraph(
        'Engines are asked the new words from the next day. Scores before and after answer different questions, so don’t compare them.',
      ),
      wordsField(`Prompt of ${brief(project.name, 'project')}`, text),
    ],
  };
}

/** `prompts` in the API's order; if the menu can't hold them all, a text field takes words of one. */
export function choosePromptForm(
  project: ProjectRef,
  {
    prompts,
    title,
    carries,
  }: { prompts: readonly { id: string; text: string }[]; title: string; carries: string },
): Form {
  const options = prompts
    .slice(0, MOST_OPTIONS)
    .map(({ id, text }) => ({ value: id, label: tidy(text) || 'A prompt without words' }));
  const isCut = prompts.length > options.length;
  const hint = `The menu lists the first ${options.length} of ${figure(prompts.length)}.`;
  return {
    id: VIEWS.promptChoose,
    title,
    submit: 'Next',
    carries,
    parts: [
      field(
        CHOSEN_PROMPT,
        `Prompt of ${brief(project.name, 'project')}`,
        { type: 'choice', as: 'list', options },
        { optional: isCut },
      ),
      isCut &&
        field(
          PROMPT_WORDS,
          'Or type words that only this prompt contains',
          { type: 'text', max: LONGEST_PROMPT },
          { hint, optional: true },
        ),
    ],
  };
}

export function untrackForm(project: ProjectRef, text: string, carries: string): Form {
  return {
    id: VIEWS.promptUntrack,
    title: 'Stop tracking',
    submit: 'Stop tracking',
    close: 'Keep it',
    carries,
    parts: [
      paragraph(
        say`Stop asking engines ${bold(`“${brief(text, 'quote')}”`)} for ${brief(project.name, 'project')}?`,
      ),
      paragraph(
        'This can’t be undone: if you track it again, it starts over as a new prompt. Scores before and after can’t be compared.',
      ),
    ],
  };
}

function wordsField(label: string, initial: string, hint?: string): Field {
  const said = shorten(initial, LONGEST_PROMPT);
  const input = { type: 'text', initial: said, min: 1, max: LONGEST_PROMPT } as const;
  return field(PROMPT_INPUT.blockId, label, input, { id: PROMPT_INPUT.actionId, hint });
}
