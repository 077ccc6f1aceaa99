/** /visibility help, written from the route table, and about: what Sightline may do and what leaves Slack. */
import { aboutPage, commandHelpPage, helpPage } from '../../messages/lookups/help.ts';
import { findVisibleProjects, type Who } from '../../projects/projects.ts';
import { VERSION } from '../../version.ts';
import type { Command, CommandRoute } from '../ask.ts';
import { findRoute, isQuestion } from '../command-line.ts';
import { findRule } from '../guards.ts';

export const SUMMARY = 'Posts community leads and AI-visibility alerts, and answers questions about them.';

/** What leaves Slack and where it goes, and what is kept. */
export const LEAVES: readonly string[] = [
  'The words of a command, the text of a prompt you track or edit, the engines and regions you set, and the id of a suggestion you accept or dismiss go to the Visibility Intelligence API and nowhere else.',
  'If you make a token for an assistant, it can ask for anything you see in Slack yourself. Those answers go to the assistant, and wherever it sends them.',
  'Sightline only gets messages addressed to it: mentions in a channel, and direct messages. It also sees its own commands, buttons, shortcuts and forms. Questions are read on the machine Sightline runs on, without a language model, and aren’t kept. How your last question was read, and the leads or names that its answer showed, are kept for 7 days, so that your next question can build on them. Sightline only reads history to look up a post of its own when Slack’s response to it was lost.',
  'Sightline’s own store keeps what was posted where, who decided what and when (by user id, not by name), and the author of a thread if the API names one. It doesn’t keep messages, except for a direct message that still has to name its project, and that for at most 7 days.',
];

export const SCOPES: Readonly<Record<string, string>> = {
  commands: 'to offer /visibility and its short forms',
  'chat:write':
    'to post digests, alerts and suggestions to the channels you invite it to, and to answer you privately',
  'channels:read':
    'to hear when it’s removed from a public channel or the channel is archived, unarchived or deleted, and to only show a project to people in its channels',
  'groups:read': 'the same for private channels that it’s in',
  'users:read':
    'to tell apart members, admins, guests and people from other organisations before changing anything, and for the timezone of your own digest',
  'usergroups:read': 'to honour a user group that projects.yml lists under permissions',
};

/** Scopes that Sightline can do without, and what you lose. */
export const OPTIONAL_SCOPES: Readonly<Record<string, string>> = {
  'channels:history':
    'to look up its own post when Slack’s response to it was lost. Without this, such a post is held back or may come twice',
  'groups:history': 'the same in private channels',
  'im:history':
    'to answer your direct messages, which nobody else can read, and to look up its own posts there. Without this, you ask questions with /visibility',
  'im:write': 'to open the direct message with you when it looks up its own posts there',
  'app_mentions:read':
    'to answer when somebody mentions it in a project’s channel. Without this, you ask questions with /visibility',
  'files:write': 'to send you an export as a file. Without this, you get as much as fits in a message',
};

export const help: Command = {
  name: 'help',
  usage: 'help [command]',
  example: 'help',
  scope: 'anywhere',
  words: 'free',
  takes: (rest) => !isQuestion(rest),
  summary: 'What Sightline does and its commands, or how one of them is used',
  async run({ words, workspace, channel, commands }) {
    const one = words === '' ? undefined : findRoute(words, commands);
    if (one?.rest === '') return { message: commandHelpPage(one.route.command) };
    const describe = ({ command: { example, summary }, permission }: CommandRoute) => ({
      example: `/visibility ${example}`,
      summary: `${summary}${permission === 'everyone' ? '' : audienceNote(findRule(permission, workspace))}`,
    });
    const groups = Map.groupBy(commands, ({ heading = '' }) => heading);
    const listed = [...groups].map(([heading, routes]) => ({ heading, commands: routes.map(describe) }));
    const shown = findVisibleProjects(workspace.projects(), channel).length > 0;
    return { message: helpPage(listed, shown, one ? '' : words) };
  },
};

function audienceNote(rule: Who): string {
  if (rule === 'members') return '';
  return rule === 'admins' ? ' (admins)' : ' (those listed in projects.yml)';
}

export const about: Command = {
  name: 'about',
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
