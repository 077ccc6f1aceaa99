/**
 * Turns a call in our words into the request that this API takes, using the profile's names, maxima and list encodings, and
 * learns from a refused one: the API's name for a parameter, its maximum of rows, how it takes a list, and what object
 * wraps our text. Pure. Learns only from refusals of a request's form, which also mean that nothing was done.
 */
import { DAY_MS } from '../durations.ts';
import { RefusedError, type ValidationDetail, ValidationError } from './errors.ts';
import type { HttpRequest } from './http.ts';
import { plainName, splitName } from './names.ts';
import { type Call, isNeeded, type Operation, PARAMETER_NAMES, requestPath, spansOf } from './operation.ts';
import { type Line, lookUp, type OperationLines, parsePath } from './profile.ts';

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
    const isSpan = what.startsWith('span.');
    // A span that was refused isn't asked for again, unless a person says so.
    const line = own.find(({ known }) => known === 'corrected') ?? refusedOf(own) ?? own[0];
    if ((!isSpan && !what.startsWith('send.')) || !line?.there) return [];
    return { name: what.slice(what.indexOf('.') + 1), value: dayFrom(line.there, now) ?? line.there, isSpan };
  });
}

const refusedOf = (own: readonly Line[] = []) => own.find(({ known }) => known === 'refused');

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
  for (const [word, value] of Object.entries(body))
    put(there, parsePath(lookUp(lines, `body.${word}`) ?? word), value);
  return there;
}

/** Without a prototype: the API's names are outside text, and one may be "__proto__". */
const bare = (): Record<string, unknown> => Object.create(null);

/** In a path, "0" stands for a list of one: "prompts.0.text". Of a list, each is put so: "engines.0.engine_id". */
function put(at: Record<string, unknown>, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) at[step] = value;
  else if (rest[0] === '0' && rest.length > 1 && Array.isArray(value)) {
    const all = value.map((each) => ({ each, one: bare() }));
    for (const { each, one } of all) put(one, rest.slice(1), each);
    at[step] = all.map(({ one }) => one);
  } else {
    at[step] ??= rest[0] === '0' ? [] : bare();
    put(at[step] as Record<string, unknown>, rest, value);
  }
}

/** Limits to try in turn where the API doesn't state its maximum. */
const SMALLER = [100, 50, 25, 20, 10];

/** Profile lines that may make the same request acceptable; none if the refusal is about something else. */
export function correctionsOf(operation: string, error: unknown, sent: Sent, lines: OperationLines): Line[] {
  const isOfForm =
    error instanceof ValidationError ||
    (error instanceof RefusedError && [200, 400].includes(error.status ?? 0));
  if (!isOfForm) return [];
  const details = error.details.map((detail) => withPlace(detail, sent));
  const corrections = details.flatMap((detail) => [
    ...(sendSpan(detail, sent, lines) ??
      nestText(detail, sent, lines) ??
      renameParameter(detail, details, sent, lines)),
    ...tryNextName(detail, sent, lines),
    ...correctLimit(detail, sent, lines),
    ...correctList(detail, sent, lines),
  ]);
  if (corrections.length === 0) corrections.push(...shortenSpan(details, sent.span, lines));
  // What was learnt before, and what is trusted more goes before it, makes no other request.
  const isLearnt = ([what, there]: Correction) =>
    lines.get(what)?.some((line) => line.known === 'refused' && line.there === there);
  return corrections
    .filter((each) => lookUp(lines, each[0]) !== each[1] && !isLearnt(each))
    .map(([what, there]) => ({ operation, what, there, known: 'refused' }));
}

type Correction = [what: string, there: string | null];

const PLACES = new Set(['query', 'body', 'path', 'header', 'headers', 'cookie']);

