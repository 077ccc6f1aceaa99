/** Answers /visibility topic: one topic's standing, by tool, by engine, and the answers that gave it as a reason. */
import type { ProjectRef } from '../../decision.ts';
import type { Message, MessageBlock } from '../../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import type { TopicDetail } from '../../visibility/contract.ts';
import { list } from '../budget.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { count, figure, given } from '../figures.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { engineLines, enginesNotShown, ofAnswersGiven, saidOf } from '../topic-engines.ts';
import { toolChart, toolLines, toolsNotShown, toolTable } from '../topic-tools.ts';

/** Snippets shown; the others are counted. */
const EVIDENCE_SHOWN = 3;

/** Characters of each list, so that all of them stand beside the head in one message. */
const LIST_CHARS = 2_000;

/** Beside figures of one day, such as an alert's, these would contradict them. */
export const SPAN_UNKNOWN = 'The API does not say of which days these figures are.';

export function topicAnswer(project: ProjectRef, read: TopicDetail): Message {
  const topic = ofAnswersGiven(read);
  const name = brief(project.name, 'project');
  const label = brief(topic.label, 'name') || 'unnamed';
  const facts = factsOf(topic);
  const title = joined([mrkdwn`*${name}: topic “${label}”*`, brief(topic.kind, 'place')], ' · ');
  const notShown = joined(
    [topic.answer_count > 0 && SPAN_UNKNOWN, toolsNotShown(topic), enginesNotShown(topic)],
    ' ',
  );
  const head = section(
    joined([title, brief(topic.description ?? '', 'reason'), facts.join(' · '), notShown], '\n'),
  );
  const [chart, table] = [toolChart({ topic, project }), toolTable({ topic, project })];
  const [tools, engines] = [toolLines({ topic, project }), engineLines(topic)];
  const byEngine = list(mrkdwn`*By engine*`, lines(engines), LIST_CHARS);
  return {
    text: fallback(
      summaryAround(label, (short) => `${name}, topic “${short}”: ${facts[0]}.`),
      [facts.length > 1 ? `${facts.slice(1).join(', ')}.` : '', ...tools, ...engines].filter(Boolean),
    ),
    blocks: [
      head,
      ...(chart && table ? [chart, table] : list(mrkdwn`*By tool*`, lines(tools), LIST_CHARS)),
      ...byEngine,
      ...evidence(topic),
    ],
    plainBlocks: [
      head,
      ...list(mrkdwn`*By tool*`, lines(tools), LIST_CHARS),
      ...byEngine,
      ...evidence(topic),
    ],
  };
}

function factsOf(topic: TopicDetail): string[] {
  const { score, rate, averageRank, sentiment } = saidOf(topic);
  if (topic.answer_count === 0) return ['no score: no answer gives this topic as a reason'];
  return [
    given('score', topic.own_score, score),
    given('rank among the tools', topic.overall_rank),
    `mention rate ${rate(topic.own_mention_rate)}`,
    given('average rank within an answer', topic.own_average_rank, averageRank),
    given('sentiment', topic.own_avg_sentiment, sentiment),
    `${count(topic.entity_count, 'tool')} named`,
    count(topic.answer_count, 'answer'),
  ];
}

function evidence({ evidence }: TopicDetail): MessageBlock[] {
  if (evidence.length === 0) return [section(mrkdwn`The API gave no evidence.`)];
  const quotes = evidence.slice(0, EVIDENCE_SHOWN).map(({ evidence, engine }) => {
    const source = brief(engine ?? '', 'place') || 'engine not given';
    return mrkdwn`• “${brief(evidence, 'quote')}” · ${source}`;
  });
  const others = evidence.length - quotes.length;
  const head = joined([mrkdwn`*What the answers say*`, others > 0 && `${figure(others)} more`], ' · ');
  return list(head, quotes, LIST_CHARS);
}

function lines(texts: readonly string[]): Mrkdwn[] {
  return texts.map((text) => mrkdwn`${text}`);
}
