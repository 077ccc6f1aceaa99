/** Undo beside a muted place in the answer to Change filter: leads from there come again. */
import { z } from 'zod';
import { muteLiftedPage } from '../../messages/feeds/filters.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { feedClicked } from '../feeds/feeds-of-project.ts';
import { decideOnMute } from '../leads/mute-place.ts';
import type { Action } from '../request.ts';

/** What the button carries. */
export const LiftedMute = z.object({ subscription: z.string(), place: z.string(), round: z.number() });

export const muteLift: Action = {
  id: ACTIONS.muteLift,
  async run(request, deps) {
    const { subscription, place, round } = carried(LiftedMute, request.value);
    const { project } = feedClicked({ ...request, value: subscription }, deps);
    await decideOnMute({ projectId: project.id, subscription, place, round }, 'undone', request, deps);
    return { message: muteLiftedPage(place) };
  },
};
