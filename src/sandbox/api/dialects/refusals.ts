/** Dialects of refusals: other envelopes than FastAPI's {detail}. */
import type { FieldFault } from '../validation.ts';
import type { Dialect, Schema } from './dialect.ts';

const text: Schema = { type: 'string' };
const PHRASES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
};

const reasonPhrase = (status: number) => PHRASES[status] ?? 'Error';
const toMessage = (detail: string | FieldFault[]) =>
  typeof detail === 'string' ? detail : 'The request is not valid';
const listFaults = (detail: string | FieldFault[]) => (typeof detail === 'string' ? [] : detail);

export const refusalDialects = {
  'problem-json': {
    about: 'refusals as application/problem+json',
    group: 'refusals',
    refusal: {
      type: 'application/problem+json',
      value: (status, detail) => ({
        type: 'about:blank',
        title: reasonPhrase(status),
        status,
        detail: toMessage(detail),
        errors: listFaults(detail).map(({ loc, msg }) => ({ pointer: `/${loc.join('/')}`, detail: msg })),
      }),
      schema: {
        type: 'object',
        properties: {
          type: text,
          title: text,
          status: { type: 'integer' },
          detail: text,
          errors: {
            type: 'array',
            items: { type: 'object', properties: { pointer: text, detail: text } },
          },
        },
        required: ['title', 'status'],
      },
    },
  },
  'error-envelope': {
    about: 'refusals as {error: {code, message, details}}',
    group: 'refusals',
    refusal: {
      value: (status, detail) => ({
        error: {
          code: reasonPhrase(status).toLowerCase().replaceAll(' ', '_'),
          message: toMessage(detail),
          details: listFaults(detail).map(({ loc, msg }) => ({ field: loc.at(-1), in: loc[0], issue: msg })),
        },
      }),
      schema: {
        type: 'object',
        properties: {
          error: {
            type: 'object',
            properties: {
              code: text,
              message: text,
              details: {
                type: 'array',
                items: { type: 'object', properties: { field: text, in: text, issue: text } },
              },
            },
            required: ['code', 'message'],
          },
        },
        required: ['error'],
      },
    },
  },
  'message-envelope': {
    about: 'refusals as {message, errors: {field: […]}}',
    group: 'refusals',
    refusal: {
      value: (_status, detail) => ({
        message: toMessage(detail),
        errors: Object.fromEntries(listFaults(detail).map(({ loc, msg }) => [String(loc.at(-1)), [msg]])),
      }),
      schema: {
        type: 'object',
        properties: {
          message: text,
          errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
        },
        required: ['message'],
      },
    },
  },
} satisfies Record<string, Dialect>;
