/** A Visibility API in which something new is found all the time, and the clock that makes its days short. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { sendJson, startLocalServer, tell } from './local-server.ts';
import { FAIR, type Fate } from './weather.ts';

/** A prompt that was written here. */
export type Written = { id: string; prompt: string };

type BusyApi = {
  /** What the bot gets as VISIBILITY_BASE_URL and CLOCK_URL. */
  baseUrl: string;
  clockUrl: string;
  /** From now on nothing new is found; the clock goes on. */
  fallSilent(): void;
  /** The ids of all leads of these projects that were new since the start: no poll comes too late for one of them. */
  news(projects: readonly string[]): string[];
  /** Every prompt that was really created, oldest first. */
  written(): readonly Written[];
  close(): Promise<void>;
};

export type BusyApiOptions = {
  /** The world's time, epoch ms. */
  now: () => number;
  /** How often each project has a new lead, ms of the world's time. */
  leadEveryMs: number;
  /** After so many a project has no more. */
  mostLeads: number;
  /** What befalls a write; its answer takes as long as what comes late. Missing, all is fair. */
  weather?: () => Fate;
};

/** Far more than are new at one poll, so that a list never looks like another one. */
const LISTED = 80;

const LEADS = /^\/v1\/public\/projects\/([\w-]+)\/community\/leads$/;
const PROMPTS = /^\/v1\/public\/projects\/([\w-]+)\/prompts$/;
const Prompt = z.object({ prompt: z.string() });

export async function startBusyApi(options: BusyApiOptions): Promise<BusyApi> {
  const { now, leadEveryMs, mostLeads, weather = () => FAIR } = options;
  const start = now();
  let end = start + leadEveryMs * mostLeads;

  /** What there is depends on the time alone, so that a poll that came to nothing is repeated in full. */
  const found = () => LISTED + Math.floor((Math.min(now(), end) - start) / leadEveryMs);

  /** Best first. */
  function leadsOf(project: string): object[] {
    const latest = found();
    return Array.from({ length: LISTED }, (_, i) => leadOf(project, latest - i)).sort(
      (a, b) => b.score - a.score,
    );
  }

  const written: (Written & { project: string })[] = [];
  const underWay = new Set<NodeJS.Timeout>();

  function later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      underWay.delete(timer);
      work();
    }, ms);
    underWay.add(timer);
  }

  function write(project: string, { prompt }: z.output<typeof Prompt>, response: ServerResponse): void {
    const { accepts, hears, lateMs } = weather();
    const created = { id: randomUUID(), prompt };
    const accept = () => void written.push({ ...created, project });
    if (accepts === 'now') accept();
    // What comes late comes after its sender has heard that it is lost.
    if (accepts === 'later') later(lateMs, accept);
    later(accepts === 'later' ? 0 : lateMs, () =>
      tell(response, { answer: created, hears }, { detail: 'Too many requests' }),
    );
  }

  const server = await startLocalServer(({ method, path, body }, response) => {
    if (path === '/clock') return sendJson(response, 200, { now: new Date(now()).toISOString() });
    const [, project] = path.match(LEADS) ?? [];
    if (project !== undefined) return sendJson(response, 200, leadsOf(project));
    const [, tracking] = path.match(PROMPTS) ?? [];
    if (tracking !== undefined && method === 'POST')
      return write(tracking, Prompt.parse(JSON.parse(body)), response);
    if (tracking !== undefined) {
      const own = written.filter((each) => each.project === tracking);
      return sendJson(
        response,
        200,
        own.map(({ id, prompt }) => ({ id, prompt })),
      );
    }
    return sendJson(response, 200, path.endsWith('/community/metrics') ? { total: LISTED } : []);
  });

  return {
    baseUrl: `${server.url}/v1/public`,
    clockUrl: `${server.url}/clock`,
    fallSilent: () => {
      end = Math.min(end, now());
    },
    news: (projects) =>
      projects.flatMap((project) =>
        Array.from({ length: found() - LISTED }, (_, i) => leadId(project, LISTED + i + 1)),
      ),
    written: () => written.map(({ id, prompt }) => ({ id, prompt })),
    async close() {
      for (const timer of underWay) clearTimeout(timer);
      await server.close();
    },
  };
}

const leadId = (project: string, number: number) => `${project}-${number}`;

function leadOf(project: string, number: number) {
  return {
    id: leadId(project, number),
    title: `Thread ${number}: which one do you use, and would you again?`,
    url: `https://forum.example/${project}/${number}`,
    community: 'r/bench',
    reason: 'Asks for a recommendation in the category.',
    score: 50 + ((number * 37) % 50),
  };
}
