/**
 * Validates requests to the reference API, and reports all faults at once in FastAPI's format, as the real API does.
 */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';

/** One fault of a request in FastAPI's format. */
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

/** A request before validation. `body` is undefined if there was none; a repeated parameter has all its values. */
export type RawRequest = {
  path: Record<string, string>;
  query: Record<string, string | string[]>;
  body: unknown;
};

/** Parses the value. Its keys (path, query, body) start each fault's `loc`. @throws Refusal 422 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new Refusal(422, result.error.issues.flatMap(toFaults));
}

/** Undefined for an empty body. @throws Refusal 422 */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(422, [{ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' }]);
  }
}

function toFaults(issue: z.core.$ZodIssue): FieldFault[] {
  const loc = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const [type, msg] = toPydantic(issue);
  if (issue.code !== 'unrecognized_keys') return [{ loc, msg, type }];
  return issue.keys.map((key) => ({ loc: [...loc, key], msg, type }));
}

function toPydantic(issue: z.core.$ZodIssue): [type: string, msg: string] {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return ['missing', 'Field required'];
      // A query parameter that isn't a number arrives as NaN.
      if (issue.expected === 'int' || Number.isNaN(issue.input))
        return ['int_parsing', 'Input should be a valid integer'];
      return [`${issue.expected}_type`, `Input should be a valid ${issue.expected}`];
    case 'invalid_format':
      if (issue.format === 'guid') return ['uuid_parsing', 'Input should be a valid UUID'];
      break;
    case 'too_small':
      if (issue.origin === 'string')
        return ['string_too_short', `String should have at least ${issue.minimum} characters`];
      if (issue.origin === 'array')
        return ['too_short', `List should have at least ${issue.minimum} item after validation`];
      return ['greater_than_equal', `Input should be greater than or equal to ${issue.minimum}`];
    case 'too_big':
      if (issue.origin === 'string')
        return ['string_too_long', `String should have at most ${issue.maximum} characters`];
      return ['less_than_equal', `Input should be less than or equal to ${issue.maximum}`];
    case 'unrecognized_keys':
      return ['extra_forbidden', 'Extra inputs are not permitted'];
  }
  return ['value_error', issue.message];
}
