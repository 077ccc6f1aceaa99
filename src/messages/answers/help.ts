/** Answers /visibility help: every command, and what the fixed phrases of a score alert mean. */
import { SURENESS } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';

/** As the route table has it: "/visibility leads [project]", "The best leads now". */
export type CommandHelp = { usage: string; summary: string };

/** `others`: commands that are not among these. */
export function helpAnswer(commands: readonly CommandHelp[], others: number): Message {
  const more = others > 0 ? [`${count(others, 'more command')}: /visibility help all`] : [];
  return {
    text: fallback('Sightline posts community leads and AI-visibility alerts. Its commands:', [
      ...commands.map(({ usage, summary }) => `${usage}: ${summary}`),
      ...more,
    ]),
    blocks: [
      ...list(
        mrkdwn`*Sightline* posts community leads and AI-visibility alerts to channels, and answers here:`,
        [
          ...commands.map(({ usage, summary }) => mrkdwn`\`${usage}\` ${summary}`),
          ...more.map((line) => mrkdwn`${line}`),
        ],
      ),
      ...list(
        mrkdwn`*Good to know*`,
        NOTES.map((note) => mrkdwn`• ${note}`),
      ),
      ...list(mrkdwn`*How sure a score alert is*`, phrases()),
    ],
  };
}

const NOTES = [
  'Where several projects share a channel, end with “in” and the project’s name.',
  'L412, A37 and S9 are short names of a lead, an alert and a suggestion, for speaking of them.',
  'Answers are private to you.',
];

function phrases(): Mrkdwn[] {
  return SURENESS.map(
    ({ phrase, spreads }) =>
      mrkdwn`• ${phrase}: ${spreads} times as far from the middle as the scores of the 28 days before usually were`,
  );
}
