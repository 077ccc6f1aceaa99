/** Turns the API's OpenAPI 3 description into profile lines. */
import {
  type Candidate,
  candidatesIn,
  DEEPEST,
  examplesOf,
  type JsonSchema,
  propertiesOf,
  variantsOf,
} from './candidates.ts';
import { findRows, rowsAt } from './lists.ts';
import { plainName } from './names.ts';
import { isNeeded, type Operation, PARAMETER_NAMES, SPAN } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { placeFields } from './place-fields.ts';
import { type Line, pathText } from './profile.ts';
import { isIdName } from './request.ts';
import { EACH, type Field, type Path, type Shape } from './shape.ts';
import { isRaw, type Raw, readText } from './values.ts';

type Undocumented = { method: string; path: string; summary?: string };

/** `found`, `missing`: ids of our operations. `proposals`: those that seem to accept or dismiss suggestions. */
export type Description = Awaited<ReturnType<typeof readOpenApi>>;

/** @throws Error with a sentence if the document isn't a usable OpenAPI 3 description. */
export async function readOpenApi(document: unknown) {
  if (isRaw(document) && document.swagger !== undefined) {
    throw new Error('It is a Swagger 2 description; convert it to OpenAPI 3 first.');
  }
  if (!isRaw(document) || !isRaw(document.paths))
    throw new Error('It isn’t an OpenAPI description: it has no paths.');
  const { default: parser } = await import('@apidevtools/swagger-parser');
  // External references aren't fetched and stay unread. candidates.ts stops at circular ones.
  const { paths } = (await parser.dereference(structuredClone(document) as never, {
    resolve: { external: false },
    dereference: { circular: true },
  })) as Raw;
  const theirs = operationsIn(isRaw(paths) ? paths : {});
  const matched = Object.entries(OPERATIONS).map(([id, row]) => ({ id, row, there: matchOf(row, theirs) }));
  if (matched.every(({ there }) => there === undefined)) {
    throw new Error(`It describes another API: it has none of our ${matched.length} operations.`);
  }
  const undocumented = theirs
    .filter((each) => !matched.some(({ there }) => there === each))
    .map(({ method, path, operation }) => {
      const summary = readText(operation.summary);
      return { method, path, ...(summary && { summary }) };
    });
  return {
    lines: matched.flatMap(({ id, row, there }) => (there ? linesFrom(id, row, there) : [])),
    found: matched.flatMap(({ id, there }) => (there ? [id] : [])),
    missing: matched.flatMap(({ id, there }) => (there ? [] : [id])),
    undocumented,
    proposals: proposalsIn(undocumented),
  };
}

type Theirs = { method: string; path: string; operation: Raw; parameters: readonly Raw[] };
type Row = Operation;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

function operationsIn(paths: Raw): Theirs[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Theirs[] => {
      const operation = isRaw(item) ? item[method] : undefined;
      if (!isRaw(item) || !isRaw(operation)) return [];
      const parameters = [item.parameters, operation.parameters].flatMap((each) =>
        Array.isArray(each) ? each.filter(isRaw) : [],
      );
      return [{ method: method.toUpperCase(), path, operation, parameters }];
    }),
  );
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((step) => step !== '');
}

/** "/v1/public/Projects/{projectId}/topics/" -> v1, public, projects, {}, topics. */
function stepsOf(path: string): string[] {
  return segmentsOf(path).map((step) => (step.startsWith('{') ? '{}' : plainName(step)));
}

/** The operation whose path ends like ours: the base URL already contains what comes before. */
function matchOf({ method, path }: Row, theirs: readonly Theirs[]): Theirs | undefined {
  const steps = stepsOf(path);
  return theirs.find((each) => {
    const there = stepsOf(each.path);
    const before = there.splice(0, there.length - steps.length);
    // "/regions" also ends "/projects/{}/regions".
    return each.method === method && there.join('/') === steps.join('/') && !before.includes('{}');
  });
}

function linesFrom(operation: string, row: Row, theirs: Theirs): Line[] {
  return [pathLine, queryLines, spanLines, bodyLines, answerLines]
    .flatMap((linesOf) => linesOf(row, theirs))
    .map(([what, there]) => ({ operation, what, there, known: 'described' }));
}

