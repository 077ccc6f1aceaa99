/** Answers /visibility subscriptions: every feed of a project, when it posts next, and the button that stops it. */
import type { FeedStanding, ProjectRef } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { channel, joined, mrkdwn } from '../../slack/text.ts';
import { besideOthers } from '../beside-others.ts';
import { withRowsThatFit } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { feedControl, filterButton } from '../feed-controls.ts';
import { feedSpoken } from '../feed-spoken.ts';
import { feedState } from '../feed-state.ts';
import { count, figure } from '../figures.ts';
import { footer, section } from '../layout.ts';
import { brief } from '../lengths.ts';

const CONTROLS = {
  pause: ACTIONS.feedPause,
  resume: ACTIONS.feedResume,
  menu: ACTIONS.feedMenu,
  ends: true,
} as const;

/**
 * `note`: what was just done, said first; `beside`: the projects to whose channel that brought this one; `mayChange`:
 * with the buttons that stop and change the feeds.
 */
export function subscriptionsAnswer(
  project: ProjectRef,
  feeds: readonly FeedStanding[],
  {
    note,
    beside = [],
    mayChange,
  }: { note?: string | undefined; beside?: readonly ProjectRef[]; mayChange: boolean },
): Message {
  const name = brief(project.name, 'project');
  const amount = feeds.length === 0 ? 'no feeds' : count(feeds.length, 'feed');
  const more = besideOthers(project, beside);
  const head = joined([joined([note, ...more], ' '), mrkdwn`*${name} feeds* · ${amount}`], '\n');
  return {
    text: fallback(`${note ? `${note} ` : ''}${name}: ${amount}.`, [
      ...more,
      ...feeds.map((standing) =>
        feedSpoken(standing, [quiet(standing.feed), threshold(standing.feed), leftOutPlaces(standing)]),
      ),
    ]),
    blocks: withRowsThatFit(feeds, (shown) => [
      section(head),
      ...shown.flatMap((standing) => rows(name, standing, mayChange)),
      ...(shown.length < feeds.length
        ? [footer(mrkdwn`${count(feeds.length - shown.length, 'more feed')} not shown.`)]
        : []),
    ]),
  };
}

function rows(name: string, standing: FeedStanding, mayChange: boolean): MessageBlock[] {
  const { feed } = standing;
  const what = mrkdwn`*${feed.kind}* in ${channel(feed.channel)} · ${brief(feed.schedule, 'name')} ${feed.timezone}`;
  const accessory = mayChange ? feedControl(`${name} ${feed.kind}`, standing, CONTROLS) : undefined;
  const facts = [what, quiet(feed), threshold(feed), leftOutPlaces(standing)];
  const row = section(joined([joined(facts, ' · '), feedState(standing)], '\n'), accessory);
  if (!standing.mutedPlaces) return [row];
  return [row, { type: 'actions', elements: [filterButton(name, feed.id)] }];
}

/** "nothing from r/devops and 2 more places, muted here": where people took what the channel does not want. */
function leftOutPlaces({ mutedPlaces: [first, ...others] = [] }: FeedStanding): string | undefined {
  if (first === undefined) return undefined;
  const more = others.length > 0 ? ` and ${count(others.length, 'more place')}` : '';
  return `nothing from ${brief(first, 'place')}${more}, muted here`;
}

function quiet(feed: FeedStanding['feed']): string | undefined {
  return feed.quiet && `quiet ${brief(feed.quiet, 'name')}`;
}

/** A lead without a score passes on purpose: what the API does not give is not held against it. */
function threshold({ settings }: FeedStanding['feed']): string | undefined {
  if (settings?.min_score !== undefined)
    return `from a score of ${figure(settings.min_score)} on, or without a score`;
  if (settings?.min_change === undefined) return undefined;
  return `changes of at least ${count(settings.min_change, 'point')}`;
}
