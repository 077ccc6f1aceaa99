/** What a server of this machine answers: as fetch() asks it, with half the work, since journeys ask again and again. */
import { getGlobalDispatcher, receive } from '../../src/undici-parts.ts';

type Asked = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };

export async function textOfUrl(
  url: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<string> {
  const { origin, pathname, search } = new URL(url);
  const asked = { origin, path: pathname + search, method, headers, ...(body !== undefined && { body }) };
  const { pieces } = await receive(getGlobalDispatcher(), asked);
  return Buffer.concat(pieces).toString();
}
