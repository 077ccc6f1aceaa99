/** Where everything that the bot says leaves for Slack: on its way no secret stays in it, whoever put it there. */
import { isUtf8 } from 'node:buffer';
import type { App } from '@slack/bolt';
import { type Secrets, striking, struckIn } from '../strike.ts';
import type { Send } from './files.ts';

type Body = NonNullable<RequestInit['body']>;

/** Sends with every secret struck out of the body; a file keeps its length, and a picture is no text. */
export function blindSend(secrets: Secrets, send: Send): Send {
  const strike = striking(secrets);
  const mask = striking(secrets, (found) => '*'.repeat(Buffer.byteLength(found)));

  async function struck(body: Body): Promise<Body> {
    if (typeof body === 'string') return isForm(body) ? strikeForm(body) : strike(body);
    if (body instanceof Uint8Array) return masked(body);
    if (!(body instanceof FormData)) return body;
    const form = new FormData();
    for (const [name, value] of body) {
      if (typeof value === 'string') form.append(name, strike(value));
      else form.append(name, new Blob([masked(await value.bytes())]), strike(value.name));
    }
    return form;
  }

  /** As Slack's methods take it: each argument is text of its own, some of it JSON. */
  function strikeForm(body: string): string {
    const fields = [...new URLSearchParams(body)];
    const struck = fields.map(([name, value]): [string, string] => [name, strike(value)]);
    // Nearly always nothing is: to write it anew takes longer than to look for secrets.
    const isClean = struck.every(([, value], at) => value === fields[at]?.[1]);
    return isClean ? body : new URLSearchParams(struck).toString();
  }

  function masked(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    return new Uint8Array(isUtf8(bytes) ? Buffer.from(mask(Buffer.from(bytes).toString())) : bytes);
  }

  return async (url, init) => send(url, init.body ? { ...init, body: await struck(init.body) } : init);
}

/** JSON begins with a bracket; a form never does. */
function isForm(body: string): boolean {
  return !/^\s*[[{]/.test(body);
}

/** What acknowledges a request of Slack's may say something too, such as what is wrong in a form. */
export function blindAcknowledgements(app: App, secrets: Secrets): void {
  const strike = striking(secrets);
  const process = app.processEvent.bind(app);
  app.processEvent = (event) =>
    process({ ...event, ack: (answer) => event.ack(answer && struckIn(answer, strike)) });
}
