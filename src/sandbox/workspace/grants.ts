/**
 * What Slack lets the bot do, and for how long: open one modal within seconds of a command or click (trigger_id), answer
 * later (response_url), and post once a second. The demo or a test can make it refuse posts or answer slowly. Otherwise,
 * Slack says no with a Refusal.
 */
import { randomUUID } from 'node:crypto';
import { SLACK_TIMES } from '../../slack/blocks.ts';

/** Thrown by the Web API's methods and answered as `{ok: false, error, response_metadata: {messages}}`. */
export class Refusal extends Error {
  readonly code: string;
  readonly messages: readonly string[];

  constructor(code: string, messages: readonly string[] = []) {
    super([code, ...messages].join('\n'));
    this.name = 'Refusal';
    this.code = code;
    this.messages = messages;
  }
}

/** Where an answer goes. `sourceTs` is the message whose button was pressed; a command has none. */
export type AnswerTarget = { person: string; channel: string; sourceTs?: string };

/** `realNow` in epoch ms. */
export function createResponseUrls(realNow: () => number) {
  const issued = new Map<string, { target: AnswerTarget; at: number; uses: number }>();
  return {
    /** Returns the last part of a new address. */
    issue: (target: AnswerTarget) => {
      const token = randomUUID();
      issued.set(token, { target, at: realNow(), uses: 0 });
      return token;
    },
    /** Spends one answer. @throws Refusal (expired_url, used_url) */
    use: (token: string) => {
      const url = issued.get(token);
      if (!url || realNow() - url.at > SLACK_TIMES.responseUrlMs) throw new Refusal('expired_url');
      if (url.uses >= SLACK_TIMES.responseUrlUses) throw new Refusal('used_url');
      url.uses += 1;
      return url.target;
    },
  };
}

/** `realNow` in epoch ms: the three seconds are real, whatever the simulated clock says. */
export function createTriggers(realNow: () => number) {
  const issued = new Map<string, { person: string; channel?: string; at: number; exchanged: boolean }>();
  return {
    /** `channel` is where the person is. */
    issue: (person: string, channel?: string) => {
      const id = `${realNow()}.${randomUUID().replaceAll('-', '')}`;
      issued.set(id, { person, at: realNow(), exchanged: false, ...(channel && { channel }) });
      return id;
    },
    /** Spends a trigger. @throws Refusal (invalid_trigger_id, exchanged_trigger_id, expired_trigger_id) */
    exchange: (triggerId: string) => {
      const trigger = issued.get(triggerId);
      if (!trigger) throw new Refusal('invalid_trigger_id');
      if (trigger.exchanged) throw new Refusal('exchanged_trigger_id');
      if (realNow() - trigger.at > SLACK_TIMES.triggerMs) throw new Refusal('expired_trigger_id');
      trigger.exchanged = true;
      return trigger;
    },
  };
}

/** `rate_limited`: every post gets a 429. `slow`: every answer is delayed. */
export type SlackFault = 'rate_limited' | 'slow';

/** The 429's Retry-After in seconds, and the delay of a slow answer in real milliseconds. */
export const FAULT_RETRY_AFTER = 5;
export const FAULT_DELAY_MS = 2_000;

export function createSlackFaults() {
  const on = new Set<SlackFault>();
  return {
    set: (fault: SlackFault, wanted: boolean) => void (wanted ? on.add(fault) : on.delete(fault)),
    has: (fault: SlackFault) => on.has(fault),
  };
}

/** `realNow` in epoch ms. */
export function createRateLimit(realNow: () => number) {
  const lastPost = new Map<string, number>();
  let on = false;
  return {
    turn: (next: boolean) => {
      on = next;
    },
    /** Whether the post is allowed; if so, it counts. */
    admits: (channel: string) => {
      if (!on) return true;
      const last = lastPost.get(channel) ?? Number.NEGATIVE_INFINITY;
      if (realNow() - last < SLACK_TIMES.postIntervalMs) return false;
      lastPost.set(channel, realNow());
      return true;
    },
  };
}
