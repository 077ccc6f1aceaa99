/** /visibility help: what there is, made from the route table itself. */
import { helpAnswer } from '../../messages/help.ts';
import type { Command } from '../request.ts';

/** `listed` is asked when the command runs, for the table that holds this command also holds all others. */
export function help(listed: () => readonly { usage: string; summary: string }[]): Command {
  return {
    name: 'help',
    usage: 'help',
    example: 'help',
    scope: 'anywhere',
    summary: 'What Sightline does and every command',
    run: async () => ({
      message: helpAnswer(listed().map(({ usage, summary }) => ({ usage: `/visibility ${usage}`, summary }))),
    }),
  };
}
