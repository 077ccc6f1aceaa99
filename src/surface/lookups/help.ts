/** /visibility help and about: what there is, made from the route table itself, and what Sightline may do. */
import { aboutPage, helpPage } from '../../messages/lookups/help.ts';
import type { Who } from '../../projects/projects.ts';
import { VERSION } from '../../version.ts';
import type { Command } from '../ask.ts';
import { ruleFor } from '../guards.ts';
import { LEAVES, OPTIONAL_SCOPES, SCOPES, SUMMARY } from '../profile.ts';
import { isQuestion } from '../question-words.ts';
import type { CommandRoute } from '../whose-line.ts';

/** `listed` is asked when the command runs, for the table that holds this command also holds all others. */
export function help(listed: () => readonly CommandRoute[]): Command {
  return {
    name: 'help',
    usage: 'help',
    example: 'help',
    scope: 'anywhere',
    words: 'free',
    takes: (rest) => !isQuestion(rest),
    summary: 'What Sightline does and its commands',
    async run({ workspace }) {
      const commands = listed().map(({ command: { usage, summary }, permission }) => ({
        usage: `/visibility ${usage}`,
        summary: `${summary}${permission === 'everyone' ? '' : whoMay(ruleFor(permission, workspace))}`,
      }));
      return { message: helpPage(commands) };
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
