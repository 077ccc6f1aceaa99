/** Answers /visibility why of a lead that only a list has shown: what the API says of it, and what awaits it. */
import type { DigestLead, FeedStanding, LeftOut, ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { channel, fallbackText, joined, link, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { citedNote } from '../cited-note.ts';
import { moment, utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { titleOf } from '../lead-row.ts';
import { brief, linkable } from '../lengths.ts';
import { pausedInWords } from '../pause-words.ts';
import { saidOfLead, verdictInWords } from './why-answer.ts';

/** A leads feed of the project: `removedBy` is the filter that the lead does not pass, as the API has it now. */
export type AwaitingFeed = {
  standing: FeedStanding;
  removedBy?: LeftOut['reason'] | undefined;
  minScore?: number | undefined;
  limit: number;
};

/** `rank` counts from 1, in the list that the API gave just now. */
export type WhyListed = {
  project: ProjectRef;
  lead: DigestLead;
  rank: number;
  handle?: string | undefined;
  feeds: readonly AwaitingFeed[];
  /** Feeds of other channels were not looked at: they are not the asker's to read of. */
  hereOnly: boolean;
};

export function whyListedAnswer({ project, lead, rank, handle, feeds, hereOnly }: WhyListed): Message {
  const name = brief(project.name, 'project');
  const asked = `Asked from the API just now: rank ${figure(rank)} of its list. It is in no digest yet.`;
  const cited = citedNote(lead.citedBy);
  const facts = [asked, saidOfLead(lead), ...(cited ? [cited] : [])];
  const awaiting = feeds.map((feed) => awaits(feed, lead));
  const nowhere = hereOnly
    ? `No feed posts leads of ${name} to this channel.`
    : `In no channel in which I find you does a feed post leads of ${name}.`;
  const none = feeds.length === 0 ? [nowhere] : [];
  return {
    text: fallback(`Why ${handle ?? 'this lead'}: ${titleOf(lead)}`, [
      name,
      ...facts,
      ...none,
      ...awaiting.map(({ spoken }) => spoken),
    ]),
    blocks: list(
      joined([handle && mrkdwn`*${handle}*`, link(linkable(lead.url), titleOf(lead)), name], ' · '),
      [...facts, ...none, ...awaiting.map(({ shown }) => shown)].map((line) => mrkdwn`• ${line}`),
    ),
  };
}

/** A filter is asked of the lead as it is now; its score and its age may be others by then. */
function awaits(feed: AwaitingFeed, lead: DigestLead): { shown: Mrkdwn; spoken: Mrkdwn } {
  const { standing, removedBy, minScore, limit } = feed;
  const { next, paused } = standing;
  const where = channel(standing.feed.channel);
  const fate =
    removedBy === undefined
      ? `As it is now, no filter removes it; a digest shows the best ${count(limit, 'new lead')} and counts the others.`
      : `As it is now, it would be ${verdictInWords(removedBy, lead, { minScore, limit })}`;
  if (paused) {
    const { shown, spoken } = pausedInWords(paused);
    return {
      shown: mrkdwn`${where}: the feed is paused ${shown}. ${fate}`,
      spoken: fallbackText`${where}: the feed is paused ${spoken}. ${fate}`,
    };
  }
  if (next === undefined) {
    const never = 'no digest comes any more by its schedule.';
    return { shown: mrkdwn`${where}: ${never}`, spoken: fallbackText`${where}: ${never}` };
  }
  return {
    shown: mrkdwn`${where}: next digest ${moment(next)}. ${fate}`,
    spoken: fallbackText`${where}: next digest ${utcMoment(next)}. ${fate}`,
  };
}
