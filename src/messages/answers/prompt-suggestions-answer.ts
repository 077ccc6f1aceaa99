/** Answers /visibility suggestions prompts: prompts that the API would track, each with the button that does. */
import type { ProjectRef } from '../../decision.ts';
import { ACTIONS, LIMITS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { joined, mrkdwn } from '../../slack/text.ts';
import type { PromptSuggestion } from '../../visibility/assumed.ts';
import { withRowsThatFit } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** One page of the suggestions, of `total`. */
export function promptSuggestionsAnswer(
  project: ProjectRef,
  suggestions: readonly PromptSuggestion[],
  total: number,
): Message {
  const name = brief(project.name, 'project');
  const amount = total === 0 ? 'no suggested prompts' : count(total, 'suggested prompt');
  const rows = suggestions.map(({ text, category, reason }) => ({
    title: brief(text ?? '', 'quote') || 'Words not given',
    facts: [category && brief(category, 'place'), reason && brief(reason, 'reason')].filter((fact) => fact),
    value: text === undefined ? undefined : JSON.stringify({ project: project.id, prompt: text }),
  }));
  return {
    text: fallback(
      `${name}: ${amount}.`,
      rows.map(({ title, facts }) => [`“${title}”`, ...facts].join(' · ')),
    ),
    blocks: withRowsThatFit<MessageBlock>(
      rows.map(({ title, facts, value }) => {
        const line = joined([mrkdwn`“${title}”`, facts.join(' · ')], '\n');
        const tracked = value !== undefined && value.length <= LIMITS.buttonValue;
        return section(
          line,
          tracked ? button('Track', `Track “${title}”`, ACTIONS.promptTrackSuggested, value) : undefined,
        );
      }),
      (shown) => {
        const cut = rows.length - shown.length;
        const head = joined(
          [mrkdwn`*${name}* · ${amount}`, cut > 0 && `${figure(cut)} do not fit here`],
          ' · ',
        );
        return [section(head), ...shown];
      },
    ),
  };
}
