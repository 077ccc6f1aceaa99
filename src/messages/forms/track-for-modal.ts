/** The modal behind the shortcuts that track a prompt: without a channel's one project, the project is asked for too. */
import type { InputBlock, ModalView } from '@slack/types';
import type { ProjectRef } from '../../decision.ts';
import { LIMITS, VIEWS } from '../../slack/blocks.ts';
import { plainText } from '../../slack/text.ts';
import { trackModal } from './track-modal.ts';

/** Where the chosen project's id is found in the submission's state.values. */
export const PROJECT_INPUT = { blockId: 'project', actionId: 'id' } as const;

/**
 * `projects` are those that the person may choose, the likeliest first; where there is one only, nothing is asked and
 * the metadata names it. `chosen`: the first is chosen unless the person chooses another. Undefined without projects.
 */
export function trackForModal(
  projects: readonly ProjectRef[],
  { initial, chosen }: { initial: string; chosen: boolean },
): ModalView | undefined {
  const [first, ...others] = projects;
  if (!first) return undefined;
  const single = trackModal(first, JSON.stringify({ project: first.id }), initial);
  const modal = { ...single, callback_id: VIEWS.promptTrackFor };
  if (others.length === 0) return modal;
  const prompts = modal.blocks.map((block) => ({ ...block, label: plainText('Prompt to track') }));
  return { ...modal, private_metadata: '{}', blocks: [choice(projects, chosen), ...prompts] };
}

function choice(projects: readonly ProjectRef[], chosen: boolean): InputBlock {
  const options = projects
    .slice(0, LIMITS.selectOptions)
    .map(({ id, name }) => ({ text: plainText(name, LIMITS.optionText), value: id }));
  const [first] = options;
  return {
    type: 'input',
    block_id: PROJECT_INPUT.blockId,
    label: plainText('Project'),
    element: {
      type: 'static_select',
      action_id: PROJECT_INPUT.actionId,
      options,
      ...(chosen && first && { initial_option: first }),
    },
  };
}
