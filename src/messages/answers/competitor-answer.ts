/** Answers /visibility competitor: how another tool stands, by engine and by topic. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import type { CompetitorDetail } from '../../visibility/assumed.ts';
import { barChart } from '../bar-chart.ts';
import { list } from '../budget.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { count, given, sideBySide } from '../figures.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { shareOf } from '../shares.ts';

/** Characters of each list, so that both stand beside the head in one message. */
const LIST_CHARS = 3_000;

/** `asked`: the name that it was looked up by, for an API that does not repeat it. */
export function competitorAnswer(project: ProjectRef, asked: string, detail: CompetitorDetail): Message {
  const name = brief(detail.name ?? asked, 'name');
  const engines = detail.byEngine ?? [];
  const topics = detail.topics ?? [];
  const share = shareOf([detail.mentionRate, ...engines.map(({ mentionRate }) => mentionRate)]);
  const rate = (value: number | undefined) =>
    value !== undefined && `mentioned in ${share(value)} of answers`;
  const beside = [detail, ...engines];
  const scores = [...beside, ...topics].map(({ score }) => score);
  const scored = sideBySide(scores);
  const ranked = sideBySide(beside.map(({ averageRank }) => averageRank));
  const facts = [
    given('score', detail.score, scored),
    rate(detail.mentionRate),
    given('average rank', detail.averageRank, ranked),
    given('sentiment', detail.sentiment),
    detail.mentions !== undefined && count(detail.mentions, 'mention'),
  ].filter((fact) => fact !== false);
  const engineLines = engines.map(({ engine, score, mentionRate, averageRank }) =>
    [
      brief(engine ?? '', 'place') || 'Unnamed engine',
      given('score', score, scored),
      rate(mentionRate),
      given('average rank', averageRank, ranked),
    ]
      .filter((fact) => fact !== false)
      .join(' · '),
  );
  const topicLines = topics.map(
    ({ label, score }) =>
      `${brief(label ?? '', 'name') || 'Unnamed topic'} · ${given('score', score, scored)}`,
  );
  const head = section(
    joined([mrkdwn`*${name}* beside ${brief(project.name, 'project')}`, facts.join(' · ')], '\n'),
  );
  const lists = [
    ...list(
      mrkdwn`*By engine*`,
      engineLines.map((text) => mrkdwn`• ${text}`),
      LIST_CHARS,
    ),
    ...list(
      mrkdwn`*By topic*`,
      topicLines.map((text) => mrkdwn`• ${text}`),
      LIST_CHARS,
    ),
  ];
  const chart = barChart(
    `${name} by topic`,
    'Score',
    topics.flatMap(({ label, score }) =>
      label === undefined || score === undefined ? [] : [{ label, value: score }],
    ),
    scores,
  );
  return {
    text: fallback(
      summaryAround(name, (short) => `${short}: ${facts.join(', ')}.`),
      [...engineLines, ...topicLines],
    ),
    blocks: chart ? [head, ...lists, chart] : [head, ...lists],
    ...(chart && { plainBlocks: [head, ...lists] }),
  };
}
