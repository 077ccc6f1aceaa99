/** What the reference API answers instead of data: a status and FastAPI's `{detail}`. Thrown by handlers, written by api.ts. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** One fault of a request, as FastAPI tells it: where, in words, and its kind. */
export type FieldFault = { loc: (string | number)[]; msg: string; type: string };

export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly detail: string | FieldFault[];

  constructor(status: ContentfulStatusCode, detail: string | FieldFault[]) {
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; '));
    this.name = 'Refusal';
    this.status = status;
    this.detail = detail;
  }
}
