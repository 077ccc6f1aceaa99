/** A topic's picture on each engine, and how all figures of a topic are written. */
import type { TopicDetail, TopicModelStat } from '../visibility/contract.ts';
import { type Column, figureLines, figures } from './figure-table.ts';
import { count, roundedBeside, sideBySide } from './figures.ts';
import { brief } from './lengths.ts';
import { perCent, shareOf } from './shares.ts';

/** Engines told of; the others are counted. */
const ENGINES_SHOWN = 12;

/** A topic that no answer gives as a reason has no standings: a score of 0 over no answers would be read as a bad one. */
export function ofAnswersGiven(topic: TopicDetail): TopicDetail {
  return topic.answer_count === 0 ? { ...topic, entities: [], by_model: [] } : topic;
}

/** How the figures of the topic, its engines and its tools, which are read side by side, are written. */
export function saidOf(topic: TopicDetail) {
  const { by_model, entities } = topic;
  const all = [topic, ...by_model];
  const scores = [...all.map(({ own_score }) => own_score), ...entities.map(({ score }) => score)];
  const rates = [...all.map((one) => one.own_mention_rate), ...entities.map((one) => one.mention_rate)];
  const ranks = [...all.map((one) => one.own_average_rank), ...entities.map((one) => one.average_rank)];
  const sentiments = [topic.own_avg_sentiment, ...entities.map(({ avg_sentiment }) => avg_sentiment)];
  return {
    score: sideBySide(scores),
    chartedScore: roundedBeside(scores),
    rate: shareOf(rates, ratesInPerCent(topic, rates)),
    averageRank: sideBySide(ranks),
    sentiment: sideBySide(sentiments),
  };
}

/**
 * How many per cent a rate of 1 is. The counts tell where they agree with the rates: of topics that are seldom mentioned no
 * rate may be above 1, though all are per cent, and a tool may be mentioned more than once in an answer.
 */
function ratesInPerCent({ answer_count, entities }: TopicDetail, rates: readonly number[]): number {
  const mentions = entities.reduce((sum, { mention_count }) => sum + mention_count, 0);
  const rated = entities.reduce((sum, { mention_rate }) => sum + mention_rate, 0);
  const whole = (rated * answer_count) / mentions;
  if (whole > 50 && whole < 200) return 1;
  return whole > 0.5 && whole < 2 ? 100 : perCent(rates);
}

/** "Gemini: score 53.2, mention rate 31 %, average rank 2.5, top competitor Globex" */
export function engineLines(topic: TopicDetail): string[] {
  if (topic.by_model.length === 0) return ['The API gave no figures by engine.'];
  const { score, rate, averageRank } = saidOf(topic);
  const rival: Column<TopicModelStat> = {
    heading: 'Top competitor',
    cell: ({ top_competitor }) => brief(top_competitor ?? '', 'place') || undefined,
  };
  const name = { heading: 'Engine', cell: nameOf };
  const columns = [
    figures<TopicModelStat>('Score', (row) => row.own_score, score),
    figures<TopicModelStat>('Mention rate', (row) => row.own_mention_rate, rate),
    figures<TopicModelStat>('Average rank', (row) => row.own_average_rank, averageRank),
    rival,
  ];
  return figureLines(name, columns, topic.by_model.slice(0, ENGINES_SHOWN));
}

export function enginesNotShown({ by_model }: TopicDetail): string | undefined {
  const others = by_model.length - ENGINES_SHOWN;
  return others > 0 ? `${count(others, 'more engine')} not shown.` : undefined;
}

function nameOf({ engine }: TopicModelStat): string {
  return brief(engine, 'place') || 'Unnamed engine';
}
