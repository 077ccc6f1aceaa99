/**
 * Turns a call in our words into the request that this API takes, using
 * the profile's names, maxima and list encodings.
 */
import { DAY_MS } from '../durations.ts';
import { ValidationError } from './errors.ts';
import type { HttpRequest } from './http.ts';
import { type Call, type Operation, requestPath } from './operation.ts';
import { lookUp, type OperationLines, parsePath } from './profile.ts';

type Sendable = string | number | readonly string[];

/** What was sent, in our words; `names` maps query words to the API's names. */
export type Sent = {
  query: Readonly<Record<string, Sendable>>;
  body: Readonly<Record<string, unknown>>;
  names: Readonly<Record<string, string>>;
  /** The API's names of parameters that ask for more days than it gives by itself. */
  span: readonly string[];
};

type Row = Pick<Operation, 'method' | 'path' | 'repeatable'>;

/** @throws ValidationError, before anything is sent, for an impossible path or a filter that the API doesn't have. */
export function requestOf(
  row: Row,
  { parameters, query = {}, body, signal }: Call,
  lines: OperationLines,
  now: number,
  more: Readonly<Record<string, string | number>> = {},
): { request: HttpRequest; sent: Sent } {
  const operation = `${row.method} ${row.path}`;
  const sent: Record<string, Sendable> = {};
  const names: Record<string, string> = {};
  const there: Record<string, Sendable> = {};
  for (const [word, value] of Object.entries({ ...query, ...more })) {
    const isList = Array.isArray(value);
    const name = lookUp(lines, `query.${word}`);
    if (value === undefined || (isList && value.length === 0)) continue;
    if (name === null && isList) {
      throw new ValidationError(operation, [
        { at: `query.${word}`, message: 'the API has no such filter here' },
      ]);
    }
    if (name === null) continue;
    sent[word] = value;
    names[word] = name ?? word;
    Object.assign(there, encode(word, names[word], value, lines));
  }
  const fixed = fixedParameters(lines, now);
  for (const { name, value } of fixed) there[name] ??= value;
  const path = requestPath(operation, lookUp(lines, 'path') ?? row.path, parameters, there);
  const request = {
    operation,
    method: row.method,
    path,
    body: body && bodyThere(body, lines),
    repeatable: row.repeatable,
    signal,
  };
  const span = fixed.flatMap(({ name, isSpan }) => (isSpan ? name : []));
  return { request, sent: { query: sent, body: { ...body }, names, span } };
}

/** Parameters that are always sent. `isSpan`: to get more days than the API gives by itself. */
function fixedParameters(lines: OperationLines, now: number) {
  return [...lines].flatMap(([what, own]) => {
    const [kind, name = ''] = what.split(/\.(.*)/s);
    const [line] = own;
    if ((kind !== 'send' && kind !== 'span') || !line?.there) return [];
    // Once refused, a span isn't asked for again, unless a person says so.
    const isRefused = own.some(({ known, there }) => known === 'refused' && there === null);
    if (isRefused && line.known !== 'corrected') return [];
    return { name, value: dayFrom(line.there, now) ?? line.there, isSpan: kind === 'span' };
  });
}

/** The day of "today-90d", the time of "now-90d"; undefined for any other text. */
function dayFrom(text: string, now: number): string | undefined {
  const [, from, days] = /^(today|now)-(\d+)d$/.exec(text) ?? [];
  if (days === undefined) return undefined;
  const time = new Date(now - Number(days) * DAY_MS).toISOString();
  return from === 'today' ? time.slice(0, 10) : time;
}

/** A list is sent as `ids=a&ids=b`, `ids=a,b` or `ids[]=a&ids[]=b`: the document doesn't say. */
function encode(word: string, name: string, value: Sendable, lines: OperationLines) {
  const most = lookUp(lines, `query.${word}.maximum`);
  if (typeof value === 'number')
    return { [name]: typeof most === 'string' ? Math.min(value, Number(most)) : value };
  if (typeof value === 'string') return { [name]: value };
  const way = lookUp(lines, `query.${word}.list`);
  if (way === 'comma') return { [name]: value.join(',') };
  return { [way === 'brackets' && !name.endsWith('[]') ? `${name}[]` : name]: value };
}

function bodyThere(body: object, lines: OperationLines): object {
  const there = bare();
  for (const [word, value] of Object.entries(body)) {
    const path = parsePath(lookUp(lines, `body.${word}`) ?? word);
    put(there, path, value);
  }
  return there;
}

/** Without a prototype: the API's names are outside text, and one may be "__proto__". */
function bare(): Record<string, unknown> {
  return Object.create(null);
}

/** In a path, "0" stands for a list of one: "prompts.0.text". */
function put(at: Record<string, unknown>, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    at[step] = value;
    return;
  }
  const inner = at[step] ?? (rest[0] === '0' ? [] : bare());
  at[step] = inner;
  put(inner as Record<string, unknown>, rest, value);
}
