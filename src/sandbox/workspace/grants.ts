/**
 * What each command or click lets the bot do: open one modal within seconds
 * (trigger_id), and answer later (response_url).
 */
import { randomUUID } from 'node:crypto';
import { SLACK_TIMES } from '../../slack/blocks.ts';
import { Refusal } from './refusal.ts';

/** Where an answer goes. `sourceTs` is the message whose button was pressed; a command has none. */
export type AnswerTarget = { person: string; channel: string; sourceTs?: string };

export type ResponseUrls = {
  /** Returns the last part of a new address. */
  issue(target: AnswerTarget): string;
  /** Spends one answer. @throws Refusal (expired_url, used_url) */
  use(token: string): AnswerTarget;
};

/** `realNow` in epoch ms. */
export function createResponseUrls(realNow: () => number): ResponseUrls {
  const issued = new Map<string, { target: AnswerTarget; at: number; uses: number }>();
  return {
    issue: (target) => {
      const token = randomUUID();
      issued.set(token, { target, at: realNow(), uses: 0 });
      return token;
    },
    use: (token) => {
      const url = issued.get(token);
      if (!url || realNow() - url.at > SLACK_TIMES.responseUrlMs) throw new Refusal('expired_url');
      if (url.uses >= SLACK_TIMES.responseUrlUses) throw new Refusal('used_url');
      url.uses += 1;
      return url.target;
    },
  };
}

export type Triggers = {
  /** `channel` is where the person is. */
  issue(person: string, channel?: string): string;
  /** Spends a trigger. @throws Refusal (invalid_trigger_id, exchanged_trigger_id, expired_trigger_id) */
  exchange(triggerId: string): { person: string; channel?: string };
};

/** `realNow` in epoch ms: the three seconds are real, whatever the simulated clock says. */
export function createTriggers(realNow: () => number): Triggers {
  const issued = new Map<string, { person: string; channel?: string; at: number; exchanged: boolean }>();
  return {
    issue: (person, channel) => {
      const id = `${realNow()}.${randomUUID().replaceAll('-', '')}`;
      issued.set(id, { person, at: realNow(), exchanged: false, ...(channel && { channel }) });
      return id;
    },
    exchange: (triggerId) => {
      const trigger = issued.get(triggerId);
      if (!trigger) throw new Refusal('invalid_trigger_id');
      if (trigger.exchanged) throw new Refusal('exchanged_trigger_id');
      if (realNow() - trigger.at > SLACK_TIMES.triggerMs) throw new Refusal('expired_trigger_id');
      trigger.exchanged = true;
      return trigger;
    },
  };
}
