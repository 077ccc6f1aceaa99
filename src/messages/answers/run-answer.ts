/** Answers /visibility runs: a run group with its prompt runs, or one prompt run with the answer that it got. */
import type { ProjectRef } from '../../decision.ts';
import type { Message } from '../../slack/blocks.ts';
import { joined, mrkdwn, shorten } from '../../slack/text.ts';
import type { PromptRun, PromptRunDetail, RunGroupDetail } from '../../visibility/contract.ts';
import { list } from '../budget.ts';
import { utcMoment } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { lookupAnswer } from './lookup.ts';

/** Characters of one paragraph of an answer that are shown, and of all of them. */
const PARAGRAPH_CHARS = 500;
const ANSWER_CHARS = 6_000;

/** Names by id, of prompts and of engines, as far as the API gave them. */
export type RunNames = ReadonlyMap<string, string>;

/** One page of the group's runs. */
export function runGroupAnswer(
  project: ProjectRef,
  { run_group, prompt_runs }: RunGroupDetail,
  shown: readonly PromptRun[],
  names: RunNames,
): Message {
  const { run_type, status, total_runs, completed_runs, created_at } = run_group;
  return lookupAnswer({
    project,
    what: 'run group',
    amount: `${count(prompt_runs.length, 'prompt run')}`,
    note: [
      `${brief(run_type, 'place')}, ${brief(status, 'place')}`,
      `${figure(completed_runs)} of ${figure(total_runs)} completed`,
      `created ${at(created_at)}`,
    ].join(' · '),
    rows: shown.map((run) => ({
      title: `“${nameOf(run.prompt_id, names)}”`,
      facts: [nameOf(run.engine_id, names), ...factsOf(run)],
    })),
  });
}

export function promptRunAnswer(
  project: ProjectRef,
  { prompt_run, response }: PromptRunDetail,
  names: RunNames,
): Message {
  const what = `“${nameOf(prompt_run.prompt_id, names)}” on ${nameOf(prompt_run.engine_id, names)}`;
  const facts = factsOf(prompt_run);
  const answer = response ? response.raw_text : 'The API has no answer to this run.';
  const paragraphs = answer.split(/\n+/).map((text) => shorten(text, PARAGRAPH_CHARS));
  const name = brief(project.name, 'project');
  return {
    text: fallback(`${name} prompt run: ${what}.`, [facts.join(', '), answer]),
    blocks: list(
      joined([mrkdwn`*${name} prompt run* · ${what}`, facts.join(' · ')], '\n'),
      paragraphs.map((text) => mrkdwn`${text}`),
      ANSWER_CHARS,
    ),
  };
}

function factsOf({ status, latency_ms, cost_usd, error, completed_at, id }: PromptRun): string[] {
  return [
    brief(status, 'place'),
    completed_at === null ? 'not completed' : at(completed_at),
    ...(latency_ms === null ? [] : [`${figure(latency_ms / 1000)} s`]),
    ...(cost_usd === null ? [] : [`$${figure(cost_usd)}`]),
    ...(error === null ? [] : [brief(error, 'reason')]),
    id,
  ];
}

function nameOf(id: string, names: RunNames): string {
  return brief(names.get(id) ?? id, 'prompt');
}

function at(time: string): string {
  return utcMoment(Date.parse(/Z|[+-]\d\d:?\d\d$/i.test(time) ? time : `${time}Z`));
}
