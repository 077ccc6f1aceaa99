/** Which tracked prompts a suggested segment would apply to: in a few words, and in full for the modals. */
import type { SectionBlock } from '@slack/types';
import type { SegmentPrompt, SuggestionNews } from '../decision.ts';
import { type Mrkdwn, mrkdwn } from '../slack/text.ts';
import { list } from './budget.ts';
import { section } from './layout.ts';
import { brief } from './lengths.ts';

/** Examples named in the message. */
const EXAMPLES = 2;

/** Characters of each of the two lists. */
const LIST_CHARS = 4_000;

const UNREADABLE = 'Which prompts it would apply to could not be read.';

export function applying(prompts: readonly SegmentPrompt[]): SegmentPrompt[] {
  return prompts.filter(({ applies }) => applies);
}

/** In an answer that comes later, when the tracked prompts may be others. */
const POSTED = 'when it was posted';

/** "Would apply to *12 of 20* tracked prompts, e.g. “k8s cost alerts”, “cut aws bill”."; `later`: in a later answer. */
export function appliesTo(news: SuggestionNews, later?: 'later'): Mrkdwn {
  const { prompts = [] } = news;
  const some = applying(prompts);
  if (some.length === 0) return mrkdwn`${appliesToInWords(news, later)}`;
  const examples = some.slice(0, EXAMPLES).map(({ text }) => `“${brief(text, 'prompt')}”`);
  return mrkdwn`Would apply to *${some.length} of ${prompts.length}* tracked prompts${later ? mrkdwn` ${POSTED}` : ''}${some.length > examples.length ? ', e.g.' : ':'} ${examples.join(', ')}.`;
}

/** The same without examples, for those who listen. */
export function appliesToInWords({ prompts }: SuggestionNews, later?: 'later'): string {
  if (!prompts) return UNREADABLE;
  const then = later ? ` ${POSTED}` : '';
  if (prompts.length === 0)
    return `No prompts ${later ? 'were' : 'are'} tracked${then} that it could apply to.`;
  const some = applying(prompts).length || 'none';
  return `Would apply to ${some} of ${prompts.length} tracked prompts${then}.`;
}

/** Every prompt, those that it applies to first; how many the post named, where it `posted` other numbers. */
export function promptSections(
  prompts: readonly SegmentPrompt[] | undefined,
  posted: readonly SegmentPrompt[] | undefined,
): SectionBlock[] {
  if (!prompts) return [section(mrkdwn`${UNREADABLE}`)];
  const amount = (some: readonly SegmentPrompt[]) => `${applying(some).length} of ${some.length}`;
  const head =
    posted === undefined || amount(posted) === amount(prompts)
      ? mrkdwn`*Applies to ${amount(prompts)} tracked prompts*`
      : mrkdwn`*Applies to ${amount(prompts)} tracked prompts now*; ${amount(posted)} ${POSTED}`;
  const others = prompts.filter(({ applies }) => !applies);
  const lines = (some: readonly SegmentPrompt[]) => some.map(({ text }) => mrkdwn`• ${brief(text, 'quote')}`);
  return [
    ...list(head, lines(applying(prompts)), LIST_CHARS),
    ...(others.length > 0
      ? list(mrkdwn`*Does not apply to ${others.length}*`, lines(others), LIST_CHARS)
      : []),
  ];
}
