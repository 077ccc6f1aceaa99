/** What a command or a click grants the bot: one modal within three seconds (trigger_id), and five answers within half an hour (response_url). */
import { randomUUID } from 'node:crypto';
import { SLACK_TIMES } from '../../slack/blocks.ts';
import { Refused } from './refused.ts';

/** What an answer belongs to: who asked, where, and the message with the button (none for a command). */
export type Asked = { person: string; channel: string; sourceTs?: string };

export type ResponseUrls = {
  /** The last part of a new address. */
  issue(asked: Asked): string;
  /** Uses one answer up. @throws Refused (expired_url, used_url) as Slack names it. */
  use(token: string): Asked;
};

/** @param realNow real time in epoch ms. */
export function createResponseUrls(realNow: () => number): ResponseUrls {
  const issued = new Map<string, { asked: Asked; at: number; uses: number }>();
  return {
    issue: (asked) => {
      const token = randomUUID();
      issued.set(token, { asked, at: realNow(), uses: 0 });
      return token;
    },
    use: (token) => {
      const url = issued.get(token);
      if (!url || realNow() - url.at > SLACK_TIMES.responseUrlMs) throw new Refused('expired_url');
      if (url.uses >= SLACK_TIMES.responseUrlUses) throw new Refused('used_url');
      url.uses += 1;
      return url.asked;
    },
  };
}

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
