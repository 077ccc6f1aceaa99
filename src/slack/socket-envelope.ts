/** What Slack sends over a socket, read without trusting its shape: https://docs.slack.dev/apis/events-api/using-socket-mode */
import { z } from 'zod';

const Text = z.string().optional().catch(undefined);

const Envelope = z.looseObject({
  type: Text,
  /** Of `disconnect`: warning, refresh_requested, link_disabled. */
  reason: Text,
  /** What is acknowledged; what has none asks for nothing. */
  envelope_id: z.string().min(1).optional().catch(undefined),
  payload: z.unknown().optional(),
  retry_attempt: z.number().optional().catch(undefined),
  retry_reason: Text,
});
export type Envelope = z.output<typeof Envelope>;

/** Undefined for what is no JSON object. */
export function readEnvelope(text: string): Envelope | undefined {
  try {
    return Envelope.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
