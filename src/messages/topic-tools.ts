/** The standing of each tool within one topic: as Slack's own bar chart and table, and as lines where they are refused. */
import type { TableBlock } from '@slack/types';
import type { ProjectRef } from '../decision.ts';
import { ownAmong } from '../own-brand.ts';
import { type DataVisualizationBlock, LIMITS } from '../slack/blocks.ts';
import { rich, shorten } from '../slack/text.ts';
import type { TopicDetail, TopicEntityStat } from '../visibility/contract.ts';
import { type Column, figureLines, figures, figureTable } from './figure-table.ts';
import { count } from './figures.ts';
import { brief } from './lengths.ts';
import { saidOf } from './topic-engines.ts';

/** Stands after the brand's own name, wherever tools are told side by side. */
const YOU = ' (you)';

/** A topic of a project; its own brand is one of the tools. */
type OwnTopic = { topic: TopicDetail; project: ProjectRef };

/** Undefined if the topic names no tool. */
export function toolChart({ topic, project }: OwnTopic): DataVisualizationBlock | undefined {
  const tools = best({ topic, project });
  if (tools.length === 0) return undefined;
  const isOwn = ownAmong(topic.entities, project.name);
  const categories = distinctLabels(
    tools.map((tool) => tool.entity_name),
    tools.map((tool) => (isOwn(tool) ? YOU : '')),
  );
  const { chartedScore: rounded } = saidOf(topic);
  const data = tools.map(({ score }, i) => ({ label: categories[i] ?? '', value: rounded(score) }));
  return {
    type: 'data_visualization',
    title: shorten(`Score by tool: ${topic.label}`, LIMITS.chartTitle),
    chart: { type: 'bar', series: [{ name: 'Score', data }], axis_config: { categories } },
  };
}

/** Undefined if the topic names no tool. */
export function toolTable(of: OwnTopic): TableBlock | undefined {
  const tools = best(of);
  return tools.length === 0 ? undefined : figureTable(nameIn(of), columnsOf(of), tools);
}

/** "Globex: score 70.0, mention rate 60 %, average rank 1.4, sentiment 0.2, top picks 20, mentions 72" */
export function toolLines(of: OwnTopic): string[] {
  const tools = best(of);
  return tools.length === 0 ? ['The API names no tool.'] : figureLines(nameIn(of), columnsOf(of), tools);
}

function nameIn({ topic, project }: OwnTopic): Column<TopicEntityStat> {
  const isOwn = ownAmong(topic.entities, project.name);
  return {
    heading: 'Tool',
    cell: (tool) => `${brief(tool.entity_name, 'place') || 'Unnamed'}${isOwn(tool) ? YOU : ''}`,
  };
}

function columnsOf({ topic }: OwnTopic): Column<TopicEntityStat>[] {
  const { score, rate, averageRank, sentiment } = saidOf(topic);
  // An API that does not count them is documented to leave them at 0.
  const arePicksCounted = topic.entities.some(({ top_pick_count }) => top_pick_count > 0);
  return [
    figures('Score', (tool) => tool.score, score),
    figures('Mention rate', (tool) => tool.mention_rate, rate),
    figures('Average rank', (tool) => tool.average_rank, averageRank),
    figures('Sentiment', (tool) => tool.avg_sentiment, sentiment),
    figures('Top picks', (tool) => (arePicksCounted ? tool.top_pick_count : undefined)),
    figures('Mentions', (tool) => tool.mention_count),
  ];
}

export function toolsNotShown({ entities }: TopicDetail): string | undefined {
  const others = entities.length - LIMITS.chartPoints;
  return others > 0 ? `${count(others, 'more tool')} not shown.` : undefined;
}

/**
 * Names as labels of an axis: short, and no two alike, since Slack tells the points apart by them. `marks` stand after
 * the name of the same place, however long that is.
 */
export function distinctLabels(names: readonly string[], marks: readonly string[] = []): string[] {
  const taken = new Set<string>();
  return names.map((name, i) => {
    const clean = rich(name) || 'Unnamed';
    const fitted = (after: string) => `${shorten(clean, LIMITS.chartLabel - after.length)}${after}`;
    const mark = marks[i] ?? '';
    let label = fitted(mark);
    for (let copy = 2; taken.has(label); copy++) label = fitted(` ${copy}${mark}`);
    taken.add(label);
    return label;
  });
}

/** Best score first, as many as one chart holds; the own brand is among them, also where it is behind all others. */
function best({ topic: { entities }, project }: OwnTopic): TopicDetail['entities'] {
  const all = entities.toSorted((a, b) => b.score - a.score);
  const own = all.findIndex(ownAmong(entities, project.name));
  const last = LIMITS.chartPoints - 1;
  return own > last ? [...all.slice(0, last), ...all.slice(own, own + 1)] : all.slice(0, LIMITS.chartPoints);
}
