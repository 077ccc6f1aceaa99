/**
 * What a dialect is: one way an API with the same document might speak where the document is silent. Dialects change
 * the JSON between the routes and the client, and an answer's schema along with the answer (change.ts).
 */
import type { FieldFault, RawRequest } from '../validation.ts';

/** The operation that a dialect is applied to. */
export type Endpoint = {
  operation: string;
  path: string;
  method: string;
  isList: boolean;
  /** What the route's own `limit` parameter allows. */
  limit: { maximum: number; fallback: number } | undefined;
  /** All words of the dialect in use. */
  words: ReadonlySet<string>;
};

export type Schema = { [keyword: string]: unknown };

/** Changes an answer and its JSON Schema together, so the two can't disagree. */
export type Change = {
  value(value: unknown, endpoint: Endpoint): unknown;
  schema(schema: Schema, endpoint: Endpoint): Schema;
};

/** A parameter in the OpenAPI document. */
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  style?: string;
  explode?: boolean;
};

/** A page of a list: its rows, the fields beside them, and headers. */
type Page = { rows: unknown[]; info: Record<string, unknown>; headers?: Record<string, string> };

/**
 * How lists are paged. `parameters` replace the route's `limit`; `info`
 * has the schemas of the fields beside the rows.
 */
export type Paging = {
  parameters(endpoint: Endpoint): Parameter[];
  cut(rows: unknown[], query: RawRequest['query'], endpoint: Endpoint, url: URL): Page;
  info: Record<string, Schema>;
};

/** Wraps a list. */
export type Envelope = {
  value(rows: unknown[], info: Record<string, unknown>, endpoint: Endpoint): unknown;
  schema(rows: Schema, info: Record<string, Schema>, endpoint: Endpoint): Schema;
};

/** An OpenAPI document, or a part of it. */
export type Document = Record<string, unknown>;

export type Dialect = {
  /** One line for people. */
  about: string;
  /** Words of the same group exclude each other. */
  group?: 'pages' | 'envelope' | 'times' | 'numbers' | 'refusals' | 'lists' | 'maximum';
  /** Changes the answer before paging and envelopes. */
  answer?: Change;
  /** Changes the answer after paging and envelopes. */
  finish?: Change;
  paging?: Paging;
  /** Pages only lists that have a limit. */
  limitedOnly?: true;
  envelope?: Envelope;
  /** Turns the incoming request into one that the routes expect. @throws Refusal */
  request?(raw: RawRequest, endpoint: Endpoint): RawRequest;
  /** Describes the same in the OpenAPI document. */
  parameters?(parameters: Parameter[], endpoint: Endpoint): Parameter[];
  body?(schema: Schema, endpoint: Endpoint): Schema;
  /** A parameter's or body field's name on the wire, for the `loc` of faults. */
  wireName?(name: string, endpoint: Endpoint): string;
  refusal?: {
    value(status: number, detail: string | FieldFault[]): unknown;
    schema: Schema;
    type?: string;
  };
  /** Whether the operation is missing. */
  isAbsent?(endpoint: Endpoint): boolean;
  /** Changes the whole OpenAPI document; undefined removes it. */
  document?(document: Document): Document | undefined;
};
