/** Slash commands: which names an app may declare, which are built into Slack, and how to read a typed line. */
import type { DeclaredCommand } from './model.ts';

/** The only command that the app may declare without a hyphen: its own name. */
const APP_COMMAND = '/visibility';

/** https://slack.com/help/articles/201259356-Slash-commands-in-Slack */
const BUILT_IN: ReadonlySet<string> = new Set(
  (
    'active apps archive away call canvas collapse dm dnd expand feed feedback hangout help huddle invite ' +
    'invite_people join keys kick leave me msg mute open part prefs remind remove rename search shortcuts ' +
    'shrug star status todo topic who'
  )
    .split(' ')
    .map((name) => `/${name}`),
);

/** The manifest declares commands that Slack would refuse. `faults` has one sentence for each. */
export class CommandsRefused extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'CommandsRefused';
    this.faults = faults;
  }
}

/** @throws CommandsRefused with every fault: like Slack, one bad name rejects the whole list. */
export function checkCommands(commands: readonly DeclaredCommand[]): readonly DeclaredCommand[] {
  const names = commands.map(({ command }) => command);
  const faults = commands.flatMap(({ command, description }, i) => [
    ...checkName(command),
    ...(names.indexOf(command) < i ? [`${command} is declared twice.`] : []),
    ...(description === '' ? [`${command} needs a description.`] : []),
  ]);
  if (faults.length > 0) throw new CommandsRefused(faults);
  return commands;
}

function checkName(command: string): string[] {
  if (!/^\/[a-z0-9_-]{1,31}$/.test(command)) {
    return [`${command} isn’t a valid command name: use a slash, then up to 31 of a-z, 0-9, _ and -.`];
  }
  if (isBuiltIn(command)) return [`${command} is built into Slack.`];
  if (command !== APP_COMMAND && !command.includes('-')) {
    return [
      `${command} could clash with another app: start it with this app’s name, like ${APP_COMMAND}-leads.`,
    ];
  }
  return [];
}

export function isBuiltIn(command: string): boolean {
  return BUILT_IN.has(command);
}

/** "/visibility  leads " -> command and text; undefined for an ordinary message. */
export function parseCommand(line: string): { command: string; text: string } | undefined {
  const match = /^(\/\S+)\s*([\s\S]*)$/.exec(line);
  return match?.[1] === undefined ? undefined : { command: match[1], text: (match[2] ?? '').trim() };
}
