/** /visibility suggestions: lists suggested segments, prompts and content, and explains why a segment was suggested. */
import type { Figure } from '../../ask/plan.ts';
import type { SuggestionNews } from '../../decision.ts';
import { unless } from '../../errors.ts';
import { ACTIONS } from '../../messages/actions.ts';
import type { Page } from '../../messages/page.ts';
import type { Advice, AllSuggestions } from '../../messages/prompts/prompts.ts';
import {
  allSuggestionsAnswer,
  contentSuggestionsAnswer,
  promptSuggestionsAnswer,
} from '../../messages/prompts/prompts.ts';
import {
  suggestionDecision,
  suggestionsAnswer,
  whySuggestionAnswer,
} from '../../messages/prompts/segment-suggestion.ts';
import { dashboardOf, writesOf } from '../../outbox/standing.ts';
import { suggestionSubject } from '../../outbox/thing-standing.ts';
import type { Project } from '../../projects/projects.ts';
import { isOpen, sortByPriority, toSuggestionNews } from '../../rules/new-suggestions.ts';
import { readDecision } from '../../store/deliveries.ts';
import { readHandles } from '../../store/handles.ts';
import { readSuggestionState, readSuggestionStates } from '../../store/suggestions.ts';
import type { ContentSuggestion, Listing, Prompt, PromptSuggestion } from '../../visibility/assumed.ts';
import type { SegmentSuggestion } from '../../visibility/contract.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { type Answer, type Ask, action, type Command, type ProjectAsk } from '../ask.ts';
import { isQuestion, readChoice } from '../command-line.ts';
import { mayOffer, requireVisible } from '../guards.ts';
import { ifReadable, Refused, requireCarried } from '../refused.ts';
import { replyByAddress } from '../reply.ts';
import { addControls, makeQuestion, slicePage } from '../run-command.ts';
import { findChannelsSeen, findPostsSeen, isReadAlone, notPostedSentence } from '../seen-by.ts';
import { isTracked, readPrompts } from './own-writes.ts';
import { dayHere, openPromptForm, trackPrompt, untrackPrompt } from './track.ts';

export const suggestions: Command = {
  name: 'suggestions',
  usage: 'suggestions [segments|prompts|content]',
  example: 'suggestions prompts',
  summary: 'What the API suggests: segments, prompts to track, content to make',
  scope: 'project',
  words: 'fixed',
  takes: (rest) => !/\s/.test(rest) && !isQuestion(rest),
  async run(ask) {
    switch (readChoice(ask.words, ['segments', 'prompts', 'content'], suggestions)) {
      case 'prompts':
        return listPrompts(ask.project, ask.page, ask);
      case 'content':
        return listContent(ask);
      default:
        return listSegments(ask.project, ask.page, ask);
    }
  },
};

const ENDED = /^(?:done|completed?|dismissed|rejected|declined|archived|closed|implemented)$/i;

const isEnded = ({ status = '' }: ContentSuggestion) => ENDED.test(status);

/** The first of each kind, for a question that names no kind. @throws VisibilityError if none can be read */
export async function readAllSuggestions(ask: Ask & Pick<ProjectAsk, 'project'>) {
  const { project } = ask;
  const api = ask.api(project);
  const [content, prompts, segments, tracked = []] = await Promise.all([
    ifReadable(api.suggestions(project.id), ask),
    ifReadable(api.promptSuggestions(project.id), ask),
    ifReadable(api.segmentSuggestions(project.id), ask),
    ifReadable(readPrompts(project, ask), ask),
  ]);
  const going = content && sortByPriority(content.filter((one) => !isEnded(one)));
  const isAnyRead = Boolean(content ?? prompts ?? segments);
  const open = isAnyRead ? segments : await api.segmentSuggestions(project.id);
  const suggested: AllSuggestions = {
    content: going && toAdvice(going, tracked),
    prompts: prompts && dropTracked(prompts, tracked),
    segments: open?.filter(isOpen),
  };
  const figures = Object.entries(suggested).flatMap(([kind, list]) =>
    list ? [{ name: `suggested ${kind}`, value: list.length, unit: 'suggestions' }] : [],
  );
  return { page: allSuggestionsAnswer(project, suggested), figures };
}

