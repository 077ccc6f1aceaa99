/** /visibility help and about: what there is, made from the route table itself, and what Sightline may do. */
import { aboutPage, helpPage } from '../../messages/lookups/help.ts';
import type { Who } from '../../projects/projects.ts';
import { VERSION } from '../../version.ts';
import type { Command } from '../ask.ts';
import { choice } from '../command-line.ts';
import { ruleFor } from '../guards.ts';
import { LEAVES, OPTIONAL_SCOPES, SCOPES, SUMMARY } from '../profile.ts';
import type { CommandRoute } from '../run-command.ts';

/** So many commands, the first of the table, are what most people need. */
const COMMON = 8;

/** `listed` is asked when the command runs, for the table that holds this command also holds all others. */
export function help(listed: () => readonly CommandRoute[]): Command {
  return {
    name: 'help',
    usage: 'help [all]',
    example: 'help',
    scope: 'anywhere',
    words: 'free',
    summary: 'What Sightline does and its commands; all of them with “all”',
    async run({ words, workspace }) {
      const all = choice(words, ['all'], { name: 'help', example: 'help all' }) !== undefined;
      const commands = listed().map(({ command: { usage, summary }, permission }) => ({
        usage: `/visibility ${usage}`,
        summary: `${summary}${permission === 'everyone' ? '' : whoMay(ruleFor(permission, workspace))}`,
      }));
      const some = all ? commands : commands.slice(0, COMMON);
      return { message: helpPage(some, commands.length - some.length) };
    },
  };
}

/** Whom a command is for, where that is not every full member. */
function whoMay(rule: Who): string {
  if (rule === 'members') return '';
  return rule === 'admins' ? ' (admins)' : ' (those listed in projects.yml)';
}

export const about: Command = {
  name: 'about',
  usage: 'about',
  example: 'about',
  summary: 'Version, owners, what Sightline may do and what leaves Slack',
  scope: 'anywhere',
  words: 'none',
  async run({ workspace }) {
    const { owners } = workspace.projects();
    const scopes = { ...SCOPES, ...OPTIONAL_SCOPES };
    return { message: aboutPage({ version: VERSION, summary: SUMMARY, owners, scopes, leaves: LEAVES }) };
  },
};
