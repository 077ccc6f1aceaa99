/** Answers /visibility prompts: the tracked prompts of a project, in the API's order. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import type { Prompt, Rest } from '../../visibility/assumed.ts';
import { listed } from '../api-counts.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';

/**
 * One page of `total` prompts. `search`: they are those that hold these words, of so many. `rest`: the API gave no more of
 * its list than that.
 */
export function promptsAnswer(
  project: ProjectRef,
  prompts: readonly Prompt[],
  total: number,
  search?: { words: string; of: number },
  rest?: Rest,
): Message {
  const name = brief(project.name, 'project');
  const amount =
    total === 0
      ? 'no prompts are tracked'
      : search
        ? `${figure(total)} of ${rest ? `the ${listed(search.of, 'prompt', rest)}` : figure(search.of)} hold “${brief(search.words, 'quote')}”`
        : rest
          ? `the ${listed(total, 'prompt', rest)}`
          : `${count(total, 'prompt')} tracked`;
  const lines = prompts.map(line);
  return {
    text: fallback(`${name}: ${amount}.`, lines),
    blocks: list(
      mrkdwn`*${name} prompts* · ${amount}`,
      lines.map((text) => mrkdwn`• ${text}`),
    ),
  };
}

function line({ text, category, active }: Prompt): string {
  const facts = [
    brief(text ?? '', 'title') || 'text not given',
    category !== undefined && brief(category, 'place'),
    active === false && 'not active',
  ];
  return facts.filter((fact) => fact !== false).join(' · ');
}
