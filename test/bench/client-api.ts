/** The API of `bench -- client` in a process of its own: lists of leads, written once, so that it is faster than who asks. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** The project's last digits say how long its list is. */
const bodies = new Map<string, Buffer>();

function bodyOf(path: string): Buffer {
  const known = bodies.get(path);
  if (known) return known;
  const long = Number(path.match(/(\d+)\/community\/leads/)?.[1] ?? 0);
  const leads = Array.from({ length: long }, (_, i) => ({
    id: `lead-${i}`,
    title: `Thread ${i}: which one do you use, and would you again?`,
    url: `https://forum.example/t/${i}`,
    community: 'r/bench',
    author: `asker_${i}`,
    reason: 'Asks for a recommendation in the category.',
    score: 50 + ((i * 37) % 50),
    created_at: new Date(Date.UTC(2031, 2, 3, 6, i)).toISOString(),
  }));
  const body = Buffer.from(JSON.stringify(leads));
  bodies.set(path, body);
  return body;
}

const server = createServer((request, response) => {
  const body = bodyOf(request.url ?? '');
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(server.address());
process.once('disconnect', () => process.exit(0));