/** Adds the place where the refusal names a field in its sentence only, or leaves out "body" or "query". */
function withPlace(said: ValidationDetail, { body, names, span }: Sent): ValidationDetail {
  const given = { ...said, ...(said.at && { at: said.at.replace(OF_METHOD, '') }) };
  const [, parameter] = /^query\.(\w+)$/.exec(given.at ?? '') ?? [];
  const isSent = parameter === undefined || [...Object.values(names), ...span].includes(parameter);
  // Whatever is said of a parameter that wasn't sent: it's missing.
  const isUnsent = !isSent && given.kind === undefined;
  const detail: ValidationDetail = isUnsent ? { ...given, kind: 'missing' } : given;
  const named = !detail.at && detail.kind === 'missing' ? nameIn(detail.message) : '';
  const at = detail.at || named;
  // In a sentence, or alone, "query" and "body" are the names of fields.
  const [place = '', ...steps] = at.split('.');
  if (at === '' || (named === '' && steps.length > 0 && PLACES.has(place))) return detail;
  return { ...detail, at: `${Object.keys(body).length > 0 ? 'body' : 'query'}.${at}` };
}

/** Java's validators begin with their own method: "getTopicDetail.label", "createPrompt.request.text". */
const OF_METHOD = /^(?:get|list|find|create|add|update|set|delete)[A-Z]\w*\.(?:(?:request|body|dto)\.)?/;

