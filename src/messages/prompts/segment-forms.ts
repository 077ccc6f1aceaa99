/** The forms behind a suggestion's buttons: what accepting it means, and every prompt that it applies to. */
import type { SegmentPrompt, Standing, SuggestionNews } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { brief } from '../lengths.ts';
import { type Form, type Part, paragraph, rows } from '../page.ts';
import { bold, lines, say, type Text } from '../text.ts';
import { appliesTo, applying } from './segment-suggestion.ts';

/** `posted`: the prompts that the post named. `metadata` comes back with the submission as private_metadata. */
export function acceptForm(
  news: SuggestionNews,
  { writes, posted }: Pick<Standing, 'writes'> & { posted: SuggestionNews['prompts'] },
  metadata: string,
): Form {
  const effect = writes.accept
    ? 'Accepting changes the dashboard. This can’t be undone.'
    : 'This only marks it here. The dashboard doesn’t change, and you can undo the mark.';
  return {
    id: VIEWS.suggestionAccept,
    title: 'Accept segment',
    submit: writes.accept ? 'Accept' : 'Mark accepted',
    carries: metadata,
    parts: [
      paragraph(lines(titleOf(news), brief(news.suggestion.description ?? '', 'reason'), effect)),
      ...promptLists(news.prompts, posted),
    ],
  };
}

export function previewForm(news: SuggestionNews, posted: SuggestionNews['prompts']): Form {
  return {
    id: ACTIONS.suggestionPreview,
    title: 'Suggested segment',
    carries: '',
    parts: [paragraph(titleOf(news)), ...promptLists(news.prompts, posted)],
  };
}

function titleOf({ suggestion, project }: SuggestionNews): Text {
  return say`${bold(`“${brief(suggestion.name, 'name')}”`)} for ${brief(project.name, 'project')}`;
}

/** Every prompt, those that it applies to first; how many the post named, where it `posted` other numbers. */
function promptLists(
  prompts: SuggestionNews['prompts'],
  posted: SuggestionNews['prompts'],
): (Part | undefined)[] {
  if (!prompts) return [paragraph(appliesTo(prompts))];
  const amount = (some: readonly SegmentPrompt[]) => `${applying(some).length} of ${some.length}`;
  const isOther = posted !== undefined && amount(posted) !== amount(prompts);
  const others = prompts.filter(({ applies }) => !applies);
  const rowsOf = (some: readonly SegmentPrompt[]) =>
    some.map(({ text }) => ({ text: say`• ${brief(text, 'quote') || 'Words not given'}` }));
  const heading = bold(`Applies to ${amount(prompts)} prompts`);
  return [
    rows(rowsOf(applying(prompts)), {
      heading: isOther ? say`${heading} now, ${amount(posted)} when it was posted` : heading,
    }),
    others.length > 0
      ? rows(rowsOf(others), { heading: bold(`Doesn’t apply to ${others.length}`) })
      : undefined,
  ];
}
