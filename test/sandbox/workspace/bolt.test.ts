/** An ordinary Bolt app works with the local workspace once it has its address. */
import { App, LogLevel } from '@slack/bolt';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { ANA, LEADS, SECRET, startWorkspace, TOKEN } from './local-workspace.ts';

test('a command opens a modal, its submission posts, and a button of the post edits it', async () => {
  await using here = await startWorkspace({ realNow: systemClock().now });
  const app = new App({
    token: TOKEN,
    signingSecret: SECRET,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: `${here.url}/api/` },
  });
  const plain = (text: string) => ({ type: 'plain_text' as const, text });
  const input = {
    type: 'input' as const,
    block_id: 'prompt',
    label: plain('Prompt'),
    element: { type: 'plain_text_input' as const, action_id: 'text' },
  };
  const button = { type: 'button' as const, action_id: 'undo', text: plain('Undo') };

  app.command('/visibility', async ({ ack, body, client, respond }) => {
    await ack();
    await client.views.open({
      trigger_id: body.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'track',
        title: plain('Track'),
        submit: plain('Track'),
        blocks: [input],
      },
    });
    await respond('Opened.');
  });
  app.view('track', async ({ ack, view, client }) => {
    await client.chat.postMessage({
      channel: LEADS,
      text: `Tracking ${view.state.values.prompt?.text?.value}`,
      blocks: [{ type: 'actions', block_id: 'row', elements: [button] }],
    });
    await ack();
  });
  app.action('undo', async ({ ack, respond }) => {
    await respond({ text: 'Undone', replace_original: true });
    await ack();
  });

  const server = await app.start({ port: 0, host: '127.0.0.1' });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  here.workspace.connect({ botUrl: `http://127.0.0.1:${port}/slack/events` });
  const opened = new Promise<void>((resolve) => {
    here.workspace.subscribe((change) => change.kind === 'message' && resolve());
  });
  try {
    expect(await here.workspace.say(ANA, LEADS, '/visibility')).toEqual({ ok: true });
    await opened;
    expect(here.read(LEADS, ANA)).toEqual(['Opened.']);
    const viewId = here.workspace.openView(ANA)?.id ?? '';
    const values = { prompt: { text: { value: 'k8s costs' } } };
    expect(await here.workspace.submitView(ANA, viewId, values)).toEqual({ ok: true });
    expect(here.workspace.openView(ANA)).toBeUndefined();
    const post = here.workspace.messages(LEADS, ANA).at(-1);
    expect(post?.text).toBe('Tracking k8s costs');
    const from = { kind: 'message' as const, channel: LEADS, ts: post?.ts ?? '' };
    const act = { person: ANA, from, blockId: 'row', actionId: 'undo' };
    expect(await here.workspace.act(act)).toEqual({ ok: true });
    expect(here.read(LEADS, ANA)).toEqual(['Opened.', 'Undone']);
  } finally {
    await app.stop();
  }
});
