/** Answers /visibility runs: a run group with its prompt runs, or one prompt run with the answer that it got. */
import type { ProjectRef } from '../../decision.ts';
import { runStatus } from '../../run-status.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn, shorten } from '../../slack/text.ts';
import type { PromptRun, PromptRunDetail, RunGroup } from '../../visibility/contract.ts';
import { list } from '../budget.ts';
import { utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { footer } from '../layout.ts';
import { brief } from '../lengths.ts';
import { openRun, wholeRun } from '../run-buttons.ts';
import { notRead } from '../trouble-words.ts';
import { lookupAnswer } from './lookup.ts';

/** Characters of one paragraph of an answer that are shown, and of all of them. */
const PARAGRAPH_CHARS = 500;
const ANSWER_CHARS = 6_000;

/** Cells of the bar that shows how far a group is. */
const BAR_CELLS = 10;

/** Names by id, as far as the API gave them; no `prompts` where these could not be read. */
export type RunNames = {
  prompts: ReadonlyMap<string, string> | undefined;
  engines: ReadonlyMap<string, string>;
};

/** Of the `listed` runs of a group: `cost` is that of the `costed` ones, in US dollars, `latencyMs` the median. */
type RunFigures = {
  listed: number;
  completed: number;
  failed: number;
  cost: number;
  costed: number;
  latencyMs: number | undefined;
};

/** One page of the group's runs; `figures` are of all that the API listed. */
export function runGroupAnswer(
  project: ProjectRef,
  group: RunGroup,
  { shown, figures }: { shown: readonly PromptRun[]; figures: RunFigures },
  names: RunNames,
): Message {
  return lookupAnswer({
    project,
    what: 'run group',
    amount: `${count(figures.listed, 'prompt run')}`,
    bar: isCounted(group, figures) ? barOf(group) : undefined,
    note: [
      progress(group, figures),
      ...figuresInWords(figures),
      brief(group.run_type, 'place'),
      inWords(group.status),
      `created ${at(group.created_at)}`,
      unnamed(names),
    ]
      .filter((fact) => fact)
      .join(' · '),
    rows: shown.map((run) => {
      const engine = engineOf(run, names);
      return {
        title: promptOf(run, names),
        facts: [engine, ...factsOf(run), errorOf(run)],
        button: openRun(project, run.id, { engine, prompt: names.prompts?.get(run.prompt_id) }),
      };
    }),
  });
}

export function promptRunAnswer(
  project: ProjectRef,
  { prompt_run, response }: PromptRunDetail,
  names: RunNames,
): Message {
  const what = `${promptOf(prompt_run, names)} on ${engineOf(prompt_run, names)}`;
  const facts = [...factsOf(prompt_run), unnamed(names)].filter((fact) => fact !== undefined);
  const error = errorOf(prompt_run);
  const answer = response?.raw_text.trim() ? response.raw_text : 'The API has no answer to this run.';
  const paragraphs = answer.split(/\n+/).map((text) => shorten(text, PARAGRAPH_CHARS));
  const name = brief(project.name, 'project');
  const whole = wholeRun(project, prompt_run.run_group_id ?? undefined);
  return {
    text: fallback(`${name} prompt run: ${what}.`, [facts.join(', '), ...(error ? [error] : []), answer]),
    blocks: [
      ...list(
        joined([mrkdwn`*${name} prompt run* · ${what}`, facts.join(' · '), error], '\n'),
        paragraphs.map((text) => mrkdwn`${text}`),
        ANSWER_CHARS,
      ),
      footer(mrkdwn`Run ${prompt_run.id}`),
      ...(whole ? [{ type: 'actions' as const, elements: [whole] }] : []),
    ],
  };
}

/** What the API leaves out is 0: a group that lists runs, or completed ones, and counts none does not count them. */
function isCounted({ total_runs, completed_runs }: RunGroup, { completed }: RunFigures): boolean {
  return total_runs > 0 && (completed_runs > 0 || completed === 0);
}

/** "▓▓▓▓▓░░░░░", full only when all is over. */
function barOf({ total_runs, completed_runs }: RunGroup): string {
  const full = Math.floor(Math.min(Math.max(completed_runs / total_runs, 0), 1) * BAR_CELLS);
  return '▓'.repeat(full) + '░'.repeat(BAR_CELLS - full);
}

function progress(group: RunGroup, figures: RunFigures): string {
  const { total_runs, completed_runs } = group;
  const { listed } = figures;
  if (!isCounted(group, figures)) return 'the API does not say how many are completed';
  const part = listed < total_runs ? `; the API lists ${figure(listed)} of them` : '';
  return `${figure(completed_runs)} of ${figure(total_runs)} completed${part}`;
}

function figuresInWords({ listed, failed, cost, costed, latencyMs }: RunFigures): string[] {
  if (listed === 0) return [];
  return [
    ...(failed > 0 ? [`${figure(failed)} failed`] : []),
    costed > 0 ? `$${figure(cost)} of ${count(costed, 'run')} with a cost` : 'no cost given',
    ...(latencyMs === undefined ? [] : [`median ${seconds(latencyMs)}`]),
  ];
}

function factsOf({ status, latency_ms, cost_usd, completed_at }: PromptRun): string[] {
  return [
    inWords(status),
    ...(completed_at === null ? [] : [at(completed_at)]),
    ...(latency_ms === null ? [] : [seconds(latency_ms)]),
    ...(cost_usd === null ? [] : [`$${figure(cost_usd)}`]),
  ];
}

function errorOf({ error }: PromptRun): string | undefined {
  const words = brief(error ?? '', 'reason');
  return words && `error: ${words}`;
}

/** A status that is not known is shown as it is. */
function inWords(status: string): string {
  return runStatus(status) ?? (brief(status, 'place') || 'no status given');
}

function seconds(ms: number): string {
  return `${figure(ms / 1000)} s`;
}

function unnamed({ prompts }: RunNames): string | undefined {
  return notRead([!prompts && 'prompt texts']);
}

/** A prompt that is tracked no more has no name in the list. */
function promptOf({ prompt_id }: PromptRun, { prompts }: RunNames): string {
  const text = brief(prompts?.get(prompt_id) ?? '', 'prompt');
  return text ? `“${text}”` : prompts ? 'an unlisted prompt' : 'a prompt';
}

function engineOf({ engine_id }: PromptRun, { engines }: RunNames): string {
  return brief(engines.get(engine_id) ?? '', 'place') || 'an unlisted engine';
}

function at(time: string): string {
  return utcMoment(Date.parse(/Z|[+-]\d\d:?\d\d$/i.test(time) ? time : `${time}Z`));
}
