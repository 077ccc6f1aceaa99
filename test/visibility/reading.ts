/** Answers read without a profile, as the first poll of an unknown API reads them. */
import { type Answer, readBody } from '../../src/visibility/answer.ts';
import { OPERATIONS, operationName } from '../../src/visibility/operations.ts';
import { NO_LINES } from '../../src/visibility/profile.ts';
import { matchedNames, unknownFields } from '../../src/visibility/profile-file.ts';
import type { OperationId } from '../support/api-bodies.ts';

export function readingOf(id: OperationId, body: unknown) {
  const redact = (text: string) => text;
  const asked = { operation: operationName(id), status: 200, lines: NO_LINES, called: [], redact };
  return readBody<unknown>(OPERATIONS[id].answer, body, asked);
}

type Value<Id extends OperationId> = (typeof OPERATIONS)[Id]['answer'] extends Answer<infer V> ? V : never;

/** What the client makes of a body without a profile. @throws ContractError */
export function parseAnswer<Id extends OperationId>(id: Id, body: unknown): Value<Id> {
  return readingOf(id, body).value as Value<Id>;
}

export function matchedIn(id: OperationId, body: unknown) {
  return matchedNames(OPERATIONS[id].answer.shape, readingOf(id, body));
}

export function unknownIn(id: OperationId, body: unknown) {
  return unknownFields(readingOf(id, body));
}
