/** A port of this machine that nobody listens on: for a process that cannot tell which one it took. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that a machine gives to connections that go out: of these, one of thousands would have it meanwhile. */
const [LOWEST, BEYOND] = [15_000, 32_000];

/** Somebody else may take it before it is used; whoever starts a process with it must be ready to try another. */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, BEYOND);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
