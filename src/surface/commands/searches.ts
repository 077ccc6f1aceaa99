/** /visibility searches: what engines look up before they answer (query fan-out). */
import { searchesAnswer } from '../../messages/answers/searches-answer.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { pageOf } from '../pages.ts';
import { namesOfEngines } from '../prompts/names-of-engines.ts';
import type { Command } from '../request.ts';

export const searches: Command = {
  name: 'searches',
  usage: 'searches',
  example: 'searches',
  summary: 'What engines look up before they answer (query fan-out)',
  scope: 'project',
  words: 'none',
  async run({ project, page }, deps) {
    const api = deps.visibilityOf(project);
    const [all, engines] = await Promise.all([api.queryFanout(project.id), namesOfEngines(api, deps)]);
    const { shown, pages } = pageOf(all, page);
    const named = withEngineNames(shown, engines);
    return { message: searchesAnswer(project, named, all.length), pages, share: true };
  },
};
