/** The bench of the API client: what it costs to ask, to check and to read a list, beside undici and axios asked for the bare JSON. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import axios from 'axios';
import { Pool } from 'undici';
import { z } from 'zod';
import { createVisibility } from '../../src/visibility/client.ts';
import type { Figures } from './table.ts';

const WARM_UP = 1_000;
const REQUESTS = 4_000;
/** As many as the client lets one key have. */
const AT_ONCE = 4;
const LISTS = [25, 100];

const Address = z.object({ port: z.number() });
const List = z.array(z.unknown());

type Ask = (project: string) => Promise<readonly unknown[]>;

/** In turn, so that a machine that is busy for a while is busy for all. */
export async function measureClient(progress: (line: string) => void): Promise<Figures[]> {
  const api = fork(path.join(import.meta.dirname, 'client-api.ts'));
  const [address] = await once(api, 'message');
  const origin = `http://127.0.0.1:${Address.parse(address).port}`;
  const pool = new Pool(origin, { connections: AT_ONCE });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const visibility = createVisibility({ baseUrl: `${origin}/v1/public` });
  const client = visibility.open('key-of-the-bench');
  const headers = { 'x-api-key': 'key-of-the-bench' };
  const pathOf = (project: string) => `/v1/public/projects/${project}/community/leads`;
  const asks: Readonly<Record<'undici' | 'axios' | 'client', Ask>> = {
    async undici(project) {
      const answer = await pool.request({ path: pathOf(project), method: 'GET', headers });
      return List.parse(await answer.body.json());
    },
    async axios(project) {
      const answer = await axios.get(origin + pathOf(project), { headers, httpAgent: agent });
      return List.parse(answer.data);
    },
    client: (project) => client.communityLeads(project),
  };
  try {
    const rows: Figures[] = [];
    for (const long of LISTS) {
      const project = `6f0c2b1e-4d5a-4c8e-9b7f-${String(long).padStart(12, '0')}`;
      for (const ask of Object.values(asks)) await paceOf(ask, project, long, WARM_UP);
      const undici = await paceOf(asks.undici, project, long, REQUESTS);
      const others = await paceOf(asks.axios, project, long, REQUESTS);
      const ours = await paceOf(asks.client, project, long, REQUESTS);
      progress(`lists of ${long} are measured`);
      rows.push({
        list: long,
        undiciPerSecond: undici.perSecond,
        axiosPerSecond: others.perSecond,
        clientPerSecond: ours.perSecond,
        undiciCpuUs: undici.cpuUs,
        axiosCpuUs: others.cpuUs,
        clientCpuUs: ours.cpuUs,
        toUndici: ratio(ours.cpuUs, undici.cpuUs),
        toAxios: ratio(ours.cpuUs, others.cpuUs),
      });
    }
    return rows;
  } finally {
    await Promise.all([pool.close(), visibility.close()]);
    agent.destroy();
    api.disconnect();
  }
}

const ratio = (one: number, other: number) => Math.round((one / other) * 100) / 100;

/** Requests a second, and this process's own work for each, µs. @throws Error where a list is not as long as it is. */
async function paceOf(ask: Ask, project: string, long: number, requests: number) {
  const [began, before] = [performance.now(), process.cpuUsage()];
  let left = requests;
  const worker = async () => {
    while (left-- > 0) {
      const leads = await ask(project);
      if (leads.length !== long) throw new Error(`A list of ${long} was read as one of ${leads.length}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: Math.round(requests / seconds), cpuUs: Math.round((user + system) / requests) };
}
