/**
 * What a dialect is: how an API of the same document might speak where the document is silent. Its parts work on the
 * wire's JSON, between the routes and the client; what is done to an answer is done to its schema too (change.ts).
 */
import type { FieldFault, RawRequest } from '../validation.ts';
import type { At } from './at.ts';
import type { Change, Schema } from './change.ts';

/** A parameter as OpenAPI tells it. */
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  style?: string;
  explode?: boolean;
};

/** A page of a list: its rows, what is said beside them, and headers. */
export type Page = { rows: unknown[]; info: Record<string, unknown>; headers?: Record<string, string> };

/** How lists come in pages. `parameters` replace a `limit`; `info` are the schemas of what stands beside the rows. */
export type Paging = {
  parameters(at: At): Parameter[];
  cut(rows: unknown[], query: RawRequest['query'], at: At, url: URL): Page;
  info: Record<string, Schema>;
};

/** How a list stands in its answer. */
export type Envelope = {
  value(rows: unknown[], info: Record<string, unknown>, at: At): unknown;
  schema(rows: Schema, info: Record<string, Schema>, at: At): Schema;
};

/** An OpenAPI document, or a part of it. */
export type Document = Record<string, unknown>;

export type Dialect = {
  /** One line for people. */
  about: string;
  /** Of the words of one group only one can be spoken. */
  group?: 'pages' | 'envelope' | 'times' | 'numbers' | 'refusals' | 'lists' | 'maximum';
  /** To the fields of an answer, before it is put into pages and envelopes; and after that. */
  answer?: Change;
  finish?: Change;
  paging?: Paging;
  /** Its pages are of long lists alone: those that have a limit. */
  limitedOnly?: true;
  envelope?: Envelope;
  /** Makes what came what the routes expect. @throws Refusal */
  request?(raw: RawRequest, at: At): RawRequest;
  /** What the description says of the same. A parameter's or body field's name also begins a fault's place. */
  parameters?(parameters: Parameter[], at: At): Parameter[];
  body?(schema: Schema, at: At): Schema;
  /** The name on the wire of what the routes call so. */
  wireName?(name: string, at: At): string;
  /** The body of a refusal. */
  refusal?: {
    value(status: number, detail: string | FieldFault[]): unknown;
    schema: Schema;
    type?: string;
  };
  /** Whether an operation is there at all. */
  absent?(at: At): boolean;
  /** To the whole description; undefined where there is none. */
  document?(document: Document): Document | undefined;
};
