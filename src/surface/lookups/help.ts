/** /visibility help and about: what there is, made from the route table itself, and what Sightline may do. */
import { aboutPage, helpPage } from '../../messages/lookups/help.ts';
import type { Who } from '../../projects/projects.ts';
import { VERSION } from '../../version.ts';
import type { Command } from '../ask.ts';
import { isQuestion } from '../command-line.ts';
import { ruleFor } from '../guards.ts';
import type { CommandRoute } from '../interpret-line.ts';

export const SUMMARY = 'Posts community leads and AI-visibility alerts, and answers questions about them.';

/** What leaves Slack, and for where; one sentence each. */
export const LEAVES: readonly string[] = [
  'The words of a command, the text of a prompt you track or edit, the engines and regions you set and the id of a suggestion you settle go to the Visibility Intelligence API, and to nobody else.',
  'Whoever makes a token for an assistant lets it ask for what they see in Slack themselves: those answers go to it, and where it sends them.',
  'Of messages Sightline is told only those addressed to it: where somebody mentions it in a channel, and what people write to it directly. Beside them it sees its own commands, buttons, shortcuts and forms. Questions are read here, without a language model, and not kept; how one in a thread was read is, for 7 days, so that the next one can go on from it. History is read only to find a post of its own whose answer was lost.',
  'Kept in its own store: what was posted where, and who decided what and when. Names and messages are not kept.',
];

/** Without these it does not work. */
export const SCOPES: Readonly<Record<string, string>> = {
  commands: 'to offer /visibility and its short forms',
  'chat:write':
    'to post digests, alerts and suggestions to the channels you invite it to, and to answer you privately',
  'channels:read':
    'to be told when it is removed from a public channel, or the channel archived, and to show a project to nobody who is in none of its channels',
  'groups:read': 'the same for private channels that it is in',
  'users:read':
    'to tell members, admins, guests and people of other organisations apart before anything is changed, and for the timezone of your own digest',
  'usergroups:read': 'to honour a user group that projects.yml lists under permissions',
};

/** Scopes that Sightline can do without, with what is lost then. */
export const OPTIONAL_SCOPES: Readonly<Record<string, string>> = {
  'channels:history':
    'to look up its own post when Slack\u2019s answer to it was lost. Without it such a post is held back or may come twice',
  'groups:history': 'the same in private channels',
  'im:history':
    'to answer what you write to it directly, which nobody else can read, and to look up its own posts there. Without it questions are asked with /visibility',
  'im:write': 'to find the direct message in which such a post to you stands',
  'app_mentions:read':
    'to answer where somebody mentions it in a project\u2019s channel. Without it questions are asked with /visibility',
  'files:write':
    'to send an export of leads as a file to whoever asks for it. Without it they get as much as fits a message',
};

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
