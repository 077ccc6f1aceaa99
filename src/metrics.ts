/** Prometheus metrics, served by serve.ts. */
import { setTimeout as delay } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from './version.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Pending work in the store, read at each scrape. */
export type Backlog = { slotsDue: number; outboxPending: number; oldestSeconds: number };

/** Everything read at a scrape. Missing figures are left out, never zero. */
type Look = Backlog & {
  takesWrites?: boolean;
  /** As /readyz says. */
  isReady?: boolean | undefined;
  storeBytes?: number;
  /** Paused feeds, by who paused them. */
  feedsPaused?: Record<(typeof BY)[number], number>;
  /** Socket Mode only. */
  socketIsOpen?: boolean | undefined;
  /** Whether projects.yml or its API profile is faulty now, so that an earlier one is in force. */
  fileIsRefused?: boolean;
  /** People's requests that aren't answered yet. */
  requestsUnderWay?: number;
};

const BY = ['person', 'sightline'] as const;

/** Seconds. Slack gives up on an acknowledgement after 3. */
const ACKNOWLEDGED = [0.01, 0.05, 0.25, 1, 3];
const ANSWERED = [0.1, 0.5, 1, 3, 10, 30];

/** Labels known in advance start at zero: `increase` misses the first event of a series that starts with it. */
type Kinds = { feeds: readonly string[]; posts: readonly string[] };

const OF_SLOTS = ['done', 'failed', 'missed'] as const;
const OF_EDITS = ['made', 'later', 'given_up'] as const;
const OF_POSTS = ['sent', 'later', 'unclear', 'failed', 'expired'] as const;
const OF_REFUSALS = ['signature', 'unreadable'] as const;

