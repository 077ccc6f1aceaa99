/** One client of `bench -- client` in a process of its own, so that none pays for what others leave behind: asks as it is told. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Pool } from 'undici';
import { z } from 'zod';
import { createVisibility } from '../../src/visibility/client.ts';
import { createProfiles } from '../../src/visibility/profile.ts';
import { paceOf } from './rounds.ts';

/** As many as the client lets one key have. */
const AT_ONCE = 4;
const PROJECT = '6f0c2b1e-4d5a-4c8e-9b7f-000000000001';
const KEY = 'key-of-the-bench';
const headers = { 'x-api-key': KEY };

const [name = '', origin = ''] = process.argv.slice(2);
const Order = z.object({ path: z.string(), times: z.number(), long: z.number().optional() });

type Ask = (path: string) => Promise<unknown>;
const ASKS: Readonly<Record<string, () => Ask | Promise<Ask>>> = {
  ours() {
    // As the bot's, it remembers what it learns: full lists are asked for their next page once.
    const none: [] = [];
    const profiles = createProfiles({
      corrected: () => none,
      keep: async () => undefined,
      onLost: () => undefined,
    });
    const client = createVisibility({ baseUrl: `${origin}/v1/public`, profiles }).open(KEY);
    const asks: Readonly<Record<string, () => Promise<unknown>>> = {
      'community/metrics': () => client.communityMetrics(PROJECT),
      'community/leads': () => client.communityLeads(PROJECT),
      citations: () => client.citations(PROJECT),
      mentions: () => client.mentions(PROJECT),
    };
    return async (place) => asks[place]?.();
  },
  undici: () => undici,
  'undici and JSON': () => async (place) => JSON.parse(await undici(place)),
  fetch: () => async (place) => (await fetch(urlOf(place), { headers })).json(),
  axios: () => peer('axios'),
  got: () => peer('got'),
  ky: () => peer('ky'),
};

const pool = new Pool(origin, { connections: AT_ONCE });
async function undici(place: string): Promise<string> {
  const { body } = await pool.request({ path: urlOf(place).slice(origin.length), method: 'GET', headers });
  return body.text();
}

function urlOf(place: string): string {
  return `${origin}/v1/public/projects/${PROJECT}/${place}`;
}

async function peer(which: string): Promise<Ask> {
  const peers = await import(pathToFileURL(path.join(import.meta.dirname, 'peers/peers.js')).href);
  const ask: Ask = peers.createPeers({ connections: AT_ONCE, headers })[which];
  return (place) => ask(urlOf(place));
}

const ask = await ASKS[name]?.();
if (!ask) throw new Error(`There is no client “${name}”`);
process.on('message', async (message) => {
  const { path: place, times, long } = Order.parse(message);
  const answer = await ask(place);
  const isWhole =
    long === undefined || typeof answer === 'string' || (Array.isArray(answer) && answer.length === long);
  if (!isWhole) throw new Error(`${name} did not read the ${long} rows of ${place}`);
  process.send?.(await paceOf(() => ask(place), times, AT_ONCE));
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
