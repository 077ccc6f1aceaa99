/** The forms that change a tracked prompt and that end its tracking, which say what is lost; and which prompt is meant. */
import type { ModalView } from '@slack/types';
import type { ProjectRef } from '../../decision.ts';
import { LIMITS, VIEWS } from '../../slack/blocks.ts';
import { mrkdwn, plainText, rich, shorten } from '../../slack/text.ts';
import { figure } from '../figures.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { field, form, option, textInput } from './form.ts';
import { LONGEST_PROMPT, PROMPT_INPUT } from './track-modal.ts';

/** `metadata` comes back as private_metadata. */
export function editPromptModal(project: ProjectRef, text: string, metadata: string): ModalView {
  return {
    type: 'modal',
    callback_id: VIEWS.promptEdit,
    private_metadata: metadata,
    title: plainText('Edit a prompt', LIMITS.viewTitle),
    submit: plainText('Change', LIMITS.viewTitle),
    close: plainText('Cancel', LIMITS.viewTitle),
    blocks: [
      section(
        mrkdwn`Engines are asked the new words from the next day on; figures before and after are those of different questions.`,
      ),
      {
        type: 'input',
        block_id: PROMPT_INPUT.blockId,
        label: plainText(`Prompt of ${brief(project.name, 'project')}`),
        element: {
          type: 'plain_text_input',
          action_id: PROMPT_INPUT.actionId,
          min_length: 1,
          max_length: LONGEST_PROMPT,
          initial_value: shorten(text, LONGEST_PROMPT),
        },
      },
    ],
  };
}

/** Where the chosen prompt's id is found in the submission, and the words that somebody typed instead. */
export const CHOSEN_PROMPT = 'prompt';
export const PROMPT_WORDS = 'words';

/** `prompts` in the API's order; where a menu does not hold them all, words of one may be typed as well. */
export function choosePromptModal(
  project: ProjectRef,
  {
    prompts,
    title,
    metadata,
  }: { prompts: readonly { id: string; text: string }[]; title: string; metadata: string },
): ModalView {
  const options = prompts
    .slice(0, LIMITS.selectOptions)
    .map(({ id, text }) => option(id, rich(text) || 'A prompt without words'));
  const isCut = prompts.length > options.length;
  const label = `Prompt of ${brief(project.name, 'project')}`;
  const menu = { type: 'static_select', action_id: CHOSEN_PROMPT, options } as const;
  const words = {
    name: PROMPT_WORDS,
    label: 'Or words that only the one you mean holds',
    hint: `The menu lists the first ${options.length} of ${figure(prompts.length)}.`,
    optional: true,
    element: textInput(PROMPT_WORDS, undefined, LONGEST_PROMPT),
  };
  return form(VIEWS.promptChoose, { title, submit: 'Next', metadata }, [
    ...field({ name: CHOSEN_PROMPT, label, optional: isCut, element: menu }),
    ...(isCut ? field(words) : []),
  ]);
}

export function untrackModal(project: ProjectRef, text: string, metadata: string): ModalView {
  return {
    type: 'modal',
    callback_id: VIEWS.promptUntrack,
    private_metadata: metadata,
    title: plainText('Stop tracking', LIMITS.viewTitle),
    submit: plainText('Stop tracking', LIMITS.viewTitle),
    close: plainText('Keep it', LIMITS.viewTitle),
    blocks: [
      section(mrkdwn`*“${brief(text, 'quote')}”* of ${brief(project.name, 'project')} is asked no more.`),
      section(
        mrkdwn`The API has no way back: tracked again, it begins anew as another prompt. Scores before and after are not comparable.`,
      ),
    ],
  };
}
