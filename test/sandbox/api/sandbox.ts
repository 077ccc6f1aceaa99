/** A reference API for one test: the default world at a fixed time, called without a network. */
import { createSandboxApi } from '../../../src/sandbox/api/api.ts';
import { createSandboxClock } from '../../../src/sandbox/clock.ts';
import { createWorld, DEFAULT_SEED } from '../../../src/sandbox/world/world.ts';
import { knownRuns } from '../../support/known-runs.ts';

export const START = Date.UTC(2026, 2, 12, 9);
export const KEY = 'key-of-the-test';
export const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
export const TIDEWATER = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';
export const NOBODY = '00000000-0000-4000-8000-000000000000';

export const startWorld = () => createWorld({ seed: DEFAULT_SEED, start: START, runsOf: knownRuns });

/** For those who only read, in whatever dialect: what they are told is computed once for all of them. */
export const READ_ONLY = startWorld();

export function openSandbox(dialect = 'plain', world = startWorld()) {
  const slept: number[] = [];
  const clock = createSandboxClock({ start: START, realNow: () => 0 });
  const app = createSandboxApi({
    world,
    clock,
    apiKey: KEY,
    dialect,
    sleep: async (ms) => slept.push(ms),
  });

  async function ask(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method, headers: { 'X-API-Key': KEY, ...headers } };
    const response = await app.request(path, body === undefined ? init : { ...init, body: sent });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  }

  return {
    app,
    world,
    clock,
    slept,
    ask,
    /** Calls an operation of a project, by default Acme's. */
    on: (method: string, path: string, body?: unknown, project = ACME) =>
      ask(method, `/v1/public/projects/${project}${path}`, body),
    get: (path: string, project = ACME) => ask('GET', `/v1/public/projects/${project}${path}`),
    post: (path: string, body?: unknown, project = ACME) =>
      ask('POST', `/v1/public/projects/${project}${path}`, body),
    control: (path: string, body?: unknown) =>
      ask(body === undefined ? 'GET' : 'POST', `/sandbox${path}`, body),
  };
}
