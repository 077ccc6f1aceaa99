/** Dialects of requests: other names for what is asked, other ways to write lists, and limits. */
import { type FieldFault, type RawRequest, Refusal } from '../validation.ts';
import type { At } from './at.ts';
import { isObject, renaming } from './change.ts';
import type { Dialect, Parameter } from './dialect.ts';

/** By operation: the routes' own name of a thing, and its name on the wire. */
type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Fields of the body, or parameters of the query, under other names; the routes' own are not heard. */
function asked(
  place: 'body' | 'query',
  names: Names,
): Pick<Dialect, 'request' | 'parameters' | 'body' | 'wireName'> {
  const heard = (given: Record<string, unknown>, { operation }: At) => {
    const ours = names[operation] ?? {};
    const kept = Object.entries(given).filter(([name]) => !(name in ours));
    const renamed = Object.entries(ours).flatMap(([name, wire]) =>
      wire in given ? [[name, given[wire]]] : [],
    );
    return Object.fromEntries([...kept, ...renamed]);
  };
  return {
    request: (raw, at) =>
      isObject(raw[place]) ? ({ ...raw, [place]: heard(raw[place], at) } as RawRequest) : raw,
    wireName: (name, { operation }) => names[operation]?.[name] ?? name,
    ...(place === 'body'
      ? { body: (schema, at) => renaming(names).schema(schema, at) }
      : {
          parameters: (parameters, { operation }) =>
            parameters.map((one) => ({ ...one, name: names[operation]?.[one.name] ?? one.name })),
        }),
  };
}

/** Lists of ids come in one way only. */
function idLists(
  isWrong: (given: string | string[]) => boolean,
  explode: boolean,
): Pick<Dialect, 'request' | 'parameters'> {
  return {
    request(raw) {
      const faults = LISTS.filter((name) => raw.query[name] !== undefined && isWrong(raw.query[name] ?? ''));
      if (faults.length > 0)
        throw new Refusal(
          422,
          faults.map((name) => fault(name, 'Input should be a valid UUID', 'uuid_parsing')),
        );
      return raw;
    },
    parameters: (parameters) =>
      parameters.map(
        (one): Parameter =>
          LISTS.includes(one.name)
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
const LISTS = ['engine_ids', 'region_ids'];

/** A limit beyond the most is refused; what comes without one gets no more either. */
function maximum(most: number): Dialect {
  return {
    about: `no list of more than ${most}: a larger limit is refused`,
    group: 'maximum',
    request(raw, at) {
      if (at.limit === undefined && !isPaged(at)) return raw;
      const given = Number(raw.query.limit ?? 0);
      if (given > most)
        throw new Refusal(422, [
          fault('limit', `Input should be less than or equal to ${most}`, 'less_than_equal'),
        ]);
      const usual = at.limit?.usual ?? most;
      return raw.query.limit === undefined && usual > most
        ? { ...raw, query: { ...raw.query, limit: String(most) } }
        : raw;
    },
    parameters: (parameters) =>
      parameters.map((one) =>
        one.name === 'limit'
          ? {
              ...one,
              schema: {
                ...one.schema,
                maximum: most,
                default: Math.min(Number(one.schema.default ?? most), most),
              },
            }
          : one,
      ),
  };
}

const isPaged = ({ words, rows }: At) =>
  rows && ['cursor', 'offset', 'has-more', 'link'].some((word) => words.has(word));

/** The document shows the limit of these two. */
const LIMIT_SHOWN = ['community_leads', 'citations'];

function fault(name: string, msg: string, type: string): FieldFault {
  return { loc: ['query', name], msg, type };
}

export const requestDialects = {
  'other-parameters': {
    about: 'topic-detail wants label, competitor-detail name, prompt-detail id',
    ...asked('query', {
      topic_detail: { topic: 'label' },
      topic_answers: { topic: 'label' },
      competitor_detail: { competitor: 'name' },
      prompt_detail: { prompt_id: 'id' },
      prompt_timeseries: { prompt_id: 'id' },
    }),
  },
  'other-bodies': {
    about: 'a prompt is created with text, changed with query; engines are set with engines',
    ...asked('body', {
      create_prompt: { prompt: 'text' },
      update_prompt: { prompt: 'query' },
      set_engines: { engine_ids: 'engines' },
    }),
  },
  'comma-lists': {
    about: 'ids come as a comma list, repeated ones are refused',
    group: 'lists',
    ...idLists((given) => Array.isArray(given), false),
  },
  'repeated-lists': {
    about: 'ids come repeated, a comma list is refused',
    group: 'lists',
    ...idLists((given) => [given].flat().some((each) => each.includes(',')), true),
  },
} satisfies Record<string, Dialect>;

export const limitDialects = {
  'maximum-50': maximum(50),
  'maximum-20': maximum(20),
  'no-limit-parameter': {
    about: 'a limit is refused where the document shows none',
    request(raw, { operation }) {
      if (raw.query.limit !== undefined && !LIMIT_SHOWN.includes(operation))
        throw new Refusal(422, [fault('limit', 'Extra inputs are not permitted', 'extra_forbidden')]);
      return raw;
    },
    parameters: (parameters, { operation }) =>
      parameters.filter(({ name }) => name !== 'limit' || LIMIT_SHOWN.includes(operation)),
  },
} satisfies Record<string, Dialect>;
