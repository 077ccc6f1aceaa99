/** The line on one engine in an answer about a topic, and the figures for programs. */
import type { Figure } from '../../ask/plan.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import { matchOwnBrand } from '../../words/own-brand.ts';
import { dropFloatNoise, percentFactor } from '../figures.ts';
import { brief } from '../lengths.ts';
import { formatsOf, withoutEmptyStandings } from '../lookups/topics.ts';
import { type Part, paragraph } from '../page.ts';
import { beside, bold, say } from '../text.ts';

/** "On Gemini: score 35.3 · mention rate 41 % · top competitor Globex", or that the API gives no figures there. */
export function topicOnEngine(read: TopicDetail, engine: string): Part | undefined {
  const topic = withoutEmptyStandings(read);
  const { score, rate, averageRank } = formatsOf(topic);
  const name = brief(engine, 'place');
  const row = engineIn(topic, engine);
  if (!row) return paragraph(`The API gives no figures for this topic on ${name}.`);
  return paragraph(
    beside(
      say`${bold(`On ${name}`)}: score ${score(row.own_score)}`,
      `mention rate ${rate(row.own_mention_rate)}`,
      row.own_average_rank != null && `average rank ${averageRank(row.own_average_rank)}`,
      row.top_competitor ? `top competitor ${brief(row.top_competitor, 'place')}` : undefined,
    ),
  );
}

/** Figures of the brand and every tool, and of the brand on `engines`. */
export function topicFigures(read: TopicDetail, brand: string, engines: readonly string[] = []): Figure[] {
  const topic = withoutEmptyStandings(read);
  if (topic.answer_count === 0) return [];
  const about = ` on “${topic.label}”`;
  const rates = [topic.own_mention_rate, ...topic.entities.map(({ mention_rate }) => mention_rate)];
  const times = percentFactor(rates);
  const answers = topic.answer_count;
  const isOwn = matchOwnBrand(topic.entities, brand);
  return [
    ...engines.flatMap((engine) => {
      const row = engineIn(topic, engine);
      return row ? { name: `score${about} on ${engine}`, value: row.own_score, unit: 'points' } : [];
    }),
    { name: `score${about}`, value: topic.own_score, unit: 'points', answers },
    {
      name: `mention rate${about}`,
      value: dropFloatNoise(topic.own_mention_rate * times),
      unit: '%',
      answers,
    },
    ...topic.entities
      .filter((tool) => !isOwn(tool))
      .map((tool) => ({
        name: `score of ${tool.entity_name}${about}`,
        value: tool.score,
        unit: 'points',
        answers,
      })),
  ];
}

function engineIn({ by_model }: TopicDetail, engine: string) {
  return by_model.find((row) => row.engine.toLowerCase() === engine.toLowerCase());
}
