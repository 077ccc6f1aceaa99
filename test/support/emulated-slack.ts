/** Somebody else's stand-in for Slack (emulate), and before it a relay that keeps what the bot called and was answered. */
import { createEmulator } from 'emulate';
import { Hono } from 'hono';
import { z } from 'zod';
import { serve } from '../../src/sandbox/local-only.ts';

export const EMULATED = { token: 'xoxb-emulated', team: 'T000000001', person: 'U000000001' };

const Answer = z.looseObject({ ok: z.boolean() });
const Channels = z.object({ channels: z.array(z.object({ id: z.string(), name: z.string() })) });

/** One call of the Web API: its arguments as the form held them, and the answer. */
type WebApiCall = {
  method: string;
  args: Record<string, string>;
  answer: z.output<typeof Answer>;
};

/** `channels` are made, by name; `slack.channel(name)` is the id that they got. */
export async function startEmulatedSlack(channels: readonly string[]) {
  const emulator = await createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      slack: {
        channels: channels.map((name) => ({ name })),
        tokens: [{ token: EMULATED.token, user: EMULATED.person }],
      },
    },
  });
  const home = emulator.url.replace('localhost', '127.0.0.1');
  const calls: WebApiCall[] = [];

  async function call(method: string, args: Record<string, string> = {}) {
    const answer = await fetch(`${home}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${EMULATED.token}` },
      body: new URLSearchParams(args),
    });
    return Answer.parse(await answer.json());
  }

  const relay = new Hono().post('/api/:method', async (c) => {
    const method = c.req.param('method');
    const args = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const answer = await call(method, args);
    calls.push({ method, args, answer });
    return c.json(answer);
  });
  const served = await serve(relay, 0);
  const made = Channels.parse(await call('conversations.list')).channels;

  return {
    apiUrl: `${served.url}/api/`,
    /** Calls the emulator itself, past the relay. */
    call,
    /** What the bot called, oldest first. */
    calls: (method: string): WebApiCall[] => calls.filter((made) => made.method === method),
    channel(name: string): string {
      const channel = made.find((each) => each.name === name);
      if (!channel) throw new Error(`The emulator has no channel ${name}.`);
      return channel.id;
    },
    async close() {
      await served.close();
      await emulator.close();
    },
  };
}
