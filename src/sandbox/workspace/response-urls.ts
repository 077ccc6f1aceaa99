/** response_urls: each takes five answers to one command or click, within half an hour. */
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
