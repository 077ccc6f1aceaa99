/** /visibility prompt-history <prompt>: how the brand fares in the answers to one prompt, lately and by engine. */
import { promptHistoryAnswer } from '../../messages/answers/prompt-history-answer.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { scoreOverview } from '../../rules/score-history.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
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
    const { clock, projects } = deps;
    const api = deps.visibilityOf(project);
    const engines = namesOfEngines(api, deps);
    const prompt = await findPrompt(api, project, words, 'prompt-history');
    const [detail, history, daily] = await Promise.all([
      api.promptDetail(project.id, prompt.id),
      api.promptHistory(project.id, prompt.id),
      api.promptTimeseries(project.id, prompt.id),
    ]);
    const { series } = scoreOverview(daily, timezoneOf(projects(), project), clock.now());
    const names = await engines;
    const named = {
      detail: { ...detail, byEngine: detail.byEngine && withEngineNames(detail.byEngine, names) },
      history: { ...history, runs: history.runs && withEngineNames(history.runs, names) },
      series,
    };
    return { message: promptHistoryAnswer(project, prompt.text, named), share: true };
  },
};
