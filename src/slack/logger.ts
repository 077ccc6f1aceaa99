/** Slack's libraries write to the bot's own log: their warnings as they are, their chatter only where debug is on. */
import { type Logger, LogLevel } from '@slack/web-api';
import type { Log } from '../log.ts';

/** What a call failed of is said by whoever made it, who knows what it means. */
const FAILED = /^http request failed/;

export function slackLogger(log: Log): Logger {
  const said = (words: unknown[]) =>
    words.map((word) => (word instanceof Error ? word.message : String(word))).join(' ');
  return {
    debug: (...words) => log.trace(said(words)),
    info: (...words) => log.debug(said(words)),
    warn: (...words) => (FAILED.test(String(words[0])) ? log.debug(said(words)) : log.warn(said(words))),
    error: (...words) => log.error(said(words)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}
