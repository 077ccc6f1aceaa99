/** Slash commands: which names an app may declare, which are Slack's own, and how a typed line is read. */
import type { DeclaredCommand } from './model.ts';

/** The app's own name, the only command without a hyphen that it may declare. */
const APP_COMMAND = '/visibility';

/** https://slack.com/help/articles/201259356-Slash-commands-in-Slack */
const SLACKS_OWN: ReadonlySet<string> = new Set(
  (
    'active apps archive away call canvas collapse dm dnd expand feed feedback hangout help huddle invite ' +
    'invite_people join keys kick leave me msg mute open part prefs remind remove rename search shortcuts ' +
    'shrug star status todo topic who'
  )
    .split(' ')
    .map((name) => `/${name}`),
);

/** The manifest declares commands that Slack would not take. Carries one sentence for each fault. */
export class CommandsRefused extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'CommandsRefused';
    this.faults = faults;
  }
}

/** @throws CommandsRefused naming every fault: one bad name invalidates the whole list, as in Slack. */
export function checkedCommands(commands: readonly DeclaredCommand[]): readonly DeclaredCommand[] {
  const names = commands.map(({ command }) => command);
  const faults = commands.flatMap(({ command, description }, i) => [
    ...nameFaults(command),
    ...(names.indexOf(command) < i ? [`${command} is declared twice.`] : []),
    ...(description === '' ? [`${command} needs a description.`] : []),
  ]);
  if (faults.length > 0) throw new CommandsRefused(faults);
  return commands;
}

function nameFaults(command: string): string[] {
  if (!/^\/[a-z0-9_-]{1,31}$/.test(command)) {
    return [`${command} is no command name: a slash, then up to 31 of a-z, 0-9, _ and -.`];
  }
  if (isSlacksOwn(command)) return [`${command} is Slack's own command.`];
  if (command !== APP_COMMAND && !command.includes('-')) {
    return [`${command} may belong to any app: begin it with the app's name, as in ${APP_COMMAND}-leads.`];
  }
  return [];
}

export function isSlacksOwn(command: string): boolean {
  return SLACKS_OWN.has(command);
}

/** "/visibility  leads " -> command and text; undefined for an ordinary message. */
export function typedCommand(line: string): { command: string; text: string } | undefined {
  const match = /^(\/\S+)\s*([\s\S]*)$/.exec(line);
  return match?.[1] === undefined ? undefined : { command: match[1], text: (match[2] ?? '').trim() };
}
