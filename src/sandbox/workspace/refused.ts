/** Slack's way of saying no to the bot: a code, and for faulty blocks where each fault is. */

/** Thrown by the Web API's methods, answered as `{ok: false, error, response_metadata: {messages}}`. */
export class Refused extends Error {
  readonly code: string;
  readonly messages: readonly string[];

  constructor(code: string, messages: readonly string[] = []) {
    super([code, ...messages].join('\n'));
    this.name = 'Refused';
    this.code = code;
    this.messages = messages;
  }
}
