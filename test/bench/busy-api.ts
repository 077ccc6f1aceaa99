/** A Visibility API in which something new is found all the time, and the clock that makes its days short. */
import { sendJson, startLocalServer } from './local-server.ts';

export type BusyApi = {
  /** What the bot gets as VISIBILITY_BASE_URL and CLOCK_URL. */
  baseUrl: string;
  clockUrl: string;
  /** From now on nothing new is found; the clock goes on. */
  fallSilent(): void;
  /** The ids of all leads of these projects that were new since the start: no poll comes too late for one of them. */
  news(projects: readonly string[]): string[];
  close(): Promise<void>;
};

export type BusyApiOptions = {
  /** The world's time, epoch ms. */
  now: () => number;
  /** How often each project has a new lead, ms of the world's time. */
  leadEveryMs: number;
  /** After so many a project has no more. */
  mostLeads: number;
};

/** Far more than are new at one poll, so that a list never looks like another one. */
const LISTED = 80;

const LEADS = /^\/v1\/public\/projects\/([\w-]+)\/community\/leads$/;

export async function startBusyApi({ now, leadEveryMs, mostLeads }: BusyApiOptions): Promise<BusyApi> {
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

  const server = await startLocalServer(({ path }, response) => {
    if (path === '/clock') return sendJson(response, 200, { now: new Date(now()).toISOString() });
    const [, project] = path.match(LEADS) ?? [];
    if (project !== undefined) return sendJson(response, 200, leadsOf(project));
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
    close: server.close,
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
