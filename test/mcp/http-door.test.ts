import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createHttpDoor, type DoorDeps } from '../../src/mcp/http-door.ts';
import { READ_TOOLS } from '../../src/mcp/server.ts';
import { createUnderWay, type UnderWay } from '../../src/surface/restarting.ts';

const SECRET = 'a-secret-of-this-test';

const open: { close(): unknown; closeAllConnections(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = { status: number; text: string };

/** Only the door, with no caller; nothing behind it is reached. */
async function doorWith(
  identify: DoorDeps['identify'],
  underWay: UnderWay = createUnderWay(),
): Promise<(message: unknown) => Promise<Answer>> {
  const logged: string[] = [];
  const log = createLog('info', new Set(), { write: (line) => void logged.push(line) });
  const door = createHttpDoor({
    identify,
    underWay,
    workspaceOf: () => undefined,
    bot: { log } as DoorDeps['bot'],
    offer: {},
    redact: (text) => text.replaceAll(SECRET, '[secret]'),
  });
  const server = createServer(door);
  open.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return async (message) => {
    const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(message),
    });
    return { status: answer.status, text: await answer.text() };
  };
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const nobody: DoorDeps['identify'] = async () => ({ listsOnly: true });

test('a request on nobody’s behalf can list tools but not call them', async () => {
  const send = await doorWith(nobody);
  const listed = await send(LIST);
  for (const { name } of READ_TOOLS) expect(listed.text).toContain(`"${name}"`);
  const params = { name: 'list_projects', arguments: {} };
  const called = await send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
  expect(called.text).toContain('"isError":true');
});

test('a refusal has a status and a sentence, and no secret gets out', async () => {
  const refusing = await doorWith(async () => ({ refusal: 403, sentence: 'Not here.', headers: {} }));
  const refused = await refusing(LIST);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('Not here.');
  const send = await doorWith(nobody);
  const params = { name: SECRET, arguments: {} };
  const called = await send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
  expect(called.text).not.toContain(SECRET);
});

test('an unexpected error doesn’t send its stack trace', async () => {
  const send = await doorWith(async () => {
    throw new TypeError('boom');
  });
  const { status, text } = await send(LIST);
  expect(status).toBe(500);
  expect(text).not.toMatch(/boom|at .*:\d+/);
});

test('a shutdown waits for requests under way and refuses new ones', async () => {
  const underWay = createUnderWay();
  const asked = Promise.withResolvers<void>();
  const known = Promise.withResolvers<void>();
  const send = await doorWith(async () => {
    asked.resolve();
    await known.promise;
    return { listsOnly: true };
  }, underWay);
  const first = send(LIST);
  await asked.promise;
  underWay.refuseNew();
  let isDrained = false;
  const drained = underWay.drain(30_000).then(() => {
    isDrained = true;
  });
  expect((await send(LIST)).status).toBe(503);
  expect(isDrained).toBe(false);
  known.resolve();
  expect((await first).status).toBe(200);
  await drained;
});

test('a batch of messages is refused, because it would count as one call', async () => {
  const send = await doorWith(nobody);
  expect((await send([LIST, LIST])).status).toBe(400);
});
