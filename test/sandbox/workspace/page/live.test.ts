import { describe, expect, test } from 'vitest';
import { createDifference } from '../../../../src/sandbox/workspace/page/live.ts';
import { html } from '../../../../src/sandbox/workspace/page/markup.ts';
import { NOW } from './fake-workspace.ts';
import { openPage } from './open-page.ts';
import { FORM } from './sample-messages.ts';

type Update = { pieces: { id: string; html: string }[]; lists: Record<string, string[]> };

/** Reads a stream's updates one by one, skipping beats. */
async function follow(ask: ReturnType<typeof openPage>['ask'], path: string) {
  const gone = new AbortController();
  const { body } = await ask(path, { signal: gone.signal });
  if (!body) throw new Error('The stream has no body');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  const next = async (): Promise<Update> => {
    const end = buffer.indexOf('\n\n');
    if (end < 0) {
      const { value, done } = await reader.read();
      if (done) throw new Error('The stream has ended');
      buffer += value;
      return next();
    }
    const event = buffer.slice(0, end);
    buffer = buffer.slice(end + 2);
    const data = event.match(/^event: update\ndata: (.*)$/m)?.[1];
    return data ? JSON.parse(data) : next();
  };
  return { next, close: () => reader.cancel() };
}

const ids = (update: Update) => update.pieces.map(({ id }) => id);

describe('the stream of changes', () => {
  test('starts with everything, then sends what changed', async () => {
    const { workspace, ask } = openPage();
    const first = workspace.post({ channel: 'C0LEADS', at: NOW, text: 'first' });
    const stream = await follow(ask, '/events?at=C0LEADS&as=UANA');
    expect(ids(await stream.next())).toEqual(
      expect.arrayContaining(['clock', 'conversations', 'modal', `m-${first.ts}`]),
    );

    const second = workspace.post({ channel: 'C0LEADS', at: NOW + 600_000, text: 'second' });
    const posted = await stream.next();
    expect(ids(posted)).toEqual([`m-${second.ts}`]);
    expect(posted.lists.messages?.slice(-2)).toEqual([`m-${first.ts}`, `m-${second.ts}`]);

    workspace.edit(first.ts, { text: 'changed' });
    const edited = await stream.next();
    expect(ids(edited)).toEqual([`m-${first.ts}`]);
    expect(edited.lists).toEqual({});
    expect(edited.pieces[0]?.html).toContain('changed');

    workspace.remove(second.ts);
    const removed = await stream.next();
    expect(removed.lists.messages).not.toContain(`m-${second.ts}`);
    await stream.close();
  });

  test('another channel becomes unread in the sidebar; the open one does not', async () => {
    const { workspace, ask } = openPage();
    const stream = await follow(ask, '/events?at=C0LEADS&as=UANA');
    await stream.next();
    workspace.post({ channel: 'C0LEADS', at: NOW, text: 'here' });
    expect(ids(await stream.next())).not.toContain('conversations');
    workspace.post({ channel: 'C0SCORES', at: NOW, text: 'there' });
    const update = await stream.next();
    expect(ids(update)).toEqual(['conversations']);
    expect(update.pieces[0]?.html).toContain('class="unread"');
    await stream.close();
  });

  test('a modal opens for its person only, is redrawn with errors, and closes', async () => {
    const { workspace, ask } = openPage();
    const ana = await follow(ask, '/events?at=C0LEADS&as=UANA');
    const ben = await follow(ask, '/events?at=C0LEADS&as=UBEN');
    await ana.next();
    await ben.next();
    workspace.open('UANA', FORM);
    expect((await ana.next()).pieces[0]?.html).toContain('data-view="V1"');
    workspace.open('UANA', FORM, { topic: 'Choose a topic.' });
    expect((await ana.next()).pieces[0]?.html).toContain('Choose a topic.');
    await workspace.closeView('UANA', 'V1');
    expect((await ana.next()).pieces[0]?.html).toBe('<div id="modal"></div>');
    workspace.post({ channel: 'C0LEADS', at: NOW, text: 'for both' });
    expect(ids(await ben.next())).not.toContain('modal');
    await Promise.all([ana.close(), ben.close()]);
  });

  test('a thread and its count grow together', async () => {
    const { workspace, ask } = openPage();
    const { ts } = workspace.post({ channel: 'C0LEADS', at: NOW, text: 'parent' });
    const stream = await follow(ask, `/events?at=C0LEADS&as=UANA&thread=${ts}`);
    await stream.next();
    workspace.post({ channel: 'C0LEADS', at: NOW + 60_000, text: 'reply', threadTs: ts });
    const update = await stream.next();
    expect(update.pieces.find(({ id }) => id === `m-${ts}`)?.html).toContain('1 reply');
    expect(update.lists.replies).toHaveLength(3);
    await stream.close();
  });

  test('"Next day" redraws every open page', async () => {
    let now = NOW;
    const { ask, post } = openPage({
      now: () => now,
      nextDay: async () => {
        now += 24 * 3_600_000;
      },
    });
    const stream = await follow(ask, '/events?at=C0LEADS&as=UANA');
    await stream.next();
    await post('/next-day', []);
    expect((await stream.next()).pieces[0]?.html).toContain('Sat 21 Nov, 09:12');
    await stream.close();
  });
});

test('what didn’t change isn’t sent again', () => {
  const difference = createDifference();
  const picture = { pieces: [{ id: 'a', html: html`<p id="a"></p>` }], lists: { messages: [], replies: [] } };
  expect(difference(picture)?.pieces).toHaveLength(1);
  expect(difference(picture)).toBeUndefined();
});
