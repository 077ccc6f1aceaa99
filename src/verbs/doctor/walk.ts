/** Calls every read operation for one project and reports how the API answered. */
import { redactIn } from '../../redact.ts';
import type { Reading } from '../../visibility/answer.ts';
import { createVisibility, type Profiles, type RequestReport } from '../../visibility/client.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { createHttp } from '../../visibility/http.ts';
import type { Operation } from '../../visibility/operation.ts';
import { OPERATIONS } from '../../visibility/operations.ts';
import { isWebPage } from '../../visibility/remedies.ts';
import { examine } from './examine.ts';
import { type Found, READS, type Read } from './reads.ts';
import type { ReadReport } from './report.ts';

/** For one operation with all its attempts. */
const WITHIN_MS = 15_000;

export type WalkDeps = {
  baseUrl: string;
  apiKey: string;
  /** Whether the API has already refused this key. Then every operation is skipped. */
  isKeyRefused: boolean;
  projectId: string;
  /** What is known about the API. */
  profiles: Profiles;
  /** Takes secrets out of text. */
  redact: (text: string) => string;
  realNow: () => number;
  /** Called before each operation. */
  onStep: (method: string) => void;
};

/** A single operation may be refused for other reasons. Of the first three READS, only the third has a project. */
const REFUSALS_OF_A_KEY = 3;

/** Whether the API refuses the key itself, not just some operation. */
export function refusesKey(reads: readonly ReadReport[]): boolean {
  const first = reads.slice(0, REFUSALS_OF_A_KEY);
  return first.length === REFUSALS_OF_A_KEY && first.every(({ code }) => code === 'visibility_unauthorised');
}

/** Tries all READS in order. Once the key turns out to be refused, the rest are skipped. */
export async function walkProject(deps: WalkDeps): Promise<ReadReport[]> {
  const { baseUrl, apiKey, isKeyRefused, onStep, profiles } = deps;
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
    onStep(read.method);
    if (isKeyRefused || refusesKey(reports)) {
      reports.push(skipRead(read, 'the API refuses the key'));
      continue;
    }
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
  api: Parameters<Read['ask']>[0]['api'];
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
    const { answer, found: ids } = await read.ask({ api, projectId, signal }, value);
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

/** Operations that don't depend on a project, so every API of this kind has them. */
export const EVERYWHERE = [OPERATIONS.engines, OPERATIONS.regions].map(
  ({ method, path }) => `${method} ${path}`,
);

/** What is at an address. `nothing`: it has none of EVERYWHERE; `web_page`: a website. */
export type There = 'api' | 'nothing' | 'web_page';

/** Finds out what answers there. `date` is its clock, in ISO or HTTP format. @throws VisibilityError */
export async function knock(
  baseUrl: string,
  apiKey: string,
): Promise<{ date: string | undefined; there: There }> {
  const http = createHttp(baseUrl, { headers: WITHIN_MS, total: WITHIN_MS });
  const ask = async ({ method, path }: Pick<Operation, 'method' | 'path'>) => {
    const request = { operation: `${method} ${path}`, method, path, repeatable: true };
    const { status, text, date } = await http.send(request, apiKey);
    const isPage = status < 400 && isWebPage(text);
    return { date, there: isPage ? 'web_page' : status === 404 ? 'nothing' : 'api' } as const;
  };
  try {
    const first = await ask(OPERATIONS.engines);
    if (first.there === 'api') return first;
    const second = await ask(OPERATIONS.regions);
    return { ...first, there: second.there === 'nothing' ? first.there : second.there };
  } finally {
    await http.close();
  }
}
