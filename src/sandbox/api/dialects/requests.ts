/** Dialects of requests: other names for parameters and fields, other list formats, and limits. */
import { type FieldFault, type RawRequest, Refusal } from '../validation.ts';
import { isObject, renameFields } from './change.ts';
import type { Dialect, Endpoint, Parameter } from './dialect.ts';

/** By operation: the routes' names and those on the wire. */
type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Renames body fields or query parameters; the routes' own names are then ignored. */
function renameInputs(
  place: 'body' | 'query',
  names: Names,
): Pick<Dialect, 'request' | 'parameters' | 'body' | 'wireName'> {
  const rename = (input: Record<string, unknown>, { operation }: Endpoint) => {
    const ours = names[operation] ?? {};
    const kept = Object.entries(input).filter(([name]) => !(name in ours));
    const renamed = Object.entries(ours).flatMap(([name, wire]) =>
      wire in input ? [[name, input[wire]]] : [],
    );
    return Object.fromEntries([...kept, ...renamed]);
  };
  return {
    request: (raw, endpoint) =>
      isObject(raw[place]) ? ({ ...raw, [place]: rename(raw[place], endpoint) } as RawRequest) : raw,
    wireName: (name, { operation }) => names[operation]?.[name] ?? name,
    ...(place === 'body'
      ? { body: renameFields(names).schema }
      : {
          parameters: (parameters, { operation }) =>
            parameters.map((one) => ({ ...one, name: names[operation]?.[one.name] ?? one.name })),
        }),
  };
}

/** Accepts lists of ids in one format only. */
function restrictLists(
  isWrong: (value: string | string[]) => boolean,
  explode: boolean,
): Pick<Dialect, 'request' | 'parameters'> {
  return {
    request(raw) {
      const wrong = ID_LISTS.filter((name) => isWrong(raw.query[name] ?? ''));
      if (wrong.length === 0) return raw;
      throw new Refusal(
        422,
        wrong.map((name) => queryFault(name, 'Input should be a valid UUID', 'uuid_parsing')),
      );
    },
    parameters: (parameters) =>
      parameters.map(
        (one): Parameter =>
          ID_LISTS.includes(one.name)
            ? {
                ...one,
                style: 'form',
                explode,
                schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
              }
            : one,
      ),
  };
}
const ID_LISTS = ['engine_ids', 'region_ids'];

/** Refuses limits above the maximum, and lowers default limits to it. */
function capLimit(maximum: number): Dialect {
  return {
    about: `lists of at most ${maximum} rows: a larger limit is refused`,
    group: 'maximum',
    request(raw, endpoint) {
      if (endpoint.limit === undefined && !isPaged(endpoint)) return raw;
      checkLimit(raw, maximum);
      const isDefaultTooLarge = (endpoint.limit?.fallback ?? maximum) > maximum;
      return raw.query.limit === undefined && isDefaultTooLarge
        ? { ...raw, query: { ...raw.query, limit: String(maximum) } }
        : raw;
    },
    parameters: (parameters) =>
      parameters.map((one) =>
        one.name === 'limit'
          ? {
              ...one,
              schema: {
                ...one.schema,
                maximum,
                default: Math.min(Number(one.schema.default ?? maximum), maximum),
              },
            }
          : one,
      ),
  };
}

/** @throws Refusal 422 */
export function checkLimit({ query }: RawRequest, maximum: number): void {
  // A limit that isn't a number is the route's to refuse.
  if (!(Number(query.limit) > maximum)) return;
  const msg = `Input should be less than or equal to ${maximum}`;
  throw new Refusal(422, [queryFault('limit', msg, 'less_than_equal')]);
}

const isPaged = ({ words, isList }: Endpoint) =>
  isList && ['cursor', 'offset', 'has-more', 'link'].some((word) => words.has(word));

/** The operations whose limit the API's document shows. */
const WITH_LIMIT = ['community_leads', 'citations'];

function queryFault(name: string, msg: string, type: string): FieldFault {
  return { loc: ['query', name], msg, type };
}

export const requestDialects = {
  'other-parameters': {
    about: 'topic-detail takes label, competitor-detail name, prompt-detail id',
    ...renameInputs('query', {
      topic_detail: { topic: 'label' },
      topic_answers: { topic: 'label' },
      competitor_detail: { competitor: 'name' },
      prompt_detail: { prompt_id: 'id' },
      prompt_timeseries: { prompt_id: 'id' },
    }),
  },
  'other-bodies': {
    about: 'prompts are created with text and changed with query; engines are set with engines',
    ...renameInputs('body', {
      create_prompt: { prompt: 'text' },
      update_prompt: { prompt: 'query' },
      set_engines: { engine_ids: 'engines' },
    }),
  },
  'comma-lists': {
    about: 'comma-separated ids; repeated parameters are refused',
    group: 'lists',
    ...restrictLists((value) => Array.isArray(value), false),
  },
  'repeated-lists': {
    about: 'repeated parameters for ids; comma-separated ones are refused',
    group: 'lists',
    ...restrictLists((value) => [value].flat().some((each) => each.includes(',')), true),
  },
} satisfies Record<string, Dialect>;

export const limitDialects = {
  'maximum-50': capLimit(50),
  'maximum-20': capLimit(20),
  'no-limit-parameter': {
    about: 'a limit is refused unless the document shows one',
    request(raw, { operation }) {
      if (raw.query.limit !== undefined && !WITH_LIMIT.includes(operation))
        throw new Refusal(422, [queryFault('limit', 'Extra inputs are not permitted', 'extra_forbidden')]);
      return raw;
    },
    parameters: (parameters, { operation }) =>
      parameters.filter(({ name }) => name !== 'limit' || WITH_LIMIT.includes(operation)),
  },
} satisfies Record<string, Dialect>;
