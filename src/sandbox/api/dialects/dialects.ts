/**
 * All dialects of the reference API, and how several apply at once: to an answer from first to last, to a request from
 * last to first.
 */
import type { FieldFault, RawRequest } from '../route.ts';
import { contentDialects, valueDialects } from './content.ts';
import {
  type Dialect,
  type Document,
  type Endpoint,
  inOrder,
  type Parameter,
  type Schema,
} from './dialect.ts';
import { camel, descriptionDialects, nameDialects, refusalDialects } from './names.ts';
import { envelopeDialects, ITEMS, limitDialects, pagingDialects, requestDialects } from './requests.ts';

/** To add a dialect, add an entry to one of these tables. */
export const DIALECTS: Readonly<Record<string, Dialect>> = {
  ...contentDialects,
  ...valueDialects,
  ...nameDialects,
  ...requestDialects,
  ...pagingDialects,
  ...envelopeDialects,
  ...limitDialects,
  camel,
  ...refusalDialects,
  ...descriptionDialects,
};

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Parses a comma-separated list. @throws Error with a readable message for unknown or conflicting words */
export function parseDialect(words: string): string[] {
  const chosen = words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== 'plain');
  const unknown = chosen.filter((word) => !(word in DIALECTS));
  if (unknown.length > 0)
    throw new Error(
      `SANDBOX_DIALECT: unknown word “${unknown.join('”, “')}”. Known words: plain, ${Object.keys(DIALECTS).join(', ')}.`,
    );
  for (const [group, members] of Map.groupBy(new Set(chosen), (word) => DIALECTS[word]?.group))
    if (group !== undefined && members.length > 1)
      throw new Error(`SANDBOX_DIALECT: choose one of ${LIST.format(members)}.`);
  return chosen;
}

/** Lists are bounded unless a word sets their length. */
function withBound(words: ReadonlySet<string>): ReadonlySet<string> {
  const isSet = [...words].some((word) => ['pages', 'maximum'].includes(DIALECTS[word]?.group ?? ''));
  return isSet ? words : new Set([...words, 'bounded']);
}

export type Speech = ReturnType<typeof createSpeech>;

/** "plain" and "" change nothing. @throws Error like parseDialect */
export function createSpeech(dialect: string) {
  const words = withBound(new Set(parseDialect(dialect)));
  const spoken = Object.entries(DIALECTS).flatMap(([word, each]) => (words.has(word) ? each : []));
  const { paging, limitedOnly = false } = spoken.find((dialect) => dialect.paging) ?? {};
  const envelope = spoken.find((dialect) => dialect.envelope)?.envelope;
  const refusal = spoken.find((dialect) => dialect.refusal)?.refusal;

  const changeAnswer = inOrder(...spoken.flatMap(({ answer }) => answer ?? []));
  const finishAnswer = inOrder(...spoken.flatMap(({ finish }) => finish ?? []));

  /** The paging that applies to the endpoint's list, if any. */
  const pagingOf = ({ isList, method, limit }: Endpoint) =>
    isList && method === 'GET' && (!limitedOnly || limit !== undefined) ? paging : undefined;
  /** What wraps the endpoint's list, if anything. */
  const envelopeOf = (endpoint: Endpoint) => {
    if (!endpoint.isList) return undefined;
    const hasInfo = Object.keys(pagingOf(endpoint)?.info ?? {}).length > 0;
    return envelope ?? (hasInfo ? ITEMS : undefined);
  };
  const wireName = (name: string, endpoint: Endpoint) =>
    spoken.reduce((result, each) => each.wireName?.(result, endpoint) ?? result, name);

  return {
    words,
    isAbsent: (endpoint: Endpoint) => spoken.some((each) => each.isAbsent?.(endpoint)),

    /** Returns the request that the routes expect, and the query for cutting pages. @throws Refusal */
    readRequest(raw: RawRequest, endpoint: Endpoint): { raw: RawRequest; pageQuery: RawRequest['query'] } {
      let request = raw;
      let pageQuery = raw.query;
      for (const each of spoken.toReversed()) {
        request = each.request?.(request, endpoint) ?? request;
        if (each.paging === undefined || pagingOf(endpoint) === undefined) continue;
        pageQuery = request.query;
        request = { ...request, query: withWholeList(request.query, endpoint) };
      }
      return { raw: request, pageQuery };
    },

    /** The answer's body and headers. `url` is the request's. */
    writeAnswer(answer: unknown, endpoint: Endpoint, pageQuery: RawRequest['query'], url: string) {
      const changed = changeAnswer.value(answer, endpoint);
      if (!Array.isArray(changed)) return { body: finishAnswer.value(changed, endpoint), headers: {} };
      const page = pagingOf(endpoint)?.cut(changed, pageQuery, endpoint, new URL(url));
      const { rows, info, headers = {} } = page ?? { rows: changed, info: {} };
      const body = envelopeOf(endpoint)?.value(rows, info, endpoint) ?? rows;
      return { body: finishAnswer.value(body, endpoint), headers };
    },

    /** A refusal's body and media type. Without `endpoint`, the request was for none. */
    writeRefusal(status: number, detail: string | FieldFault[], endpoint: Endpoint | undefined) {
      const renamed =
        endpoint === undefined || typeof detail === 'string'
          ? detail
          : detail.map((fault) => ({
              ...fault,
              loc: fault.loc.map((step, index) =>
                index > 0 && typeof step === 'string' ? wireName(step, endpoint) : step,
              ),
            }));
      return {
        body: refusal?.value(status, renamed) ?? { detail: renamed },
        type: refusal?.type ?? 'application/json',
      };
    },

    /** The same changes for the OpenAPI document. */
    describe: {
      parameters: (parameters: Parameter[], endpoint: Endpoint) =>
        spoken.reduce((result, each) => {
          const extra = each.paging && pagingOf(endpoint)?.parameters(endpoint);
          const paged = extra ? [...result.filter(({ name }) => name !== 'limit'), ...extra] : result;
          return each.parameters?.(paged, endpoint) ?? paged;
        }, parameters),
      body: (schema: Schema, endpoint: Endpoint) =>
        spoken.reduce((result, each) => each.body?.(result, endpoint) ?? result, schema),
      answer(schema: Schema, endpoint: Endpoint) {
        const changed = changeAnswer.schema(schema, endpoint);
        const info = pagingOf(endpoint)?.info ?? {};
        const wrapped = envelopeOf(endpoint)?.schema(changed, info, endpoint) ?? changed;
        return finishAnswer.schema(wrapped, endpoint);
      },
      refusal: (schema: Schema) => refusal?.schema ?? schema,
      refusalType: refusal?.type ?? 'application/json',
      document: (document: Document) =>
        spoken.reduce<Document | undefined>(
          (result, each) => (result && each.document ? each.document(result) : result),
          document,
        ),
    },
  };
}

/** Asks the route for as much as it gives, because pages are cut from the whole list. */
function withWholeList({ limit = '1', ...query }: RawRequest['query'], endpoint: Endpoint) {
  if (endpoint.limit === undefined) return query;
  // A limit that isn't a number is the route's to refuse.
  const isNumber = /^[1-9]\d*$/.test(String(limit));
  return { ...query, limit: isNumber ? String(endpoint.limit.maximum) : limit };
}
