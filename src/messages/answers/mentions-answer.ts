/** Answers /visibility mentions: who was named in the latest answers, in which place and how. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import type { Mention } from '../../visibility/contract.ts';
import { latest } from '../api-counts.ts';
import { barChart } from '../bar-chart.ts';
import { dayName } from '../days.ts';
import { ordinal } from '../figures.ts';
import { brief } from '../lengths.ts';
import { readAnswer } from '../run-buttons.ts';
import { lookupAnswer } from './lookup.ts';

/** One page of `all`, in the API's order; `runs` are the prompt runs of their answers by response id, where known. */
export function mentionsAnswer(
  project: ProjectRef,
  mentions: readonly Mention[],
  all: readonly Mention[],
  runs: ReadonlyMap<string, string>,
): Message {
  return lookupAnswer({
    project,
    what: 'mentions',
    amount: all.length === 0 ? 'the API has none yet' : latest(all.length, 'mention'),
    rows: mentions.map((mention) => ({
      title: brief(mention.entity_name, 'name') || 'Unnamed',
      facts: [
        mention.rank_position !== null && `named ${ordinal(mention.rank_position)}`,
        mention.sentiment !== null && brief(mention.sentiment, 'place'),
        mention.description !== null && `“${brief(mention.description, 'prompt')}”`,
        dayName(mention.created_at.slice(0, 10)),
      ],
      button: readAnswer(project, runs.get(mention.response_id), { names: mention.entity_name }),
    })),
    chart: barChart('Mentions by name', 'Mentions', mentionsByName(all)),
  });
}

function mentionsByName(mentions: readonly Mention[]): { label: string; value: number }[] {
  const counts = new Map<string, number>();
  for (const { entity_name } of mentions) counts.set(entity_name, (counts.get(entity_name) ?? 0) + 1);
  return [...counts].map(([label, value]) => ({ label, value })).sort((a, b) => b.value - a.value);
}