/** How frameworks say which field is missing: "promptText is required", "The Text field is required". */
const MISSING = [
  /(?:^|: )(?:the )?(?:(?:query |request |url )?(?:argument|field|parameter|property) )?["'`“]?(\$?[a-z]\w*)["'`”]?(?: (?:argument|field|parameter|property))?(?: (?:on|of|in) \S+)? (?:is|are) (?:a )?required\b/i,
  /^.*: (?:body|query)\.([\w.]+) (?:should|must) be (?:defined|set|provided|given)/i,
  /^["'`“]?([a-z]\w*)["'`”]?:? (?:(?:should|must|may|can) ?not be|can[’']t be|must be (?:set|provided|given))/i,
  /^["'`“]?([a-z]\w*)["'`”]?: (?:is )?required\b/i,
  /\bmissing\b.*: (\w+)$/i,
  /\b(?:missing|required) (?:required )?(?:request |query |body )?(?:field|property|parameter|param)s?:? \[?["'`“]?(\w+)/i,
  /(?:^|: )(?:(?:query |request |url )?(?:field|parameter) )?\[?["'`“]?([a-z]\w*)["'`”]?\]? is missing\b/i,
  /^missing ["'`“]?([a-z]\w*)["'`”]?$/i,
  /\b(?:specify|provide|include|supply) (?:an? |the )?["'`“]?([a-z]\w*)["'`”]?(?: (?:query |request )?(?:parameter|field))?$/i,
  /\b(?:argument|field|variable) ["'`“]\$?(\w+)["'`”] of required type\b/i,
  /\b(?:argument|value null at|column|no|find field) ["'`“](\w+)["'`”]/i,
];

/** Go's validator names the field of a struct: "Field validation for 'PromptText' failed on the 'required' tag". */
const OF_STRUCT = /\bfield validation for '(\w+)' failed on the 'required' tag/i;

function nameIn(message: string): string {
  const [, ofStruct] = OF_STRUCT.exec(message) ?? [];
  if (ofStruct !== undefined) return splitName(ofStruct).join('_');
  return MISSING.map((words) => words.exec(message)?.[1]).find((name) => name !== undefined) ?? '';
}

/**
 * Moves a text one step deeper where the API wants a list or an object in its place, or misses something around it.
 * Undefined where the refusal isn't about a text of ours.
 */
function nestText(
  { at = '', kind }: ValidationDetail,
  { body }: Sent,
  lines: OperationLines,
): Correction[] | undefined {
  const place = at.replace(/^body\./, '');
  const [text] = Object.keys(body).flatMap((word) => {
    const there = lookUp(lines, `body.${word}`) ?? word;
    const isAround = there === place || there.startsWith(`${place}.`);
    return isAround && typeof body[word] === 'string' ? { what: `body.${word}`, word, there } : [];
  });
  if (place === at || !text) return undefined;
  const { what, word, there } = text;
  if (kind === 'no_list' && there === place) return [[what, `${place}.0`]];
  // Some write their refusals as JSON:API does, and their requests plainly.
  if (kind === 'missing' && there === place && place.startsWith('data.attributes.'))
    return [[what, place.replace('data.attributes.', '')]];
  if (kind !== 'missing' && kind !== 'no_list' && kind !== 'no_object') return [];
  // JSON:API's "data" holds values in "attributes" (https://jsonapi.org).
  const next = nextName(word, there, place === 'data' ? 'data.attributes.' : `${place}.`);
  return next === undefined ? [] : [[what, next]];
}

/** A span that the API requires. Undefined for any other detail. */
function sendSpan(
  { at = '', kind }: ValidationDetail,
  { names, span }: Sent,
  lines: OperationLines,
): Correction[] | undefined {
  const [place, name = '', ...steps] = at.split('.');
  const isSent = span.includes(name) || Object.values(names).includes(name);
  if (kind !== 'missing' || place !== 'query' || steps.length > 0 || isSent) return undefined;
  const what = `span.${name}`;
  const isTried = (value: string) => lines.get(what)?.some(({ there }) => there === value);
  const value = spansOf(plainName(name)).find((each) => !isTried(each));
  return value === undefined ? undefined : [[what, value]];
}

/** Fewer days than we asked for are better than none: a span that isn't required is left out, any other made shorter. */
function shortenSpan(
  details: readonly ValidationDetail[],
  span: readonly string[],
  lines: OperationLines,
): Correction[] {
  const at = span.filter((name) => details.some((detail) => isAt(detail, name)));
  if (at.length === 0 && !details.every((detail) => detail.at === undefined)) return [];
  const required = span.filter((name) => refusedOf(lines.get(`span.${name}`))?.there);
  if (required.length === 0) return span.map((name) => [`span.${name}`, null]);
  const isOfTime = details.some(({ message }) => WANTS_TIME.test(message));
  const next = (name: string): Correction[] => {
    const before = refusedOf(lines.get(`span.${name}`))?.there ?? '';
    const values = spansOf(plainName(name));
    const isTime = before.startsWith('now-');
    const value = isOfTime && !isTime ? before : values[values.indexOf(before.replace('now-', 'today-')) + 1];
    return value ? [[`span.${name}`, isOfTime || isTime ? value.replace('today-', 'now-') : value]] : [];
  };
  const placed = required.filter((name) => at.includes(name)).flatMap(next);
  return placed.length > 0 ? placed : required.flatMap(next);
}

const WANTS_TIME = /date-?time|timestamp|T\d\d:|\brfc ?3339/i;

/** Tries one name after the other. */
function nextName(word: string, there: string, inside = ''): string | undefined {
  const all = (PARAMETER_NAMES[word]?.names ?? [word]).map((name) => inside + name);
  return all[all.indexOf(there) + 1];
}

/** A missing field that can only be one of ours: by its name, or because we send only one. */
function renameParameter(
  detail: ValidationDetail,
  all: readonly ValidationDetail[],
  sent: Sent,
  lines: OperationLines,
): Correction[] {
  const [place, ...steps] = (detail.at ?? '').split('.');
  if (detail.kind !== 'missing' || (place !== 'query' && place !== 'body') || steps.length === 0) return [];
  if (!steps.every((step) => /^[\p{L}\p{N}$_[\]-]{1,80}$/u.test(step))) return [];
  const there = steps.join('.');
  const words = Object.keys(sent[place]).filter((word) => isNeeded(word, place));
  const missing = all.filter(({ kind, at }) => kind === 'missing' && at?.startsWith(`${place}.`));
  const called = [there, steps.at(-1) ?? ''].map(plainName);
  // A name that the API gave isn't that of what it misses now.
  const isNew = (word: string) => place === 'body' || lookUp(lines, `query.${word}`) === undefined;
  const isOnly = words.length === 1 && missing.length === 1 && words.every(isNew);
  const word =
    words.find((each) => PARAMETER_NAMES[each]?.names.some((name) => called.includes(plainName(name)))) ??
    words.find((each) => isOnly && isIdName(each) === isIdName(there));
  if (word === undefined) return [];
  const isInner = place === 'body' && steps.length === 1;
  return [[`${place}.${word}`, isInner ? placeInside(word, there, lines) : there]];
}

/** What is missing now is inside what an earlier refusal missed, or around it, where our own name is missed in its turn. */
function placeInside(word: string, there: string, lines: OperationLines): string {
  const [line] = lines.get(`body.${word}`) ?? [];
  if (line?.known !== 'refused' || line.there === null) return there;
  if (there === word && line.there !== word && /^\w+$/.test(line.there)) return `${there}.${line.there}`;
  // Not around it, so inside.
  if (line.there === `${word}.${there}`) return `${there}.${word}`;
  const outer = line.there.split('.');
  const isName = [there, ...(PARAMETER_NAMES[word]?.names ?? [])].includes(outer.pop() ?? '');
  return isName ? [...outer, there].join('.') : `${line.there}.${there}`;
}

/** An API that knows no field of this name may know the next likeliest. */
function tryNextName(
  { at = '', kind }: ValidationDetail,
  { body }: Sent,
  lines: OperationLines,
): Correction[] {
  const word = Object.keys(body).find((each) => at === `body.${lookUp(lines, `body.${each}`) ?? each}`);
  const there = at.replace(/^body\./, '');
  if (kind !== 'extra' || word === undefined || !PARAMETER_NAMES[word]?.names.includes(there)) return [];
  const next = nextName(word, there);
  return next === undefined ? [] : [[`body.${word}`, next]];
}

/** "topic_id", "topicUuid", "ids" */
export function isIdName(name: string): boolean {
  return /(?:^|_|[a-z])(?:uu|gu)?ids?$/i.test(name);
}

/** Whether the API knows topics by their ids. */
export const takesTopicId = (lines: OperationLines) =>
  isIdName(lookUp(lines, 'query.topic') ?? '') || lookUp(lines, 'query.topic.by') === 'id';

/** The line with the name under which the API wants a topic's kind as well, and that name, where it is missed. */
export const KIND_OF_TOPIC = 'query.topic.kind';
export function kindOfTopicMissed(error: unknown): string | undefined {
  const details = error instanceof ValidationError || error instanceof RefusedError ? error.details : [];
  const missed = details
    .filter(({ kind }) => kind === 'missing')
    .map(({ at = '' }) => at.replace(/^query\./, ''));
  return missed.find((name) => /^(?:topic_?)?kind$/i.test(name));
}

function correctLimit(detail: ValidationDetail, { query, names }: Sent, lines: OperationLines): Correction[] {
  const { limit } = query;
  const name = names.limit ?? 'limit';
  const isMeant =
    detail.at === undefined ? detail.message.split(/[^\p{L}\p{N}_-]+/u).includes(name) : isAt(detail, name);
  if (typeof limit !== 'number' || !isMeant) return [];
  if (detail.kind === 'extra') return [['query.limit', null]];
  const most = Math.min(limit, Number(lookUp(lines, 'query.limit.maximum') ?? limit));
  if (detail.most !== undefined && detail.most > 0 && detail.most < most) {
    return [['query.limit.maximum', String(detail.most)]];
  }
  const smaller = SMALLER.find((each) => each < most);
  return [smaller === undefined ? ['query.limit', null] : ['query.limit.maximum', String(smaller)]];
}

/** The limit that was sent, once capped to the API's maximum. */
export function mostAsked({ query: { limit } }: Sent, lines: OperationLines): number | undefined {
  const most = lookUp(lines, 'query.limit.maximum');
  return typeof limit === 'number' && typeof most === 'string' ? Math.min(limit, Number(most)) : undefined;
}

/** Our ids are valid: an API that says otherwise wants the list in another encoding. */
function correctList(detail: ValidationDetail, { query, names }: Sent, lines: OperationLines): Correction[] {
  return Object.entries(query).flatMap(([word, value]): Correction[] => {
    if (!Array.isArray(value) || value.length === 0 || !isAt(detail, names[word] ?? word)) return [];
    if (detail.kind === 'missing' || detail.kind === 'extra') return [];
    const what = `query.${word}.list`;
    // Where "ids=a" is no list, "ids[]=a" may be one.
    const ways =
      detail.kind === 'no_list' ? ['repeat', 'brackets', 'comma'] : ['repeat', 'comma', 'brackets'];
    const way = lookUp(lines, what) ?? 'repeat';
    const next = ways[ways.indexOf(way) + 1];
    return next === undefined ? [] : [[what, next]];
  });
}

function isAt({ at = '' }: ValidationDetail, name: string): boolean {
  return at.split('.').some((step) => plainName(step) === plainName(name));
}
