/** Answers /visibility suggestions content: what the API advises to do to be mentioned more. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import type { ContentSuggestion, SuggestionsStatus } from '../../visibility/assumed.ts';
import { utcMoment } from '../days.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import { notRead } from '../trouble-words.ts';
import { lookupAnswer } from './lookup.ts';

/** One page of the advice, of `total`; `status`: whether it is there, and of when; missing if unreadable. */
export function contentSuggestionsAnswer(
  project: ProjectRef,
  suggestions: readonly ContentSuggestion[],
  total: number,
  status: SuggestionsStatus | undefined,
): Message {
  const made = [
    status?.status && `Status: ${brief(status.status, 'place')}`,
    status?.generatedAt !== undefined && `made ${utcMoment(status.generatedAt)}`,
    !status && notRead(['their status']),
  ].filter((part) => part);
  return lookupAnswer({
    project,
    what: 'content suggestions',
    amount: total === 0 ? 'none yet' : count(total, 'suggestion'),
    note: made.length > 0 ? `${made.join(', ')}.` : undefined,
    rows: suggestions.map(({ title, description, kind, priority, status }) => ({
      title: brief(title ?? '', 'title') || 'Untitled suggestion',
      facts: [
        kind && brief(kind, 'place'),
        priority && `priority ${brief(priority, 'place')}`,
        status && brief(status, 'place'),
        description && brief(description, 'reason'),
      ],
    })),
  });
}
