/** Answers /visibility topics: one line for each topic, in the API's order. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, type Mrkdwn, mrkdwn } from '../../slack/text.ts';
import type { Listing, Topic } from '../../visibility/assumed.ts';
import { listed } from '../api-counts.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { count, given, sideBySide } from '../figures.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';

export function topicsAnswer(
  project: ProjectRef,
  topics: readonly Topic[] & Pick<Listing<Topic>, 'rest'>,
): Message {
  const name = brief(project.name, 'project');
  const amount =
    topics.length === 0 ? 'The API has no topics yet.' : listed(topics.length, 'topic', topics.rest);
  const head = mrkdwn`*${name} topics* · ${amount}`;
  const say = sideBySide(topics.map(({ score }) => score));
  const lines = topics.map((topic) => ({ label: labelOf(topic), facts: factsOf(topic, say) }));
  return {
    text: fallback(
      `${name} topics: ${amount}`,
      lines.map(({ label, facts }) => [label, ...facts].join(', ')),
    ),
    blocks: topics.length === 0 ? [section(head)] : list(head, lines.map(line)),
  };
}

function line({ label, facts }: { label: string; facts: string[] }): Mrkdwn {
  return joined([mrkdwn`*${label}*`, ...facts], ' · ');
}

function labelOf({ label }: Topic): string {
  return brief(label ?? '', 'name') || 'Unnamed topic';
}

function factsOf({ kind, score, rank, answers }: Topic, say: (score: number) => string): string[] {
  return [
    given('score', score, say),
    given('rank', rank),
    answers === undefined ? 'answers not counted' : count(answers, 'answer'),
    ...(kind === undefined ? [] : [brief(kind, 'place')]),
  ];
}
