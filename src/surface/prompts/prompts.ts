/** /visibility prompts, prompt-history and runs: the tracked prompts, how you do in the answers to one, and each run of it. */
import { unless } from '../../errors.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { countListed } from '../../messages/figures.ts';
import type { Page } from '../../messages/page.ts';
import type { FiguresOf, PromptFigures } from '../../messages/prompts/prompts.ts';
import { nothingTracked, promptsAnswer, promptsTable } from '../../messages/prompts/prompts.ts';
import type { RunNames } from '../../messages/prompts/runs.ts';
import { promptHistoryAnswer, promptRunAnswer, runGroupAnswer } from '../../messages/prompts/runs.ts';
import { pagesOfTable, tablePage } from '../../messages/sortable-table.ts';
import { type Project, timezoneOf } from '../../projects/projects.ts';
import { buildScoreOverview } from '../../rules/score-history.ts';
import type { Left } from '../../store/asked.ts';
import type { Listing } from '../../visibility/answer.ts';
import type { Prompt } from '../../visibility/assumed.ts';
import { withEngineNames } from '../../visibility/breakdown.ts';
import { NotFoundError, ValidationError } from '../../visibility/errors.ts';
import { isGuid } from '../../visibility/values.ts';
import { findNearest } from '../../words/nearest.ts';
import { type Action, type Answer, action, type Command, type ProjectAsk } from '../ask.ts';
import { isQuestion, unquote } from '../command-line.ts';
import { mayOffer } from '../guards.ts';
import { ifReadable, Refused, readEngineNames, requireCarried } from '../refused.ts';
import { addControls, makeQuestion, runAgain, slicePage } from '../run-command.ts';
import { type Reading, readPrompts, readRewordings } from './own-writes.ts';

export const prompts: Command = {
  name: 'prompts',
  usage: 'prompts [words]',
  example: 'prompts cost',
  summary: 'The tracked prompts, all or those with these words',
  scope: 'project',
  words: 'free',
  takes: (rest) => !isQuestion(rest) && !NARROWED.test(rest),
  run: listPrompts,
};

/** “Prompts with the word cost”, “prompts above 60” */
const NARROWED = /^(?:with|without|containing|that|which|where|mentioning|above|below|over|under)\b/i;

/** @throws Refused if words are asked for and no prompt has them */
export async function listPrompts(ask: ProjectAsk) {
  const { project, page } = ask;
  const words = unquote(ask.words);
  const all = await readPrompts(project, ask);
  const found = all.filter(({ text }) => !words || text?.toLowerCase().includes(words.toLowerCase()));
  if (words && found.length === 0)
    throw new Refused(
      `None of the ${countListed(all.length, 'prompt', all.rest)} of ${project.name} contains “${words}”.`,
      { tries: ['prompts'] },
    );
  const search = words ? { words, of: all.length } : undefined;
  const { rest } = all;
  // Not counted if the API lists only a part.
  const name = `tracked prompts${words && ` with “${words}”`}`;
  const figures = rest ? [] : [{ name, value: found.length, unit: 'prompts' }];
  const sortable = found.length > 1;
  const answer = { figures, share: true, sortable };
  if (sortable && ask.view) {
    const tableWith = (of: FiguresOf) => promptsTable(project, found, of, { search, rest });
    const widest = new Map(found.map((prompt) => [prompt, WIDEST_FIGURES]));
    const parts = pagesOfTable(tableWith(widest), FIGURES_READ);
    const read = await readFigures(parts[Math.min(page, parts.length - 1)] ?? [], ask);
    return { ...tablePage(tableWith(read), page, parts), ...answer };
  }
  const { shown, pages } = slicePage(found, page);
  const mayChange = await mayOffer('prompts', ask);
  const left: Left = { plan: { intent: 'prompts' }, names: shown.map(({ text = '' }) => text) };
  const message = promptsAnswer(project, shown, found.length, { search, rest, mayChange });
  return { message, pages, left, ...answer };
}

