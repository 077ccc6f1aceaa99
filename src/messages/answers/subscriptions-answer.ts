/** Answers /visibility subscriptions: every feed of a project, when it posts next, and the button that stops it. */
import { type FeedStanding, type ProjectRef, USUAL_LIMIT } from '../../decision.ts';
import { DAY_MS, HOUR_MS } from '../../durations.ts';
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
        feedSpoken(standing, [quiet(standing.feed), ...bounds(standing.feed), leftOutPlaces(standing)]),
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
  const facts = [what, quiet(feed), ...bounds(feed), leftOutPlaces(standing)];
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

/** What its settings leave out or bound; nothing where they are as usual. */
function bounds({ settings }: FeedStanding['feed']): string[] {
  if (!settings) return [];
  const { min_change: minChange, limit = USUAL_LIMIT, min_score: minScore, max_age: maxAge } = settings;
  const never = neverShown(settings);
  return [
    ...(minChange === undefined ? [] : [`changes of at least ${count(minChange, 'point')}`]),
    ...(limit === USUAL_LIMIT ? [] : [`at most ${count(limit, 'lead')}`]),
    // A lead without a score passes on purpose: what the API does not give is not held against it.
    ...(minScore === undefined ? [] : [`from a score of ${figure(minScore)} on, or without a score`]),
    ...(maxAge === undefined ? [] : [`not older than ${daysOrHours(maxAge)}`]),
    ...(never === undefined ? [] : [never]),
  ];
}

/** "without 2 places and 3 words": a row has no room for which. */
function neverShown({ places, words }: NonNullable<FeedStanding['feed']['settings']>): string | undefined {
  const kinds = [
    { one: 'place', many: places?.never.length ?? 0 },
    { one: 'word', many: words?.never.length ?? 0 },
  ].filter(({ many }) => many > 0);
  return kinds.length === 0
    ? undefined
    : `without ${kinds.map(({ one, many }) => count(many, one)).join(' and ')}`;
}

function daysOrHours(ms: number): string {
  return ms % DAY_MS === 0 ? count(ms / DAY_MS, 'day') : count(ms / HOUR_MS, 'hour');
}
