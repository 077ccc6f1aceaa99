/** How the figures of one topic are written, wherever they are read side by side: its own, its engines’ and its tools’. */
import type { TopicDetail } from '../../visibility/contract.ts';
import { perCent, roundedBeside, shareOf, sideBySide } from '../figures.ts';

/** Beside figures of one day, such as an alert's, these would contradict them. */
export const SPAN_UNKNOWN = 'The API doesn’t say which days these figures cover.';

/** A topic that no answer gives as a reason has no standings: a score of 0 over no answers would be read as a bad one. */
export function ofAnswersGiven(topic: TopicDetail): TopicDetail {
  return topic.answer_count === 0 ? { ...topic, entities: [], by_model: [] } : topic;
}

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