/** Why there are no figures, and where to begin; undefined if something is tracked or the prompts can't be read. */
export async function explainNothingTracked(ask: ProjectAsk): Promise<Page | undefined> {
  const { project } = ask;
  const tracked = await ifReadable(readPrompts(project, ask), ask);
  if (tracked === undefined || tracked.length > 0) return undefined;
  return nothingTracked(project, await mayOffer('prompts', ask));
}

/** One call per row of the table: as many as people will wait for. */
const FIGURES_READ = 25;
const FIGURES_MS = 8_000;

const WIDEST_FIGURES: PromptFigures = { score: 1e7, mentionRate: 1e7, averageRank: 1e7, answers: 1e7 };

/** Your figures in the answers to each prompt; undefined if they can't be read in time. */
async function readFigures(prompts: readonly Prompt[], ask: ProjectAsk) {
  const { project, api } = ask;
  const signal = AbortSignal.timeout(FIGURES_MS);
  const read = async ({ id }: Prompt): Promise<PromptFigures | undefined> =>
    id === undefined
      ? undefined
      : ifReadable(api(project).promptDetail(project.id, id, { signal }), ask, signal);
  return new Map(await Promise.all(prompts.map(async (prompt) => [prompt, await read(prompt)] as const)));
}

export const promptHistory: Command = {
  name: 'prompt-history',
  usage: 'prompt-history <prompt>',
  example: 'prompt-history k8s cost alerts',
  summary: 'How you do in the answers to one prompt, lately and by engine',
  scope: 'project',
  words: 'free',
  async run(ask) {
    const { project, words, team, db } = ask;
    const api = ask.api(project);
    const engines = readEngineNames(api, ask);
    const prompt = await requirePrompt(words, 'prompt-history', project, ask);
    const asked = api.promptDetail(project.id, prompt.id);
    const [detail, history, daily] = await Promise.all([
      ifReadable(asked, ask),
      ifReadable(api.promptHistory(project.id, prompt.id), ask),
      ifReadable(api.promptTimeseries(project.id, prompt.id), ask),
    ]);
    // If nothing could be read, throw the reason.
    if (!detail && !history && !daily) await asked;
    const names = await engines;
    const timezone = timezoneOf(ask.workspace.projects(), project);
    const rewordingsOf = await readRewordings({ team, project, timezone }, db, ask.now());
    const read = {
      reworded: rewordingsOf(prompt.id),
      detail: detail && { ...detail, byEngine: detail.byEngine && withEngineNames(detail.byEngine, names) },
      history: history && { ...history, runs: history.runs && withEngineNames(history.runs, names) },
      series: daily && buildScoreOverview(daily, timezone, ask.now()).days,
    };
    return { message: promptHistoryAnswer(project, prompt.text, read), share: true };
  },
};

export type FoundPrompt = { id: string; text: string };

/** In the API's order, without those that have no id or text. */
export async function readTrackedPrompts(project: Project, ask: Reading): Promise<Listing<FoundPrompt>> {
  return withWords(await readPrompts(project, ask));
}

function withWords(all: Listing<Prompt>): Listing<FoundPrompt> {
  const found = all.flatMap(({ id, text }) => (id && text ? [{ id, text }] : []));
  return Object.assign(found, all.rest && { rest: all.rest });
}

/** `command`: for the suggestions of a refusal. @throws Refused unless exactly one prompt is meant */
export async function requirePrompt(
  typed: string,
  command: string,
  project: Project,
  ask: Reading,
): Promise<FoundPrompt> {
  const shown = unquote(typed);
  const words = shown.toLowerCase();
  const listed = await readPrompts(project, ask);
  const all = withWords(listed);
  const exact = all.find(({ id, text }) => id.toLowerCase() === words || text.toLowerCase() === words);
  if (exact) return exact;
  const texts = all.map(({ text }) => text);
  const holding = words ? texts.filter((text) => text.toLowerCase().includes(words)) : [];
  const [only = ''] = holding;
  const found = holding.length === 1 && all[texts.indexOf(only)];
  if (found) return found;
  const refuse = (sentence: string, near: readonly string[] = []) => {
    const tries = near.map((text) => `${command} ${text}`);
    return new Refused(sentence, { tries: tries.length > 0 ? tries : ['prompts'] });
  };
  if (!words) throw refuse('Say which prompt.');
  if (holding.length > 0)
    throw refuse(`${holding.length} prompts contain “${shown}”. Be more specific.`, holding);
  // The id comes from an old button. Don't show it: nobody can read it.
  if (isGuid(words) && !all.rest) throw refuse(`${project.name} no longer tracks this prompt.`);
  if (all.length === 0 && listed.length > 0)
    throw refuse('The API lists prompts without an ID that Sightline can read, so none can be opened.');
  const guess = findNearest(words, texts);
  throw refuse(
    all.rest
      ? `“${shown}” isn’t among the ${countListed(all.length, 'prompt', all.rest)} that the API lists for ${project.name}.`
      : `${project.name} tracks no prompt “${shown}”.`,
    guess === undefined ? [] : [guess],
  );
}

