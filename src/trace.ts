/** What belongs together under one id: a request of Slack's, a slot or a post, with all that is done for it. Logs carry it, and OpenTelemetry where it is on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

type Attributes = Readonly<Record<string, string | number>>;

/** A step that is under way; `failure` is the code or the name of an error, never its words. */
type Span = { id: string; end(failure?: string): void };

/** Where steps are recorded beside the log (app/otlp.ts). */
export type Spans = {
  begin(name: string, of: { traceId: string; parentId: string | undefined }, attributes: Attributes): Span;
};

type Here = { traceId: string; spans: Spans | undefined; parentId?: string };

const here = new AsyncLocalStorage<Here | undefined>();

/** The id under which everything is done now, 32 hexadecimal digits; undefined where nobody gave one. */
export const traceId = (): string | undefined => here.getStore()?.traceId;

/** Does `work` under an id of its own, or under the one that it goes on from. */
export function traced<Result>(
  name: string,
  { spans, id, attributes = {} }: { spans?: Spans | undefined; id?: string | null; attributes?: Attributes },
  work: () => Promise<Result>,
): Promise<Result> {
  return recorded(name, { traceId: id ?? randomBytes(16).toString('hex'), spans }, attributes, work);
}

/** Does `work` as a step of what is done now; where that has no id, it is done all the same. */
export function step<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const around = here.getStore();
  return around?.spans ? recorded(name, around, attributes, work) : work();
}

/** For workers that somebody calls and that then work for everybody. */
export function untraced<Result>(work: () => Result): Result {
  return here.run(undefined, work);
}

async function recorded<Result>(
  name: string,
  { traceId, spans, parentId }: Here,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = spans?.begin(name, { traceId, parentId }, attributes);
  try {
    const result = await here.run({ traceId, spans, ...(span && { parentId: span.id }) }, work);
    span?.end();
    return result;
  } catch (error) {
    span?.end(failureOf(error));
    throw error;
  }
}

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
