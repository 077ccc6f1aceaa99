/** Draws the one honest line of a feed that was due and said nothing, and later that it is over. */
import type { FeedKind, FeedMissed, Standing } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn, user } from '../../slack/text.ts';
import { clock, utcTime } from '../days.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { troubleSentence } from '../trouble-words.ts';

const MISSED: Record<FeedKind, string> = {
  leads: 'no digest',
  scores: 'no look at the scores',
  suggestions: 'no look at suggestions',
  recap: 'no recap',
};

export function feedMissedMessage(missed: FeedMissed, { overSince }: Standing): Message {
  const { reason, since, told, at } = missed;
  const head = `${brief(missed.project.name, 'project')}: ${MISSED[missed.feed]} at`;
  const why = troubleSentence(reason);
  const owners = told.length > 0 && mrkdwn`Told ${joined(told.map(user), ', ')}.`;
  const line = joined(
    [mrkdwn`${head} ${clock(at)}. ${why} since ${clock(since)}.`, over(overSince) ?? owners],
    ' ',
  );
  const said = `${head} ${utcTime(at)}. ${why} since ${utcTime(since)}.`;
  return {
    text: fallback(overSince === undefined ? said : `${said} Over since ${utcTime(overSince)}.`),
    blocks: [section(line)],
  };
}

function over(since: number | undefined): Mrkdwn | undefined {
  return since === undefined
    ? undefined
    : mrkdwn`Over since ${clock(since)}; the next one comes on schedule.`;
}
