/** Answers /visibility about: which version this is, who owns it, what it may do and what leaves Slack. */
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn, user } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';

export type About = {
  version: string;
  summary: string;
  /** Ids of people. */
  owners: readonly string[];
  /** OAuth scopes, each with what it is for. */
  scopes: Readonly<Record<string, string>>;
  leaves: readonly string[];
};

export function aboutAnswer({ version, summary, owners, scopes, leaves }: About): Message {
  const who =
    owners.length > 0
      ? mrkdwn`Run by ${joined(
          owners.map((id) => user(id)),
          ', ',
        )}.`
      : 'Who runs it here is not said in projects.yml (owners).';
  return {
    text: fallback(`Sightline ${version}. ${summary}`, [
      ...leaves,
      `Scopes: ${Object.keys(scopes).join(', ')}`,
    ]),
    blocks: [
      ...list(mrkdwn`*Sightline ${version}*`, [mrkdwn`${summary}`, mrkdwn`${who}`]),
      ...list(
        mrkdwn`*What leaves Slack*`,
        leaves.map((line) => mrkdwn`• ${line}`),
      ),
      ...list(
        mrkdwn`*What it may do*`,
        Object.entries(scopes).map(([scope, why]) => mrkdwn`• \`${scope}\` ${why}`),
      ),
    ],
  };
}
