/** What a server of this machine answers: as fetch() asks it, with half the work, since journeys ask again and again. */
import { getGlobalDispatcher, receive } from '../../src/undici-parts.ts';

type Asked = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };

export async function textOfUrl(url: string, asked?: Asked): Promise<string> {
  return (await answerOfUrl(url, asked)).text;
}

export async function answerOfUrl(
  url: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<{ status: number; text: string }> {
  const { origin, pathname, search } = new URL(url);
  const asked = { origin, path: pathname + search, method, headers, ...(body !== undefined && { body }) };
  const { status, pieces } = await receive(getGlobalDispatcher(), asked);
  return { status, text: Buffer.concat(pieces).toString() };
}
