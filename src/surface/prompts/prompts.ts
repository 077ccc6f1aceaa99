/** /visibility prompts and prompt-history: the tracked prompts, and how you fare in the answers to one. */
import { listed } from '../../messages/figures.ts';
import { promptHistoryAnswer } from '../../messages/prompts/prompt-history.ts';
import { promptsAnswer } from '../../messages/prompts/prompts.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { scoreOverview } from '../../rules/score-history.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { unquoted } from '../command-line.ts';
import { ifReadable } from '../if-readable.ts';
import { pageOf } from '../pages.ts';
import { Refused } from '../refused.ts';
import type { Command } from '../request.ts';
import { findPrompt } from './find-prompt.ts';
import { namesOfEngines } from './names-of-engines.ts';

export const prompts: Command = {
  name: 'prompts',
  usage: 'prompts [words]',
  example: 'prompts cost',
  summary: 'The tracked prompts, all or those with these words',
  scope: 'project',
  words: 'free',
  async run({ project, words: typed, page }, { visibilityOf }) {
    const words = unquoted(typed);
    const all = await visibilityOf(project).prompts(project.id);
    const found = all.filter(({ text }) => !words || text?.toLowerCase().includes(words.toLowerCase()));
    if (words && found.length === 0) {
      throw new Refused({
        sentence: `None of the ${listed(all.length, 'prompt', all.rest)} of ${project.name} contains “${words}”. Leave the words out to see them all.`,
        example: '/visibility prompts',
      });
    }
    const { shown, pages } = pageOf(found, page);
    const search = words ? { words, of: all.length } : undefined;
    return { message: promptsAnswer(project, shown, found.length, search, all.rest), pages, share: true };
  },
};

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
    const names = await engines;
    const read = {
      detail: detail && { ...detail, byEngine: detail.byEngine && withEngineNames(detail.byEngine, names) },
      history: history && { ...history, runs: history.runs && withEngineNames(history.runs, names) },
      series: daily && scoreOverview(daily, timezoneOf(projects(), project), clock.now()).series,
    };
    return { message: promptHistoryAnswer(project, prompt.text, read), share: true };
  },
};
