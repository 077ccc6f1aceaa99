/** /visibility help: what there is, made from the route table itself. */
import { helpAnswer } from '../../messages/answers/help.ts';
import type { Who } from '../../projects/projects.ts';
import { choice } from '../command-line.ts';
import { ruleFor } from '../guards.ts';
import type { Command, Permission } from '../request.ts';

/** So many commands, the first of the table, are what most people need. */
const COMMON = 8;

/** `listed` is asked when the command runs, for the table that holds this command also holds all others. */
export function help(listed: () => readonly { command: Command; permission: Permission }[]): Command {
  return {
    name: 'help',
    usage: 'help [all]',
    example: 'help',
    scope: 'anywhere',
    words: 'free',
    summary: 'What Sightline does and its commands; all of them with “all”',
    async run({ words }, deps) {
      const all = choice(words, ['all'], { name: 'help', example: 'help all' }) !== undefined;
      const commands = listed().map(({ command: { usage, summary }, permission }) => ({
        usage: `/visibility ${usage}`,
        summary: `${summary}${permission === 'everyone' ? '' : whoMay(ruleFor(permission, deps))}`,
      }));
      const shown = all ? commands : commands.slice(0, COMMON);
      return { message: helpAnswer(shown, commands.length - shown.length) };
    },
  };
}

/** Whom a command is for, where that is not every full member. */
function whoMay(rule: Who): string {
  if (rule === 'members') return '';
  return rule === 'admins' ? ' (admins)' : ' (those listed in projects.yml)';
}
