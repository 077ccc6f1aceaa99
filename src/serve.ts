/** The bot's own HTTP: /slack/events (and /slack/install), /healthz and /readyz on one port, /metrics on another, on this machine only. */
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
import { ConfigError, messageOf } from './errors.ts';

export type Served = { url: string; close(): Promise<void> };

/** @throws ConfigError when a port is taken. */
export async function serve(
  config: Pick<Config, 'host' | 'port' | 'metricsPort'>,
  answers: { ready: () => boolean; slack: RequestListener | undefined; metrics: () => Promise<string> },
): Promise<Served> {
  const main = createServer((req, res) => {
    if (req.url === '/healthz') return say(res, 200, 'alive');
    if (req.url === '/readyz')
      return answers.ready() ? say(res, 200, 'ready') : say(res, 503, 'waiting for Slack');
    if (answers.slack && req.url?.startsWith('/slack/')) return handled(answers.slack, req, res);
    say(res, 404, 'not found');
  });
  const metrics = createServer((req, res) => {
    if (req.url !== '/metrics') return say(res, 404, 'not found');
    answers.metrics().then(
      (text) => say(res, 200, text),
      () => say(res, 503, 'the store does not answer'),
    );
  });
  await listen(main, config.host, config.port, 'PORT');
  if (config.metricsPort !== 0) await listen(metrics, '127.0.0.1', config.metricsPort, 'METRICS_PORT');
  const { port } = main.address() as AddressInfo;
  return {
    url: `http://${config.host}:${port}`,
    close: async () => void (await Promise.all([closed(main), closed(metrics)])),
  };
}

/** Bolt throws at a path or a method that it has no answer to; unheard, that would end the process. */
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

function listen(server: Server, host: string, port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new ConfigError([
          `${variable}: cannot listen on ${host}:${port} (${messageOf(error)}). Set ${variable} to a free port.`,
        ]),
      ),
    );
    server.listen(port, host, resolve);
  });
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
