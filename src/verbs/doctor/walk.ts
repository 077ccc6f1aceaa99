/** Asks the API everything that can be asked of one project without changing anything, and keeps what came. */
import { struckIn } from '../../strike.ts';
import type { Reading } from '../../visibility/answer.ts';
import { createVisibility, type Profiles, type RequestReport } from '../../visibility/client.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { createHttp } from '../../visibility/http.ts';
import type { Operation } from '../../visibility/operation.ts';
import { OPERATIONS } from '../../visibility/operations.ts';
import { isWebPage } from '../../visibility/remedies.ts';
import { examined } from './examine.ts';
import { type Found, READS, type Read } from './reads.ts';
import type { ReadReport } from './report.ts';

/** How long one operation may take, all its attempts together. */
const WITHIN_MS = 15_000;

export type Walking = {
  baseUrl: string;
  apiKey: string;
  /** Whether the API has refused this key already: then nothing is asked with it. */
  isKeyRefused: boolean;
  projectId: string;
  /** What is known of the API; missing: nothing. */
  profiles?: Profiles;
  /** Takes secrets out of text, before any of it is looked at. */
  strike: (text: string) => string;
  realNow: () => number;
  /** Called before each operation. */
  onStep: (method: string) => void;
};

/** One operation might be refused for itself. The first of READS are of no project, the last of these is of one. */
const REFUSALS_OF_A_KEY = 3;

/** Whether the API refuses not one operation or another, but the key. */
export function refusesKey(reads: readonly ReadReport[]): boolean {
  const first = reads.slice(0, REFUSALS_OF_A_KEY);
  return first.length === REFUSALS_OF_A_KEY && first.every(({ code }) => code === 'visibility_unauthorised');
}

/** Every operation of READS, in that order; of a key that is refused the first few. */
export async function walkProject(walking: Walking): Promise<ReadReport[]> {
  const { baseUrl, apiKey, isKeyRefused, onStep, profiles } = walking;
  const came: Came = { reading: undefined, status: undefined };
  const visibility = createVisibility({
    baseUrl,
    ...(profiles && { profiles }),
    onAnswer: ({ reading }) => {
      came.reading ??= reading;
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
    if (isKeyRefused || refusesKey(reports)) {
      reports.push(skippedRead(read, 'the API refuses the key'));
      continue;
    }
    Object.assign(came, { reading: undefined, status: undefined });
    const lost = reports.find(({ method, outcome }) => method === read.needs?.from && outcome === 'failed');
    const { report, learnt } = await tried(read, { ...walking, api, found, came, lost });
    found = { ...learnt, ...found };
    reports.push(report);
  }
  await visibility.close();
  return reports;
}

/** What the last request brought. */
type Came = { reading: Reading<unknown> | undefined; status: number | undefined };
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
  const about = aboutRead(read);
  const value = needs ? found[needs.what] : '';
  if (value === undefined) {
    const why = lost ? `${lost.method}, which would tell of one, failed` : needs?.without;
    return { report: skippedRead(read, why ?? ''), learnt: {} };
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
    const { reading = {} as Reading<unknown> } = came;
    const found = examined(method, reading, struckIn(answer, strike), strike);
    return { report: { ...about, ...timed(), outcome: 'ok', ...found }, learnt };
  } catch (error) {
    // What the operation's name begins with is said beside it already.
    if (error instanceof VisibilityError) {
      return failure(error.message.slice(error.operation.length + 1), error.code);
    }
    if (!(error instanceof DOMException)) throw error;
    return failure(`got no whole answer within ${WITHIN_MS / 1000} s.`, 'visibility_unavailable');
  }
}

function aboutRead({ method }: Read) {
  const { method: verb, path, known } = OPERATIONS[method];
  return { method, operation: `${verb} ${path}`, known: known.answer, unknown: [] };
}

function skippedRead(read: Read, why: string): ReadReport {
  return { ...aboutRead(read), outcome: 'skipped', why };
}

/** What every API has, whichever its projects. */
export const OF_NO_PROJECT = [OPERATIONS.engines, OPERATIONS.regions].map(
  ({ method, path }) => `${method} ${path}`,
);

/** What stands at an address: `nothing` knows none of OF_NO_PROJECT, a `web_page` is what a website answers to both. */
export type There = 'api' | 'nothing' | 'web_page';

/** What answers there, whatever; `date` is its clock, ISO or as HTTP writes it. @throws VisibilityError */
export async function knock(
  baseUrl: string,
  apiKey: string,
): Promise<{ date: string | undefined; there: There }> {
  const http = createHttp(baseUrl, { headers: WITHIN_MS, total: WITHIN_MS });
  const ask = async ({ method, path }: Pick<Operation, 'method' | 'path'>) => {
    const asked = { operation: `${method} ${path}`, method, path, repeatable: true };
    const { status, text, date } = await http.send(asked, apiKey);
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
