/** Answers /visibility topics: one line for each topic, in the API's order. */
import type { ProjectRef } from '../../decision.ts';
import type { Listing, Topic } from '../../visibility/assumed.ts';
import { listed } from '../api-counts.ts';
import { count, given, sideBySide } from '../figures.ts';
import { brief } from '../lengths.ts';
import { headline, type Page, rows } from '../page.ts';
import { beside, bold, say } from '../text.ts';

export function topicsAnswer(
  project: ProjectRef,
  topics: readonly Topic[] & Pick<Listing<Topic>, 'rest'>,
): Page {
  const name = brief(project.name, 'project');
  const amount =
    topics.length === 0 ? 'The API has no topics yet.' : listed(topics.length, 'topic', topics.rest);
  const score = sideBySide(topics.map((topic) => topic.score));
  return {
    summary: say`${name} topics: ${amount}`,
    parts: [
      headline(beside(bold(`${name} topics`), amount)),
      rows(topics.map((topic) => ({ text: beside(bold(labelOf(topic)), ...factsOf(topic, score)) }))),
    ],
  };
}

function labelOf({ label }: Topic): string {
  return brief(label ?? '', 'name') || 'Unnamed topic';
}

function factsOf({ kind, score, rank, answers }: Topic, figure: (score: number) => string): string[] {
  return [
    given('score', score, figure),
    given('rank', rank),
    answers === undefined ? 'answers not counted' : count(answers, 'answer'),
    brief(kind ?? '', 'place'),
  ];
}
