/** /visibility suggestions: the segment suggestions that still wait for somebody. */
import { suggestionsAnswer } from '../../messages/suggestions-answer.ts';
import { isOpen, suggestionNews } from '../../rules/new-suggestions.ts';
import { handlesOf } from '../../store/handles.ts';
import type { Command } from '../request.ts';

export const suggestions: Command = {
  name: 'suggestions',
  usage: 'suggestions',
  example: 'suggestions',
  summary: 'The segment suggestions that wait for an answer',
  scope: 'project',
  words: 'none',
  async run({ project, installation }, { db, visibilityOf }) {
    const api = visibilityOf(project);
    const open = (await api.segmentSuggestions(project.id)).filter(isOpen);
    const news = await Promise.all(
      open.map(async (suggestion) =>
        suggestionNews({ suggestion, prompts: await api.segmentPrompts(project.id, suggestion.id) }, project),
      ),
    );
    const handles = await handlesOf(
      db,
      installation.team,
      open.map(({ id }) => id),
    );
    return { message: suggestionsAnswer(project, news, { handles }) };
  },
};
