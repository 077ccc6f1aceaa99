/** A suggested segment: its post, outcome, buttons and forms, and the answers about it. */
import { carry } from '../../carried.ts';
import type { ProjectRef, SegmentPrompt, Standing, SuggestionNews, SuggestionState } from '../../decision.ts';
import { handleOf } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { tabs } from '../answer-controls.ts';
import { count, figure } from '../figures.ts';
import { brief, linkable } from '../lengths.ts';
import type { Button, Form, Page, Row } from '../page.ts';
import { actions, button, form, headline, note, page, paragraph, rows, section } from '../page.ts';
import type { Text } from '../text.ts';
import { beside, bold, capitalize, flexible, join, lines, link, say, user } from '../text.ts';
import { moment } from '../times.ts';
import { describeDecidedPost, type WhyPost } from '../trouble-words.ts';
import { SUGGESTIONS } from './prompts.ts';

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
      paragraph(join([brief(suggestion.description ?? '', 'reason'), !outcome && appliesTo(prompts)], ' ')),
      actions([...decisionButtons(news, standing), previewButton(news)]),
    ],
  };
}

function decisionButtons(
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

export function dismissWarning(
  { suggestion }: Pick<SuggestionNews, 'suggestion'>,
  writes: Standing['writes'],
): string {
  const name = brief(suggestion.name, 'prompt');
  return writes.dismiss
    ? `This also dismisses “${name}” in the dashboard. It can’t be undone.`
    : `This only marks “${name}” here. The dashboard doesn’t change, and you can undo the mark.`;
}

function previewButton({ suggestion, project, prompts = [] }: SuggestionNews): Button | undefined {
  if (prompts.length === 0) return undefined;
  const many = applicablePrompts(prompts).length || prompts.length;
  const label = ['See its prompt', 'See both prompts'][many - 1] ?? `See all ${many} prompts`;
  return button(
    ACTIONS.suggestionPreview,
    label,
    `${label}: segment ${brief(suggestion.name, 'prompt')}`,
    carry('suggestion', { project: project.id, suggestion: suggestion.id }),
  );
}

const EXAMPLES = 2;

function applicablePrompts(prompts: readonly SegmentPrompt[]): SegmentPrompt[] {
  return prompts.filter(({ applies }) => applies);
}

/** "Applies to *12 of 20* prompts, e.g. “k8s cost alerts”, “cut aws bill”." */
export function appliesTo(prompts: SuggestionNews['prompts']): Text {
  if (!prompts) return say`Which prompts it applies to couldn’t be read.`;
  if (prompts.length === 0) return say`You track no prompts it could apply to.`;
  const some = applicablePrompts(prompts);
  const amount = bold(`${some.length || 'none'} of ${prompts.length}`);
  const examples = some.slice(0, EXAMPLES).map(({ text }) => `“${brief(text, 'prompt')}”`);
  const named = examples.length > 0 && `${some.length > EXAMPLES ? ', e.g.' : ':'} ${examples.join(', ')}`;
  return say`Applies to ${amount} prompts${named}.`;
}

/** "✅ Accepted by @Ana on Thu 26 Nov, 10:04."; undefined while open. */
function suggestionOutcome({
  suggestion,
  dashboardUrl,
}: Pick<Standing, 'suggestion' | 'dashboardUrl'>): Text | undefined {
  if (!suggestion || suggestion.status === 'open') return undefined;
  const { status, by, at, written } = suggestion;
  const isMark = isOnlyMarked(suggestion);
  const isSure = written === 'confirmed' || by === undefined;
  const sign = isSure && status === 'accepted' && '✅ ';
  const verb = capitalize(isMark ? `marked ${status}` : status);
  const who = by === undefined ? 'in the dashboard' : say`by ${user(by)}`;
  // Read days later too, so a time alone won't do.
  const when = at !== undefined && say` on ${moment(at)}`;
  const waiting = written === 'waiting' && ', waiting for the API to confirm';
  const finish = isMark && dashboardUrl !== undefined && link(linkable(dashboardUrl), 'Finish there');
  return join(
    [say`${sign}${verb} ${who}${when}${waiting}.`, isMark && whyOnlyMarked(suggestion), finish],
    ' ',
  );
}

/** Decided in Slack only, so it can be undone there. */
function isOnlyMarked({ status, written }: SuggestionState): boolean {
  return status !== 'open' && (written === 'off' || written === 'failed' || written === 'unsent');
}

function whyOnlyMarked({ status, written, apiStatus }: SuggestionState): string {
  if (written === 'off')
    return `The dashboard hasn’t changed: ${status === 'accepted' ? 'accepting' : 'dismissing'} there isn’t set up.`;
  if (written === 'unsent') return 'The dashboard hasn’t changed.';
  // Without an answer, or with that of a proxy, the write may still have arrived.
  const changed = apiStatus === undefined || apiStatus >= 500 ? 'may not have changed' : 'hasn’t changed';
  return `The dashboard ${changed}: the API ${apiStatus === undefined ? 'didn’t answer' : `answered ${apiStatus}`}.`;
}

/** `carries` comes back as private_metadata. */
export function acceptForm(news: SuggestionNews, writes: Standing['writes'], carries: string): Form {
  const effect = writes.accept
    ? 'Accepting changes the dashboard. This can’t be undone.'
    : 'This only marks it here. The dashboard doesn’t change, and you can undo the mark.';
  return form(
    {
      id: VIEWS.suggestionAccept,
      title: 'Accept segment',
      submit: writes.accept ? 'Accept' : 'Mark accepted',
      carries,
    },
    paragraph(lines(titleOf(news), brief(news.suggestion.description ?? '', 'reason'), effect)),
    ...promptLists(news.prompts),
  );
}

export function previewForm(news: SuggestionNews): Form {
  return {
    id: ACTIONS.suggestionPreview,
    title: 'Suggested segment',
    carries: '',
    parts: [paragraph(titleOf(news)), ...promptLists(news.prompts)],
  };
}

function titleOf({ suggestion, project }: SuggestionNews): Text {
  return say`${bold(`“${brief(suggestion.name, 'name')}”`)} for ${brief(project.name, 'project')}`;
}

function promptLists(prompts: SuggestionNews['prompts']) {
  if (!prompts) return [paragraph(appliesTo(prompts))];
  const applying = applicablePrompts(prompts);
  const others = prompts.filter(({ applies }) => !applies);
  const rowsOf = (some: readonly SegmentPrompt[]) =>
    some.map(({ text }) => ({ text: say`• ${brief(text, 'quote') || 'Words not given'}` }));
  return [
    rows(rowsOf(applying), {
      heading: bold(`Applies to ${applying.length} of ${prompts.length} prompts`),
    }),
    section(`Doesn’t apply to ${others.length}`, rowsOf(others)),
  ];
}

type ListedSuggestion = { news: SuggestionNews; state?: SuggestionState | undefined };

/** One page of `open` suggestions, in the API's order; with buttons for those who may decide. */
export function suggestionsAnswer(
  project: ProjectRef,
  listed: readonly ListedSuggestion[],
  { page, open, mayDecide }: { page: number; open: number; mayDecide: boolean },
  standing: Pick<Standing, 'handles' | 'writes' | 'dashboardUrl'>,
): Page {
  // Decided suggestions are listed without their prompts.
  const undecided = listed.filter(({ state }) => (state?.status ?? 'open') === 'open');
  const unread = undecided.filter(({ news }) => news.prompts === undefined).length;
  const amount = beside(
    open === 0 ? 'no open segment suggestions' : count(open, 'open segment suggestion'),
    unread > 0 && `the prompts of ${unread === undecided.length ? 'these' : figure(unread)} couldn’t be read`,
  );
  return {
    parts: [
      headline(beside(bold(brief(project.name, 'project')), amount)),
      rows(listed.map((one) => rowOf(one, mayDecide ? page : undefined, standing))),
      tabs(SUGGESTIONS, 'suggestions', project),
    ],
  };
}

/** Without a `page` for its buttons to come back to, a row has none. */
function rowOf(
  { news, state }: ListedSuggestion,
  page: number | undefined,
  standing: Pick<Standing, 'handles' | 'writes' | 'dashboardUrl'>,
): Row {
  const { id, name, description } = news.suggestion;
  const now = { ...standing, suggestion: state };
  const outcome = suggestionOutcome(now);
  const applies = !outcome && news.prompts && appliesTo(news.prompts);
  return {
    text: lines(
      beside(bold(`“${brief(name, 'name')}”`), handleOf(standing, id)),
      outcome,
      join([brief(description ?? '', 'reason'), applies], ' '),
    ),
    controls: page === undefined ? [] : decisionButtons(news, now, page),
  };
}

/** The outcome of a decision, for the person who made it. */
export function suggestionDecision(
  { suggestion, project }: Pick<SuggestionNews, 'suggestion' | 'project'>,
  standing: Pick<Standing, 'suggestion' | 'dashboardUrl'>,
): Page {
  const name = brief(suggestion.name, 'name');
  const of = brief(project.name, 'project');
  const outcome = suggestionOutcome(standing) ?? say`Open again.`;
  return page(headline(lines(say`${bold(say`“${flexible(name)}”`)} for ${of}`, outcome)));
}

type WhySuggestion = {
  news: SuggestionNews;
  standing: Standing;
  posts: readonly (WhyPost & { channel: string })[];
  mayDecide: boolean;
  now: number;
};

/** What a suggestion is, its outcome, and where it was posted. */
export function whySuggestionAnswer({ news, standing, posts, mayDecide, now }: WhySuggestion): Page {
  const { suggestion, project, prompts } = news;
  const what = say`segment “${flexible(brief(suggestion.name, 'name'))}” for ${brief(project.name, 'project')}`;
  const outcome = suggestionOutcome(standing) ?? 'Open: nobody has accepted or dismissed it.';
  return page(
    headline(lines(beside(bold(handleOf(standing, suggestion.id) ?? ''), what), outcome)),
    paragraph(
      lines(brief(suggestion.description ?? '', 'reason'), say`When it was posted: ${appliesTo(prompts)}`),
    ),
    paragraph(lines(...posts.map((post) => describeDecidedPost(post, now)))),
    note('Each open segment is posted once, the first time the API lists it.'),
    mayDecide && actions(decisionButtons(news, standing)),
  );
}
