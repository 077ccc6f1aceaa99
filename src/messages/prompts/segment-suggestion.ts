/** A segment that the API suggests, as its post shows it: what it is, what came of it, and the buttons that still make sense. */
import { carry } from '../../carried.ts';
import type { SegmentPrompt, Standing, SuggestionNews, SuggestionState } from '../../decision.ts';
import { ACTIONS } from '../actions.ts';
import { handleOf } from '../handle.ts';
import { brief, linkable } from '../lengths.ts';
import { actions, type Button, button, headline, type Page, paragraph } from '../page.ts';
import { beside, bold, capital, flexible, joined, lines, link, say, type Text, user } from '../text.ts';
import { clock, moment } from '../times.ts';

export function segmentSuggestionMessage(news: SuggestionNews, standing: Standing): Page {
  const { suggestion, project, prompts } = news;
  const of = brief(project.name, 'project');
  const name = brief(suggestion.name, 'name');
  const title = beside(bold(`New segment for ${of}: “${name}”`), handleOf(standing, suggestion.id));
  const outcome = suggestionOutcome(standing);
  return {
    summary: outcome
      ? say`${of}, segment “${flexible(name)}”: ${outcome}`
      : say`New segment for ${of}: “${flexible(name)}”`,
    parts: [
      headline(lines(title, outcome)),
      paragraph(joined([brief(suggestion.description ?? '', 'reason'), !outcome && appliesTo(prompts)], ' ')),
      actions([...decisionButtons(news, standing), previewButton(news)]),
    ],
  };
}

/** Accept and dismiss while it is open, and undo for a mark that changed nothing in the dashboard. */
export function decisionButtons(
  { suggestion, project }: SuggestionNews,
  { suggestion: state, writes }: Pick<Standing, 'suggestion' | 'writes'>,
  page?: number,
): Button[] {
  const name = brief(suggestion.name, 'prompt');
  const value = carry('suggestion', { project: project.id, suggestion: suggestion.id, page });
  if (state && isOnlyMarked(state))
    return [button(ACTIONS.suggestionUndo, 'Undo', `Undo mark: segment ${name}`, value)];
  if (state && state.status !== 'open') return [];
  const accept = writes.accept ? 'Accept' : 'Mark accepted';
  const confirm = {
    title: 'Dismiss this segment?',
    text: dismissWarning({ suggestion }, writes),
    confirm: writes.dismiss ? 'Dismiss' : 'Mark dismissed',
    deny: 'Keep it',
  };
  return [
    button(ACTIONS.suggestionAccept, `${accept}…`, `${accept}: segment ${name}`, value),
    button(ACTIONS.suggestionDismiss, 'Dismiss', `Dismiss: segment ${name}`, value, { confirm }),
  ];
}

/** What dismissing does, before it is done. */
export function dismissWarning(
  { suggestion }: Pick<SuggestionNews, 'suggestion'>,
  writes: Standing['writes'],
): string {
  const name = brief(suggestion.name, 'prompt');
  return writes.dismiss
    ? `“${name}” is dismissed in the dashboard too. This can’t be undone.`
    : `“${name}” is only marked here. The dashboard doesn’t change, and you can undo the mark.`;
}

function previewButton({ suggestion, project, prompts = [] }: SuggestionNews): Button | undefined {
  if (prompts.length === 0) return undefined;
  const many = applying(prompts).length || prompts.length;
  return button(
    ACTIONS.suggestionPreview,
    many === 1 ? 'See it' : `See all ${many}`,
    `${many === 1 ? 'See it, the prompt' : `See all ${many} prompts`} of segment ${brief(suggestion.name, 'prompt')}`,
    carry('suggestion', { project: project.id, suggestion: suggestion.id }),
  );
}

/** Examples named in a sentence. */
const EXAMPLES = 2;

export function applying(prompts: readonly SegmentPrompt[]): SegmentPrompt[] {
  return prompts.filter(({ applies }) => applies);
}

/** "Applies to *12 of 20* prompts, e.g. “k8s cost alerts”, “cut aws bill”."; `then`: said later of when it was posted. */
export function appliesTo(prompts: SuggestionNews['prompts'], then?: 'then'): Text {
  if (!prompts) return say`Which prompts it ${then ? 'applied' : 'applies'} to couldn’t be read.`;
  if (prompts.length === 0)
    return then
      ? say`No prompts were tracked when it was posted.`
      : say`You track no prompts it could apply to.`;
  const some = applying(prompts);
  const amount = bold(`${some.length || 'none'} of ${prompts.length}`);
  const begins = then ? 'When it was posted, it applied to' : 'Applies to';
  const examples = some.slice(0, EXAMPLES).map(({ text }) => `“${brief(text, 'prompt')}”`);
  const named = examples.length > 0 && `${some.length > EXAMPLES ? ', e.g.' : ':'} ${examples.join(', ')}`;
  return say`${begins} ${amount} prompts${named}.`;
}

/** "✅ Accepted by @Ana at 10:04."; undefined while the suggestion is open. */
export function suggestionOutcome({
  suggestion,
  dashboardUrl,
}: Pick<Standing, 'suggestion' | 'dashboardUrl'>): Text | undefined {
  if (!suggestion || suggestion.status === 'open') return undefined;
  const { status, by, at, written } = suggestion;
  const isMark = isOnlyMarked(suggestion);
  const isSure = written === 'confirmed' || by === undefined;
  const sign = isSure && status === 'accepted' && '✅ ';
  const verb = capital(isMark ? `marked ${status}` : status);
  const who = by === undefined ? 'in the dashboard' : say`by ${user(by)}`;
  // What happened elsewhere may be days old.
  const when = at !== undefined && (by === undefined ? say` on ${moment(at)}` : say` at ${clock(at)}`);
  const waiting = written === 'waiting' && ', waiting for the API to confirm';
  const finish = isMark && dashboardUrl !== undefined && link(linkable(dashboardUrl), 'Finish there');
  return joined(
    [say`${sign}${verb} ${who}${when}${waiting}.`, isMark && whyOnlyMarked(suggestion), finish],
    ' ',
  );
}

/** Whether it is so in Slack alone, and can be taken back there. */
function isOnlyMarked({ status, written }: SuggestionState): boolean {
  return status !== 'open' && (written === 'off' || written === 'failed' || written === 'unsent');
}

function whyOnlyMarked({ status, written, apiStatus }: SuggestionState): string {
  const doing = status === 'accepted' ? 'accepting' : 'dismissing';
  if (written === 'off') return `The dashboard hasn’t changed: ${doing} there isn’t set up.`;
  if (written === 'unsent') return 'The dashboard hasn’t changed: nothing was sent to the API.';
  // Where no answer came, the write may have arrived all the same.
  if (apiStatus === undefined) return 'The dashboard may not have changed: the API didn’t answer.';
  return `The dashboard hasn’t changed: the API answered ${apiStatus}.`;
}
