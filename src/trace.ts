/** Gives everything done for one request, slot or post the same trace id, in logs and in OpenTelemetry if it’s on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { codeOf } from './errors.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** A running step; `failure` is an error's code or name, never its message. */
type Span = { id: string; end(failure?: string): void };

/** Records steps as OpenTelemetry spans (openOtlp). */
export type Spans = {
  begin(name: string, of: { traceId: string; parentId: string | undefined }, attributes: Attributes): Span;
};

type Here = { traceId: string; spans: Spans | undefined; parentId?: string };

const here = new AsyncLocalStorage<Here | undefined>();

/** The current trace id, 32 hexadecimal digits, if there is one. */
export const traceId = (): string | undefined => here.getStore()?.traceId;

/** Runs `work` under a new trace id, or continues the trace with `id`. */
export function runTraced<Result>(
  name: string,
  { spans, id, attributes = {} }: { spans?: Spans | undefined; id?: string | null; attributes?: Attributes },
  work: () => Promise<Result>,
): Promise<Result> {
  return recordSpan(name, { traceId: id ?? randomBytes(16).toString('hex'), spans }, attributes, work);
}

/** Runs `work` as a step of the current trace, if there is one. */
export function runStep<Result>(name: string, attributes: Attributes, work: () => Promise<Result>) {
  const around = here.getStore();
  return around?.spans ? recordSpan(name, around, attributes, work) : work();
}

/** For shared workers, which mustn't run under the trace that woke them. */
export function runUntraced<Result>(work: () => Result): Result {
  return here.run(undefined, work);
}

async function recordSpan<Result>(
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
    span?.end(codeOf(error));
    throw error;
  }
}
