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

/**
 * One page of the suggestions, of `total` that are not tracked; `tracked` is how many others are, which are left out. Not `isWhole`: the
 * tracked ones could not be read, so that some of these may be among them.
 */
export function promptSuggestionsAnswer(
  project: ProjectRef,
  suggestions: readonly PromptSuggestion[],
  { total, tracked, isWhole }: { total: number; tracked: number; isWhole: boolean },
): Message {
  const name = brief(project.name, 'project');
  const open = total === 0 ? 'no suggested prompts' : count(total, 'suggested prompt');
  const amount = [
    open,
    tracked > 0 && trackedAlready(total, tracked),
    !isWhole && 'not all tracked prompts could be read, so some may be tracked already',
  ]
    .filter(Boolean)
    .join(' · ');
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
        const trackable = value !== undefined && value.length <= LIMITS.buttonValue;
        return section(
          line,
          trackable ? button('Track', `Track “${title}”`, ACTIONS.promptTrackSuggested, value) : undefined,
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

/** "1 more is tracked already"; "3 are tracked already" where no other was suggested. */
function trackedAlready(total: number, tracked: number): string {
  return `${figure(tracked)}${total === 0 ? '' : ' more'} ${tracked === 1 ? 'is' : 'are'} tracked already`;
}
