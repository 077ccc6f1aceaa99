/** A port of this machine that nobody listens on: for a process that cannot tell which one it took. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Somebody else may take it before it is used; whoever starts a process with it must be ready to try another. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  server.close();
  await once(server, 'close');
  return address.port;
}
