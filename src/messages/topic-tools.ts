/** The standing of each tool within one topic: as Slack's own bar chart, and as lines where that is refused. */
import type { ProjectRef } from '../decision.ts';
import { isOwn } from '../own-brand.ts';
import { type DataVisualizationBlock, LIMITS } from '../slack/blocks.ts';
import { rich, shorten } from '../slack/text.ts';
import type { TopicDetail } from '../visibility/contract.ts';
import { count, given } from './figures.ts';
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
  const categories = distinctLabels(
    tools.map((tool) => tool.entity_name),
    tools.map((tool) => (isOwn(tool, project.name) ? YOU : '')),
  );
  const { chartedScore: rounded } = saidOf(topic);
  const data = tools.map(({ score }, i) => ({ label: categories[i] ?? '', value: rounded(score) }));
  return {
    type: 'data_visualization',
    title: shorten(`Score by tool: ${topic.label}`, LIMITS.chartTitle),
    chart: { type: 'bar', series: [{ name: 'Score', data }], axis_config: { categories } },
  };
}

export function toolLines({ topic, project }: OwnTopic): string[] {
  const tools = best({ topic, project });
  if (tools.length === 0) return ['The API names no tool.'];
  const { score: say } = saidOf(topic);
  return tools.map((tool) => {
    const name = `${brief(tool.entity_name, 'place') || 'Unnamed'}${isOwn(tool, project.name) ? YOU : ''}`;
    return `${name}: ${given('score', tool.score, say)}, ${count(tool.mention_count, 'mention')}`;
  });
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
  const own = all.findIndex((tool) => isOwn(tool, project.name));
  const last = LIMITS.chartPoints - 1;
  return own > last ? [...all.slice(0, last), ...all.slice(own, own + 1)] : all.slice(0, LIMITS.chartPoints);
}