function dropTracked(all: readonly PromptSuggestion[], tracked: readonly Prompt[]): PromptSuggestion[] {
  return all.filter(
    ({ text, status }) => status?.toLowerCase() !== 'tracked' && !isTracked(text ?? '', tracked),
  );
}

async function listPrompts(project: Project, page: number, ask: Ask): Promise<Answer> {
  const api = ask.api(project);
  const [all, tracked] = await Promise.all([
    api.promptSuggestions(project.id),
    ifReadable(readPrompts(project, ask), ask),
  ]);
  const untracked = dropTracked(all, tracked ?? []);
  const { shown, pages } = slicePage(untracked, page);
  const counts = {
    page,
    total: untracked.length,
    tracked: all.length - untracked.length,
    isWhole: tracked !== undefined && !tracked.rest,
  };
  const figures = countOf('suggested prompts', untracked, all);
  return { message: promptSuggestionsAnswer(project, shown, counts), figures, pages };
}

/** Not how many there are of a list that is only a part. */
function countOf(name: string, { length: value }: readonly unknown[], { rest }: Listing<unknown>): Figure[] {
  return rest ? [] : [{ name, value, unit: 'suggestions' }];
}

/** Track beside a suggestion: the list, or the question that came first, then shows it as tracked. */
export const promptTrackSuggested = action(ACTIONS.promptTrackSuggested, async (ask) => {
  const { project: projectId, prompt, category, list } = requireCarried('suggested_prompt', ask.value);
  const project = requireVisible(projectId, ask);
  // In a modal the answer takes the place of the list; others may be reading a message of the channel.
  const isOwn = !ask.form && isReadAlone(ask);
  const from = isOwn && list !== undefined && ask.answerAt ? { list, answerAt: ask.answerAt } : undefined;
  const message = await trackPrompt(project, prompt, ask, { category, from });
  if (!isOwn) return { message };
  if (list === undefined) return { message, delivered: 'replacing' };
  return { message, behind: () => ifReadable(relistPrompts(project, list, ask), ask) };
});

/** Undo on a prompt that was just tracked. From the next day on it has answers to lose, so it asks first. */
export const promptUntrack = action(ACTIONS.promptUntrack, async (ask) => {
  const { project: projectId, id, text, day, from } = requireCarried('prompt', ask.value);
  const project = requireVisible(projectId, ask);
  if (text === undefined || day !== dayHere(project, ask))
    return openPromptForm('untrack', { ...ask, project, words: id });
  const form = { project: projectId, channel: ask.channel, prompt: { id, text } };
  const message = await untrackPrompt(form, ask);
  return {
    message,
    delivered: 'replacing',
    async behind() {
      const page = from && (await ifReadable(relistPrompts(project, from.list, ask), ask));
      if (page) await replyByAddress(from.answerAt, ask).say(page, 'replacing');
      return undefined;
    },
  };
});

async function relistPrompts(project: Project, list: number | 'all', ask: Ask): Promise<Page | undefined> {
  if (list === 'all') return (await readAllSuggestions({ ...ask, project })).page;
  const question = makeQuestion('suggestions', 'prompts', project.id, ask.now(), list);
  const answer = addControls(await listPrompts(project, list, ask), question);
  return answer && 'message' in answer ? answer.message : undefined;
}

async function listContent(ask: ProjectAsk): Promise<Answer> {
  const { project, page } = ask;
  const api = ask.api(project);
  const [all, status, tracked = []] = await Promise.all([
    api.suggestions(project.id),
    ifReadable(api.suggestionsStatus(project.id), ask),
    ifReadable(readPrompts(project, ask), ask),
  ]);
  const best = sortByPriority(all);
  const { shown, pages } = slicePage([...best.filter((one) => !isEnded(one)), ...best.filter(isEnded)], page);
  const advice = toAdvice(shown, tracked);
  const message = contentSuggestionsAnswer(project, advice, all.length, status);
  return { message, figures: countOf('suggestions on content', all, all), pages, share: true };
}

function toAdvice(all: readonly ContentSuggestion[], tracked: readonly Prompt[]): Advice[] {
  return all.map((one) => {
    const prompt = findQuotedPrompt(one);
    return { ...one, prompt, isTracked: prompt !== undefined && isTracked(prompt, tracked) };
  });
}

