/** Leads by week: as Slack's own chart, and as a line of text where that is refused. */
import type { RecapRow } from '../decision.ts';
import { type DataVisualizationBlock, LIMITS } from '../slack/blocks.ts';
import { shorten } from '../slack/text.ts';
import { chartDay, dayName } from './days.ts';
import { figure } from './figures.ts';

/** Undefined where no week has anything to show. */
export function recapChart(
  projectName: string,
  weeks: readonly RecapRow[],
): DataVisualizationBlock | undefined {
  const shown = weeks.slice(-LIMITS.chartPoints);
  if (shown.length === 0) return undefined;
  const categories = shown.map(({ name }) => chartDay(name));
  const bars = (name: string, value: (week: RecapRow) => number) => ({
    name,
    data: shown.map((week, i) => ({ label: categories[i] ?? '', value: value(week) })),
  });
  return {
    type: 'data_visualization',
    title: shorten(`${projectName} leads by week`, LIMITS.chartTitle),
    chart: {
      type: 'bar',
      series: [
        bars('Shown', (week) => week.shown),
        bars('Claimed', (week) => week.claimed),
        bars('Replied', (week) => week.replied),
      ],
      axis_config: { categories, x_label: 'Week from' },
    },
  };
}

/** "Weeks from Fri 6 Nov: 12 shown, 5 claimed, 3 replied; from Fri 13 Nov: …": what the chart shows, in words. */
export function weeksInWords(weeks: readonly RecapRow[]): string {
  const rows = weeks.map(
    ({ name, shown, claimed, replied }) =>
      `from ${dayName(name)}: ${figure(shown)} shown, ${figure(claimed)} claimed, ${figure(replied)} replied`,
  );
  return rows.length === 0 ? 'No week to show.' : `Weeks ${rows.join('; ')}.`;
}
