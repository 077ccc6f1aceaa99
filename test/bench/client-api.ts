/** The API of `bench -- client` in a process of its own: bodies written once, so that it is faster than who asks. */
import { once } from 'node:events';
import { createServer } from 'node:http';

const uuid = (i: number) => `6f0c2b1e-4d5a-4c8e-9b7f-${String(i).padStart(12, '0')}`;
const at = (i: number) => new Date(Date.UTC(2031, 2, 3, 6, i)).toISOString();
const many = <T>(long: number, row: (i: number) => T) => Array.from({ length: long }, (_, i) => row(i));

/** Counts of leads, 25 leads, 100 citations, and 100 mentions, which the API's document shows whole. */
const BODIES: Readonly<Record<string, unknown>> = {
  'community/metrics': { total: 25, new: 4, today: 2, average_score: 71.5 },
  'community/leads': many(25, (i) => ({
    id: `lead-${i}`,
    title: `Thread ${i}: which one do you use, and would you again?`,
    url: `https://forum.example/t/${i}`,
    community: 'r/bench',
    author: `asker_${i}`,
    reason: 'Asks for a recommendation in the category.',
    score: 99 - 2 * i,
    created_at: at(i),
  })),
  citations: many(100, (i) => ({
    id: uuid(i),
    response_id: uuid(1_000 + i),
    url: `https://site-${i % 9}.example/pages/${i}`,
    title: `What to look for, part ${i}`,
    domain: `site-${i % 9}.example`,
    engine_id: uuid(2_000 + (i % 4)),
    engine: `Engine ${i % 4}`,
    prompt_id: uuid(3_000 + (i % 20)),
    prompt: `Which one is the best for case ${i % 20}?`,
    created_at: at(i),
  })),
  mentions: many(100, (i) => ({
    id: uuid(i),
    response_id: uuid(1_000 + i),
    entity_name: `Tool ${i % 7}`,
    entity_type: 'brand',
    matched_term: `tool ${i % 7}`,
    rank_position: (i % 5) + 1,
    sentiment: i % 3 === 0 ? null : 'positive',
    description: 'Named as the one that is easy to begin with.',
    confidence: 0.9,
    created_at: at(i),
  })),
};
const bodies = new Map(
  Object.entries(BODIES).map(([path, body]) => [path, Buffer.from(JSON.stringify(body))]),
);

const server = createServer((request, response) => {
  const body = bodies.get(request.url?.match(/\/projects\/[^/]+\/([^?]+)/)?.[1] ?? '');
  if (!body) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(server.address());
process.once('disconnect', () => process.exit(0));
