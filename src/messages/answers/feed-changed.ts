/** Says that a feed was changed on the Home tab, which shows it anew: where and when it posts now. */
import type { FeedStanding, ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { channel, joined, mrkdwn } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { feedState } from '../feed-state.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** `feeds`: the one that was changed; none where somebody ended it since. */
export function feedChanged(project: ProjectRef, feeds: readonly FeedStanding[]): Message {
  const name = brief(project.name, 'project');
  const lines = feeds.map((standing) => {
    const { kind, channel: place, schedule, timezone } = standing.feed;
    const when = `${brief(schedule, 'name')} ${timezone}`;
    return joined([mrkdwn`*${name} ${kind}* in ${channel(place)}`, when, feedState(standing)], ' · ');
  });
  return { text: fallback('Changed.'), blocks: [section(joined(['Changed.', ...lines], '\n'))] };
}
