/** Draws the one honest line of a feed that was due and said nothing, and later that it is over. */
import type { FeedKind, FeedMissed, Standing } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn, user } from '../../slack/text.ts';
import { moment, momentBeside, utcBeside, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { overInWords, troubleSentence } from '../trouble-words.ts';

const MISSED: Record<FeedKind, string> = {
  leads: 'no digest',
  scores: 'no look at the scores',
  suggestions: 'no look at suggestions',
  recap: 'no recap',
};

export function feedMissedMessage(missed: FeedMissed, { overSince }: Standing): Message {
  const { reason, since, told, at } = missed;
  const head = `${brief(missed.project.name, 'project')}: ${MISSED[missed.feed]} on`;
  const why = troubleSentence(reason);
  const over = overSince === undefined ? undefined : overInWords(overSince, since);
  const owners = told.length > 0 && mrkdwn`Told ${joined(told.map(user), ', ')}.`;
  const end = over ? mrkdwn`${over.shown}; the next one comes on schedule.` : owners;
  const line = mrkdwn`${head} ${moment(at)}. ${why} since ${momentBeside(since, at)}.`;
  const said = `${head} ${utcMoment(at)}. ${why} since ${utcBeside(since, at)}.`;
  return {
    text: fallback(said, over && [`${over.spoken}.`]),
    blocks: [section(joined([line, end], ' '))],
  };
}
