/** Reads what FastAPI says about a refused request, for the errors that failure.ts makes of it: pure, and never throws. */
import { z } from 'zod';
import type { ValidationDetail } from './errors.ts';

const MOST_DETAILS = 10;
const LONGEST_TEXT = 200;

/** FastAPI's HTTPValidationError, which the API's document names without its fields; or its plain `detail` sentence. */
const Detail = z
  .looseObject({
    loc: z.array(z.union([z.string(), z.number()])).catch([]),
    msg: z.string().catch('not valid'),
  })
  .transform(({ loc, msg }) => ({ at: loc.join('.'), message: msg }));
const Sentence = z.string().transform((message) => [{ at: '', message }]);
const Body = z.looseObject({ detail: z.union([Sentence, z.array(Detail)]) });

/** The faults a refusal names, shortened and passed through `blind`; none where its body is of another shape. */
export function validationDetails(text: string, blind: (text: string) => string): ValidationDetail[] {
  const { data } = Body.safeParse(jsonOf(text));
  return (data?.detail ?? []).slice(0, MOST_DETAILS).map(({ at, message }) => ({
    ...(at && { at: blind(at).slice(0, LONGEST_TEXT) }),
    message: blind(message).slice(0, LONGEST_TEXT),
  }));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
