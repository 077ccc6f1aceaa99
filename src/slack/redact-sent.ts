/** Redacts secrets in everything that the bot sends to Slack. */
import { isUtf8 } from 'node:buffer';
import type { App } from '@slack/bolt';
import { createRedactor, redactIn, type Secrets } from '../redact.ts';
import type { Send } from './files.ts';

type Body = NonNullable<RequestInit['body']>;

/** Redacts secrets in bodies before they are sent. Text files keep their length; pictures stay untouched. */
export function redactSend(secrets: Secrets, send: Send): Send {
  const redact = createRedactor(secrets);
  const mask = createRedactor(secrets, (found) => '*'.repeat(Buffer.byteLength(found)));

  async function redactBody(body: Body): Promise<Body> {
    if (typeof body === 'string') return isForm(body) ? redactForm(body) : redact(body);
    if (body instanceof Uint8Array) return maskBytes(body);
    if (!(body instanceof FormData)) return body;
    const form = new FormData();
    for (const [name, value] of body) {
      if (typeof value === 'string') form.append(name, redact(value));
      else form.append(name, new Blob([maskBytes(await value.bytes())]), redact(value.name));
    }
    return form;
  }

  /** Slack's methods take form fields, some of them JSON. */
  function redactForm(body: string): string {
    const fields = [...new URLSearchParams(body)];
    const redacted = fields.map(([name, value]): [string, string] => [name, redact(value)]);
    // Rewriting a form takes longer than the search for secrets, and there are nearly never any.
    const isClean = redacted.every(([, value], at) => value === fields[at]?.[1]);
    return isClean ? body : new URLSearchParams(redacted).toString();
  }

  function maskBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    return new Uint8Array(isUtf8(bytes) ? Buffer.from(mask(Buffer.from(bytes).toString())) : bytes);
  }

  return async (url, init) => send(url, init.body ? { ...init, body: await redactBody(init.body) } : init);
}

/** JSON begins with a bracket; a form never does. */
function isForm(body: string): boolean {
  return !/^\s*[[{]/.test(body);
}

/** Does the same for acknowledgements, which may contain text such as the faults of a form. */
export function redactAcknowledgements(app: App, secrets: Secrets): void {
  const redact = createRedactor(secrets);
  const process = app.processEvent.bind(app);
  app.processEvent = (event) =>
    process({ ...event, ack: (answer) => event.ack(answer && redactIn(answer, redact)) });
}
