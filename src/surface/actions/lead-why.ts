/** Why? on a lead: the same answer as /visibility why with its handle. */
import { z } from 'zod';
import { ACTIONS } from '../../slack/blocks.ts';
import { requireVisible } from '../guards.ts';
import type { Action } from '../request.ts';
import { whyLead } from '../why-lead.ts';

const Carried = z.object({ project: z.string(), key: z.string() });

export const leadWhy: Action = {
  id: ACTIONS.leadWhy,
  async run(request, deps) {
    const { project, key } = Carried.parse(JSON.parse(request.value));
    return { message: await whyLead(key, requireVisible(project, request, deps), request, deps) };
  },
};
