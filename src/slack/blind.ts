/** Strikes secrets out of everything that the bot sends to Slack. */
import { isUtf8 } from 'node:buffer';
import type { App } from '@slack/bolt';
import { createStriker, type Secrets, strikeIn } from '../strike.ts';
import type { Send } from './files.ts';

type Body = NonNullable<RequestInit['body']>;

/** Strikes secrets out of bodies before they are sent. Text files keep their length; pictures stay untouched. */
export function blindSend(secrets: Secrets, send: Send): Send {
  const strike = createStriker(secrets);
  const mask = createStriker(secrets, (found) => '*'.repeat(Buffer.byteLength(found)));

  async function strikeBody(body: Body): Promise<Body> {
    if (typeof body === 'string') return isForm(body) ? strikeForm(body) : strike(body);
    if (body instanceof Uint8Array) return maskBytes(body);
    if (!(body instanceof FormData)) return body;
    const form = new FormData();
    for (const [name, value] of body) {
      if (typeof value === 'string') form.append(name, strike(value));
      else form.append(name, new Blob([maskBytes(await value.bytes())]), strike(value.name));
    }
    return form;
  }

  /** Slack's methods take form fields, some of them JSON. */
  function strikeForm(body: string): string {
    const fields = [...new URLSearchParams(body)];
    const struck = fields.map(([name, value]): [string, string] => [name, strike(value)]);
    // Rewriting a form takes longer than the search for secrets, and there are nearly never any.
    const isClean = struck.every(([, value], at) => value === fields[at]?.[1]);
    return isClean ? body : new URLSearchParams(struck).toString();
  }

  function maskBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    return new Uint8Array(isUtf8(bytes) ? Buffer.from(mask(Buffer.from(bytes).toString())) : bytes);
  }

  return async (url, init) => send(url, init.body ? { ...init, body: await strikeBody(init.body) } : init);
}

/** JSON begins with a bracket; a form never does. */
function isForm(body: string): boolean {
  return !/^\s*[[{]/.test(body);
}

/** Does the same for acknowledgements, which may contain text such as the faults of a form. */
export function blindAcknowledgements(app: App, secrets: Secrets): void {
  const strike = createStriker(secrets);
  const process = app.processEvent.bind(app);
  app.processEvent = (event) =>
    process({ ...event, ack: (answer) => event.ack(answer && strikeIn(answer, strike)) });
}
