/** What a failure of the API means for the person who asked: one honest sentence, never the error itself. */
import type { Refusal } from '../messages/refusal.ts';
import {
  ContractError,
  NotFoundError,
  RateLimitedError,
  UnauthorisedError,
  type VisibilityError,
} from '../visibility/errors.ts';

/** `reference` is found again in the log. */
export function apiTrouble(error: VisibilityError, reference: string): Refusal {
  const wrote = !error.operation.startsWith('GET ');
  const maybe = wrote
    ? ' It may have been done all the same: look before you try again.'
    : ' Try again in a minute.';
  if (error instanceof UnauthorisedError) {
    return { sentence: 'The API refuses our key for this project. Whoever runs Sightline has to renew it.' };
  }
  if (error instanceof NotFoundError) {
    return {
      sentence: 'The API does not know what was asked for. It may have been removed in the dashboard.',
    };
  }
  if (error instanceof RateLimitedError) {
    const seconds = Math.ceil((error.retryAfterMs ?? 60_000) / 1000);
    return { sentence: `The API asks us to slow down. Try again in ${seconds} s.` };
  }
  if (error instanceof ContractError) {
    return {
      sentence: `The API answered something that Sightline cannot read.${wrote ? maybe : ''} Whoever runs Sightline finds it in the log under ${reference}.`,
    };
  }
  return { sentence: `The API does not answer as it should right now.${maybe}` };
}
