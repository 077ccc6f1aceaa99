/** /visibility prompt-history <prompt>: how the brand fares in the answers to one prompt, lately and by engine. */
import { promptHistoryAnswer } from '../../messages/answers/prompt-history-answer.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { scoreOverview } from '../../rules/score-history.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { ifReadable } from '../if-readable.ts';
import { findPrompt } from '../prompts/find-prompt.ts';
import { namesOfEngines } from '../prompts/names-of-engines.ts';
import type { Command } from '../request.ts';

export const promptHistory: Command = {
  name: 'prompt-history',
  usage: 'prompt-history <prompt>',
  example: 'prompt-history k8s cost alerts',
  summary: 'How you fare in the answers to one prompt, lately and by engine',
  scope: 'project',
  words: 'free',
  async run({ project, words }, deps) {
    const { clock, projects, log } = deps;
    const api = deps.visibilityOf(project);
    const engines = namesOfEngines(api, deps);
    const prompt = await findPrompt(api, project, words, 'prompt-history');
    const asked = api.promptDetail(project.id, prompt.id);
    const [detail, history, daily] = await Promise.all([
      ifReadable(asked, log),
      ifReadable(api.promptHistory(project.id, prompt.id), log),
      ifReadable(api.promptTimeseries(project.id, prompt.id), log),
    ]);
    // Where nothing came, why not is the answer.
    if (!detail && !history && !daily) await asked;
    const series = daily && scoreOverview(daily, timezoneOf(projects(), project), clock.now()).series;
    const names = await engines;
    const named = {
      detail: detail && { ...detail, byEngine: detail.byEngine && withEngineNames(detail.byEngine, names) },
      history: history && { ...history, runs: history.runs && withEngineNames(history.runs, names) },
      series,
    };
    return { message: promptHistoryAnswer(project, prompt.text, named), share: true };
  },
};
