/** A Slack Web API on a free local port that answers as a test tells it, and a real client that asks it. */
import { createServer, type ServerResponse } from 'node:http';
import type { WebClient } from '@slack/web-api';
import { onTestFinished } from 'vitest';
import { createSlackClient, createSlackLogger, makeClientOptions } from '../../src/slack/client.ts';
import { keptLog } from './log-kept.ts';

/** One call: the method ("chat.postMessage") and its arguments, where they are JSON decoded. */
export type Call = { method: string; args: Record<string, unknown> };
/** Answers one call; `number` counts the calls of all methods from 1. */
export type Answering = (response: ServerResponse, call: Call, number: number) => void;

const send = (status: number, body: string, headers: Record<string, string> = {}): Answering => {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
};

export const ok = (fields: object = {}): Answering => send(200, JSON.stringify({ ok: true, ...fields }));
export const no = (error: string): Answering => send(200, JSON.stringify({ ok: false, error }));
export const limited = (retryAfter: string): Answering =>
  send(429, '{"ok":false,"error":"ratelimited"}', { 'retry-after': retryAfter });
export const broken = (status: number): Answering => send(status, '<h1>Something went wrong</h1>');
export const unreadable: Answering = send(200, '<h1>Please log in to the proxy</h1>');
export const hangUp: Answering = (response) => void response.destroy();
export const sayNothing: Answering = () => undefined;
/** Begins a good answer and breaks off. */
export const cutOff: Answering = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"ok":true', () => response.destroy());
};
/** The first answer to the first call, and so on; the last to all that follow. */
export function inTurn(...answers: Answering[]): Answering {
  return (response, call, number) => answers[Math.min(number, answers.length) - 1]?.(response, call, number);
}

/** `client` gives up after `timeoutMs` of real time; `calls` are those that arrived, in order. */
export async function slackServer(
  answering: Answering,
  timeoutMs?: number,
): Promise<{ client: WebClient; calls: Call[]; stop(): Promise<void> }> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const args = Object.fromEntries([...form].map(([name, value]) => [name, decoded(value)]));
      const call = { method: request.url?.replace('/api/', '') ?? '', args };
      answering(response, call, calls.push(call));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  onTestFinished(stop);

  const options = makeClientOptions(`http://127.0.0.1:${port}/api/`, createSlackLogger(keptLog().log));
  const client = createSlackClient('xoxb-test', {
    ...options,
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  });
  return { client, calls, stop };
}

function decoded(value: string): unknown {
  return /^[[{]/.test(value) ? JSON.parse(value) : value;
}
