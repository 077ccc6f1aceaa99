/** Answers /visibility help: every command, and what the fixed phrases of a score alert mean. */
import { SURENESS } from '../decision.ts';
import type { Message } from '../slack/blocks.ts';
import { type Mrkdwn, mrkdwn } from '../slack/text.ts';
import { list } from './budget.ts';
import { fallback } from './fallback.ts';

/** As the route table has it: "/visibility leads [project]", "The best leads now". */
export type CommandHelp = { usage: string; summary: string };

export function helpAnswer(commands: readonly CommandHelp[]): Message {
  return {
    text: fallback(
      'Sightline posts community leads and AI-visibility alerts. Its commands:',
      commands.map(({ usage, summary }) => `${usage}: ${summary}`),
    ),
    blocks: [
      ...list(
        mrkdwn`*Sightline* posts community leads and AI-visibility alerts to channels, and answers here:`,
        commands.map(({ usage, summary }) => mrkdwn`\`${usage}\` ${summary}`),
      ),
      ...list(mrkdwn`*How sure a score alert is.* Usual is what the 28 days before it were like.`, phrases()),
    ],
  };
}

function phrases(): Mrkdwn[] {
  return SURENESS.map(
    ({ phrase, spreads }) =>
      mrkdwn`• ${phrase}: at least ${spreads} usual spreads away from the middle of the usual scores`,
  );
}
