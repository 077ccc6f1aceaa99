/** Ids of rows that follow from other rows: they are made when somebody asks, and are the same every time. */
import type { Day } from './day.ts';
import { randomOf } from './random.ts';
import type { Citation, Mention, PromptRun } from './rows.ts';

/** The runs of one project on one day; `fromStart` is counted from the world's start. */
export function runGroupId(seed: number, projectId: string, fromStart: Day): string {
  return randomOf(seed, 'run group', projectId, fromStart).uuid();
}

export function responseId(run: PromptRun): string {
  return idIn(run, 'response');
}

export function mentionId(run: PromptRun, { rank }: Mention): string {
  return idIn(run, 'mention', rank);
}

export function citationId({ run, position }: Citation): string {
  return idIn(run, 'citation', position);
}

// An id costs a hash, and lists of thousands are asked for again and again.
const made = new WeakMap<PromptRun, Map<string, string>>();

function idIn(run: PromptRun, kind: string, nth?: number): string {
  const known = made.get(run) ?? new Map<string, string>();
  made.set(run, known);
  const key = `${kind} ${nth}`;
  const id = known.get(key) ?? randomOf(kind, run.id, ...(nth === undefined ? [] : [nth])).uuid();
  known.set(key, id);
  return id;
}
