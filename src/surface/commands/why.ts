/** /visibility why L412: how a lead came here, or what kept it out. Without a handle the last ones are offered. */
import { keyOfHandle } from '../../store/handles.ts';
import { unquoted } from '../command-line.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';
import { whyLead, whyWhich } from '../why-lead.ts';

export const why: Command = {
  name: 'why',
  usage: 'why [lead]',
  example: 'why L1',
  summary: 'Why a lead was posted or left out: polled when, kept by which rule, posted where',
  scope: 'project',
  words: 'free',
  async run(request, deps) {
    const { project, words, installation } = request;
    const handle = unquoted(words);
    if (!handle) return { message: await whyWhich(project, request, deps) };
    const key = /^l/i.test(handle) ? await keyOfHandle(deps.db, installation.team, handle) : undefined;
    if (key === undefined) {
      throw new Refused({
        sentence: `“${handle}” is no lead that Sightline knows. A lead’s short name stands in its row, such as L412.`,
        example: '/visibility why',
      });
    }
    return { message: await whyLead(key, project, request, deps) };
  },
};
