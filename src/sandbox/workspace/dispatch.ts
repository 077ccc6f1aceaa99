/** Sends Slack's requests to the bot: signed, and given up after three seconds, as Slack does. */
import { createHmac } from 'node:crypto';
import type { State } from './state.ts';

/** How the bot answered, or the code under which Slack tells the person that it did not. */
export type Acknowledged =
  | { ok: true; body: string }
  | {
      ok: false;
      code: 'operation_timeout' | 'dispatch_failed' | 'http_client_error' | 'http_service_error';
    };

export type Dispatch = {
  /** A slash command: its fields, form-encoded. */
  command(fields: Record<string, string>): Promise<Acknowledged>;
  /** A click or a modal: the payload as JSON in a form. */
  interaction(payload: Record<string, unknown>): Promise<Acknowledged>;
  /** An event: JSON. */
  event(envelope: Record<string, unknown>): Promise<Acknowledged>;
};

/**
 * @param ackMs real milliseconds that the bot has to acknowledge.
 * Signing: https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function createDispatch(state: State, options: { signingSecret: string; ackMs: number }): Dispatch {
  const { signingSecret, ackMs } = options;

  async function send(contentType: string, body: string): Promise<Acknowledged> {
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
      return acknowledgement(response.status, await response.text());
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

function acknowledgement(status: number, body: string): Acknowledged {
  if (status >= 200 && status < 300) return { ok: true, body };
  return { ok: false, code: status >= 500 ? 'http_service_error' : 'http_client_error' };
}
