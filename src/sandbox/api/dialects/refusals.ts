/** Dialects of refusals: the same faults in other envelopes than FastAPI's {detail}. */
import type { FieldFault } from '../validation.ts';
import type { Schema } from './change.ts';
import type { Dialect } from './dialect.ts';

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

const phraseOf = (status: number) => PHRASES[status] ?? 'Error';
const sentence = (detail: string | FieldFault[]) =>
  typeof detail === 'string' ? detail : 'The request is not valid';
const faultsOf = (detail: string | FieldFault[]) => (typeof detail === 'string' ? [] : detail);

export const refusalDialects = {
  'problem-json': {
    about: 'refusals as application/problem+json',
    group: 'refusals',
    refusal: {
      type: 'application/problem+json',
      value: (status, detail) => ({
        type: 'about:blank',
        title: phraseOf(status),
        status,
        detail: sentence(detail),
        errors: faultsOf(detail).map(({ loc, msg }) => ({ pointer: `/${loc.join('/')}`, detail: msg })),
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
          code: phraseOf(status).toLowerCase().replaceAll(' ', '_'),
          message: sentence(detail),
          details: faultsOf(detail).map(({ loc, msg }) => ({ field: loc.at(-1), in: loc[0], issue: msg })),
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
        message: sentence(detail),
        errors: Object.fromEntries(faultsOf(detail).map(({ loc, msg }) => [String(loc.at(-1)), [msg]])),
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
