/** One id from a request of Slack's through the API to the post: in the log, and at an OpenTelemetry collector. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journey, startJourney } from '../support/journey.ts';
import { BEN } from '../support/local-slack.ts';
import { call, connectByToken, PROTOCOLS, tokenOf } from '../support/mcp-client.ts';
import { postsOf } from '../support/posts.ts';
import { ACME } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

type Attribute = { key: string; value: { stringValue?: string } };
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] };
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
};

/** A collector as OTLP/HTTP describes it, with JSON. https://opentelemetry.io/docs/specs/otlp/#otlphttp */
async function startCollector() {
  const received: Sent[] = [];
  const paths: string[] = [];
  const server = createServer(async (req, res) => {
    paths.push(`${req.method} ${req.url}`);
    received.push(JSON.parse(await text(req)));
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    services: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ resource }) =>
          resource.attributes
            .filter(({ key }) => key === 'service.name')
            .map(({ value }) => value.stringValue),
        ),
      ),
    spans: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

let collector: Awaited<ReturnType<typeof startCollector>>;
let journey: Journey;

beforeAll(async () => {
  collector = await startCollector();
  journey = await startJourney({
    environment: { LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` },
  });
});

afterAll(async () => {
  await journey?.end();
  await collector?.close();
});

type Line = { msg: string; trace_id?: string; operation?: string; kind?: string; delivery?: string };

const lines = (): Line[] =>
  journey
    .bot()
    .stderr()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const idsOf = (found: readonly Line[]) => new Set(found.map(({ trace_id }) => trace_id));

test('each command has an id of its own, and what it asks of the API has the same', async () => {
  const from = lines().length;
  await journey.slack.ask(BEN, ACME.leads, '/visibility engines');
  await journey.slack.ask(BEN, ACME.leads, '/visibility regions');
  const asked = lines()
    .slice(from)
    .filter(({ msg }) => msg === 'API request');
  const engines = asked.filter(({ operation }) => operation === 'GET /engines');
  const regions = asked.filter(({ operation }) => operation === 'GET /regions');
  expect([...idsOf(engines)].every((id) => /^[0-9a-f]{32}$/.test(`${id}`))).toBe(true);
  expect(idsOf(regions).size).toBeGreaterThan(0);
  expect([...idsOf(engines)].filter((id) => idsOf(regions).has(id))).toEqual([]);
});

test('what an assistant asks has an id of its own too', async () => {
  const client = await connectByToken(journey, await tokenOf(journey, BEN, ACME.leads), PROTOCOLS[0]);
  const from = lines().length;
  await call(client, 'get_sources', { project: 'Acme' });
  await client.close();
  const asked = lines()
    .slice(from)
    .filter(({ msg }) => msg === 'API request');
  expect(asked.map(({ trace_id }) => trace_id)).toContainEqual(expect.stringMatching(/^[0-9a-f]{32}$/));
});

test('a digest has the id of the slot that asked the API for it', async () => {
  const from = lines().length;
  await journey.pass({ days: 1 });
  const found = lines().slice(from);
  const posted = found.find(({ msg, kind }) => msg === 'Posted' && kind === 'lead_digest');
  expect(posted?.trace_id).toMatch(/^[0-9a-f]{32}$/);
  const same = found.filter(({ trace_id }) => trace_id === posted?.trace_id);
  expect(same.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['API request', 'Slot done', 'Posted']));
  const posts = found.filter(({ msg }) => msg === 'Posted');
  expect(idsOf(posts).size).toBeGreaterThan(1);
});

test('a claim’s id comes back with the edit of the post; and the collector has it all', async () => {
  const latest = async () => {
    const digest = postsOf(await journey.slack.history(ACME.leads), 'lead_digest').at(-1);
    if (!digest) throw new Error('There is no digest');
    return digest;
  };
  const before = await latest();
  await journey.slack.press(BEN, ACME.leads, before, 'lead.claim');
  await until('the edit', async () => JSON.stringify(await latest()) !== JSON.stringify(before));
  await journey.restart();
  const spans = collector.spans();
  expect(new Set(collector.paths)).toEqual(new Set(['POST /v1/traces']));
  expect(new Set(collector.services())).toEqual(new Set(['sightline']));

  const click = spans.find(({ name }) => name === 'slack block_actions');
  const edit = spans.find(({ name, traceId }) => name === 'edit' && traceId === click?.traceId);
  expect(edit).toBeDefined();
  const update = spans.find(
    ({ name, parentSpanId }) => name === 'chat.update' && parentSpanId === edit?.spanId,
  );
  expect(update?.traceId).toBe(click?.traceId);

  const command = spans.find(({ name }) => name === 'slack command');
  expect(command?.parentSpanId ?? '').toBe('');
  const call = spans.find(({ name, traceId }) => name === 'GET /engines' && traceId === command?.traceId);
  expect(call?.parentSpanId).toBe(command?.spanId);

  const slot = spans.filter(({ name }) => name === 'slot');
  const post = spans.filter(({ name }) => name === 'post');
  expect(post.some(({ traceId }) => slot.some((one) => one.traceId === traceId))).toBe(true);
});
