/** /visibility connect: a form for a project of the API with its key. */
import { connectModal } from '../../messages/forms/connect-modal.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';

export const connect: Command = {
  name: 'connect',
  usage: 'connect',
  example: 'connect',
  summary: 'Connect a project of the API with its key, in a form',
  scope: 'anywhere',
  words: 'none',
  async run({ channel }, { setup }) {
    if (setup.noKeys !== undefined) throw new Refused({ sentence: `${setup.noKeys}.` });
    // A direct message is no channel that could be chosen.
    return { modal: connectModal(channel.startsWith('D') ? {} : { channel }) };
  },
};
