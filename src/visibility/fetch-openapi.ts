/** Fetches the API's OpenAPI description: a file, a named URL or a usual place. Only the API gets the key. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { messageOf } from '../errors.ts';
import { parseJson } from '../json.ts';
import { openDispatcher, receive } from '../undici-parts.ts';
import { USER_AGENT } from '../version.ts';

const WITHIN_MS = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;

export type Source = { baseUrl: string; apiKey: string | undefined };

/** Where FastAPI, Nest, ASP.NET, Spring and Swagger UI serve it. */
const USUAL_PATHS = ['openapi.json', 'api-json', 'openapi/v1.json', 'swagger/v1/swagger.json', 'v3/api-docs'];

/** Each usual path below the base, and the same one and two segments up. */
export function likelyAddresses(baseUrl: string): string[] {
  const base = new URL(baseUrl);
  const steps = base.pathname.split('/').filter((step) => step !== '');
  const folders = [0, 1, 2].map((up) => steps.slice(0, Math.max(0, steps.length - up)).join('/'));
  return USUAL_PATHS.flatMap((path) =>
    [...new Set(folders)].map((folder) => new URL(`/${folder}/${path}`.replace('//', '/'), base.origin).href),
  );
}

/** The first description found in the usual places, if any. @throws the network's error if places gave no answer */
export async function findOpenApi(
  source: Source,
  signal?: AbortSignal,
): Promise<{ address: string; document: unknown } | undefined> {
  for (const address of likelyAddresses(source.baseUrl)) {
    const document = await fetchDocument(address, source, signal).catch((error: unknown) => {
      if (!(error instanceof Answered)) throw error;
    });
    if (isDescription(document)) return { address, document };
  }
  return undefined;
}

class Answered extends Error {}

function isDescription(document: unknown): boolean {
  return typeof document === 'object' && document !== null && 'openapi' in document && 'paths' in document;
}

/** Whether a description is named by its address, not as a file. */
export const isUrl = (from: string) => /^https?:\/\//i.test(from);

/** For logs and sentences: an address without what may be a secret in it, such as ?token=… */
export function nameSource(from: string): string {
  const url = isUrl(from) ? URL.parse(from) : null;
  return url ? `${url.origin}${url.pathname}` : from;
}

/** From a file or a URL, as JSON or YAML. @throws Error with a sentence. */
export async function loadOpenApi(from: string, source: Source, signal?: AbortSignal): Promise<unknown> {
  if (isUrl(from)) return fetchDocument(from, source, signal);
  try {
    const text = await readFile(from, 'utf8');
    if (text.length > MOST_BYTES) throw new Error('it is larger than 8 MB');
    return parseDocument(text);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const why = isMissing ? 'there is no such file' : messageOf(error);
    throw new Error(`${from} cannot be read: ${why}.`);
  }
}

async function fetchDocument(
  address: string,
  { baseUrl, apiKey }: Source,
  signal?: AbortSignal,
): Promise<unknown> {
  const { origin, pathname, search } = new URL(address);
  const isOwn = origin === new URL(baseUrl).origin;
  const headers = {
    accept: 'application/json, application/yaml',
    'user-agent': USER_AGENT,
    ...(isOwn && apiKey && { 'x-api-key': apiKey }),
  };
  const request = { origin, path: pathname + search, method: 'GET', headers } as const;
  const dispatcher = openDispatcher({ maxResponseSize: MOST_BYTES });
  const asked = receive(dispatcher, request, { signal, withinMs: WITHIN_MS });
  const { status, pieces } = await asked
    .finally(() => dispatcher.destroy())
    .catch((cause: unknown) => {
      throw new Error(`${nameSource(address)} gave no answer: ${messageOf(cause)}.`, { cause });
    });
  // From 502 to 504 a gateway answers, because the API doesn't.
  const Fault = status >= 502 && status <= 504 ? Error : Answered;
  if (status !== 200) throw new Fault(`${nameSource(address)} answers with status ${status}.`);
  try {
    return parseDocument(Buffer.concat(pieces).toString());
  } catch (error) {
    throw new Answered(messageOf(error));
  }
}

/** JSON is YAML too, but is read in a fraction of the time as what it is. */
function parseDocument(text: string): unknown {
  return parseJson(text) ?? parse(text, { maxAliasCount: 1_000 });
}
