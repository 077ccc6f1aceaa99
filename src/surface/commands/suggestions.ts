/** /visibility suggestions: what the API suggests: segments, prompts to track, or content to make. */
import { contentSuggestionsAnswer } from '../../messages/answers/content-suggestions-answer.ts';
import { promptSuggestionsAnswer } from '../../messages/answers/prompt-suggestions-answer.ts';
import { suggestionsAnswer } from '../../messages/answers/suggestions-answer.ts';
import { suggestionSubject } from '../../outbox/subjects.ts';
import { isOpen, suggestionNews } from '../../rules/new-suggestions.ts';
import { handlesOf } from '../../store/handles.ts';
import { sentIn } from '../../store/sent-posts.ts';
import { choice } from '../command-line.ts';
import { pageOf } from '../pages.ts';
import { isTracked } from '../prompts/same-words.ts';
import type { Answer, Command, ProjectRequest, SurfaceDeps } from '../request.ts';
import { channelsSeen } from '../seen-by.ts';

export const suggestions: Command = {
  name: 'suggestions',
  usage: 'suggestions [segments|prompts|content]',
  example: 'suggestions prompts',
  summary: 'What the API suggests: segments, prompts to track, content to make',
  scope: 'project',
  words: 'fixed',
  async run(request, deps) {
    switch (choice(request.words, ['segments', 'prompts', 'content'], suggestions)) {
      case 'prompts':
        return suggestedPrompts(request, deps);
      case 'content':
        return suggestedContent(request, deps);
      default:
        return suggestedSegments(request, deps);
    }
  },
};

async function suggestedSegments(request: ProjectRequest, deps: SurfaceDeps): Promise<Answer> {
  const { project, installation } = request;
  const { db, visibilityOf } = deps;
  const api = visibilityOf(project);
  const open = (await api.segmentSuggestions(project.id)).filter(isOpen);
  const news = await Promise.all(
    open.map(async (suggestion) =>
      suggestionNews({ suggestion, prompts: await api.segmentPrompts(project.id, suggestion.id) }, project),
    ),
  );
  const ids = open.map(({ id }) => id);
  const handles = await handlesOf(db, installation.team, ids);
  const seen = await channelsSeen(project, request, deps);
  const subjectOf = (id: string) => suggestionSubject(project.id, id);
  const shown = await sentIn(db, installation.team, ids.map(subjectOf), seen);
  const placed = news.map((one) => {
    const places = shown.get(subjectOf(one.suggestion.id));
    return { news: one, channels: seen.filter((channel) => places?.has(channel)) };
  });
  return { message: suggestionsAnswer(project, placed, { handles }) };
}

async function suggestedPrompts(
  { project, page }: ProjectRequest,
  { visibilityOf }: SurfaceDeps,
): Promise<Answer> {
  const api = visibilityOf(project);
  const [all, tracked] = await Promise.all([api.promptSuggestions(project.id), api.prompts(project.id)]);
  const untracked = all.filter(
    ({ text, status }) => status?.toLowerCase() !== 'tracked' && !isTracked(text ?? '', tracked),
  );
  const { shown, pages } = pageOf(untracked, page);
  const counts = { total: untracked.length, tracked: all.length - untracked.length };
  return { message: promptSuggestionsAnswer(project, shown, counts), pages };
}

async function suggestedContent(
  { project, page }: ProjectRequest,
  { visibilityOf }: SurfaceDeps,
): Promise<Answer> {
  const api = visibilityOf(project);
  const [all, status] = await Promise.all([api.suggestions(project.id), api.suggestionsStatus(project.id)]);
  const { shown, pages } = pageOf(all, page);
  return { message: contentSuggestionsAnswer(project, shown, all.length, status), pages, share: true };
}
