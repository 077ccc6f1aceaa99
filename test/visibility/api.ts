/** A real HTTP server on a free local port that answers as a test tells it and keeps what it was asked. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { createVisibility, type RequestReport, type VisibilityOptions } from '../../src/visibility/client.ts';

export const KEY = 'vk-live-7f3a"9c/21';
export const PROJECT = '6f0c1c0e-4b7a-4c38-9d6e-0a1b2c3d4e5f';
export const SEGMENT = '0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10';

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
/** Answers one request; `number` counts from 1. */
export type Answering = (response: ServerResponse, asked: Asked, number: number) => void;

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answering {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function text(body: string, status = 200, headers: Record<string, string> = {}): Answering {
  return (response) => response.writeHead(status, headers).end(body);
}

/** The first answer to the first request, and so on; the last to all that follow. */
export function inTurn(...answers: Answering[]): Answering {
  return (response, asked, number) =>
    answers[Math.min(number, answers.length) - 1]?.(response, asked, number);
}

/** A client of a server that answers so. Sleeping takes no time and is kept; chance is always 0. */
export async function clientOf(answering: Answering, options: Partial<VisibilityOptions> = {}) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      answering(response, one, asked.push(one));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const slept: number[] = [];
  const reports: RequestReport[] = [];
  const baseUrl = `http://127.0.0.1:${port}/v1/public`;
  const visibility = createVisibility({
    baseUrl,
    random: () => 0,
    sleep: async (ms) => void slept.push(ms),
    onRequest: (report) => reports.push(report),
    ...options,
  });
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  onTestFinished(async () => {
    await stop();
    await visibility.close();
  });
  return { client: visibility.open(KEY), open: visibility.open, baseUrl, stop, asked, slept, reports };
}

export const OTHER = '9d1c2a44-70f6-4a51-8d0e-6b2f1f3d5a77';

const engine = (id: string, display_name: string, provider: string) => ({
  id,
  display_name,
  provider,
  model: `${display_name}-1`,
  surface: 'chat',
  active: true,
});

export const CHATGPT = engine(SEGMENT, 'ChatGPT', 'openai');
const ENGINES = [CHATGPT, engine(OTHER, 'Gemini', 'google')];

/** Answers requests for engines and regions with these, and everything else with `body`. */
export function listing(
  body: unknown,
  { engines = ENGINES, regions = [] }: { engines?: readonly object[]; regions?: readonly object[] } = {},
): Answering {
  return (response, asked, number) => {
    const isOf = (end: string) => asked.url.endsWith(end);
    json(isOf('/engines') ? engines : isOf('/regions') ? regions : body)(response, asked, number);
  };
}

/** What a promise was rejected with. */
export async function failureIn(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => expect.fail(`nothing failed; it answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}
