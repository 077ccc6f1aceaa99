/** Says in the form that a suggestion was accepted; how the API took it stands in the channel. */
import type { SuggestionNews } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';

export function suggestionAccepted({ suggestion, project }: SuggestionNews): Message {
  const what = brief(suggestion.name, 'name');
  const where = `for ${brief(project.name, 'project')} is accepted. What the API said to it stands in the channel.`;
  return {
    text: fallback(`“${what}” ${where}`),
    blocks: [section(mrkdwn`*“${what}”* ${where}`)],
  };
}
