import { describe, expect, it } from 'vitest';
import type { Message, MessageBlock } from '../../src/slack/blocks.ts';
import { postMessage, updateMessage } from '../../src/slack/poster.ts';
import { type Answering, broken, hangUp, inTurn, no, ok, slackServer } from '../support/slack-server.ts';

const section = (text: string): MessageBlock => ({ type: 'section', text: { type: 'mrkdwn', text } });
const RICH = [section('rich')];
const PLAIN = [section('plain')];
const MESSAGE: Message = { text: 'Acme: 4 new leads', blocks: RICH, plainBlocks: PLAIN };
const METADATA = {
  delivery_id: 'd1',
  kind: 'lead_digest',
  project_id: 'p1',
  subscription_id: 'leads:p1:C0ACME',
  slot: 1_764_000_000_000,
};

async function posted(answering: Answering, message = MESSAGE) {
  const { client, calls } = await slackServer(answering);
  const result = await postMessage(client, 'C0ACME', message, { metadata: METADATA });
  return { result, calls, blocks: calls.map(({ args }) => args.blocks) };
}

describe('a post', () => {
  it('goes out once, can be found again by its metadata, and unfurls nothing', async () => {
    const { result, calls } = await posted(ok({ ts: '1764000000.000100' }));
    expect(result).toEqual({ kind: 'posted', ts: '1764000000.000100', channel: 'C0ACME' });
    expect(calls).toEqual([
      {
        method: 'chat.postMessage',
        args: {
          channel: 'C0ACME',
          text: 'Acme: 4 new leads',
          blocks: RICH,
          metadata: { event_type: 'sightline_delivery', event_payload: METADATA },
          unfurl_links: 'false',
          unfurl_media: 'false',
        },
      },
    ]);
  });

  it('whose newer blocks are refused goes out in its plain form, once', async () => {
    const { result, blocks } = await posted(inTurn(no('invalid_blocks'), ok({ ts: '2.1' })));
    expect(result).toEqual({ kind: 'posted', ts: '2.1', channel: 'C0ACME', plain: true });
    expect(blocks).toEqual([RICH, PLAIN]);
  });

  it('that is refused in both forms is refused, and not tried a third time', async () => {
    const { result, blocks } = await posted(no('invalid_blocks'));
    expect(result).toEqual({ kind: 'refused', reason: 'invalid_blocks', spoilt: 'message' });
    expect(blocks).toEqual([RICH, PLAIN]);
  });

  it('without a plain form is refused at once', async () => {
    const { result, blocks } = await posted(no('invalid_blocks'), { text: 'x', blocks: RICH });
    expect(result).toEqual({ kind: 'refused', reason: 'invalid_blocks', spoilt: 'message' });
    expect(blocks).toHaveLength(1);
  });

  it.each([
    ['refused for another reason', no('not_in_channel'), 'refused'],
    ['cut off by a broken connection', hangUp, 'unclear'],
    ['answered by a broken Slack', broken(500), 'unclear'],
  ])('%s is not tried in its plain form', async (_, answering, kind) => {
    const { result, blocks } = await posted(answering);
    expect(result.kind).toBe(kind);
    expect(blocks).toEqual([RICH]);
  });

  it('whose plain form meets another failure tells that one', async () => {
    const { result } = await posted(inTurn(no('invalid_blocks'), hangUp));
    expect(result.kind).toBe('unclear');
  });
});

describe('an edit', () => {
  it('brings the same message to its later state', async () => {
    const { client, calls } = await slackServer(ok());
    expect(await updateMessage(client, 'C0ACME', '2.1', MESSAGE)).toEqual({
      kind: 'posted',
      ts: '2.1',
      channel: 'C0ACME',
    });
    const args = { channel: 'C0ACME', ts: '2.1', text: 'Acme: 4 new leads', blocks: RICH };
    expect(calls).toEqual([{ method: 'chat.update', args }]);
  });

  it('falls back to the plain form as a post does', async () => {
    const { client, calls } = await slackServer(inTurn(no('invalid_blocks'), ok()));
    expect((await updateMessage(client, 'C0ACME', '2.1', MESSAGE)).kind).toBe('posted');
    expect(calls.map(({ args }) => args.blocks)).toEqual([RICH, PLAIN]);
  });

  it('of a message that was deleted is refused', async () => {
    const { client } = await slackServer(no('message_not_found'));
    expect(await updateMessage(client, 'C0ACME', '2.1', MESSAGE)).toEqual({
      kind: 'refused',
      reason: 'message_not_found',
      spoilt: 'message',
    });
  });
});

describe('a reply', () => {
  it('stands in its thread, and falls back as a post does', async () => {
    const { client, calls } = await slackServer(inTurn(no('invalid_blocks'), ok({ ts: '2.2' })));
    const result = await postMessage(client, 'C0ACME', MESSAGE, { ts: '2.1' });
    expect(result).toEqual({ kind: 'posted', ts: '2.2', channel: 'C0ACME', plain: true });
    expect(calls.map(({ args }) => [args.thread_ts, args.blocks])).toEqual([
      ['2.1', RICH],
      ['2.1', PLAIN],
    ]);
  });
});
