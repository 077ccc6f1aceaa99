/** The ground both stand-ins of the benches are built on: HTTP on a free port of this machine, bodies read whole. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Fate } from './weather.ts';

/** A request with its body. `path` begins with a slash and ends before the query. */
export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  authorization: string;
};

type LocalServer = { url: string; close(): Promise<void> };

/** `answer` may also leave the response as it is, or destroy its socket. */
export async function startLocalServer(
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    // A client that dies while it speaks is daily bread here: its request never arrived.
    read(request).then(
      (asked) => answer(asked, response),
      () => undefined,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** What its fate lets the sender hear of an answer; `refusal` is the body of a 429. */
export function tell(
  response: ServerResponse,
  { answer, hears }: { answer: unknown; hears: Fate['hears'] },
  refusal: object,
): void {
  if (hears === 'the answer') sendJson(response, 200, answer);
  if (hears === 'limited') sendJson(response, 429, refusal, { 'retry-after': '1' });
  if (hears === 'broken') response.writeHead(500).end('<h1>Something went wrong</h1>');
  if (hears === 'a reset') response.socket?.resetAndDestroy();
  // Nothing: the sender waits until it gives up.
}

async function read(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://local');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    body: await text(request),
    authorization: request.headers.authorization ?? '',
  };
}
