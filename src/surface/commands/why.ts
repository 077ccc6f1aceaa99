/** /visibility why L412: how a lead came here, or what kept it out. Without a handle the last ones are offered. */
import { unquoted } from '../command-line.ts';
import { whyHandle, whyWhich } from '../leads/why-lead.ts';
import type { Command } from '../request.ts';

export const why: Command = {
  name: 'why',
  usage: 'why [lead]',
  example: 'why L1',
  summary: 'Why a lead was posted or left out: polled when, kept by which rule, posted where',
  scope: 'project',
  words: 'fixed',
  async run(request, deps) {
    const handle = unquoted(request.words);
    const { project } = request;
    const message = handle ? whyHandle(handle, project, request, deps) : whyWhich(project, request, deps);
    return { message: await message };
  },
};