type Finding = readonly [what: string, there: string | null];

/** Where the path differs from ours: a trailing slash, another case. */
function pathLine({ path }: Row, there: Theirs): Finding[] {
  const ours = segmentsOf(path);
  const tail = segmentsOf(there.path).slice(-ours.length);
  const steps = tail.map((step, i) => (step.startsWith('{') ? (ours[i] ?? step) : step));
  const relative = `/${steps.join('/')}${there.path.endsWith('/') ? '/' : ''}`;
  return relative === path ? [] : [['path', relative]];
}

function queryLines(row: Row, theirs: Theirs): Finding[] {
  const query = theirs.parameters.filter(({ in: place }) => place === 'query');
  const taken = new Set<Raw>();
  const own = row.asks.flatMap((word): Finding[] => {
    const parameter = parameterFor(word, query);
    // A description without any parameters is incomplete rather than proof that ours don't exist.
    if (!parameter) return query.length === 0 ? [] : [[`query.${word}`, null]];
    taken.add(parameter);
    return parameterLines(word, parameter);
  });
  const paging = ['cursor', 'page', 'offset'].flatMap((word): Finding[] => {
    const parameter = row.answer.list ? parameterFor(word, query) : undefined;
    const name = readText(parameter?.name);
    return parameter && name && !taken.has(parameter) ? [[`query.${word}`, name]] : [];
  });
  const spans = new Set(spanLines(row, theirs).map(([what]) => what));
  const unasked = query.filter(
    (each) => each.required === true && !taken.has(each) && !spans.has(`span.${readText(each.name)}`),
  );
  return [...own, ...paging, ...unasked.flatMap(defaultLines)];
}

/** The days of scores to ask for: enough for a quarter. */
const DAYS_WANTED = 90;
/** How to ask for more days of scores: from a day (request.ts counts back), or a number of days, or the longest period. */
function spanLines({ answer }: Row, { parameters }: Theirs): Finding[] {
  const query = answer.byPart ? parameters.filter(({ in: place }) => place === 'query') : [];
  const lineOf = (wanted: (name: string, schemas: readonly JsonSchema[]) => string | undefined) =>
    query.flatMap((parameter): Finding[] => {
      const name = readText(parameter.name) ?? '';
      const value = wanted(plainName(name), variantsOf(parameter.schema));
      return value === undefined ? [] : [[`span.${name}`, value]];
    })[0];
  const dayOf = (sure: ReadonlySet<string>, ifDate: ReadonlySet<string>, days: number) =>
    lineOf((name, schemas) => {
      const isTime = schemas.some(({ format }) => format === 'date-time');
      const isDate = isTime || schemas.some(({ format }) => format === 'date');
      const isText = schemas.some(({ type }) => type === 'string');
      return (sure.has(name) && isText) || (ifDate.has(name) && isDate)
        ? `${isTime ? 'now' : 'today'}-${days}d`
        : undefined;
    });
  const from = dayOf(SPAN.first, SPAN.firstIfDate, DAYS_WANTED);
  if (from) {
    const to = dayOf(SPAN.last, SPAN.lastIfDate, 0);
    const isNeeded = to && query.some(({ name, required }) => required === true && `span.${name}` === to[0]);
    return isNeeded ? [from, to] : [from];
  }
  const days = lineOf((name, schemas) => {
    const isNumber = schemas.some(({ type }) => type === 'integer' || type === 'number');
    return SPAN.days.has(name) && isNumber ? String(Math.min(DAYS_WANTED, ...maximaOf(schemas))) : undefined;
  });
  const line =
    days ?? lineOf((name, schemas) => (SPAN.period.has(name) ? longestPeriod(schemas) : undefined));
  return line ? [line] : [];
}

function maximaOf(schemas: readonly JsonSchema[]): number[] {
  return schemas.flatMap(({ maximum, exclusiveMaximum }) => [
    ...(typeof maximum === 'number' ? [maximum] : []),
    ...(typeof exclusiveMaximum === 'number' ? [exclusiveMaximum - 1] : []),
  ]);
}

