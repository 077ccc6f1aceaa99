/** Answers /visibility region-usage: where the tracked prompts are asked, and how often. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import type { RegionUsage } from '../../visibility/assumed.ts';
import { barChart } from '../bar-chart.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { shareOf } from '../shares.ts';
import { lookupAnswer } from './lookup.ts';

export function regionUsageAnswer(project: ProjectRef, usage: readonly RegionUsage[]): Message {
  const share = shareOf(usage.map((region) => region.share));
  const nameOf = ({ name, code }: RegionUsage) => brief(name ?? code ?? '', 'place') || 'Unnamed region';
  return lookupAnswer({
    project,
    what: 'region usage',
    amount: usage.length === 0 ? 'no region is tracked' : `${count(usage.length, 'region')} tracked`,
    rows: usage.map((region) => ({
      title: nameOf(region),
      facts: [
        region.prompts !== undefined && count(region.prompts, 'prompt'),
        region.runs !== undefined && count(region.runs, 'run'),
        region.share !== undefined && `${share(region.share)} of all runs`,
      ],
    })),
    chart: barChart(
      'Runs by region',
      'Runs',
      usage.flatMap((region) =>
        region.runs === undefined ? [] : [{ label: nameOf(region), value: region.runs }],
      ),
    ),
  });
}
