/** The bot's own HTTP: /slack/events (and /slack/install), /mcp, /healthz and /readyz on one port, /metrics on another. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { z } from 'zod';
import type { Config } from './config.ts';
import { MINUTE_MS } from './durations.ts';
import { ConfigError, messageOf } from './errors.ts';

/** Longer than proxies keep idle connections: otherwise a click sent while we close one would be lost. */
const KEPT_OPEN_MS = 2 * MINUTE_MS + 5_000;

export type Served = { url: string; close(): Promise<void> };

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
): Promise<Served> {
  const main = createServer((req, res) => {
    if (req.url === '/healthz') return say(res, 200, 'alive');
    if (req.url === '/readyz') return void sayReadiness(res, answers.missing);
    if (answers.mcp && req.url?.split('?')[0] === '/mcp') return answers.mcp(req, res);
    if (answers.slack && req.url?.startsWith('/slack/')) return handled(answers.slack, req, res);
    say(res, 404, 'not found');
  });
  main.keepAliveTimeout = KEPT_OPEN_MS;
  const metrics = createServer((req, res) => {
    if (req.url !== '/metrics') return say(res, 404, 'not found');
    answers.metrics().then(
      (text) => say(res, 200, text),
      () => say(res, 500, 'the metrics cannot be read'),
    );
  });
  const { host, port: wanted, metricsHost, metricsPort } = config;
  const faults = [
    ...(await listen(main, { host, port: wanted, variable: 'PORT' })),
    ...(metricsPort === 0
      ? []
      : await listen(metrics, {
          host: metricsHost,
          port: metricsPort,
          variable: 'METRICS_PORT',
          hostVariable: 'METRICS_HOST',
        })),
  ];
  const close = async () => void (await Promise.all([closed(main), closed(metrics)]));
  if (faults.length > 0) {
    await close();
    throw new ConfigError(faults);
  }
  const { port } = main.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    close,
  };
}

async function sayReadiness(res: ServerResponse, missing: () => Promise<readonly string[]>): Promise<void> {
  const reasons = await missing();
  if (reasons.length === 0) return say(res, 200, 'ready');
  say(res, 503, reasons.map((reason) => `not ready: ${reason}\n`).join(''));
}

/** Bolt throws for unknown paths and methods, which would end the process if uncaught. */
function handled(
  slack: RequestListener,
  req: IncomingMessage,
  res: ServerResponse & { req: IncomingMessage },
): void {
  try {
    slack(req, res);
  } catch {
    say(res, 404, 'not found');
  }
}

const ClockAnswer = z.object({ now: z.iso.datetime() });

/** A sandbox's clock: `GET url` -> {"now": ISO}, as epoch ms. */
export function askClock(url: string): () => Promise<number> {
  return async () => {
    const { body } = await request(url, { headersTimeout: 5_000, bodyTimeout: 5_000 });
    return Date.parse(ClockAnswer.parse(await body.json()).now);
  };
}

function say(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

/** Where a server listens, and the variables for port and host. */
type Place = { host: string; port: number; variable: string; hostVariable?: string };

/** A sentence for each place where we can't listen. */
export async function refusedPlaces(places: readonly Place[]): Promise<string[]> {
  const faults: string[] = [];
  for (const place of places) {
    const server = createServer();
    faults.push(...(await listen(server, place)));
    await closed(server);
  }
  return faults;
}

/** Resolves once the server listens, or with a sentence why it can't. */
function listen(
  server: Server,
  { host, port, variable, hostVariable = 'HOST' }: Place,
): Promise<[] | [string]> {
  return new Promise((resolve) => {
    server.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : '';
      const ofHost = OF_HOST[code]?.(hostVariable);
      const why =
        ofHost ?? REFUSED[code]?.(variable) ?? `${messageOf(error)}. Set ${variable} to a free port.`;
      resolve([`${ofHost ? hostVariable : variable}: cannot listen on ${host}:${port}: ${why}`]);
    });
    server.listen(port, host, () => resolve([]));
  });
}

/** Advice by the error codes of listen(2). */
const REFUSED: Readonly<Record<string, (variable: string) => string>> = {
  EADDRINUSE: (variable) => `the port is in use. Set ${variable} to a free one.`,
  EACCES: (variable) => `this user may not listen there. Set ${variable} to a port from 1024 on.`,
};

const noName = (variable: string) =>
  `there is no machine of that name. Set ${variable} to an address of this one, such as 127.0.0.1, or 0.0.0.0 for all.`;

/** Faults of the host rather than the port, from listen(2) and getaddrinfo. */
const OF_HOST: Readonly<Record<string, (variable: string) => string>> = {
  EADDRNOTAVAIL: (variable) => `this machine has no such address. Set ${variable} to one that it has.`,
  ENOTFOUND: noName,
  EAI_AGAIN: noName,
};

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
