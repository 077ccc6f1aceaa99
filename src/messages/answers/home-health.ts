/** How the projects fare, on the Home tab of those who look after the bot: each of a few; of many those that are not well. */
import type { SectionBlock } from '@slack/types';
import { isWell, type ProjectHealth } from '../../decision.ts';
import { joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { moment } from '../days.ts';
import { healthRow, nextPost, stateInWords } from './health-row.ts';

/** So many projects have a line each. */
const FEW = 5;

export function homeHealth(health: readonly ProjectHealth[], chars: number): SectionBlock[] {
  if (health.length === 0) return list(mrkdwn`*Health* · no feed yet: \`/visibility subscribe\``, []);
  const ill = health.filter((project) => !isWell(project));
  const well = health.filter(isWell);
  const head = mrkdwn`*Health* · ${stateInWords(health)}`;
  return health.length <= FEW
    ? list(head, [...ill, ...well].map(healthRow), chars)
    : list(joined([head, ...together(well)], ' · '), ill.map(healthRow), chars);
}

/** When the projects that are well were polled last, and when the first of them posts. */
function together(well: readonly ProjectHealth[]): Mrkdwn[] {
  const polled = well.flatMap(({ lastAt }) => lastAt ?? []);
  const next = well.flatMap(({ feeds }) => nextPost(feeds) ?? []);
  return [
    ...(polled.length > 0 ? [mrkdwn`done up to ${moment(Math.max(...polled))}`] : []),
    ...(next.length > 0 ? [mrkdwn`next post ${moment(Math.min(...next))}`] : []),
  ];
}
