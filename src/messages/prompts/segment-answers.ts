/** Answers about segment suggestions: the open ones, the outcome of one, and why it was posted. */
import {
  handleOf,
  type ProjectRef,
  type Standing,
  type SuggestionNews,
  type SuggestionState,
} from '../../decision.ts';
import { tabs } from '../answer-controls.ts';
import { count, figure } from '../figures.ts';

import { brief } from '../lengths.ts';
import { headline, type Page, type Row, rows } from '../page.ts';
import { beside, bold, channel, flexible, join, lines, say } from '../text.ts';
import { describeDecidedPost, type WhyPost } from '../why-post.ts';
import { SUGGESTIONS } from './prompts.ts';
import { appliesTo, decisionButtons, suggestionOutcome } from './segment-suggestion.ts';

const CHANNELS_NAMED = 3;

/** A suggestion, its state, and the channels it was posted to. */
export type ListedSuggestion = {
  news: SuggestionNews;
  state?: SuggestionState | undefined;
  channels: readonly string[];
};

/** One page of `open` suggestions, in the API's order. */
export function suggestionsAnswer(
  project: ProjectRef,
  listed: readonly ListedSuggestion[],
  { page, open }: { page: number; open: number },
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
      rows(listed.map((one) => rowOf(one, page, standing))),
      tabs(SUGGESTIONS, 'suggestions', project),
    ],
  };
}

function rowOf(
  { news, state, channels }: ListedSuggestion,
  page: number,
  standing: Pick<Standing, 'handles' | 'writes' | 'dashboardUrl'>,
): Row {
  const { id, name, description } = news.suggestion;
  const now = { ...standing, suggestion: state };
  const outcome = suggestionOutcome(now);
  const applies = !outcome && news.prompts && appliesTo(news.prompts);
  const places = join(channels.slice(0, CHANNELS_NAMED).map(channel), ', ');
  return {
    text: lines(
      beside(bold(`“${brief(name, 'name')}”`), handleOf(standing, id)),
      outcome,
      join([brief(description ?? '', 'reason'), applies], ' '),
    ),
    note: channels.length > 0 ? say`In ${places}` : undefined,
    controls: decisionButtons(news, now, page),
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
  return {
    summary: say`“${flexible(name)}” for ${of}: ${outcome}`,
    parts: [headline(lines(say`${bold(`“${name}”`)} for ${of}`, outcome))],
  };
}

export type WhySuggestion = {
  project: ProjectRef;
  /** As posted. */
  news: SuggestionNews;
  handle: string;
  standing: Standing;
  posts: readonly (WhyPost & { channel: string })[];
  now: number;
};

/** What a suggestion is, why it was posted, and its outcome. */
export function whySuggestionAnswer({ project, news, handle, standing, posts, now }: WhySuggestion): Page {
  const { name, description = '' } = news.suggestion;
  const of = brief(project.name, 'project');
  const facts = [
    brief(description, 'reason'),
    'Each open segment is posted once, the first time the API lists it.',
    say`When it was posted: ${appliesTo(news.prompts)}`,
    ...posts.map((post) => describeDecidedPost(post, now)),
    say`Now: ${suggestionOutcome(standing) ?? 'open: nobody has accepted or dismissed it.'}`,
  ];
  return {
    summary: say`${handle} is a suggestion for ${of}: segment “${flexible(brief(name, 'name'))}”.`,
    parts: [
      headline(beside(bold(handle), 'a suggestion', `segment “${brief(name, 'name')}”`, of)),
      rows(facts.flatMap((fact) => (fact === '' ? [] : { text: say`• ${fact}` }))),
    ],
  };
}
