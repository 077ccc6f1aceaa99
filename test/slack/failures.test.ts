import { describe, expect, it } from 'vitest';
import { type SlackFailure, toSlackFailure } from '../../src/slack/failures.ts';
import {
  type Answering,
  broken,
  cutOff,
  hangUp,
  limited,
  no,
  ok,
  sayNothing,
  slackServer,
  unreadable,
} from '../support/slack-server.ts';

/** What a real client's failure means, when Slack answers so. */
async function failureAfter(answering: Answering, timeoutMs?: number): Promise<SlackFailure> {
  const { client } = await slackServer(answering, timeoutMs);
  return client.chat.postMessage({ channel: 'C0ACME', text: 'Hello' }).then(
    () => expect.fail('nothing failed'),
    (error: unknown) => toSlackFailure(error),
  );
}

describe('Slack says no', () => {
  it.each([
    ['channel_not_found', 'place'],
    ['not_in_channel', 'place'],
    ['is_archived', 'place'],
    ['missing_scope', 'place'],
    ['invalid_blocks', 'message'],
    ['msg_blocks_too_long', 'message'],
    ['edit_window_closed', 'message'],
    ['is_inactive', 'place'],
    ['invalid_auth', 'installation'],
    ['token_revoked', 'installation'],
    ['restricted_action_read_only_channel', 'place'],
    ['restricted_action_thread_only_channel', 'place'],
    ['restricted_action_non_threadable_channel', 'message'],
    ['restricted_action_thread_locked', 'message'],
    ['thread_not_found', 'message'],
    ['team_access_not_granted', 'place'],
    ['metadata_too_large', 'message'],
    ['msg_too_large', 'message'],
  ])('%s: for good, to this %s', async (error, spoilt) => {
    expect(await failureAfter(no(error))).toEqual({ kind: 'refused', reason: error, spoilt });
  });

  it.each(['ratelimited', 'service_unavailable', 'team_added_to_org'])('%s: for now', async (error) => {
    expect(await failureAfter(no(error))).toEqual({ kind: 'later', reason: error });
  });

  it('for a reason that no table has: for now, as far as anybody knows', async () => {
    const reason = 'an_error_of_next_year';
    expect(await failureAfter(no(reason))).toEqual({ kind: 'later', reason, isUnknown: true });
  });
});

describe('Slack asks to wait', () => {
  it('for a time, which is taken over exactly', async () => {
    expect(await failureAfter(limited('7'))).toEqual({
      kind: 'later',
      reason: 'ratelimited',
      afterMs: 7_000,
    });
  });

  it.each(['soon', '0', '-1'])(
    'for %s, which is no time: it did not take the message, so it is sent later',
    async (time) => {
      expect(await failureAfter(limited(time))).toEqual({ kind: 'later', reason: 'ratelimited' });
    },
  );
});

describe('whether the message arrived is unclear', () => {
  it.each([500, 502, 503])('after a %d', async (status) => {
    expect(await failureAfter(broken(status))).toEqual({ kind: 'unclear', reason: `http_${status}` });
  });

  it.each(['internal_error', 'fatal_error'])('after %s, as Slack itself says', async (error) => {
    expect(await failureAfter(no(error))).toEqual({ kind: 'unclear', reason: error });
  });

  it.each([ok({ ok: false }), ok({ ok: false, error: null }), ok({ ok: false, error: {} })])(
    'after a no without an error',
    async (answer) => {
      expect(await failureAfter(answer)).toEqual({ kind: 'unclear', reason: 'unreadable answer' });
    },
  );

  it("after an answer that is no JSON, such as a proxy's page; the page is not kept", async () => {
    expect(await failureAfter(unreadable)).toEqual({ kind: 'unclear', reason: 'unreadable answer' });
  });

  it.each([
    ['the connection is closed without an answer', hangUp],
    ['the answer breaks off', cutOff],
  ])('when %s', async (_, answering) => {
    expect(await failureAfter(answering)).toMatchObject({ kind: 'unclear' });
  });

  it('when no answer comes in time', async () => {
    const failure = await failureAfter(sayNothing, 50);
    expect(failure).toMatchObject({ kind: 'unclear', reason: expect.stringMatching(/timeout/i) });
  });

  it('when something failed that is no failure of Slack at all', () => {
    expect(toSlackFailure(new TypeError('a fault of ours'))).toEqual({
      kind: 'unclear',
      reason: 'a fault of ours',
    });
    expect(toSlackFailure('thrown text')).toEqual({ kind: 'unclear', reason: 'thrown text' });
  });
});

it('a connection that was refused carried nothing, so the message is sent later', async () => {
  const { client, stop } = await slackServer(sayNothing);
  await stop();
  const failure = await client.chat.postMessage({ channel: 'C0ACME', text: 'Hello' }).catch(toSlackFailure);
  expect(failure).toEqual({ kind: 'later', reason: 'unreachable' });
});

it('a failed call is never repeated by the library, which could double a post', async () => {
  const { client, calls } = await slackServer(broken(503));
  await client.chat.postMessage({ channel: 'C0ACME', text: 'Hello' }).catch(() => undefined);
  expect(calls).toHaveLength(1);
});

it('one call that is limited does not hold up the others', async () => {
  const { client, calls } = await slackServer((response, call, number) =>
    (call.method === 'chat.postMessage' ? limited('3600') : no('not_limited'))(response, call, number),
  );
  await client.chat.postMessage({ channel: 'C0ACME', text: 'Hello' }).catch(() => undefined);
  await client.users.info({ user: 'U0ANA' }).catch(() => undefined);
  expect(calls.map(({ method }) => method)).toEqual(['chat.postMessage', 'users.info']);
});
