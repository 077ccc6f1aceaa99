/** Answers /visibility why S9: what a suggestion is, why it was posted, and what came of it. */
import type { ProjectRef, Standing, SuggestionNews } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { brief } from '../lengths.ts';
import { appliesTo, appliesToInWords } from '../segment-prompts.ts';
import { suggestionOutcome, suggestionOutcomeInWords } from '../suggestion-outcome.ts';
import { decidedPostLine, SHOWN, SPOKEN, type WhyPost } from './why-post-line.ts';

export type WhySuggestion = {
  project: ProjectRef;
  /** As it was when it was posted. */
  news: SuggestionNews;
  handle: string;
  standing: Standing;
  posts: readonly (WhyPost & { channel: string })[];
  now: number;
};

const RULE = 'Rule: a segment that the API lists as open is posted once, by the first poll that brings it.';

export function whySuggestionAnswer({ project, news, handle, standing, posts, now }: WhySuggestion): Message {
  const { name, description = '' } = news.suggestion;
  const of = brief(project.name, 'project');
  const lines = [
    description && mrkdwn`${brief(description, 'reason')}`,
    mrkdwn`${RULE}`,
    appliesTo(news, 'later'),
    ...posts.map((post) => decidedPostLine(SHOWN, post, now)),
    mrkdwn`Now: ${suggestionOutcome(standing) ?? 'open.'}`,
  ];
  return {
    text: fallback(
      summaryAround(name, (short) => `${handle} is a suggestion for ${of}: segment “${short}”.`),
      [
        RULE,
        appliesToInWords(news, 'later'),
        ...posts.map((post) => decidedPostLine(SPOKEN, post, now)),
        suggestionOutcomeInWords(standing) ?? 'It is open.',
      ],
    ),
    blocks: list(
      joined([mrkdwn`*${handle}*`, 'a suggestion', mrkdwn`segment “${brief(name, 'name')}”`, of], ' · '),
      lines.flatMap((line) => (line ? mrkdwn`• ${line}` : [])),
    ),
  };
}
