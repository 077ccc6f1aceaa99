/** How Slack says no to the bot: an error code, and where each fault is if the blocks are faulty. */

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
