/** /visibility why L412: how a lead, an alert or a suggestion came here. Without a handle the last leads are offered. */
import { unquoted } from '../command-line.ts';
import { whyWhich } from '../leads/why-lead.ts';
import type { Command } from '../request.ts';
import { projectsOfHandle, whyHandle } from '../why-handle.ts';

export const why: Command = {
  name: 'why',
  usage: 'why [handle]',
  example: 'why L1',
  summary: 'Why a lead (L1), alert (A1) or suggestion (S1) came or was left out: by which rule, posted where',
  scope: 'project',
  words: 'fixed',
  projectsMeant: (words, visible, asker, deps) => projectsOfHandle(unquoted(words), visible, asker, deps),
  async run(request, deps) {
    const handle = unquoted(request.words);
    const { project } = request;
    const message = handle ? whyHandle(handle, project, request, deps) : whyWhich(project, request, deps);
    return { message: await message };
  },
};
