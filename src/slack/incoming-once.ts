/** Runs before Bolt, over HTTP and sockets: handles each request once, and always acknowledges it. */
import type { ReceiverEvent } from '@slack/bolt';
import { z } from 'zod';
import { startStopwatch } from '../clock.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Metrics } from '../metrics.ts';
import { runTraced, type Spans } from '../trace.ts';

type Process = (event: ReceiverEvent) => Promise<void>;

/** Slack's last retry comes after five minutes (docs.slack.dev/apis/events-api#retries). */
const REPEATED_WITHIN_MS = 10 * MINUTE_MS;

/** Beyond this number the oldest are dropped. Most take a few hundred bytes, a form's answer a few thousand. */
const KEPT = 20_000;

const Text = z.string().min(1).optional().catch(undefined);
const Named = z.object({ type: Text, command: Text, trigger_id: Text, event_id: Text, team_id: Text });

/** `answer` settles with the acknowledgement, or rejects with a failure before it. */
type Seen = { at: number; answer: Promise<unknown> };

type IncomingDeps = {
  /** Real time, epoch ms. */
  now: () => number;
  /** Called when Slack holds back a workspace's events. */
  onLimited: (team: string) => void;
  metrics: Pick<Metrics, 'observeAcknowledgement' | 'observeAnswer'>;
  spans?: Spans | undefined;
};

/**
 * Runs `process` once per request within ten minutes. A retry gets the first acknowledgement and nothing else, except
 * after a failure before that. Unhandled requests are acknowledged too.
 */
export function createIncomingOnce(process: Process, deps: IncomingDeps): Process {
  const { now, onLimited, metrics, spans } = deps;
  const seen = new Map<string, Seen>();

  function forgetOld(): void {
    for (const [key, { at }] of seen) {
      if (seen.size <= KEPT && now() - at < REPEATED_WITHIN_MS) return;
      seen.delete(key);
    }
  }

  /** `acknowledged` settles with the acknowledgement, or rejects with a failure before it. */
  async function handle(event: ReceiverEvent, type: string, acknowledged: PromiseWithResolvers<unknown>) {
    const took = startStopwatch();
    let isAcknowledged = false;
    const ack: ReceiverEvent['ack'] = async (response) => {
      isAcknowledged = true;
      acknowledged.resolve(response);
      await event.ack(response);
      metrics.observeAcknowledgement(type, took());
    };
    try {
      await runTraced(`slack ${type}`, { spans }, () => process({ ...event, ack }));
      if (!isAcknowledged) await ack();
      metrics.observeAnswer(type, took());
    } catch (error) {
      acknowledged.reject(error);
      throw error;
    }
  }

  return async (event) => {
    const named = Named.safeParse(event.body).data ?? {};
    if (named.type === 'app_rate_limited') {
      await event.ack();
      if (named.team_id) onLimited(named.team_id);
      return;
    }
    // Bolt throws for malformed ones, and nothing handles any.
    if (named.type === 'view_closed') return event.ack();

    forgetOld();
    const keys = keysOf(named, event.customProperties?.envelopeId);
    const earlier = keys.map((key) => seen.get(key)).find((one) => one !== undefined);
    if (earlier) return event.ack(await earlier.answer);

    const acknowledged = Promise.withResolvers<unknown>();
    acknowledged.promise.catch(() => {
      for (const key of keys) seen.delete(key);
    });
    for (const key of keys) seen.set(key, { at: now(), answer: acknowledged.promise });
    await handle(event, typeOf(named), acknowledged);
  };
}

/** Slack's types with their own label in metrics; all others share one. */
const TYPES = new Set(['block_actions', 'event_callback', 'message_action', 'shortcut', 'view_submission']);

function typeOf({ type = '', command }: Partial<z.output<typeof Named>>): string {
  if (command) return 'command';
  return TYPES.has(type) ? type : 'other';
}

/** The ids that a retry shares with its first request: trigger, event, envelope. */
function keysOf(
  { type, command, trigger_id, event_id }: Partial<z.output<typeof Named>>,
  envelopeId: unknown,
): string[] {
  return [
    ...(trigger_id ? [`trigger ${type ?? command} ${trigger_id}`] : []),
    ...(event_id ? [`event ${event_id}`] : []),
    ...(typeof envelopeId === 'string' ? [`envelope ${envelopeId}`] : []),
  ];
}