/** "90d" of "7d", "30d" and "90d"; "last_30_days" of that and "last_7_days". */
function longestPeriod(schemas: readonly JsonSchema[]): string | undefined {
  const offered = schemas.flatMap((schema) => (Array.isArray(schema.enum) ? schema.enum : []));
  const daysOf = (period: unknown) => {
    const [, days] = /^(?:last_?)?(\d+)_?d(?:ays?)?$/i.exec(String(period)) ?? [];
    return days !== undefined && Number(days) <= DAYS_WANTED ? Number(days) : 0;
  };
  const [longest] = offered.toSorted((a, b) => daysOf(b) - daysOf(a));
  return daysOf(longest) > 0 ? String(longest) : undefined;
}

/** By name; or the only required parameter, if ours is required. */
function parameterFor(word: string, query: readonly Raw[]): Raw | undefined {
  const { names = [word] } = PARAMETER_NAMES[word] ?? {};
  const byName = names.flatMap((name) =>
    query.filter((each) => plainName(readText(each.name) ?? '') === plainName(name)),
  );
  const [only, ...more] = query.filter((each) => each.required === true);
  return byName[0] ?? (isNeeded(word, 'query') && more.length === 0 ? only : undefined);
}

function parameterLines(word: string, parameter: Raw): Finding[] {
  const name = readText(parameter.name) ?? word;
  const schemas = variantsOf(parameter.schema);
  const isList = schemas.some(({ type }) => type === 'array');
  const maxima = maximaOf(schemas);
  const lines: Finding[] = [[`query.${word}`, name]];
  if (maxima.length > 0) lines.push([`query.${word}.maximum`, String(Math.min(...maxima))]);
  if (word.endsWith('_ids')) lines.push([`query.${word}.list`, wayOf(parameter, name, isList)]);
  return lines;
}

/** How to send a list: OpenAPI's default is to repeat the parameter. */
function wayOf({ explode, style = 'form' }: Raw, name: string, isList: boolean): string {
  if (name.endsWith('[]') || style === 'deepObject') return 'brackets';
  return !isList || explode === false ? 'comma' : 'repeat';
}

/** A required parameter that we don’t know is sent with its default or first allowed value. */
function defaultLines(parameter: Raw): Finding[] {
  const name = readText(parameter.name);
  const value = variantsOf(parameter.schema)
    .flatMap((schema) => [schema.default, ...(Array.isArray(schema.enum) ? schema.enum : [])])
    .find((each) => typeof each === 'string' || typeof each === 'number');
  return name && value !== undefined ? [[`send.${name}`, String(value)]] : [];
}

function bodyLines({ body }: Row, { operation }: Theirs): Finding[] {
  const words = body && 'shape' in body ? Object.keys(body.shape as object) : [];
  const properties = propertiesOf(jsonSchemaIn(operation.requestBody));
  return words.flatMap((word): Finding[] => {
    const names = (PARAMETER_NAMES[word]?.names ?? [word]).map(plainName);
    const isRight = ({ schema }: (typeof properties)[number]) =>
      variantsOf(schema).some(({ type }) => type === (word.endsWith('_ids') ? 'array' : 'string'));
    const able = properties.filter(isRight);
    const byName = names.flatMap((name) => able.filter((each) => plainName(each.path.join('')) === name));
    const ending = names.flatMap((name) => able.filter((each) => plainName(each.path.at(-1) ?? '') === name));
    const [only, ...more] = isNeeded(word, 'body') ? able.filter(({ required }) => required) : [];
    const found = byName[0] ?? ending[0] ?? (more.length === 0 ? only : undefined);
    return found ? [[`body.${word}`, pathText([...found.path, ...idInside(found.schema)])]] : [];
  });
}

/** A list may take objects instead of ids: {engines: [{engine_id: "…"}]}. */
function idInside(list: JsonSchema): readonly string[] {
  const items = variantsOf(list).flatMap(({ items: each }) => propertiesOf(each));
  const [id, ...more] = items.filter(({ path }) => path.length === 1 && isIdName(path[0] ?? ''));
  return id && more.length === 0 ? ['0', ...id.path] : [];
}

