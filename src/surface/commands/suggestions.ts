/** /visibility suggestions: what the API suggests: segments, prompts to track, or content to make. */
import { contentSuggestionsAnswer } from '../../messages/answers/content-suggestions-answer.ts';
import { promptSuggestionsAnswer } from '../../messages/answers/prompt-suggestions-answer.ts';
import { choice } from '../command-line.ts';
import { pageOf } from '../pages.ts';
import { isTracked } from '../prompts/same-words.ts';
import { segmentList } from '../prompts/segment-list.ts';
import type { Answer, Command, ProjectRequest, SurfaceDeps } from '../request.ts';

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
        return segmentList(request.project, request.page, request, deps);
    }
  },
};

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
