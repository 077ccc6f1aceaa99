/** Reads a successful answer in two steps: text to JSON, JSON to the typed thing its operation promises. */
import type { z } from 'zod';
import { ContractError } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { isWebPage } from './remedies.ts';

const LONGEST_QUOTE = 60;

/** What came, as a ContractError says it of the answer of a website. */
export const WEB_PAGE = 'a web page';

/** The body as it came; undefined for an empty one, with which some writes are content. @throws ContractError */
export function bodyOf(operation: string, { status, text }: HttpAnswer): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const came = isWebPage(text) ? WEB_PAGE : `text of ${text.length} characters`;
    throw new ContractError(operation, { path: '$', wanted: 'expected JSON', came, status });
  }
}

/**
 * @param blind takes the API key out of what the error quotes.
 * @throws ContractError naming the operation, the JSON path of the first fault and what stood there.
 */
export function readBody<Answer>(
  operation: string,
  answer: z.ZodType<Answer>,
  body: unknown,
  status: number,
  blind: (text: string) => string,
): Answer {
  const parsed = answer.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ContractError(operation, {
    path: jsonPath(issue?.path ?? []),
    wanted: issue?.message ?? 'not valid',
    came: described(issue?.input, blind),
    status,
  });
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (at, key) => at + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`),
    '$',
  );
}

/** A value in a few words: enough to see the fault, never a whole document. */
function described(value: unknown, blind: (text: string) => string): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(blind(value).slice(0, LONGEST_QUOTE)) : String(value);
}