export const runs: Command = {
  name: 'runs',
  usage: 'runs <id>',
  example: 'runs 91c10690-f5d2-4536-b2f2-9139a13d0eaa',
  summary: 'One run group or prompt run by its ID, with the answer; prompt-history has buttons for them',
  scope: 'project',
  words: 'fixed',
  async run(ask) {
    const { kind, id } = parseRun(ask.words);
    const run = kind === 'group' ? undefined : await answerRun(id, ask);
    const answer = run ?? (kind === 'run' ? undefined : await answerGroup(id, ask));
    if (answer) return answer;
    throw new Refused(`${ask.project.name} has no run with this ID.`, {
      example: '/visibility prompt-history k8s cost alerts',
    });
  },
};

const ACTION_IDS = { run: ACTIONS.runOpen, group: ACTIONS.groupOpen } as const;

/** Runs /visibility runs, so that the answer has pages and can be shared. It never expires: a run never changes. */
export function runOpen(kind: keyof typeof ACTION_IDS): Action {
  return action(ACTION_IDS[kind], async (ask) => {
    const { project, id } = requireCarried('run', ask.value);
    const question = makeQuestion('runs', `${kind} ${id}`, project, ask.now());
    return addControls(await runAgain(question, ask), question);
  });
}

function parseRun(words: string): { kind: string | undefined; id: string } {
  const [, kind, typed = ''] = words.trim().match(/^(?:(run|group)\s+)?(.*)$/is) ?? [];
  const id = unquote(typed);
  if (isGuid(id)) return { kind: kind?.toLowerCase(), id };
  throw new Refused(
    `${id ? `“${id}” isn’t a run ID.` : 'Say which run, by its ID.'} /visibility prompt-history has a button for each run of a prompt.`,
    { example: `/visibility ${runs.example}` },
  );
}

/** An API that tells runs and groups apart by their ids may refuse those of the other. */
const NO_SUCH_ID = [NotFoundError, ValidationError];

async function answerRun(id: string, ask: ProjectAsk): Promise<Answer> {
  const { project } = ask;
  const api = ask.api(project);
  const run = await unless(api.promptRun(id), ...NO_SUCH_ID);
  if (run?.prompt_run.project_id !== project.id) return undefined;
  return { message: promptRunAnswer(project, run, await readNames(ask)), share: true };
}

async function answerGroup(id: string, ask: ProjectAsk): Promise<Answer> {
  const { project, page } = ask;
  const api = ask.api(project);
  const group = await unless(api.runGroup(id), ...NO_SUCH_ID);
  if (group?.run_group.project_id !== project.id) return undefined;
  const { shown, pages } = slicePage(group.prompt_runs, page);
  return { message: runGroupAnswer(project, group, shown, await readNames(ask)), pages, share: true };
}

/** As far as they can be read: the run is shown anyway. */
async function readNames(ask: ProjectAsk): Promise<RunNames> {
  const api = ask.api(ask.project);
  const [prompts, engines] = await Promise.all([
    ifReadable(api.prompts(ask.project.id), ask),
    readEngineNames(api, ask),
  ]);
  const texts = prompts?.flatMap(({ id, text }): [string, string][] => (id && text ? [[id, text]] : []));
  return { prompts: texts && new Map(texts), engines };
}
