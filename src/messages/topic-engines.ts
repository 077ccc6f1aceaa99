/** A topic's picture on each engine: as a table, and as lines where a table is refused. */
import type { TableBlock } from '@slack/types';
import { rich } from '../slack/text.ts';
import type { TopicDetail } from '../visibility/contract.ts';
import { count, given, roundedBeside, sideBySide } from './figures.ts';
import { brief } from './lengths.ts';
import { shareOf } from './shares.ts';

/** Rows of the table; the other engines are counted. */
const ENGINES_SHOWN = 12;

const COLUMNS = [
  { heading: 'Engine', align: 'left' },
  { heading: 'Own score', align: 'right' },
  { heading: 'Mention rate', align: 'right' },
  { heading: 'Average rank', align: 'right' },
  { heading: 'Top competitor', align: 'left' },
] as const;

/** A topic that no answer gives as a reason has no standings: a score of 0 over no answers would be read as a bad one. */
export function ofAnswersGiven(topic: TopicDetail): TopicDetail {
  return topic.answer_count === 0 ? { ...topic, entities: [], by_model: [] } : topic;
}

/** Undefined if the API gave no engine. */
export function engineTable(topic: TopicDetail): TableBlock | undefined {
  if (topic.by_model.length === 0) return undefined;
  const { score, rate, averageRank } = saidOf(topic);
  const rows = shown(topic).map((row) => [
    nameOf(row.engine),
    score(row.own_score),
    rate(row.own_mention_rate),
    typeof row.own_average_rank === 'number' ? averageRank(row.own_average_rank) : 'none given',
    brief(row.top_competitor ?? '', 'place') || 'none given',
  ]);
  const headings = COLUMNS.map(({ heading }) => heading);
  return {
    type: 'table',
    rows: [headings, ...rows].map((row) => row.map((text) => ({ type: 'raw_text', text: rich(text) }))),
    column_settings: COLUMNS.map(({ align }) => ({ align })),
  };
}

/** How the figures of the topic, its engines and its tools, which are read side by side, are written. */
export function saidOf(topic: TopicDetail) {
  const all = [topic, ...topic.by_model];
  const scores = [...all.map(({ own_score }) => own_score), ...topic.entities.map(({ score }) => score)];
  return {
    score: sideBySide(scores),
    chartedScore: roundedBeside(scores),
    rate: shareOf(all.map(({ own_mention_rate }) => own_mention_rate)),
    averageRank: sideBySide(all.map(({ own_average_rank }) => own_average_rank)),
  };
}

export function engineLines(topic: TopicDetail): string[] {
  if (topic.by_model.length === 0) return ['The API gave no figures by engine.'];
  const { score, rate, averageRank } = saidOf(topic);
  return shown(topic).map((row) => {
    const rival = brief(row.top_competitor ?? '', 'place');
    const facts = [
      given('score', row.own_score, score),
      `mention rate ${rate(row.own_mention_rate)}`,
      given('average rank', row.own_average_rank, averageRank),
      rival ? `top competitor ${rival}` : 'no top competitor',
    ];
    return `${nameOf(row.engine)}: ${facts.join(', ')}`;
  });
}

export function enginesNotShown({ by_model }: TopicDetail): string | undefined {
  const others = by_model.length - ENGINES_SHOWN;
  return others > 0 ? `${count(others, 'more engine')} not shown.` : undefined;
}

function shown({ by_model }: TopicDetail): TopicDetail['by_model'] {
  return by_model.slice(0, ENGINES_SHOWN);
}

function nameOf(engine: string): string {
  return brief(engine, 'place') || 'Unnamed engine';
}
