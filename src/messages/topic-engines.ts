/** A topic's picture on each engine: as a table, and as lines where a table is refused. */
import type { TableBlock } from '@slack/types';
import { rich } from '../slack/text.ts';
import type { TopicDetail } from '../visibility/contract.ts';
import { count, figure, given } from './figures.ts';
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

/** Undefined if the API gave no engine. */
export function engineTable(topic: TopicDetail): TableBlock | undefined {
  if (topic.by_model.length === 0) return undefined;
  const rate = rateOf(topic);
  const rows = shown(topic).map((row) => [
    nameOf(row.engine),
    figure(row.own_score),
    rate(row.own_mention_rate),
    typeof row.own_average_rank === 'number' ? figure(row.own_average_rank) : 'none given',
    brief(row.top_competitor ?? '', 'place') || 'none given',
  ]);
  const headings = COLUMNS.map(({ heading }) => heading);
  return {
    type: 'table',
    rows: [headings, ...rows].map((row) => row.map((text) => ({ type: 'raw_text', text: rich(text) }))),
    column_settings: COLUMNS.map(({ align }) => ({ align })),
  };
}

/** One scale for the topic and its engines, which are read side by side. */
export function rateOf({ own_mention_rate: own, by_model: engines }: TopicDetail): (rate: number) => string {
  return shareOf([own, ...engines.map(({ own_mention_rate: rate }) => rate)]);
}

export function engineLines(topic: TopicDetail): string[] {
  if (topic.by_model.length === 0) return ['The API gave no figures by engine.'];
  const rate = rateOf(topic);
  return shown(topic).map((row) => {
    const rival = brief(row.top_competitor ?? '', 'place');
    const facts = [
      given('score', row.own_score),
      `mention rate ${rate(row.own_mention_rate)}`,
      given('average rank', row.own_average_rank),
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
