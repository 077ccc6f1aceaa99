/** Ids of rows that follow from other rows: they are made when somebody asks, and are the same every time. */
import type { Day } from './day.ts';
import { randomOf } from './random.ts';
import type { Citation, Mention, PromptRun } from './rows.ts';

/** The runs of one project on one day; `fromStart` is counted from the world's start. */
export function runGroupId(seed: number, projectId: string, fromStart: Day): string {
  return randomOf(seed, 'run group', projectId, fromStart).uuid();
}

export function responseId({ id }: PromptRun): string {
  return randomOf('response', id).uuid();
}

export function mentionId({ id }: PromptRun, { rank }: Mention): string {
  return randomOf('mention', id, rank).uuid();
}

export function citationId({ run, position }: Citation): string {
  return randomOf('citation', run.id, position).uuid();
}
