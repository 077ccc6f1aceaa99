/** /visibility help: what there is, made from the route table itself. */
import { helpAnswer } from '../../messages/answers/help.ts';
import { choice } from '../command-line.ts';
import type { Command } from '../request.ts';

/** So many commands, the first of the table, are what most people need. */
const COMMON = 8;

/** `listed` is asked when the command runs, for the table that holds this command also holds all others. */
export function help(listed: () => readonly { usage: string; summary: string }[]): Command {
  return {
    name: 'help',
    usage: 'help [all]',
    example: 'help',
    scope: 'anywhere',
    words: 'free',
    summary: 'What Sightline does and its commands; all of them with “all”',
    async run({ words }) {
      const all = choice(words, ['all'], { name: 'help', example: 'help all' }) !== undefined;
      const commands = listed().map(({ usage, summary }) => ({ usage: `/visibility ${usage}`, summary }));
      const shown = all ? commands : commands.slice(0, COMMON);
      return { message: helpAnswer(shown, commands.length - shown.length) };
    },
  };
}
