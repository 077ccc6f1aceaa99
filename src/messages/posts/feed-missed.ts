/** Draws the one honest line of feeds that were due and said nothing, and later that it is over. */
import type { FeedKind, FeedMissed, MissedFeed, Standing } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn, user } from '../../slack/text.ts';
import { moment, momentBeside, utcBeside, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { overInWords, troubleSentence } from '../trouble-words.ts';

const MISSED: Record<FeedKind, string> = {
  leads: 'no digest',
  scores: 'scores not checked',
  suggestions: 'suggestions not checked',
  recap: 'no recap',
};

/** Sentences that stand in the line; a channel may have hundreds of feeds. */
const SENTENCES = 5;

export function feedMissedMessage(decision: FeedMissed, { overSince, missed = [] }: Standing): Message {
  const { project, feed, reason, since, told, at } = decision;
  const all = groups(missed.length > 0 ? missed : [{ project, feed, first: at, times: 1 }]);
  const named = all.slice(0, SENTENCES);
  const unnamed = all.length - named.length;
  const others = unnamed > 0 ? [`Nor did ${count(unnamed, 'other')} post.`] : [];
  const latest = Math.max(...named.map(({ first }) => first));
  const why = troubleSentence(reason);
  const over = overSince === undefined ? undefined : overInWords(overSince, since);
  const owners = told.length > 0 && mrkdwn`Told ${joined(told.map(user), ', ')}.`;
  const late = over && stillComes(missed);
  const next = late ? mrkdwn`${late.shown}` : 'the next one comes on schedule';
  const end = over ? mrkdwn`${over.shown}; ${next}.` : owners;
  const shown = named.map(({ what, first, more }) => mrkdwn`${what} on ${moment(first)}${more}.`);
  const spoken = named.map(({ what, first, more }) => `${what} on ${utcMoment(first)}${more}.`);
  const line = [...shown, ...others, mrkdwn`${why} since ${momentBeside(since, latest)}.`, end];
  const [first = '', ...rest] = spoken;
  const summary = `${first} ${why} since ${utcBeside(since, latest)}.`;
  return {
    text: fallback(summary, [
      ...rest,
      ...others,
      ...(over ? [`${joined([over.spoken, late?.spoken], '; ')}.`] : []),
    ]),
    blocks: [section(joined(line, ' '))],
  };
}

/** What was due since and failed too comes as soon as it can: said so that it stays true once it has come. */
function stillComes(missed: readonly MissedFeed[]): { shown: Mrkdwn; spoken: string } | undefined {
  const due = missed.flatMap(({ triedAgain }) => triedAgain ?? []);
  if (due.length === 0) return undefined;
  const first = Math.min(...due);
  return {
    shown: mrkdwn`the next one, due on ${moment(first)}, comes late`,
    spoken: `the next one, due on ${utcMoment(first)}, comes late`,
  };
}

/** "Acme: scores not checked, no digest": what of one project was due at one time, and how often since. */
function groups(missed: readonly MissedFeed[]): { what: string; first: number; more: string }[] {
  const together = Map.groupBy(missed, ({ project, first, times }) => `${project.id} ${first} ${times}`);
  return [...together.values()].flatMap((feeds) => {
    const [one] = feeds;
    if (!one) return [];
    const kinds = feeds.map(({ feed }) => MISSED[feed]).join(', ');
    return {
      what: `${brief(one.project.name, 'project')}: ${kinds}`,
      first: one.first,
      more: one.times > 1 ? `, nor ${count(one.times - 1, 'time')} after` : '',
    };
  });
}
