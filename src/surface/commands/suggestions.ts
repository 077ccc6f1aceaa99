/** /visibility suggestions: what the API suggests: segments, prompts to track, or content to make. */
import { contentSuggestionsAnswer } from '../../messages/answers/content-suggestions-answer.ts';
import { promptSuggestionsAnswer } from '../../messages/answers/prompt-suggestions-answer.ts';
import { choice } from '../command-line.ts';
import { ifReadable } from '../if-readable.ts';
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
  { visibilityOf, log }: SurfaceDeps,
): Promise<Answer> {
  const api = visibilityOf(project);
  const [all, tracked] = await Promise.all([
    api.promptSuggestions(project.id),
    ifReadable(api.prompts(project.id), log),
  ]);
  const untracked = all.filter(
    ({ text, status }) => status?.toLowerCase() !== 'tracked' && !isTracked(text ?? '', tracked ?? []),
  );
  const { shown, pages } = pageOf(untracked, page);
  const counts = {
    total: untracked.length,
    tracked: all.length - untracked.length,
    isWhole: tracked !== undefined && !tracked.rest,
  };
  return { message: promptSuggestionsAnswer(project, shown, counts), pages };
}

async function suggestedContent(
  { project, page }: ProjectRequest,
  { visibilityOf, log }: SurfaceDeps,
): Promise<Answer> {
  const api = visibilityOf(project);
  const [all, status] = await Promise.all([
    api.suggestions(project.id),
    ifReadable(api.suggestionsStatus(project.id), log),
  ]);
  const { shown, pages } = pageOf(all, page);
  return { message: contentSuggestionsAnswer(project, shown, all.length, status), pages, share: true };
}
