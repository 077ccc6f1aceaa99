/**
 * The bot's own HTTP: /slack/events (and /slack/install), /mcp, /healthz
 * and /readyz on one port, /metrics on another.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { type Clock, remoteClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { MINUTE_MS } from './durations.ts';
import { ClockError, ConfigError, messageOf } from './errors.ts';
import { getGlobalDispatcher, receive } from './undici-parts.ts';

/** An import would also load Node's own fetch, which nothing here needs, for 40 ms. */
const { createServer } = process.getBuiltinModule('node:http');

/** Longer than proxies keep idle connections: otherwise a click sent while we close one would be lost. */
const KEEP_ALIVE_MS = 2 * MINUTE_MS + 5_000;

/** @throws ConfigError with a sentence for each port that can't be used. */
export async function serve(
  config: Pick<Config, 'host' | 'port' | 'metricsHost' | 'metricsPort'>,
  answers: {
    /** Why the bot isn't ready, one line each. */
    missing: () => Promise<readonly string[]>;
    slack: RequestListener | undefined;
    mcp?: RequestListener;
    metrics: () => Promise<string>;
  },
): Promise<{ url: string; close(): Promise<void> }> {
  const main = createServer((req, res) => {
    if (req.url === '/healthz') return respond(res, 200, 'alive');
    if (req.url === '/readyz') return void respondReadiness(res, answers.missing);
    if (answers.mcp && /^\/mcp\/?(?:\?|$)/.test(req.url ?? '')) return answers.mcp(req, res);
    if (answers.slack && req.url?.startsWith('/slack/')) return passToSlack(answers.slack, req, res);
    respond(res, 404, 'not found');
  });
  main.keepAliveTimeout = KEEP_ALIVE_MS;
  const metrics = createServer((req, res) => {
    if (req.url !== '/metrics') return respond(res, 404, 'not found');
    answers.metrics().then(
      (text) => respond(res, 200, text),
      () => respond(res, 500, 'the metrics cannot be read'),
    );
  });
  const { host, metricsHost, metricsPort } = config;
  const faults = await listen(main, { host, port: config.port, variable: 'PORT' });
  if (metricsPort !== 0) {
    const place = { host: metricsHost, port: metricsPort, variable: 'METRICS_PORT' };
    faults.push(...(await listen(metrics, { ...place, hostVariable: 'METRICS_HOST' })));
  }
  const close = async () => void (await Promise.all([closeServer(main), closeServer(metrics)]));
  if (faults.length > 0) {
    await close();
    throw new ConfigError(faults);
  }
  const { port } = main.address() as AddressInfo;
  return { url: `http://${inUrl(host)}:${port}`, close };
}

/** An IPv6 address stands in brackets before a port. */
const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

async function respondReadiness(res: ServerResponse, missing: () => Promise<readonly string[]>) {
  const reasons = await missing();
  if (reasons.length === 0) return respond(res, 200, 'ready');
  respond(res, 503, reasons.map((reason) => `not ready: ${reason}\n`).join(''));
}

/** Bolt throws for unknown paths and methods, which would end the process if uncaught. */
function passToSlack(
  slack: RequestListener,
  req: IncomingMessage,
  res: ServerResponse & { req: IncomingMessage },
): void {
  try {
    slack(req, res);
  } catch {
    respond(res, 404, 'not found');
  }
}

const ClockAnswer = z.object({ now: z.iso.datetime() });

/** Asks a sandbox's clock, in epoch ms: `GET url` -> {"now": ISO}. @throws ClockError */
export function askClock(url: string): () => Promise<number> {
  return async () => {
    try {
      return Date.parse(ClockAnswer.parse(await getJson(url)).now);
    } catch (cause) {
      throw new ClockError(
        'The clock at CLOCK_URL doesn’t answer. Start the sandbox, or unset CLOCK_URL to use the machine’s time.',
        { cause },
      );
    }
  };
}

/** A sandbox's clock if one is configured, otherwise the machine's. */
export function openClock({ clockUrl }: Pick<Config, 'clockUrl'>): Clock {
  return clockUrl ? remoteClock(askClock(clockUrl)) : systemClock();
}

/** What something on this machine answers. Rejects if it doesn't answer within 5 s. */
export async function getJson(url: string): Promise<unknown> {
  const { origin, pathname, search } = new URL(url);
  const request = { origin, path: pathname + search, method: 'GET' } as const;
  const { pieces } = await receive(getGlobalDispatcher(), request, { withinMs: 5_000 });
  return JSON.parse(Buffer.concat(pieces).toString());
}

function respond(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

/** Where a server listens, and the variables that say so. */
type Place = { host: string; port: number; variable: string; hostVariable?: string };

/** A sentence for each place where we can't listen. */
export async function findPortFaults(places: readonly Place[]): Promise<string[]> {
  const faults: string[] = [];
  for (const place of places) {
    const server = createServer();
    faults.push(...(await listen(server, place)));
    await closeServer(server);
  }
  return faults;
}

/** Resolves once the server listens, or with one sentence about why it can't. */
function listen(server: Server, { host, port, variable, hostVariable = 'HOST' }: Place): Promise<string[]> {
  return new Promise((resolve) => {
    server.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      const ofPort = {
        EADDRINUSE: `the port is in use. Set ${variable} to a free one.`,
        EACCES: `${messageOf(error)}. Set ${variable} to 1024 or higher.`,
      }[String(code)];
      const ofHost = `${messageOf(error)}. Set ${hostVariable} to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all.`;
      const where = `cannot listen on ${inUrl(host)}:${port}`;
      resolve([ofPort ? `${variable}: ${where}: ${ofPort}` : `${hostVariable}: ${where}: ${ofHost}`]);
    });
    server.listen(port, host, () => resolve([]));
  });
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
