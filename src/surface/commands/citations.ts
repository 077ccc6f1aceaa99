/** /visibility citations: the pages that engines cited last. */
import { citationsAnswer } from '../../messages/answers/citations-answer.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { FILTER_USAGE, FILTERS, filterOf } from '../filter-options.ts';
import { pageOf } from '../pages.ts';
import { namesOfEngines } from '../prompts/names-of-engines.ts';
import { runsOfAnswers } from '../prompts/runs-of-answers.ts';
import type { Command } from '../request.ts';

/** More than the API's own default, so that there is something to turn pages for. */
const ASKED = 300;

export const citations: Command = {
  name: 'citations',
  usage: `citations ${FILTER_USAGE}`,
  example: 'citations Gemini, ChatGPT in Germany',
  summary: 'The pages that engines cited last, and in answer to what',
  scope: 'project',
  words: 'free',
  options: FILTERS,
  async run(request, deps) {
    const { project, page } = request;
    const api = deps.visibilityOf(project);
    const engines = namesOfEngines(api, deps);
    const { ids, only } = await filterOf(request, api);
    const all = await api.citations(project.id, { limit: ASKED, ...ids });
    const { shown, pages } = pageOf(all, page);
    const runs = await runsOfAnswers(
      api,
      project,
      shown.filter(({ promptRunId }) => promptRunId === undefined),
      deps,
    );
    const openable = shown.map((citation) => ({
      ...citation,
      promptRunId: citation.promptRunId ?? runs.get(citation.responseId ?? ''),
    }));
    const named = withEngineNames(openable, await engines);
    return {
      message: citationsAnswer(project, named, all.length, { asked: ASKED, only }),
      pages,
      share: true,
    };
  },
};