function answerLines({ answer: { shape, list, needs }, called }: Row, { operation }: Theirs): Finding[] {
  const schema = jsonSchemaIn(successOf(operation.responses));
  const examples = examplesOf(schema);
  const path = (list && findRows(examples[0], shape, called)?.path) || [];
  const raws = list ? (rowsAt(examples[0], path, shape)?.raws ?? []) : examples.filter(isRaw);
  const candidates = describe(candidatesIn(raws), new Map(wordsIn(schema)), path);
  const fit = placeFields(shape, candidates);
  // Rows without what they are about are others: an answer shows more of its groups than a description.
  if (raws.length === 0 || needs?.some((fields) => !fields.some((field) => fit.has(field)))) return [];
  const lines = fieldLines(shape, candidates, '');
  return list ? [['list', pathText(path)], ...lines] : lines;
}

/** What a schema says of each place, by its path without the steps into lists. */
function wordsIn(schema: unknown, at: Path = [], around: readonly unknown[] = []): [string, string][] {
  if (at.length > DEEPEST || around.includes(schema)) return [];
  const inside = (inner: unknown, path: Path) => wordsIn(inner, path, [...around, schema]);
  const own = isRaw(schema) ? (readText(schema.description) ?? readText(schema.title)) : undefined;
  return [
    ...(own ? [[at.join(), own] satisfies [string, string]] : []),
    ...variantsOf(schema).flatMap(({ items, additionalProperties, properties }) => [
      ...[items, additionalProperties].flatMap((each) => inside(each, at)),
      ...Object.entries(isRaw(properties) ? properties : {}).flatMap(([name, each]) =>
        inside(each, [...at, name]),
      ),
    ]),
  ];
}

function describe(all: readonly Candidate[], words: ReadonlyMap<string, string>, list: Path): Candidate[] {
  return all.map((each) => {
    const path = [...list.filter((step) => step !== EACH), ...each.path];
    const said = words.get(path.join());
    return { ...each, ...(said && { said }), inner: () => describe(each.inner(), words, path) };
  });
}

function fieldLines(shape: Shape, candidates: readonly Candidate[], at: string): Finding[] {
  return [...placeFields(shape, candidates)].flatMap(([name, { path, candidate }]): Finding[] => {
    const { inner, falling } = shape[name] ?? {};
    const others = candidates.filter((each) => each !== candidate);
    // Of several that may be it, only the order of an answer's rows tells.
    if (falling && placeFields({ [name]: shape[name] as Field }, others).has(name)) return [];
    return [
      [at + name, pathText(path)],
      ...(inner ? fieldLines(inner, candidate.inner(), `${at}${name}.`) : []),
    ];
  });
}

function successOf(responses: unknown): unknown {
  if (!isRaw(responses)) return undefined;
  const done = Object.keys(responses).filter((status) => /^2/.test(status));
  return responses[done.sort()[0] ?? 'default'];
}

/** The schema of a JSON body, whatever its exact media type. */
function jsonSchemaIn(said: unknown): JsonSchema | undefined {
  const content = isRaw(said) ? said.content : undefined;
  if (!isRaw(content)) return undefined;
  const [, media] = Object.entries(content).find(([type]) => /json/i.test(type)) ?? [];
  return isRaw(media) && isRaw(media.schema) ? media.schema : undefined;
}

/** Operations that, by their path, accept or dismiss a segment suggestion. */
function proposalsIn(undocumented: readonly Undocumented[]): Line[] {
  const verbs = {
    accept_segment_suggestion: /accept|approve|confirm/i,
    dismiss_segment_suggestion: /dismiss|reject|decline/i,
  };
  return Object.entries(verbs).flatMap(([what, verb]): Line[] => {
    const found = undocumented.find(({ method, path }) => {
      const last = segmentsOf(path).at(-1) ?? '';
      return method !== 'GET' && /segment.?suggestion/i.test(path) && verb.test(last);
    });
    if (!found) return [];
    const names = ['{project_id}', '{suggestion_id}'];
    const path = found.path
      .replace(/^.*?(?=\/projects\/)/, '')
      .replaceAll(/\{[^}]+\}/g, (each) => names.shift() ?? each);
    return [{ operation: 'unlisted', what, there: `${found.method} ${path}`, known: 'described' }];
  });
}
