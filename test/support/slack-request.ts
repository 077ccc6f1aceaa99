/** Requests as Slack sends them: signed over their time and body. Slack's own dispatch is not needed for that. */
import { createHmac } from 'node:crypto';

/** `at` is the request's time, epoch ms. */
export type Signing = { secret: string; at: number };

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function signed(body: string, { secret, at }: Signing) {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    method: 'POST' as const,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  };
}

/** A slash command's body. */
export function commandBody(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

/** A click's or a modal's body: the payload as JSON in a form. */
export function interactionBody(payload: unknown): string {
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}
