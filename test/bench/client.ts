/** The bench of the API client: what it costs to ask, to check and to read, beside others asked for the bare JSON. */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { atLeast, type Goal } from './goals.ts';
import { ratioOf, type Spread, spreadOf, spreadText } from './rounds.ts';
import type { Figures } from './table.ts';

const WARM_UP = 2_500;
const REQUESTS = 800;
const ROUNDS = 11;

const CLIENTS = ['ours', 'undici', 'undici and JSON', 'fetch', 'axios', 'got', 'ky'] as const;
type Name = (typeof CLIENTS)[number];
const PEERS = ['axios', 'got', 'ky'] as const;

const BODIES: readonly { body: string; path: string; long?: number }[] = [
  { body: 'counts', path: 'community/metrics' },
  { body: '25 leads', path: 'community/leads', long: 25 },
  { body: '100 citations', path: 'citations', long: 100 },
  { body: '100 mentions', path: 'mentions', long: 100 },
];

const Address = z.object({ port: z.number() });
const Taken = z.object({ cpuUs: z.number(), perSecond: z.number() });

type ClientFigures = { rows: Figures[]; goals: Goal[] };

/** Each client in a process of its own, all in turn. */
export async function measureClient(progress: (line: string) => void): Promise<ClientFigures> {
  await installPeers(progress);
  const api = fork(path.join(import.meta.dirname, 'client-api.ts'));
  const [address] = await once(api, 'message');
  const origin = `http://127.0.0.1:${Address.parse(address).port}`;
  const clients: [Name, Asker][] = [];
  const rows: Figures[] = [];
  const goals: Goal[] = [];
  try {
    for (const name of CLIENTS) clients.push([name, await startAsker(name, origin)]);
    for (const { body, ...asked } of BODIES) {
      const taken = new Map(CLIENTS.map((name): [Name, number[]] => [name, []]));
      for (const [, client] of clients) await client.cpuOf({ ...asked, times: WARM_UP });
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, client] of clients) {
          taken.get(name)?.push(await client.cpuOf({ ...asked, times: REQUESTS }));
        }
      }
      progress(`${body} are measured`);
      const ours = taken.get('ours') ?? [];
      const toOurs = (name: Name): Spread => ratioOf(taken.get(name) ?? [], ours);
      const [, ...others] = CLIENTS;
      rows.push({
        body,
        'ours, µs': spreadText(spreadOf(ours), 0),
        ...Object.fromEntries(others.map((name) => [name, spreadText(toOurs(name))])),
      });
      goals.push(...goalsOf(body, asked.long !== undefined, (name) => toOurs(name).median));
    }
    return { rows, goals };
  } finally {
    for (const [, client] of clients) client.disconnect();
    api.disconnect();
  }
}

/** `toOurs`: another's work by ours; 2 where ours is half of it. */
function goalsOf(body: string, isList: boolean, toOurs: (name: Name) => number): Goal[] {
  if (isList) {
    return [
      atLeast(`${body}: undici and JSON.parse / ours`, 0.6, toOurs('undici and JSON')),
      atLeast(`${body}: fastest of axios, got, ky / ours`, 1, Math.min(...PEERS.map(toOurs))),
    ];
  }
  return [
    atLeast(`${body}: undici / ours`, 0.85, toOurs('undici')),
    ...PEERS.map((name) => atLeast(`${body}: ${name} / ours`, 2.5, toOurs(name))),
  ];
}

type Asker = Pick<ChildProcess, 'disconnect'> & {
  /** Processor time of one request, µs. @throws Error where the process ended, as where not all was read. */
  cpuOf(order: { path: string; times: number; long?: number }): Promise<number>;
};

async function startAsker(name: Name, origin: string): Promise<Asker> {
  const child = fork(path.join(import.meta.dirname, 'client-asker.ts'), [name, origin]);
  const gone = once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended by itself`)));
  const heard = () => Promise.race([once(child, 'message'), gone]);
  await heard();
  return {
    async cpuOf(order) {
      child.send(order);
      const [taken] = await heard();
      return Taken.parse(taken).cpuUs;
    },
    disconnect: () => child.disconnect(),
  };
}

/** What only this bench needs. */
async function installPeers(progress: (line: string) => void): Promise<void> {
  const folder = path.join(import.meta.dirname, 'peers');
  if (existsSync(path.join(folder, 'node_modules'))) return;
  progress('Installing axios, got and ky, which only this bench needs');
  await promisify(execFile)('npm', ['ci'], { cwd: folder });
}
