/** The bench of the API client: what it costs to ask, to check and to read a list, beside undici asked for the bare JSON. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
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

type Ask = (project: string) => Promise<readonly unknown[]>;

/** Both in turn, so that a machine that is busy for a while is busy for both. */
export async function measureClient(progress: (line: string) => void): Promise<Figures[]> {
  const api = fork(path.join(import.meta.dirname, 'client-api.ts'));
  const [address] = await once(api, 'message');
  const origin = `http://127.0.0.1:${Address.parse(address).port}`;
  const pool = new Pool(origin, { connections: AT_ONCE });
  const visibility = createVisibility({ baseUrl: `${origin}/v1/public` });
  const client = visibility.open('key-of-the-bench');
  const bare: Ask = async (project) => {
    const answer = await pool.request({
      path: `/v1/public/projects/${project}/community/leads`,
      method: 'GET',
      headers: { 'x-api-key': 'key-of-the-bench' },
    });
    return z.array(z.unknown()).parse(await answer.body.json());
  };
  const own: Ask = (project) => client.communityLeads(project);
  try {
    const rows: Figures[] = [];
    for (const long of LISTS) {
      const project = `6f0c2b1e-4d5a-4c8e-9b7f-${String(long).padStart(12, '0')}`;
      for (const ask of [bare, own]) await paceOf(ask, project, long, WARM_UP);
      const [raw, ours] = [
        await paceOf(bare, project, long, REQUESTS),
        await paceOf(own, project, long, REQUESTS),
      ];
      progress(`lists of ${long} are measured`);
      rows.push({
        list: long,
        undiciPerSecond: raw.perSecond,
        clientPerSecond: ours.perSecond,
        undiciCpuUs: raw.cpuUs,
        clientCpuUs: ours.cpuUs,
        cpuRatio: Math.round((ours.cpuUs / raw.cpuUs) * 100) / 100,
      });
    }
    return rows;
  } finally {
    await Promise.all([pool.close(), visibility.close()]);
    api.disconnect();
  }
}

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
