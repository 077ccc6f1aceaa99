/** Sends Slack's requests to the bot: signed, with three seconds to acknowledge each. */
import { createHmac } from 'node:crypto';
import type { State } from './state.ts';

/** The bot's answer, or the code that Slack shows the person if there is none. */
export type Acknowledgement =
  | { ok: true; body: string }
  | {
      ok: false;
      code: 'operation_timeout' | 'dispatch_failed' | 'http_client_error' | 'http_service_error';
    };

export type Dispatch = {
  /** A slash command, sent as a form. */
  command(fields: Record<string, string>): Promise<Acknowledgement>;
  /** A click, shortcut or modal, sent as JSON in a form. */
  interaction(payload: Record<string, unknown>): Promise<Acknowledgement>;
  /** An event, sent as JSON. */
  event(envelope: Record<string, unknown>): Promise<Acknowledgement>;
};

/**
 * `ackMs` is how long the bot has to acknowledge, in real milliseconds.
 * Signing: https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function createDispatch(state: State, options: { signingSecret: string; ackMs: number }): Dispatch {
  const { signingSecret, ackMs } = options;

  async function send(contentType: string, body: string): Promise<Acknowledgement> {
    const { botUrl } = state.addresses;
    if (botUrl === undefined) return { ok: false, code: 'dispatch_failed' };
    const timestamp = String(Math.floor(state.realNow() / 1_000));
    const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
    try {
      const response = await fetch(botUrl, {
        method: 'POST',
        headers: {
          'Content-Type': contentType,
          'User-Agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          'X-Slack-Request-Timestamp': timestamp,
          'X-Slack-Signature': `v0=${signature}`,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ackMs),
      });
      const answer = await response.text();
      if (response.ok) return { ok: true, body: answer };
      return { ok: false, code: response.status >= 500 ? 'http_service_error' : 'http_client_error' };
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError';
      return { ok: false, code: timedOut ? 'operation_timeout' : 'dispatch_failed' };
    }
  }

  const FORM = 'application/x-www-form-urlencoded';
  return {
    command: (fields) => send(FORM, new URLSearchParams(fields).toString()),
    interaction: (payload) =>
      send(FORM, new URLSearchParams({ payload: JSON.stringify(payload) }).toString()),
    event: (envelope) => send('application/json', JSON.stringify(envelope)),
  };
}
