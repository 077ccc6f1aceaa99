/**
 * Every dialect that the reference API speaks, and how several are spoken at once. The order counts: an answer takes
 * them from the first to the last, a request from the last to the first.
 */
import type { FieldFault, RawRequest } from '../validation.ts';
import type { At } from './at.ts';
import type { Schema } from './change.ts';
import { contentDialects } from './content.ts';
import { descriptionDialects } from './descriptions.ts';
import type { Dialect, Document, Parameter } from './dialect.ts';
import { envelopeDialects, ITEMS, pagingDialects } from './lists.ts';
import { camel, nameDialects } from './names.ts';
import { refusalDialects } from './refusals.ts';
import { limitDialects, requestDialects } from './requests.ts';
import { valueDialects } from './values.ts';

/** A new dialect is an entry in one of these tables. */
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

/** @throws Error with a sentence: a word that there is not, or two of which only one can be spoken. */
export function parseDialect(words: string): string[] {
  const spoken = words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== 'plain');
  const unknown = spoken.filter((word) => !(word in DIALECTS));
  if (unknown.length > 0)
    throw new Error(
      `SANDBOX_DIALECT: there is no “${unknown.join('”, “')}”. Words: plain, ${Object.keys(DIALECTS).join(', ')}.`,
    );
  for (const [group, both] of Map.groupBy(new Set(spoken), (word) => DIALECTS[word]?.group))
    if (group !== undefined && both.length > 1)
      throw new Error(`SANDBOX_DIALECT: choose one of ${LIST.format(both)}.`);
  return spoken;
}

/** Plain lists have a bound, unless something else is said of their length. */
function withBound(named: ReadonlySet<string>): ReadonlySet<string> {
  const isSaid = [...named].some((word) => ['pages', 'maximum'].includes(DIALECTS[word]?.group ?? ''));
  return isSaid ? named : new Set([...named, 'bounded']);
}

export type Speech = ReturnType<typeof createSpeech>;

/** `words` are a comma list; "plain" and "" change nothing. @throws Error as parseDialect does */
export function createSpeech(words: string) {
  const named = withBound(new Set(parseDialect(words)));
  const spoken = Object.entries(DIALECTS).flatMap(([word, dialect]) => (named.has(word) ? dialect : []));
  const { paging, limitedOnly = false } = spoken.find((dialect) => dialect.paging) ?? {};
  const envelope = spoken.find((dialect) => dialect.envelope)?.envelope;
  const refusal = spoken.find((dialect) => dialect.refusal)?.refusal;

  const isPaged = (at: At) =>
    paging !== undefined && at.rows && at.method === 'GET' && (!limitedOnly || at.limit !== undefined);
  /** How the operation's list stands in its answer; undefined where it is the answer. */
  const envelopeOf = (at: At) => {
    if (!at.rows) return undefined;
    const needed = isPaged(at) && Object.keys(paging?.info ?? {}).length > 0;
    return envelope ?? (needed ? ITEMS : undefined);
  };
  const changed = (part: 'answer' | 'finish') => ({
    value: (value: unknown, at: At) =>
      spoken.reduce((done, one) => one[part]?.value(done, at) ?? done, value),
    schema: (schema: Schema, at: At) =>
      spoken.reduce((done, one) => one[part]?.schema(done, at) ?? done, schema),
  });
  const wireName = (name: string, at: At) =>
    spoken.reduce((done, one) => one.wireName?.(done, at) ?? done, name);

  return {
    words: named,
    isAbsent: (at: At) => spoken.some((dialect) => dialect.absent?.(at)),

    /** The request as the routes expect it, and the query that the pages go by. @throws Refusal */
    understand(raw: RawRequest, at: At): { raw: RawRequest; pageQuery: RawRequest['query'] } {
      let understood = raw;
      let pageQuery = raw.query;
      for (const dialect of spoken.toReversed()) {
        understood = dialect.request?.(understood, at) ?? understood;
        if (dialect.paging === undefined || !isPaged(at)) continue;
        pageQuery = understood.query;
        const { limit = '1', ...query } = pageQuery;
        // What is no number is for the route to refuse.
        const isNumber = /^[1-9]\d*$/.test(String(limit));
        understood = {
          ...understood,
          query:
            at.limit === undefined ? query : { ...query, limit: isNumber ? String(at.limit.most) : limit },
        };
      }
      return { raw: understood, pageQuery };
    },

    /** The answer's body and headers. `url` is where it was asked. */
    answer(body: unknown, at: At, pageQuery: RawRequest['query'], url: string) {
      const said = changed('answer').value(body, at);
      const page =
        Array.isArray(said) && isPaged(at) ? paging?.cut(said, pageQuery, at, new URL(url)) : undefined;
      const rows = page?.rows ?? said;
      const put = Array.isArray(rows) ? (envelopeOf(at)?.value(rows, page?.info ?? {}, at) ?? rows) : rows;
      return { body: changed('finish').value(put, at), headers: page?.headers ?? {} };
    },

    /** A refusal's body and media type. `at` is missing where no operation was asked. */
    refuse(status: number, detail: string | FieldFault[], at: At | undefined) {
      const named =
        at === undefined || typeof detail === 'string'
          ? detail
          : detail.map((fault) => ({
              ...fault,
              loc: fault.loc.map((step, index) =>
                index > 0 && typeof step === 'string' ? wireName(step, at) : step,
              ),
            }));
      return {
        body: refusal?.value(status, named) ?? { detail: named },
        type: refusal?.type ?? 'application/json',
      };
    },

    /** What the description says of the same. */
    described: {
      parameters: (parameters: Parameter[], at: At) =>
        spoken.reduce((done, { paging, parameters }) => {
          const paged =
            paging && isPaged(at)
              ? [...done.filter(({ name }) => name !== 'limit'), ...paging.parameters(at)]
              : done;
          return parameters?.(paged, at) ?? paged;
        }, parameters),
      body: (schema: Schema, at: At) => spoken.reduce((done, { body }) => body?.(done, at) ?? done, schema),
      answer(schema: Schema, at: At) {
        const said = changed('answer').schema(schema, at);
        const put = envelopeOf(at)?.schema(said, (isPaged(at) && paging?.info) || {}, at) ?? said;
        return changed('finish').schema(put, at);
      },
      refusal: (schema: Schema) => refusal?.schema ?? schema,
      refusalType: refusal?.type ?? 'application/json',
      document: (document: Document) =>
        spoken.reduce<Document | undefined>(
          (done, dialect) => (done && dialect.document ? dialect.document(done) : done),
          document,
        ),
    },
  };
}
