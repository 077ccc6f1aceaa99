/** The standing of each tool within one topic: as Slack's own bar chart, and as lines where that is refused. */
import { type DataVisualizationBlock, LIMITS } from '../slack/blocks.ts';
import { rich, shorten } from '../slack/text.ts';
import type { TopicDetail } from '../visibility/contract.ts';
import { count, given } from './figures.ts';
import { brief } from './lengths.ts';

/** Undefined if the topic names no tool. */
export function toolChart(topic: TopicDetail): DataVisualizationBlock | undefined {
  const tools = best(topic);
  if (tools.length === 0) return undefined;
  const categories = distinctLabels(tools.map((tool) => tool.entity_name));
  const data = tools.map(({ score }, i) => ({ label: categories[i] ?? '', value: Number(score.toFixed(3)) }));
  return {
    type: 'data_visualization',
    title: shorten(`Score by tool: ${topic.label}`, LIMITS.chartTitle),
    chart: { type: 'bar', series: [{ name: 'Score', data }], axis_config: { categories } },
  };
}

export function toolLines(topic: TopicDetail): string[] {
  const tools = best(topic);
  if (tools.length === 0) return ['The API names no tool.'];
  return tools.map(({ entity_name, score, mention_count }) => {
    const name = brief(entity_name, 'place') || 'Unnamed';
    return `${name}: ${given('score', score)}, ${count(mention_count, 'mention')}`;
  });
}

export function toolsNotShown({ entities }: TopicDetail): string | undefined {
  const others = entities.length - LIMITS.chartPoints;
  return others > 0 ? `${count(others, 'more tool')} not shown.` : undefined;
}

/** Names as labels of an axis: short, and no two alike, since Slack tells the points apart by them. */
export function distinctLabels(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const clean = rich(name) || 'Unnamed';
    let label = shorten(clean, LIMITS.chartLabel);
    for (let copy = 2; taken.has(label); copy++) {
      label = `${shorten(clean, LIMITS.chartLabel - ` ${copy}`.length)} ${copy}`;
    }
    taken.add(label);
    return label;
  });
}

/** Best score first, as many as one chart holds. */
function best({ entities }: TopicDetail): TopicDetail['entities'] {
  return entities.toSorted((a, b) => b.score - a.score).slice(0, LIMITS.chartPoints);
}
