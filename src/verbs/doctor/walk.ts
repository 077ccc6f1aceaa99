/** Calls every read operation for one project and reports how the API answered. */
import { redactIn } from '../../redact.ts';
import type { Reading } from '../../visibility/answer.ts';
import { createVisibility, type Profiles, type RequestReport } from '../../visibility/client.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { OPERATIONS } from '../../visibility/operations.ts';
import { examine } from './examine.ts';
import { type Found, READS, type Read } from './reads.ts';
import type { ReadReport } from './report.ts';

/** For one operation with all its attempts. */
const WITHIN_MS = 15_000;

export type WalkDeps = {
  baseUrl: string;
  apiKey: string;
  /** Why the API answered nothing with this key before. Then every operation is skipped. */
  stop: Stop | undefined;
  projectId: string;
  /** What is known about the API. */
  profiles: Profiles;
  /** Takes secrets out of text. */
  redact: (text: string) => string;
  realNow: () => number;
  /** Called before each operation. */
  onStep: (method: string) => void;
};

/** A single operation may fail for reasons of its own. Of the first three READS, only the third has a project. */
const FAILURES_OF_ALL = 3;

/** Codes of failures that all operations share, and why the rest aren't tried. */
const STOPS = {
  visibility_unauthorised: 'the API refuses the key',
  visibility_quota: 'the quota is used up',
  visibility_rate_limited: 'the API takes no more requests now',
  visibility_unavailable: 'the API doesn’t answer',
} as const;

export type Stop = keyof typeof STOPS;

/** Why it's no use to ask for more, if the first reads say so. An error page (5xx) may be of one operation alone. */
export function findStop(reads: readonly ReadReport[]): Stop | undefined {
  const first = reads.slice(0, FAILURES_OF_ALL);
  if (first.length < FAILURES_OF_ALL) return undefined;
  const codes: readonly Stop[] = ['visibility_unauthorised', 'visibility_quota', 'visibility_rate_limited'];
  const shared = codes.find((stop) => first.every(({ code }) => code === stop));
  const isSilent = first.every(
    ({ code, status }) => code === 'visibility_unavailable' && status === undefined,
  );
  return shared ?? (isSilent ? 'visibility_unavailable' : undefined);
}

/** Tries all READS in order. Once it’s clear that the API answers none, the rest are skipped. */
export async function walkProject(deps: WalkDeps): Promise<ReadReport[]> {
  const { baseUrl, apiKey, onStep, profiles } = deps;
  const last: LastAnswer = { reading: undefined, status: undefined };
  const visibility = createVisibility({
    baseUrl,
    profiles,
    onAnswer: ({ reading }) => {
      last.reading ??= reading;
    },
    onRequest: ({ status }: RequestReport) => {
      last.status = status;
    },
  });
  const api = visibility.open(apiKey);
  let found: Found = {};
  const reports: ReadReport[] = [];
  for (const read of READS) {
    const stop = deps.stop ?? findStop(reports);
    if (stop) {
      reports.push(skipRead(read, STOPS[stop]));
      continue;
    }
    onStep(read.method);
    Object.assign(last, { reading: undefined, status: undefined });
    const lost = reports.find(({ method, outcome }) => method === read.needs?.from && outcome === 'failed');
    const { report, ids } = await tryRead(read, { ...deps, api, found, last, lost });
    found = { ...ids, ...found };
    reports.push(report);
  }
  await visibility.close();
  return reports;
}

/** How the last request was answered. */
type LastAnswer = { reading: Reading<unknown> | undefined; status: number | undefined };
/** `lost` is a failed read whose answer this one needs. */
type ReadDeps = WalkDeps & {
  api: Parameters<Read['ask']>[0];
  found: Found;
  last: LastAnswer;
  lost: ReadReport | undefined;
};

async function tryRead(read: Read, deps: ReadDeps): Promise<{ report: ReadReport; ids: Found }> {
  const { api, projectId, found, last, realNow, redact, lost } = deps;
  const { method, needs } = read;
  const about = describeRead(read);
  const value = needs ? found[needs.what] : '';
  if (value === undefined) {
    const why = lost ? `it needs an id from ${lost.method}, which failed` : needs?.without;
    return { report: skipRead(read, why ?? ''), ids: {} };
  }
  const began = realNow();
  const timed = () => ({ ms: realNow() - began, ...(last.status !== undefined && { status: last.status }) });
  const failure = (why: string, code: string) => ({
    report: { ...about, ...timed(), outcome: 'failed' as const, why, code },
    ids: {},
  });
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const { answer, found: ids } = await read.ask(api, projectId, { signal }, value);
    const { reading = {} as Reading<unknown> } = last;
    const examined = examine(method, reading, redactIn(answer, redact), redact);
    return { report: { ...about, ...timed(), outcome: 'ok', ...examined }, ids };
  } catch (error) {
    // The message begins with the operation, which the report already names.
    if (error instanceof VisibilityError) {
      return failure(error.message.slice(error.operation.length + 1), error.code);
    }
    if (!(error instanceof DOMException)) throw error;
    return failure(`got no complete answer within ${WITHIN_MS / 1000} s.`, 'visibility_unavailable');
  }
}

function describeRead({ method }: Read) {
  const { method: verb, path, known } = OPERATIONS[method];
  return { method, operation: `${verb} ${path}`, known: known.answer, unknown: [] };
}

function skipRead(read: Read, why: string): ReadReport {
  return { ...describeRead(read), outcome: 'skipped', why };
}
