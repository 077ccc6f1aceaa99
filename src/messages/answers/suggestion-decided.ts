/** Says to whoever decided on a suggestion what came of it. */
import type { Standing, SuggestionNews } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import { fallback } from '../fallback.ts';
import { section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { suggestionOutcome, suggestionOutcomeInWords } from '../suggestion-outcome.ts';

export function suggestionDecided(
  { suggestion, project }: Pick<SuggestionNews, 'suggestion' | 'project'>,
  standing: Pick<Standing, 'suggestion' | 'dashboardUrl'>,
): Message {
  const what = brief(suggestion.name, 'name');
  const where = `for ${brief(project.name, 'project')}`;
  return {
    text: fallback(`“${what}” ${where}: ${suggestionOutcomeInWords(standing) ?? 'open again.'}`),
    blocks: [
      section(
        joined([mrkdwn`*“${what}”* ${where}`, suggestionOutcome(standing) ?? mrkdwn`Open again.`], '\n'),
      ),
    ],
  };
}