/** `look` runs at every scrape; if it fails, its figures are left out. Labels never hold what somebody typed. */
export function createMetrics(look: () => Promise<Look>, kinds: Kinds = { feeds: [], posts: [] }) {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  gauge('sightline_build_info', 'The running version and its Node; always 1', ['version', 'node']).set(
    { version: VERSION, node: process.version },
    1,
  );

  const clock = gauge('sightline_clock_seconds', 'Time of the last finished tick');
  /** By what `look` calls them. */
  const looked = {
    isReady: gauge('sightline_ready', 'Whether the bot is ready; /readyz says what is missing'),
    slotsDue: gauge('sightline_slots_due', 'Slots that are due and not done'),
    outboxPending: gauge('sightline_outbox_pending', 'Posts and edits that Slack has not confirmed yet'),
    oldestSeconds: gauge(
      'sightline_outbox_oldest_seconds',
      'Age of the oldest unsent post, counted from when it could go out',
    ),
    fileIsRefused: gauge(
      'sightline_projects_file_refused',
      'Whether projects.yml or its API profile is faulty, so that an earlier one is in force',
    ),
    requestsUnderWay: gauge(
      'sightline_requests_under_way',
      'People’s requests that aren’t answered yet; beyond 200, new ones are refused',
    ),
    socketIsOpen: gauge('sightline_slack_socket_open', 'Socket Mode: whether a socket to Slack is open'),
    storeBytes: gauge('sightline_store_bytes', 'Size of the store'),
  };
  const lastSuccess = gauge('sightline_project_last_success_seconds', 'Time of the last good poll', [
    'project',
  ]);
  const polledAt = new Map<string, number>();
  const skew = gauge(
    'sightline_slack_clock_skew_seconds',
    'How far this machine’s clock is ahead of Slack’s; missing until Slack has answered',
  );
  skew.remove();
  const posts = counter('sightline_posts_total', 'Posts by kind and outcome', ['kind', 'outcome']);
  const edits = counter('sightline_edits_total', 'Edits of posts: made, later or given_up', ['outcome']);
  const slots = counter(
    'sightline_slots_total',
    'Runs of feeds: done, failed (tried again) or missed (ended without a post)',
    ['kind', 'outcome'],
  );
  const paused = gauge('sightline_feeds_paused', 'Paused feeds, by who paused them', ['by']);

  const apiCalls = counter(
    'sightline_api_requests_total',
    'Requests to the Visibility API, counting each attempt, by operation and outcome (ok, or the error’s code)',
    ['operation', 'outcome'],
  );
  const apiSeconds = histogram(
    'sightline_api_request_seconds',
    'Time the Visibility API took, by operation',
    ['operation'],
    ANSWERED,
  );
  const slackCalls = counter(
    'sightline_slack_calls_total',
    'Calls of Slack methods: ok, rate_limited (429), refused, later, or unclear (no answer)',
    ['method', 'outcome'],
  );
  const acknowledged = histogram(
    'sightline_acknowledged_seconds',
    'From a request from Slack to its acknowledgement',
    ['type'],
    ACKNOWLEDGED,
  );
  const answered = histogram(
    'sightline_answered_seconds',
    'From a request from Slack to the end of its handler, when the person has the answer',
    ['type'],
    ANSWERED,
  );
  const refused = counter(
    'sightline_slack_requests_refused_total',
    'Requests to /slack/events that were refused: signature (wrong, missing or too old) or unreadable',
    ['reason'],
  );
  const storeUp = gauge('sightline_store_up', 'Whether the store answered this scrape and takes writes');
  const storeErrors = counter('sightline_store_errors_total', 'Statements that failed in the store');

  for (const kind of kinds.posts) for (const outcome of OF_POSTS) posts.inc({ kind, outcome }, 0);
  for (const kind of kinds.feeds) for (const outcome of OF_SLOTS) slots.inc({ kind, outcome }, 0);
  for (const outcome of OF_EDITS) edits.inc({ outcome }, 0);
  for (const reason of OF_REFUSALS) refused.inc({ reason }, 0);

  let lastTick: number | undefined;

  function show(seen: Partial<Look>): void {
    for (const name of Object.keys(looked) as (keyof typeof looked)[]) {
      looked[name].remove();
      const figure = seen[name];
      if (figure !== undefined) looked[name].set(Number(figure));
    }
    for (const by of BY) {
      paused.remove(by);
      if (seen.feedsPaused) paused.set({ by }, seen.feedsPaused[by]);
    }
  }

  return {
    setTickTime: (nowMs: number) => {
      lastTick = nowMs;
    },
    tickTime: () => lastTick,
    setSkew: (aheadMs: number) => skew.set(aheadMs / 1000),
    /** The latest counts: a start also tells the times from before it. */
    setPollTime(project: string, ms: number) {
      const latest = Math.max(ms, polledAt.get(project) ?? 0);
      polledAt.set(project, latest);
      lastSuccess.set({ project }, latest / 1000);
    },
    countPost: (kind: string, outcome: (typeof OF_POSTS)[number]) => posts.inc({ kind, outcome }),
    countEdit: (outcome: (typeof OF_EDITS)[number]) => edits.inc({ outcome }),
    countSlot: (kind: string, outcome: (typeof OF_SLOTS)[number]) => slots.inc({ kind, outcome }),
    /** Counts one attempt; `operation` is its method and path template. */
    countApiRequest(operation: string, outcome: string, ms: number) {
      apiCalls.inc({ operation, outcome });
      apiSeconds.observe({ operation }, ms / 1000);
    },
    countSlackCall: (method: string, outcome: string) => slackCalls.inc({ method, outcome }),
    /** `type` is Slack's word for the kind of request. */
    observeAcknowledgement: (type: string, ms: number) => acknowledged.observe({ type }, ms / 1000),
    observeAnswer: (type: string, ms: number) => answered.observe({ type }, ms / 1000),
    countRefusal: (reason: (typeof OF_REFUSALS)[number]) => refused.inc({ reason }),
    countStoreError: () => storeErrors.inc(),
    async text(): Promise<string> {
      // Set before the look, which could miss what a later tick opens.
      if (lastTick !== undefined) clock.set(lastTick / 1000);
      const seen = await Promise.race([look().catch(() => undefined), lateTimer()]);
      storeUp.set(seen && seen.takesWrites !== false ? 1 : 0);
      show(seen ?? {});
      return `${await registry.metrics()}\n${await processMetrics().metrics()}`;
    },
  };
}

/** Prometheus waits 10 s by default, and a store that hangs mustn't hide the other metrics. */
const lateTimer = () => delay(5_000, undefined, { ref: false });

let ofProcess: Registry | undefined;

/** Memory, CPU, handles and event loop delay of the process, observed from the first scrape on. */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess, prefix: 'sightline_' });
  return ofProcess;
}
