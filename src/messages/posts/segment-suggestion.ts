/** Draws a segment suggestion: what it is, what came of it, and the buttons that still make sense. */
import type { Button } from '@slack/types';
import type { Standing, SuggestionNews } from '../../decision.ts';
import { ACTIONS, LIMITS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { joined, mrkdwn, plainText } from '../../slack/text.ts';
import { fallback, summaryAround } from '../fallback.ts';
import { handleOf } from '../handle.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { appliesTo, appliesToInWords, applying } from '../segment-prompts.ts';
import { isOnlyMarked, suggestionOutcome, suggestionOutcomeInWords } from '../suggestion-outcome.ts';

export function segmentSuggestionMessage(news: SuggestionNews, standing: Standing): Message {
  const { suggestion, project } = news;
  const [projectName, name] = [brief(project.name, 'project'), brief(suggestion.name, 'name')];
  const head = mrkdwn`*New segment suggested for ${projectName}: “${name}”*`;
  const isOpen = (standing.suggestion?.status ?? 'open') === 'open';
  const facts = joined([brief(suggestion.description ?? '', 'reason'), isOpen && appliesTo(news)], ' ');
  const lines = [
    joined([head, handleOf(standing, suggestion.id)], ' · '),
    facts,
    suggestionOutcome(standing),
  ];
  const elements = buttons(news, standing);
  const blocks: MessageBlock[] = [section(joined(lines, '\n'))];
  if (elements.length > 0) blocks.push({ type: 'actions', elements });
  const end = suggestionOutcomeInWords(standing);
  const say = (title: string) =>
    end
      ? `${projectName}: segment “${title}”. ${end}`
      : `${projectName}: new segment suggested, “${title}”. ${appliesToInWords(news)}`;
  const rest = brief(suggestion.description ?? '', 'reason');
  return { text: fallback(summaryAround(name, say), rest ? [rest] : []), blocks };
}

/** What a button of a suggestion carries, as JSON. `page`: of the private list that it stands in; none on a post. */
export type SuggestionRef = { project: string; suggestion: string; page?: number | undefined };

function buttons(news: SuggestionNews, standing: Standing): Button[] {
  const { suggestion, project, prompts = [] } = news;
  const decide = decisionButtons(news, standing);
  if (prompts.length === 0) return decide;
  const ref: SuggestionRef = { project: project.id, suggestion: suggestion.id };
  const many = applying(prompts).length || prompts.length;
  const label = many === 1 ? 'See it' : `See all ${many}`;
  const spoken = `See ${many === 1 ? 'the prompt' : `all ${many} prompts`}: segment ${brief(suggestion.name, 'prompt')}`;
  return [...decide, button(label, spoken, ACTIONS.suggestionPreview, JSON.stringify(ref))];
}

/** Accept and dismiss while it is open, and undo for a mark that changed nothing in the dashboard. */
export function decisionButtons(
  news: SuggestionNews,
  standing: Pick<Standing, 'suggestion' | 'writes'>,
  page?: number,
): Button[] {
  const { suggestion, project } = news;
  const name = brief(suggestion.name, 'prompt');
  const ref: SuggestionRef = { project: project.id, suggestion: suggestion.id, page };
  const make = (label: string, spoken: string, actionId: string) =>
    button(label, `${spoken} ${name}`, actionId, JSON.stringify(ref));

  const { suggestion: state } = standing;
  const all: Button[] = [];
  if (!state || state.status === 'open') {
    const accept = standing.writes.accept ? 'Accept' : 'Mark accepted';
    all.push(make(`${accept}…`, `${accept}: segment`, ACTIONS.suggestionAccept));
    all.push({
      ...make('Dismiss', 'Dismiss: segment', ACTIONS.suggestionDismiss),
      confirm: askFirst(news, standing),
    });
  } else if (isOnlyMarked(state)) {
    all.push(make('Undo mark', 'Undo mark: segment', ACTIONS.suggestionUndo));
  }
  return all;
}

/** The API's document knows no way back from a dismissal, so it is asked for twice. */
function askFirst(
  { suggestion }: SuggestionNews,
  { writes }: Pick<Standing, 'writes'>,
): NonNullable<Button['confirm']> {
  const name = brief(suggestion.name, 'prompt');
  const what = writes.dismiss
    ? `“${name}” is dismissed in the dashboard too. No operation is known that takes it back.`
    : `“${name}” is only marked here. The dashboard is not changed, and the mark can be undone.`;
  return {
    title: plainText('Dismiss this segment?', LIMITS.confirmTitle),
    text: plainText(what, LIMITS.confirmText),
    confirm: plainText(writes.dismiss ? 'Dismiss' : 'Mark dismissed', LIMITS.confirmButton),
    deny: plainText('Keep it', LIMITS.confirmButton),
  };
}
