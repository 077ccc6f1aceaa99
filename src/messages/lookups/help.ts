/** Answers /visibility help and about: every command, what the phrases of a score alert mean, and what Sightline may do. */
import { SURENESS } from '../../decision.ts';
import { count } from '../figures.ts';
import { headline, type Page, paragraph, rows } from '../page.ts';
import { bold, code, joined, say, type Text, user } from '../text.ts';

/** As the route table has it: "/visibility leads [project]", "The best leads now". */
export type CommandHelp = { usage: string; summary: string };

/** `others`: commands that are not among these. */
export function helpPage(commands: readonly CommandHelp[], others: number): Page {
  const what = 'posts community leads and AI-visibility alerts to channels, and answers here';
  return {
    summary: say`Sightline ${what}. Its commands:`,
    parts: [
      headline(say`${bold('Sightline')} ${what}:`),
      list(commands.map(({ usage, summary }) => say`${code(usage)} ${summary}`)),
      paragraph(others > 0 && say`${count(others, 'more command')}: ${code('/visibility help all')}`),
      list(NOTES, 'Good to know'),
      list(
        SURENESS.map(
          ({ phrase, spreads, holds }) =>
            say`${phrase}: at least ${spreads} times the usual daily swing; ${Math.round(100 * holds)} of 100 held in simulations`,
        ),
        'How sure a score alert is',
      ),
    ],
  };
}

const NOTES = [
  say`Where several projects share a channel, end with “in” and the project’s name.`,
  say`L412, A37 and S9 are short names for a lead, an alert and a suggestion.`,
  say`Only you see the answers.`,
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
  const people = joined(owners.map(user), ', ');
  return {
    parts: [
      headline(bold(`Sightline ${version}`)),
      paragraph(summary),
      paragraph(
        owners.length > 0
          ? say`Run by ${people}.`
          : say`projects.yml doesn’t say who runs it (${code('owners')}).`,
      ),
      list(
        leaves.map((line) => say`${line}`),
        'What leaves Slack',
      ),
      list(
        Object.entries(scopes).map(([scope, why]) => say`${code(scope)} ${why}`),
        'What it may do',
      ),
    ],
  };
}

function list(lines: readonly Text[], heading?: string) {
  const bullet = heading === undefined ? '' : '• ';
  return rows(
    lines.map((text) => ({ text: say`${bullet}${text}` })),
    heading === undefined || lines.length === 0 ? {} : { heading: bold(heading) },
  );
}
