/** trigger_ids: each lets the bot open one modal for one person, once, within three seconds of the click. */
import { randomUUID } from 'node:crypto';
import { SLACK_TIMES } from '../../slack/blocks.ts';
import { Refused } from './refused.ts';

export type Triggers = {
  /** `channel` is where the person is. */
  issue(person: string, channel?: string): string;
  /** Uses a trigger up. @throws Refused as Slack names it. */
  exchange(triggerId: string): { person: string; channel?: string };
};

/** @param realNow real time in epoch ms: the three seconds are the network's, not the simulated day's. */
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
      if (!trigger) throw new Refused('invalid_trigger_id');
      if (trigger.exchanged) throw new Refused('exchanged_trigger_id');
      if (realNow() - trigger.at > SLACK_TIMES.triggerMs) throw new Refused('expired_trigger_id');
      trigger.exchanged = true;
      return trigger;
    },
  };
}
