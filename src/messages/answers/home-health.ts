/** How the projects fare, on the Home tab of those who look after the bot: what is not well first, the others counted. */
import type { SectionBlock } from '@slack/types';
import type { ProjectHealth } from '../../decision.ts';
import { joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { moment } from '../days.ts';
import { count } from '../figures.ts';
import { healthRow } from './status-answer.ts';

/** So many projects have a line each; of more, only those that are not well. */
const LINES = 5;

export function homeHealth(health: readonly ProjectHealth[], chars: number): SectionBlock[] {
  if (health.length === 0) return list(mrkdwn`*Health* · no feed yet: \`/visibility subscribe\``, []);
  const ill = health.filter((project) => !isWell(project));
  const well = health.filter(isWell);
  const all = health.length === 1 ? 'well' : `all ${count(health.length, 'project')} well`;
  const state = ill.length === 0 ? all : `${ill.length} of ${count(health.length, 'project')} not well`;
  const isShort = health.length <= LINES;
  const rest = isShort ? well.map(healthRow) : well.length > 0 ? [together(well, ill.length > 0)] : [];
  // The others are one line: it must not be what is cut off.
  const rows = isShort ? [...ill.map(healthRow), ...rest] : [...rest, ...ill.map(healthRow)];
  return list(mrkdwn`*Health* · ${state}`, rows, chars);
}

function isWell({ trouble, feeds }: ProjectHealth): boolean {
  return !trouble && !feeds.some(({ paused }) => paused);
}

/** "• 39 others well · next post …" */
function together(well: readonly ProjectHealth[], besideOthers: boolean): Mrkdwn {
  const times = well.flatMap(({ feeds }) => feeds.flatMap(({ next }) => next ?? []));
  const polled = well.flatMap(({ lastAt }) => lastAt ?? []);
  return joined(
    [
      mrkdwn`• ${besideOthers ? `the other ${count(well.length, 'project')}` : 'last'}`,
      polled.length > 0 && mrkdwn`last done ${moment(Math.max(...polled))}`,
      times.length > 0 && mrkdwn`next post ${moment(Math.min(...times))}`,
    ],
    ' · ',
  );
}
