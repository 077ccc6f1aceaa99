/** Slack's side of Socket Mode before the local Slack: it gives out the socket's address, the rest goes on to there. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { z } from 'zod';
import { acceptSockets, type Socket } from './socket-server.ts';
import { until } from './until.ts';

const Acknowledgement = z.object({ envelope_id: z.string(), payload: z.unknown() });

/** What Slack says before it takes a socket away, and why. */
export const REASONS = ['warning', 'refresh_requested', 'link_disabled'] as const;
type Reason = (typeof REASONS)[number];

/** `slackUrl` is where the local Slack is, for the Web API beside the socket. */
export async function startSocketSlack(slackUrl: string, appToken: string) {
  let fewest = Number.POSITIVE_INFINITY;
  let asked = 0;
  let greets = true;
  const sockets: Socket[] = [];
  const acknowledged = new Map<string, unknown[]>();
  let url = '';
  let down = false;
  let turnedAway = 0;
  let givesSockets = true;

  const app = new Hono()
    .use(async (c, next) => {
      if (!down) return next();
      turnedAway += 1;
      return c.text('Service Unavailable', 503);
    })
    .post('/api/apps.connections.open', (c) => {
      asked += 1;
      if (!givesSockets) return c.text('Service Unavailable', 503);
      return c.req.header('authorization') === `Bearer ${appToken}`
        ? c.json({ ok: true, url: url.replace('http', 'ws') })
        : c.json({ ok: false, error: 'invalid_auth' });
    })
    .post('/api/:method', (c) => proxy(`${slackUrl}/api/${c.req.param('method')}`, c.req));
  const open = () => sockets.filter((socket) => socket.isOpen());
  const server = createServer(getRequestListener(app.fetch));
  acceptSockets(server, {
    onOpen(socket) {
      if (!greets) return;
      sockets.push(socket);
      socket.send(JSON.stringify({ type: 'hello', num_connections: open().length }));
    },
    onText(text) {
      const { envelope_id, payload } = Acknowledgement.parse(JSON.parse(text));
      acknowledged.set(envelope_id, [...(acknowledged.get(envelope_id) ?? []), payload]);
    },
    onEnd() {
      fewest = Math.min(fewest, open().length);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  url = `http://127.0.0.1:${address.port}`;

  return {
    apiUrl: `${url}/api/`,
    /** How many sockets were opened so far. */
    opened: () => sockets.length,
    /** Those that were opened and greeted, the oldest first. */
    sockets: (): readonly Socket[] => sockets,
    /** How many are open now, and how many were left each time one ended, at the fewest. */
    open: () => open().length,
    fewest: () => fewest,
    /** How often a socket was asked for. */
    asked: () => asked,
    /** Sends anything over a socket, or the latest that is open. @throws where none is: Slack would lose it */
    send(envelope: unknown, socket = open().at(-1)): void {
      if (!socket) throw new Error('No socket is open.');
      socket.send(typeof envelope === 'string' ? envelope : JSON.stringify(envelope));
    },
    /** What came as acknowledgements of an envelope so far. */
    acknowledgements: (envelopeId: string): readonly unknown[] => acknowledged.get(envelopeId) ?? [],
    /** Sends a request over the latest socket; resolves with what the bot acknowledged. */
    async request(type: 'slash_commands' | 'interactive' | 'events_api', payload: unknown): Promise<unknown> {
      const envelope_id = randomUUID();
      sockets.at(-1)?.send(JSON.stringify({ type, envelope_id, payload, accepts_response_payload: true }));
      return until(
        'the acknowledgement',
        () => acknowledged.has(envelope_id) && { body: acknowledged.get(envelope_id)?.[0] },
      );
    },
    /** How many calls were answered with 503. */
    turnedAway: () => turnedAway,
    /** What Slack says before it takes a socket away. */
    recycle: (reason: Reason = 'refresh_requested', socket = sockets.at(-1)) =>
      socket?.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'wss-test' } })),
    /** Slack answers nothing but 503, until it is set back. */
    setDown(now: boolean): void {
      down = now;
    },
    /** Whether Slack says hello over a new socket. */
    setGreets(now: boolean): void {
      greets = now;
    },
    /** Whether Slack opens sockets, beside which everything works. */
    setSockets(now: boolean): void {
      givesSockets = now;
    },
    async close() {
      for (const socket of sockets) socket.drop();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