/** The words it quotes, which is how it would name a prompt; otherwise its title. */
function findQuotedPrompt({ title = '', description = '' }: ContentSuggestion): string | undefined {
  const [, curly, straight] = `${title}\n${description}`.match(/“([^”\n]{3,})”|"([^"\n]{3,})"/) ?? [];
  return (curly ?? straight ?? title).trim() || undefined;
}

/** `decided` is listed too, even if the API no longer lists it as open. */
async function listSegments(project: Project, page: number, ask: Ask, decided?: SegmentSuggestion) {
  const { db, team, workspace } = ask;
  const api = ask.api(project);
  const all = await api.segmentSuggestions(project.id);
  const isDecided = ({ id }: { id: string }) => id === decided?.id;
  const { shown: listable, pages } = slicePage(
    all.filter((one) => isOpen(one) || isDecided(one)),
    page,
  );
  const shown = decided && !all.some(isDecided) ? [decided, ...listable] : listable;
  const states = await readSuggestionStates(db, team, project.id);
  // If the API lists it as open again, an end in the dashboard no longer counts.
  const stateOf = (one: SegmentSuggestion) => {
    const state = states.get(one.id);
    return isOpen(one) && state?.by === undefined ? undefined : state;
  };
  const ids = shown.map(({ id }) => id);
  const listed = shown.map(async (suggestion) => {
    const state = stateOf(suggestion);
    const isSettled = state !== undefined && state.status !== 'open';
    const asked = isSettled ? undefined : api.segmentPrompts(project.id, suggestion.id);
    const prompts = asked && (await ifReadable(asked, ask));
    return { news: toSuggestionNews({ suggestion, prompts }, project), state };
  });
  const standing = {
    handles: await readHandles(db, team, ids),
    writes: writesOf(workspace.projects()),
    dashboardUrl: dashboardOf(workspace.projects(), project.id),
  };
  const mayDecide = await mayOffer('prompts', ask);
  const at = { page, open: all.filter(isOpen).length, mayDecide };
  const figures = [{ name: 'open segment suggestions', value: at.open, unit: 'suggestions' }];
  return { message: suggestionsAnswer(project, await Promise.all(listed), at, standing), figures, pages };
}

/** Lists the segments again after a decision in the list, or shows only its outcome if the API doesn't list them. */
export async function relistSegments(
  project: Project,
  page: number,
  decided: SegmentSuggestion,
  ask: Ask,
): Promise<Answer> {
  const question = makeQuestion('suggestions', '', project.id, ask.now(), page);
  const list = await unless(listSegments(project, page, ask, decided), VisibilityError);
  if (list) return addControls({ ...list, delivered: 'replacing' }, question);
  return { message: await readOutcome(toSuggestionNews({ suggestion: decided }, project), ask) };
}

export async function readOutcome(
  { suggestion, project }: Pick<SuggestionNews, 'suggestion' | 'project'>,
  { db, team, workspace }: Ask,
): Promise<Page> {
  const state = await readSuggestionState(db, { team, projectId: project.id, suggestionId: suggestion.id });
  const dashboardUrl = dashboardOf(workspace.projects(), project.id);
  return suggestionDecision({ suggestion, project }, { suggestion: state, dashboardUrl });
}

/** A suggestion as posted to the asker’s channels; undefined if it wasn't posted there. */
export async function findSuggestionSeen(key: string, project: Project, ask: Ask) {
  const posts = await findPostsSeen(
    suggestionSubject(project.id, key),
    await findChannelsSeen(project, ask),
    ask,
  );
  const news = posts[0] && readDecision(posts[0], 'segment_suggestion');
  return news && { news, posts };
}

/** @throws Refused if it wasn't posted to any channel that the asker sees */
export async function explainSuggestion(key: string, project: Project, ask: Ask): Promise<Page> {
  const { db, team } = ask;
  const seen = await findSuggestionSeen(key, project, ask);
  if (!seen)
    throw new Refused(await notPostedSentence('suggestion', project, ask), {
      example: '/visibility suggestions',
    });
  const handles = await readHandles(db, team, [key]);
  const suggestion = await readSuggestionState(db, { team, projectId: project.id, suggestionId: key });
  const standing = { handles, writes: writesOf(ask.workspace.projects()), ...(suggestion && { suggestion }) };
  const mayDecide = await mayOffer('prompts', ask);
  return whySuggestionAnswer({ ...seen, standing, mayDecide, now: ask.now() });
}
