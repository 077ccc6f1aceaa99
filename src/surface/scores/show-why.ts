/** Reads from the API what Show me why needs for a score alert; parts that can't be read are left out. */
import type { MovedPrompt, ScoreAlert } from '../../decision.ts';
import { readPrompts } from '../../feeds/score-why.ts';
import type { QuotedAnswer, WhyMoved } from '../../messages/scores/alert-thread.ts';
import { findPromptsThatMoved } from '../../rules/alert-explanation.ts';
import {
  findFirstName,
  findNamingSentences,
  findOwnPageChanges,
  findSourceChanges,
  ownDomains,
} from '../../rules/answer-change.ts';
import { daysBefore } from '../../rules/calendar.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import type { Mention } from '../../visibility/contract.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { matchOwnBrand } from '../../words/own-brand.ts';
import { ifReadable, readEngineNames } from '../api-trouble.ts';
import type { Ask } from '../ask.ts';
import type { ClickedAlert } from './alert.ts';

/** One call each if the alert doesn’t know the prompts; of more prompts, some of every topic are read. */
const MOST_PROMPTS = 30;
const PROMPTS_SHOWN = 3;
/** Covers the last days of a large project. */
const CITATIONS_ASKED = 1_000;
/** Tools looked for in an answer, including the brand. */
const MOST_NAMES = 15;

/** Undefined if no prompt has readable figures for both days. */
export async function readWhy(clicked: ClickedAlert<ScoreAlert>, ask: Ask): Promise<WhyMoved | undefined> {
  const { project, alert, which } = clicked;
  const api = ask.api(project);
  const engines = readEngineNames(api, ask);
  const change = toMovedBetween(alert);
  const { engine } = alert.alert?.lead.scope ?? {};
  const { worst: prompts, unread } = alert.worst
    ? { worst: alert.worst, unread: alert.explanation?.unread }
    : await readPromptsMoved(clicked, api, ask);
  const [worst] = prompts;
  if (!worst) return undefined;
  const [mentions, citations, names] = await Promise.all([
    ifReadable(api.mentions(project.id), ask),
    ifReadable(api.citations(project.id, { limit: CITATIONS_ASKED }), ask),
    engines,
  ]);
  const since = daysBefore(change.previousDay, -1);
  const about = { promptId: worst.id, since, day: change.day };
  return {
    project: { id: project.id, name: project.name },
    which,
    engine: engine?.name,
    prompts: prompts.slice(0, PROMPTS_SHOWN),
    unread,
    answers: await readAnswersTo(
      worst,
      { ...about, engine: engine?.name ?? engineOf(alert) },
      listToolNames(mentions ?? [], project.name),
      { api, ask, names, projectId: project.id },
    ),
    sources: citations && findSourceChanges(citations, about),
    pages: citations && findOwnPageChanges(citations, about, ownDomains(mentions ?? [], project.name)),
  };
}

/** The engine in which the alert locates the change. */
function engineOf({ explanation }: ScoreAlert): string | undefined {
  const engines = explanation?.parts.flatMap(({ of }) => of.filter(({ kind }) => kind === 'engine'));
  return engines?.[0]?.name;
}

function toMovedBetween({ previousDay, day, previousScore, score }: ScoreAlert) {
  return { previousDay, day, before: previousScore, after: score };
}

/** Most moved first. For alerts without their prompts: other metrics, or the API couldn’t be read at the time. */
async function readPromptsMoved(
  { project, alert }: ClickedAlert<ScoreAlert>,
  api: VisibilityClient,
  ask: Ask,
): Promise<{ worst: readonly MovedPrompt[]; unread?: number }> {
  const tracked = (await ifReadable(api.prompts(project.id), ask)) ?? [];
  if ('rest' in tracked && tracked.rest) return { worst: [] };
  const change = toMovedBetween(alert);
  const figures = await readPrompts(tracked, change, MOST_PROMPTS, ({ id }) =>
    ifReadable(api.promptTimeseries(project.id, id), ask),
  );
  const { prompts = [], tracked: all = prompts.length } = figures;
  return {
    worst: findPromptsThatMoved({ ...change, prompts }, alert.alert?.lead.scope.engine),
    ...(all > prompts.length && { unread: all - prompts.length }),
  };
}

/** The brand as answers spell it, then the others by how often they are named. */
function listToolNames(mentions: readonly Mention[], brand: string): string[] {
  const isOwn = matchOwnBrand(mentions, brand);
  const counts = new Map<string, number>();
  for (const { entity_name } of mentions) counts.set(entity_name, (counts.get(entity_name) ?? 0) + 1);
  const own = mentions.filter(isOwn).map(({ entity_name }) => entity_name);
  const others = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return [...new Set([brand, ...own, ...others])].slice(0, MOST_NAMES);
}

type About = {
  promptId: string;
  since: string;
  day: string;
  engine: string | undefined;
};
type Reading = {
  api: VisibilityClient;
  ask: Ask;
  names: Awaited<ReturnType<typeof readEngineNames>>;
  projectId: string;
};

/** An answer before and one after the change, from the same engine and region, in which the brand moved the most. */
async function readAnswersTo(
  { id, before, after }: MovedPrompt,
  { since, day, engine }: About,
  tools: readonly string[],
  { api, ask, names, projectId }: Reading,
): Promise<WhyMoved['answers']> {
  const history = await ifReadable(api.promptHistory(projectId, id), ask);
  const runs = withEngineNames(history?.runs ?? [], names)
    .flatMap((run) => {
      const { promptRunId, completedAt } = run;
      if (promptRunId === undefined || completedAt === undefined) return [];
      return { ...run, promptRunId, completedAt, date: new Date(completedAt).toISOString().slice(0, 10) };
    })
    // Don't rely on the API listing the newest first.
    .toSorted((a, b) => b.completedAt - a.completedAt);
  // Not named counts as behind every rank; an unknown rank as the middle.
  const place = ({ mentioned, rank }: (typeof runs)[number]) =>
    mentioned === false ? 99 : (rank ?? (mentioned === undefined ? undefined : 50));
  const pairs = runs
    .filter(({ date }) => date >= since && date <= day)
    .flatMap((now) => {
      const then = runs.find(
        ({ date, engineId, engine, regionId }) =>
          date < since && engineId === now.engineId && engine === now.engine && regionId === now.regionId,
      );
      if (!then) return [];
      const apart = (place(now) ?? 0) - (place(then) ?? 0);
      return { now, then, apart: after < before ? apart : -apart };
    });
  const ofEngine = pairs.filter(({ now }) => now.engine === engine);
  const [widest] = (ofEngine.length > 0 ? ofEngine : pairs).toSorted((a, b) => b.apart - a.apart);
  if (!widest) return undefined;
  const [then, now] = await Promise.all(
    [widest.then, widest.now].map(({ promptRunId }) => ifReadable(api.promptRun(promptRunId), ask)),
  );
  const [textBefore, textAfter] = [then?.response?.raw_text, now?.response?.raw_text];
  if (!textBefore || !textAfter) return undefined;
  const quote = (run: typeof widest.now, text: string, other: string): QuotedAnswer => ({
    day: run.date,
    runId: run.promptRunId,
    first: findFirstName(text, tools),
    sentences: findNamingSentences(text, other, tools),
  });
  return {
    engine: widest.now.engine,
    before: quote(widest.then, textBefore, textAfter),
    after: quote(widest.now, textAfter, textBefore),
  };
}
