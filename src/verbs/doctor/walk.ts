/** Asks the API everything that can be asked of one project without changing anything, and keeps what came. */
import { createVisibility, type RequestReport } from '../../visibility/client.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { createHttp } from '../../visibility/http.ts';
import { OPERATIONS } from '../../visibility/operations.ts';
import { examined } from './examine.ts';
import { type Found, READS, type Read } from './reads.ts';
import type { ReadReport } from './report.ts';
import { struckIn } from './strike.ts';

/** How long one operation may take, all its attempts together. */
const WITHIN_MS = 15_000;

export type Walking = {
  baseUrl: string;
  apiKey: string;
  projectId: string;
  /** Takes secrets out of text, before any of it is looked at. */
  strike: (text: string) => string;
  realNow: () => number;
  /** Called before each operation. */
  onStep: (method: string) => void;
};

/** Every operation of READS, in that order. */
export async function walkProject(walking: Walking): Promise<ReadReport[]> {
  const { baseUrl, apiKey, onStep } = walking;
  const came: Came = { body: undefined, status: undefined };
  const visibility = createVisibility({
    baseUrl,
    onAnswer: ({ body }) => {
      came.body = body;
    },
    onRequest: ({ status }: RequestReport) => {
      came.status = status;
    },
  });
  const api = visibility.open(apiKey);
  let found: Found = {};
  const reports: ReadReport[] = [];
  for (const read of READS) {
    onStep(read.method);
    Object.assign(came, { body: undefined, status: undefined });
    const lost = reports.find(({ method, outcome }) => method === read.needs?.from && outcome === 'failed');
    const { report, learnt } = await tried(read, { ...walking, api, found, came, lost });
    found = { ...learnt, ...found };
    reports.push(report);
  }
  await visibility.close();
  return reports;
}

/** What the last request brought. */
type Came = { body: unknown; status: number | undefined };
/** `lost` is the read that would have told of what this one needs. */
type Trying = Walking & {
  api: Parameters<Read['ask']>[0]['api'];
  found: Found;
  came: Came;
  lost: ReadReport | undefined;
};

async function tried(read: Read, trying: Trying): Promise<{ report: ReadReport; learnt: Found }> {
  const { api, projectId, found, came, realNow, strike, lost } = trying;
  const { method, needs } = read;
  const { method: verb, path, known } = OPERATIONS[method];
  const about = { method, operation: `${verb} ${path}`, known: known.answer, unknown: [] };
  const value = needs ? found[needs.what] : '';
  if (value === undefined) {
    const why = lost ? `${lost.method}, which would tell of one, failed` : needs?.without;
    return { report: { ...about, outcome: 'skipped', why: why ?? '' }, learnt: {} };
  }
  const began = realNow();
  const timed = () => ({
    ms: realNow() - began,
    ...(came.status !== undefined && { status: came.status }),
  });
  const failure = (why: string, code: string) => ({
    report: { ...about, ...timed(), outcome: 'failed' as const, why, code },
    learnt: {},
  });
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const { answer, found: learnt } = await read.ask({ api, projectId, signal }, value);
    const body = struckIn(came.body, strike);
    return { report: { ...about, ...timed(), outcome: 'ok', ...examined(method, body, answer) }, learnt };
  } catch (error) {
    // What the operation's name begins with is said beside it already.
    if (error instanceof VisibilityError) {
      return failure(error.message.slice(error.operation.length + 1), error.code);
    }
    if (!(error instanceof DOMException)) throw error;
    return failure(`got no whole answer within ${WITHIN_MS / 1000} s.`, 'visibility_unavailable');
  }
}

/** Whether anything answers at all; `date` is its clock, ISO or as HTTP writes it. @throws VisibilityError */
export async function knock(baseUrl: string, apiKey: string): Promise<{ date: string | undefined }> {
  const http = createHttp(baseUrl, { headers: WITHIN_MS, total: WITHIN_MS });
  try {
    const { path, method } = OPERATIONS.engines;
    return await http.send({ operation: `${method} ${path}`, method, path, repeatable: true }, apiKey);
  } finally {
    await http.close();
  }
}
