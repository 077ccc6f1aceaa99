/**
 * Slack as a test plays it: requests that are validly signed, from anybody, anywhere, with anything in them, and all
 * that the bot says to each. What needs a workspace behind it goes on to the local Slack; modals open here.
 */
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { systemClock } from '../../src/clock.ts';
import { serve } from '../../src/sandbox/local-only.ts';
import { SIGNING_SECRET } from '../support/sandbox.ts';
import { commandBody, interactionBody, signed } from '../support/slack-request.ts';
import { answerOfUrl } from '../support/text-of-url.ts';
import { until } from '../support/until.ts';

const TEAM = 'T0LOCAL01';
/** Calls whose words somebody reads. */
const SPEAKING = /^(chat\.post|chat\.update|views\.|files\.)/;

/** Who asks, and where. `id` names the request: what is said to it is found by that, and so is a repeated one. */
export type From = { person: string; channel: string; id: string };

/** One thing that the bot said: an answer, a modal, a message. `words` is its JSON, as Slack got it. */
export type Said = { to: string; how: string; words: string };

/** `eventsUrl` is where the bot listens now. */
export async function startSignedSlack(slackUrl: string, eventsUrl: () => string) {
  const everything: Said[] = [];
  const heard = new Map<string, string[]>();
  const unknown = new Set<string>();

  function hear(to: string, how: string, words: string): void {
    everything.push({ to, how, words });
    heard.set(to, [...(heard.get(to) ?? []), words]);
  }

  const app = new Hono()
    .post('/answers/:id', async (c) => {
      const words = await c.req.text();
      if ([...unknown].some((type) => words.includes(`"type":"${type}"`)))
        return c.text('invalid_blocks', 400);
      hear(c.req.param('id'), 'answer', words);
      return c.text('ok');
    })
    .post('/api/:method', async (c) => {
      const method = c.req.param('method');
      const body = await c.req.text();
      const args = Object.fromEntries(new URLSearchParams(body));
      const to = args.trigger_id ?? args.view_id?.replace(/^V-/, '') ?? args.user ?? args.channel ?? '';
      if (SPEAKING.test(method)) hear(to, method, body && JSON.stringify(args));
      if (method === 'views.open' || method === 'views.update')
        return c.json({ ok: true, view: { id: `V-${to}` } });
      return proxy(`${slackUrl}/api/${method}`, { method: 'POST', headers: c.req.raw.headers, body });
    });
  const served = await serve(app, 0);

  async function send(body: string): Promise<{ status: number; words: string }> {
    const request = signed(body, { secret: SIGNING_SECRET, at: systemClock().now() });
    const { status, text } = await answerOfUrl(eventsUrl(), request);
    return { status, words: text };
  }

  const answersTo = (id: string) => `${served.url}/answers/${id}`;
  const who = ({ person }: Pick<From, 'person'>) => ({
    team: { id: TEAM, domain: 'local' },
    user: { id: person, team_id: TEAM, name: 'somebody' },
    is_enterprise_install: false,
  });

  return {
    apiUrl: `${served.url}/api/`,
    /** Types of blocks that it refuses in answers, as one does that is older than they are. */
    unknown,
    everything: (): readonly Said[] => everything,
    /** What was said to a request so far. */
    saidTo: (id: string): readonly string[] => heard.get(id) ?? [],
    /** The first thing that is said to a request. */
    answerTo: (id: string): Promise<string> => until(`an answer to ${id}`, () => heard.get(id)?.[0]),
    send,
    command: ({ person, channel, id }: From, text: string, slash = '/visibility') =>
      commandBody({
        command: slash,
        text,
        team_id: TEAM,
        channel_id: channel,
        user_id: person,
        trigger_id: id,
        response_url: answersTo(id),
      }),
    /** A click on a message; `value` is what the clicked button carries. */
    click: (from: From, action: string, value: string, at: { ts?: string; isPrivate?: boolean } = {}) => ({
      ...who(from),
      type: 'block_actions',
      trigger_id: from.id,
      response_url: answersTo(from.id),
      channel: { id: from.channel },
      container: {
        type: 'message',
        message_ts: at.ts ?? '1.2',
        channel_id: from.channel,
        is_ephemeral: at.isPrivate ?? false,
      },
      message: { ts: at.ts ?? '1.2' },
      actions: [{ type: 'button', action_id: action, block_id: 'b', value, action_ts: '1.2' }],
    }),
    /** Of the form `view`; two submissions of one form have a trigger of their own each. */
    submission: (
      from: From,
      callback: string,
      metadata: string,
      values: Record<string, Record<string, unknown>>,
      view = from.id,
    ) => ({
      ...who(from),
      type: 'view_submission',
      trigger_id: from.id,
      view: {
        id: `V-${view}`,
        type: 'modal',
        callback_id: callback,
        private_metadata: metadata,
        state: { values },
      },
    }),
    shortcut: (from: From, callback: string, text: string) => ({
      ...who(from),
      type: text ? 'message_action' : 'shortcut',
      callback_id: callback,
      trigger_id: from.id,
      ...(text && {
        response_url: answersTo(from.id),
        channel: { id: from.channel },
        message: { ts: '1.2', text },
      }),
    }),
    interaction: interactionBody,
    close: served.close,
  };
}

export type SignedSlack = Awaited<ReturnType<typeof startSignedSlack>>;
