/** Says that a feed was changed on the Home tab, which shows it anew: where and when it posts now. */
import type { FeedStanding, ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { channel, joined, mrkdwn } from '../../slack/text.ts';
import { besideOthers } from '../beside-others.ts';
import { fallback } from '../fallback.ts';
import { feedSpoken } from '../feed-spoken.ts';
import { feedState } from '../feed-state.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';

/**
 * `feeds`: the one that was changed; none where somebody ended it since. `beside`: the projects that its channel
 * showed without this one.
 */
export function feedChanged(
  project: ProjectRef,
  feeds: readonly FeedStanding[],
  beside: readonly ProjectRef[],
): Message {
  const name = brief(project.name, 'project');
  const rows = feeds.map((standing) => {
    const { kind, channel: place, schedule, timezone } = standing.feed;
    const when = `${brief(schedule, 'name')} ${timezone}`;
    const row = joined([mrkdwn`*${name} ${kind}* in ${channel(place)}`, when, feedState(standing)], ' · ');
    return { row, spoken: feedSpoken(standing) };
  });
  const more = besideOthers(project, beside);
  return {
    text: fallback(`Changed. ${name}`, [...rows.map(({ spoken }) => spoken), ...more]),
    blocks: [section(joined(['Changed.', ...rows.map(({ row }) => row), ...more], '\n'))],
  };
}
