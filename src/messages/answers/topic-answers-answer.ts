/** Answers /visibility answers: what engines said where a topic appeared. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import type { TopicAnswer } from '../../visibility/assumed.ts';
import { latest } from '../api-counts.ts';
import { dayAt } from '../days.ts';
import { brief } from '../lengths.ts';
import { readAnswer } from '../run-buttons.ts';
import { lookupAnswer } from './lookup.ts';

/** One page of the answers, of `total` that the API gave where no limit was named. */
export function topicAnswersAnswer(
  project: ProjectRef,
  topic: string,
  answers: readonly TopicAnswer[],
  total: number,
): Message {
  return lookupAnswer({
    project,
    what: `answers on “${brief(topic, 'name')}”`,
    amount: total === 0 ? 'the API has none yet' : `${latest(total, 'answer')}, newest first`,
    rows: answers.map(({ engine, prompt, evidence, text, createdAt, promptRunId }) => ({
      title: `“${brief(evidence ?? text ?? '', 'quote') || 'answer not given'}”`,
      facts: [
        brief(engine ?? '', 'place') || 'engine not given',
        prompt !== undefined && `to “${brief(prompt, 'prompt')}”`,
        createdAt !== undefined && dayAt(createdAt, 'UTC'),
      ],
      button: readAnswer(project, promptRunId, { engine, prompt }),
    })),
  });
}
