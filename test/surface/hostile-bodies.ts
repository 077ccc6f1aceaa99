/** An API that has a body for every operation, with the same hostile words in every text that somebody could write. */
import { Hono } from 'hono';
import { type Served, serve } from '../../src/sandbox/local-only.ts';
import { OPERATIONS } from '../../src/visibility/operations.ts';
import { API_BODIES, OPERATION_IDS } from '../support/api-bodies.ts';

/** What Slack would take for pings, and a link that is not ours. */
export const PINGS = '<!channel> <@U0EVIL0001> <!here|here> <http://evil.example|x> *b*';

/** Not texts: what the API's own rules make of ids, times and states. */
const PLAIN =
  /^([0-9a-f-]{36}|\d{4}-\d\d-\d\d.*|https?:.*|open|new|completed|scheduled|ready|positive|chat|reason|brand|competitor)$/;

export async function startHostileBodies(): Promise<Served & { baseUrl: string }> {
  const app = new Hono().basePath('/v1/public');
  for (const id of OPERATION_IDS) {
    const { method, path } = OPERATIONS[id];
    const body = JSON.stringify(API_BODIES[id], (_key, value) =>
      typeof value === 'string' && !PLAIN.test(value) ? PINGS : value,
    );
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) =>
      c.body(body, 200, { 'content-type': 'application/json' }),
    );
  }
  const served = await serve(app, 0);
  return { ...served, baseUrl: `${served.url}/v1/public` };
}
