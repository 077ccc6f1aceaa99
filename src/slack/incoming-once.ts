/** Stands before Bolt, over HTTP and a socket alike: each request is handled once and always acknowledged. */
import type { ReceiverEvent } from '@slack/bolt';
import { z } from 'zod';
import { stopwatch } from '../clock.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Metrics } from '../metrics.ts';
import { type Spans, traced } from '../trace.ts';

type Process = (event: ReceiverEvent) => Promise<void>;

/** Slack's last repetition comes five minutes after the first (docs.slack.dev/apis/events-api#retries). */
const REPEATED_WITHIN_MS = 10 * MINUTE_MS;

/** Beyond so many the oldest are forgotten; most take some hundred bytes, a form that is shown in answer some thousand. */
const KEPT = 20_000;

const Text = z.string().min(1).optional().catch(undefined);
const Named = z.object({
  type: Text,
  command: Text,
  trigger_id: Text,
  event_id: Text,
  team_id: Text,
});

/** `answer` settles with what was acknowledged, or as a fault before that. */
type Heard = { at: number; answer: Promise<unknown> };

/**
 * Runs `process` for a request that is none of the last ten minutes'. A repetition is acknowledged like the first was,
 * and nothing else; after a fault of ours before its acknowledgement a request may come again. What nobody handles is
 * acknowledged all the same. `now`: real time, epoch ms. `onLimited` hears of a workspace whose events Slack limits,
 * `metrics` how long each first request took.
 */
export function incomingOnce(
  process: Process,
  {
    now,
    onLimited,
    metrics,
    spans,
  }: {
    now: () => number;
    onLimited: (team: string) => void;
    metrics: Pick<Metrics, 'acknowledged' | 'answered'>;
    spans?: Spans | undefined;
  },
): Process {
  const heard = new Map<string, Heard>();

  function forgetOld(): void {
    for (const [key, { at }] of heard) {
      if (heard.size <= KEPT && now() - at < REPEATED_WITHIN_MS) return;
      heard.delete(key);
    }
  }

  return async (event) => {
    const took = stopwatch();
    const named = Named.safeParse(event.body).data ?? {};
    if (named.type === 'app_rate_limited') {
      await event.ack();
      if (named.team_id) onLimited(named.team_id);
      return;
    }
    // Bolt stumbles over odd ones, and nothing listens to any.
    if (named.type === 'view_closed') return event.ack();

    forgetOld();
    const keys = keysOf(named, event.customProperties?.envelopeId);
    const earlier = keys.map((key) => heard.get(key)).find((one) => one !== undefined);
    if (earlier) return event.ack(await earlier.answer);

    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>();
    answer.catch(() => undefined);
    for (const key of keys) heard.set(key, { at: now(), answer });
    const type = typeOf(named);
    let acknowledged = false;
    const ack: ReceiverEvent['ack'] = async (response) => {
      acknowledged = true;
      resolve(response);
      await event.ack(response);
      metrics.acknowledged(type, took());
    };
    try {
      await traced(`slack ${type}`, { spans }, () => process({ ...event, ack }));
      if (!acknowledged) await ack();
      metrics.answered(type, took());
    } catch (error) {
      if (!acknowledged) for (const key of keys) heard.delete(key);
      reject(error);
      throw error;
    }
  };
}

/** What Slack may send, in its own words; anything else counts as one. */
const TYPES = new Set(['block_actions', 'event_callback', 'message_action', 'shortcut', 'view_submission']);

function typeOf({ type = '', command }: Partial<z.output<typeof Named>>): string {
  if (command) return 'command';
  return TYPES.has(type) ? type : 'other';
}

/** By what a repetition of a request is known: its click, its event, its envelope. */
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
