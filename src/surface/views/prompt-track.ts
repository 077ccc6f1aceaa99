/** The modal behind track, submitted: faults stand at the field; otherwise it closes and the prompt is tracked. */
import { z } from 'zod';
import { PROMPT_INPUT } from '../../messages/forms/track-modal.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { requireVisible } from '../guards.ts';
import { trackPrompt, unfitPrompt } from '../prompts/track-prompt.ts';
import type { View } from '../request.ts';

const Metadata = z.object({ project: z.string(), channel: z.string() });

export const promptTrackView: View = {
  id: VIEWS.promptTrack,
  async submit({ metadata, values }, deps) {
    const { project, channel } = carried(Metadata, metadata);
    const prompt = values[PROMPT_INPUT.actionId]?.trim() ?? '';
    const unfit = unfitPrompt(prompt);
    if (unfit) return { errors: { [PROMPT_INPUT.blockId]: unfit.sentence } };
    return {
      channel,
      after: async (asker) => ({
        message: await trackPrompt(asker, requireVisible(project, asker, deps), prompt, deps),
      }),
    };
  },
};
