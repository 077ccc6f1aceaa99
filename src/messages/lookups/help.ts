/** Answers /visibility alone, help and about. */
import { lineButton } from '../answer-controls.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, type Part, page, paragraph, section } from '../page.ts';
import { bold, code, flexible, join, type Piece, say, user } from '../text.ts';

const WHAT = 'posts community leads and AI-visibility alerts to channels, and answers here';

const LAUNCHED = [
  { label: 'Open leads', line: 'leads' },
  { label: 'Scores', line: 'scores' },
  { label: 'Ask…', line: 'ask' },
  { label: 'Compare…', line: 'compare' },
  { label: 'Settings', line: 'admin' },
];

const TYPED = [
  { line: 'leads mine', what: 'the leads you’ve claimed' },
  { line: 'L412', what: 'one lead, with everything known about it' },
  { line: 'why did we drop on Gemini?', what: 'any question, in your own words' },
  { line: 'track best crm for startups', what: 'track this question from now on' },
];

/** Typed text that isn't a command: `button` says where to do it instead, `near` are similar lines. */
export type Unknown = { line: string; button?: string | undefined; near: readonly string[] };

const ASK_TO_ADD =
  'No project is shown in this channel. Use a channel that a project posts to, or ask whoever runs Sightline to add this one.';
const CONNECT_HERE =
  'No project is shown in this channel. Use a channel that a project posts to, or connect one here: you need its project ID and its API key, and Sightline in the channel (/invite @Sightline).';

/** `shown`: whether this channel shows a project; `mayConnect`: whether the reader may connect one to it. */
export function launcherPage({
  unknown,
  shown,
  mayConnect,
}: {
  unknown?: Unknown | undefined;
  shown: boolean;
  mayConnect: boolean;
}): Page {
  return page(
    headline(
      unknown
        ? say`“${flexible(brief(unknown.line, 'quote'))}” isn’t a command.`
        : say`${bold('Sightline')} ${WHAT}.`,
    ),
    paragraph(unknown?.button),
    actions((unknown?.near ?? []).map((line) => lineButton(line, line))),
    shown ? launchers() : paragraph(mayConnect ? CONNECT_HERE : ASK_TO_ADD),
    shown || !mayConnect ? undefined : actions([lineButton('Connect a project…', 'connect')]),
    bullets(
      'Or type',
      TYPED.map(({ line, what }) => say`${code(`/visibility ${line}`)} ${what}`),
    ),
    note(say`${code('/visibility help')} lists every command.`),
  );
}

/** From the route table: "/visibility topic pricing", "How you stand on one topic". */
type CommandHelp = { example: string; summary: string };

/** `shown`: whether this channel shows a project, to which the buttons could apply. */
export function helpPage(
  groups: readonly { heading: string; commands: readonly CommandHelp[] }[],
  shown: boolean,
): Page {
  return {
    summary: say`Sightline ${WHAT}. Its commands:`,
    parts: [
      headline(say`${bold('Sightline')} ${WHAT}.`),
      shown ? launchers() : undefined,
      ...groups.map(({ heading, commands }) => bullets(heading, commands.map(commandLine))),
      bullets('Good to know', NOTES),
    ],
  };
}

const commandLine = ({ example, summary }: CommandHelp) => say`${code(example)} ${summary}`;

/** Answers help about something that is no command, with those that may be meant. */
export function nearHelpPage(words: string, near: readonly CommandHelp[]): Page {
  return page(
    headline(say`“${flexible(brief(words, 'quote'))}” isn’t a command.`),
    bullets('Perhaps you mean', near.map(commandLine)),
    actions([lineButton('All commands', 'help')]),
  );
}

type CommandUsage = CommandHelp & { name: string; usage?: string; details?: string };

/** How one command is used: its forms, as in the route table, and an example that has more than its name. */
export function commandHelpPage(of: CommandUsage): Page {
  return page(
    headline(say`${code(`/visibility ${of.usage ?? of.name}`)}`),
    paragraph(`${of.summary}.`),
    paragraph(of.details),
    paragraph(of.example.includes(' ') && say`For example ${code(`/visibility ${of.example}`)}`),
    actions([lineButton('All commands', 'help')]),
  );
}

function launchers(): Part | undefined {
  return actions(LAUNCHED.map(({ label, line }) => lineButton(label, line)));
}

const NOTES = [
  say`If several projects share a channel, end with “in” and the project’s name.`,
  say`L412, A37 and S9 are short names for a lead, an alert and a suggestion: ${code('/visibility L412')} opens one.`,
  say`You can shorten words: ${code('/visibility top pri')}. Anything else is a question: ${code('/visibility why did we drop on Gemini?')}`,
  say`You can also mention Sightline in a project’s channel, or message it directly. To follow up, mention it again in the thread.`,
  say`Only you see the answers to commands.`,
  say`To learn what a word means, ask: ${code('/visibility what does “outside normal” mean?')}`,
];

export type About = {
  version: string;
  summary: string;
  /** Ids of people. */
  owners: readonly string[];
  /** OAuth scopes, each with what it is for. */
  scopes: Readonly<Record<string, string>>;
  leaves: readonly string[];
};

export function aboutPage({ version, summary, owners, scopes, leaves }: About): Page {
  const people = join(owners.map(user), ', ');
  return page(
    headline(bold(`Sightline ${version}`)),
    paragraph(summary),
    paragraph(
      owners.length > 0
        ? say`Run by ${people}.`
        : say`projects.yml doesn’t say who runs it (${code('owners')}).`,
    ),
    bullets('What leaves Slack', leaves),
    bullets(
      'What it may do',
      Object.entries(scopes).map(([scope, why]) => say`${code(scope)} ${why}`),
    ),
  );
}

function bullets(heading: string, all: readonly Piece[]): Part | undefined {
  return section(
    heading,
    all.map((one) => say`• ${one}`),
  );
}
