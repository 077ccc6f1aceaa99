/** The bot's side: the real Slack client posts, edits, reads and looks things up in the local workspace. */
import { WebAPIRateLimitedError } from '@slack/web-api';
import { expect, test } from 'vitest';
import { WEB_API_METHODS } from '../../../src/sandbox/workspace/web-api/web-api.ts';
import {
  ANA,
  BEN,
  BOT,
  LEADS,
  OTO,
  SECRET_ROOM,
  startWorkspace,
  WITHOUT_BOT,
  webClient,
} from './local-workspace.ts';

const METHODS_THE_BOT_CALLS = [
  'auth.test',
  'blocks.validate',
  'chat.postMessage',
  'chat.update',
  'chat.delete',
  'chat.postEphemeral',
  'chat.getPermalink',
  'conversations.info',
  'conversations.members',
  'conversations.history',
  'conversations.replies',
  'conversations.open',
  'files.getUploadURLExternal',
  'files.completeUploadExternal',
  'users.info',
  'users.conversations',
  'usergroups.users.list',
  'views.open',
  'views.update',
  'views.push',
  'views.publish',
];

const button = {
  type: 'actions',
  elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }],
};

test.each(METHODS_THE_BOT_CALLS)('%s is answered by the workspace', async (name) => {
  await using here = await startWorkspace();
  expect(WEB_API_METHODS).toContain(name);
  await here.web.apiCall(name).catch((error) => {
    expect(error.data.error).not.toBe('unknown_method');
  });
});

test('blocks.validate reports every fault with its place, and refuses a malformed call', async () => {
  await using here = await startWorkspace();
  const asked = (args: Record<string, unknown>) =>
    here.web.apiCall('blocks.validate', args).catch(({ data }) => data);
  expect(await asked({ message: { blocks: [button] } })).toMatchObject({ ok: true });
  expect(await asked({ blocks: [button, { type: 'section' }] })).toMatchObject({
    error: 'invalid_blocks',
    errors: [{ pointer: expect.stringMatching(/^\/blocks\/1/), message: expect.any(String) }],
  });
  expect(await asked({ view: { type: 'modal', blocks: [button] } })).toMatchObject({ ok: false });
  expect(await asked({ view: {}, blocks: [] })).toMatchObject({ error: 'invalid_arguments' });
  expect(await asked({})).toMatchObject({ error: 'invalid_arguments' });
});

test('only the listed methods are answered', () => {
  expect([...WEB_API_METHODS].sort()).toEqual([...METHODS_THE_BOT_CALLS].sort());
});

test('any other method is unknown', async () => {
  await using here = await startWorkspace();
  await expect(here.web.apiCall('pins.add')).rejects.toMatchObject({ data: { error: 'unknown_method' } });
});

test('only the bot’s token is accepted, in the header or the body', async () => {
  await using here = await startWorkspace();
  const stranger = webClient(`${here.url}/api`, 'xoxb-other');
  await expect(stranger.auth.test()).rejects.toMatchObject({ data: { error: 'invalid_auth' } });
  const none = await fetch(`${here.url}/api/auth.test`, { method: 'POST' });
  expect(await none.json()).toEqual({ ok: false, error: 'not_authed' });
  const inBody = await fetch(`${here.url}/api/auth.test`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: 'xoxb-test' }),
  });
  expect(await inBody.json()).toMatchObject({ ok: true, user_id: BOT, team_id: 'T0LOCAL01' });
});

test('a post appears in the channel with its blocks, and the page hears of it', async () => {
  await using here = await startWorkspace();
  const posted = await here.web.chat.postMessage({
    channel: LEADS,
    text: 'Four new leads',
    blocks: [button],
    unfurl_links: false,
    unfurl_media: false,
  });
  expect(posted).toMatchObject({ ok: true, channel: LEADS, message: { user: BOT, text: 'Four new leads' } });
  const [message] = here.workspace.messages(LEADS, ANA);
  expect(message).toMatchObject({ ts: posted.ts, author: BOT, blocks: [{ type: 'actions' }] });
  expect(message?.blocks[0]?.block_id).toBeTruthy();
  expect(here.changes).toEqual([{ kind: 'message', event: 'posted', message }]);
});

test('messages keep their order while the clock stands still', async () => {
  await using here = await startWorkspace();
  for (const text of ['one', 'two', 'three']) await here.web.chat.postMessage({ channel: LEADS, text });
  expect(here.read(LEADS, ANA)).toEqual(['one', 'two', 'three']);
  const stamps = here.workspace.messages(LEADS, ANA).map(({ ts }) => ts);
  expect(stamps).toEqual(['1795078800.000000', '1795078800.000001', '1795078800.000002']);
});

test('an edit with blocks leaves no mark; one without removes the blocks and is marked', async () => {
  await using here = await startWorkspace();
  const { ts = '' } = await here.web.chat.postMessage({ channel: LEADS, text: 'before', blocks: [button] });
  await here.web.chat.update({ channel: LEADS, ts, text: 'claimed', blocks: [button] });
  const [quiet] = here.workspace.messages(LEADS, ANA);
  expect(quiet).toMatchObject({ text: 'claimed', blocks: [{ type: 'actions' }] });
  expect(quiet?.edited).toBeUndefined();
  await here.web.chat.update({ channel: LEADS, ts, text: 'plain' });
  const [marked] = here.workspace.messages(LEADS, ANA);
  expect(marked).toMatchObject({ text: 'plain', blocks: [], edited: expect.any(String) });
  expect(here.changes.map((change) => 'event' in change && change.event)).toEqual([
    'posted',
    'edited',
    'edited',
  ]);
});

test('a deleted message is gone for everyone', async () => {
  await using here = await startWorkspace();
  const { ts = '' } = await here.web.chat.postMessage({ channel: LEADS, text: 'oops' });
  await here.web.chat.delete({ channel: LEADS, ts });
  expect(here.read(LEADS, ANA)).toEqual([]);
  await expect(here.web.chat.delete({ channel: LEADS, ts })).rejects.toMatchObject({
    data: { error: 'message_not_found' },
  });
});

test('one person sees a private answer, and no history has it', async () => {
  await using here = await startWorkspace();
  const { message_ts = '' } = await here.web.chat.postEphemeral({ channel: LEADS, user: ANA, text: 'psst' });
  expect(here.read(LEADS, ANA)).toEqual(['psst']);
  expect(here.read(LEADS, BEN)).toEqual([]);
  expect((await here.web.conversations.history({ channel: LEADS })).messages).toEqual([]);
  await expect(here.web.chat.update({ channel: LEADS, ts: message_ts, text: 'x' })).rejects.toMatchObject({
    data: { error: 'message_not_found' },
  });
});

test('history includes metadata only on request', async () => {
  await using here = await startWorkspace();
  const metadata = { event_type: 'sightline_delivery', event_payload: { delivery_id: 'd1' } };
  await here.web.chat.postMessage({ channel: LEADS, text: 'digest', metadata });
  const plain = await here.web.conversations.history({ channel: LEADS });
  expect(plain.messages?.[0]).not.toHaveProperty('metadata');
  const full = await here.web.conversations.history({ channel: LEADS, include_all_metadata: true });
  expect(full.messages?.[0]).toMatchObject({ text: 'digest', metadata });
});

test('history goes newest first, by time and page, without replies', async () => {
  await using here = await startWorkspace();
  const stamps: string[] = [];
  for (const text of ['a', 'b', 'c', 'd']) {
    const { ts = '' } = await here.web.chat.postMessage({ channel: LEADS, text });
    stamps.push(ts);
    here.time.sandbox += 60_000;
  }
  const [a = '', , , d = ''] = stamps;
  await here.web.chat.postMessage({ channel: LEADS, text: 'reply', thread_ts: a });

  const texts = async (options: object) => {
    const history = await here.web.conversations.history({ channel: LEADS, ...options });
    return history.messages?.map(({ text }) => text);
  };
  expect(await texts({})).toEqual(['d', 'c', 'b', 'a']);
  expect(await texts({ oldest: a, latest: d })).toEqual(['c', 'b']);
  expect(await texts({ oldest: a, latest: d, inclusive: true })).toEqual(['d', 'c', 'b', 'a']);

  const first = await here.web.conversations.history({ channel: LEADS, limit: 3 });
  expect(first.has_more).toBe(true);
  await here.web.chat.postMessage({ channel: LEADS, text: 'e, meanwhile' });
  expect(await texts({ limit: 3, cursor: first.response_metadata?.next_cursor })).toEqual(['a']);
});

test('a thread starts with its parent, and the channel counts its replies', async () => {
  await using here = await startWorkspace();
  const { ts = '' } = await here.web.chat.postMessage({ channel: LEADS, text: 'digest' });
  await here.web.chat.postMessage({ channel: LEADS, text: '15 more', thread_ts: ts });
  const thread = await here.web.conversations.replies({ channel: LEADS, ts });
  expect(thread.messages?.map(({ text }) => text)).toEqual(['digest', '15 more']);
  const history = await here.web.conversations.history({ channel: LEADS });
  expect(history.messages).toMatchObject([{ text: 'digest', reply_count: 1, thread_ts: ts }]);
  expect(here.workspace.messages(LEADS, ANA, ts).map(({ text }) => text)).toEqual(['15 more']);
});

test('a direct message is between the bot and one person', async () => {
  await using here = await startWorkspace();
  const { channel } = await here.web.conversations.open({ users: ANA });
  await here.web.chat.postMessage({ channel: channel?.id ?? '', text: 'the key was refused' });
  await here.web.chat.postMessage({ channel: ANA, text: 'by the person’s id' });
  expect(here.read(channel?.id ?? '', ANA)).toEqual(['the key was refused', 'by the person’s id']);
  expect(here.read(channel?.id ?? '', BEN)).toEqual([]);
  const direct = await here.web.conversations.info({ channel: channel?.id ?? '' });
  expect(direct.channel).toMatchObject({ is_im: true, user: ANA });
});

test('the bot lists the channels it’s in', async () => {
  await using here = await startWorkspace();
  const names = async () => {
    const list = await here.web.users.conversations({ types: 'public_channel,private_channel' });
    return list.channels?.map(({ name }) => name);
  };
  expect(await names()).toEqual(['leads']);
  await here.workspace.invite(SECRET_ROOM, BOT, BEN);
  expect(await names()).toEqual(['leads', 'board']);
  const members = await here.web.conversations.members({ channel: LEADS });
  expect(members.members).toEqual([ANA, BEN, OTO, BOT]);
});

test.each([
  ['U0ANARUIZ', { is_admin: false, is_restricted: false, is_stranger: false, tz: 'Europe/Berlin' }],
  ['U0BENOKOYE', { is_admin: true, is_restricted: false }],
  ['U0GIALUND', { is_restricted: true, is_ultra_restricted: false }],
  // Only people who share no channel with the app are strangers.
  ['U0OTOVANCE', { is_stranger: false, team_id: 'T0OTHER01', is_admin: false, is_owner: false }],
  [BOT, { is_bot: true }],
])('%s has the right user object', async (user, facts) => {
  await using here = await startWorkspace();
  expect((await here.web.users.info({ user })).user).toMatchObject(facts);
});

test('someone from another organisation who shares no channel with the app is a stranger', async () => {
  await using here = await startWorkspace();
  await here.workspace.remove(LEADS, OTO);
  expect((await here.web.users.info({ user: OTO })).user).toMatchObject({ is_stranger: true });
});

test('a user group has its members', async () => {
  await using here = await startWorkspace({ userGroups: { S0MARKETING: [ANA, BEN] } });
  expect((await here.web.usergroups.users.list({ usergroup: 'S0MARKETING' })).users).toEqual([ANA, BEN]);
  await expect(here.web.usergroups.users.list({ usergroup: 'S0NONE' })).rejects.toMatchObject({
    data: { error: 'no_such_subteam' },
  });
});

test('a permalink leads to this workspace', async () => {
  await using here = await startWorkspace();
  const { ts = '' } = await here.web.chat.postMessage({ channel: LEADS, text: 'digest' });
  const { permalink } = await here.web.chat.getPermalink({ channel: LEADS, message_ts: ts });
  expect(permalink).toBe(`${here.url}/archives/${LEADS}/p1795078800000000`);
});

test.each([
  ['channel_not_found', 'chat.postMessage', { channel: 'C0NOWHERE', text: 'x' }],
  ['channel_not_found', 'chat.postMessage', { channel: SECRET_ROOM, text: 'x' }],
  ['not_in_channel', 'chat.postMessage', { channel: WITHOUT_BOT, text: 'x' }],
  ['not_in_channel', 'conversations.history', { channel: WITHOUT_BOT }],
  ['channel_not_found', 'conversations.info', { channel: SECRET_ROOM }],
  ['invalid_arguments', 'chat.postMessage', { text: 'x' }],
  ['no_text', 'chat.postMessage', { channel: LEADS }],
  ['invalid_blocks_format', 'chat.postMessage', { channel: LEADS, blocks: 'no json' }],
  [
    'invalid_metadata_format',
    'chat.postMessage',
    { channel: LEADS, text: 'x', metadata: { event_type: 'x' } },
  ],
  ['thread_not_found', 'chat.postMessage', { channel: LEADS, text: 'x', thread_ts: '1.000000' }],
  ['message_not_found', 'chat.update', { channel: LEADS, ts: '1.000000', text: 'x' }],
  ['message_not_found', 'chat.getPermalink', { channel: LEADS, message_ts: '1.000000' }],
  ['thread_not_found', 'conversations.replies', { channel: LEADS, ts: '1.000000' }],
  ['user_not_in_channel', 'chat.postEphemeral', { channel: LEADS, user: 'U0GIALUND', text: 'x' }],
  ['user_not_found', 'users.info', { user: 'U0NOBODY' }],
  ['user_not_found', 'conversations.open', { users: 'U0NOBODY' }],
  ['users_list_not_supplied', 'conversations.open', {}],
  ['invalid_limit', 'conversations.members', { channel: LEADS, limit: '1000' }],
  ['invalid_cursor', 'conversations.history', { channel: LEADS, cursor: 'made up' }],
])('%s refuses %s', async (error, name, args) => {
  await using here = await startWorkspace();
  await expect(here.web.apiCall(name, args)).rejects.toMatchObject({ data: { ok: false, error } });
  expect(here.changes).toEqual([]);
});

test('an edit takes less text than a post', async () => {
  await using here = await startWorkspace();
  const text = 'x'.repeat(4_001);
  const { ts = '' } = await here.web.chat.postMessage({ channel: LEADS, text });
  await expect(here.web.chat.update({ channel: LEADS, ts, text })).rejects.toMatchObject({
    data: { error: 'msg_too_long' },
  });
  expect(await here.web.chat.update({ channel: LEADS, ts, text: text.slice(1) })).toMatchObject({ ok: true });
});

test('the bot can only change its own messages', async () => {
  await using here = await startWorkspace();
  await here.workspace.say(ANA, LEADS, 'hello');
  const ts = here.workspace.messages(LEADS, ANA)[0]?.ts ?? '';
  await expect(here.web.chat.update({ channel: LEADS, ts, text: 'x' })).rejects.toMatchObject({
    data: { error: 'cant_update_message' },
  });
  await expect(here.web.chat.delete({ channel: LEADS, ts })).rejects.toMatchObject({
    data: { error: 'cant_delete_message' },
  });
});

test('an archived channel takes no posts and no edits', async () => {
  await using here = await startWorkspace();
  const { ts = '' } = await here.web.chat.postMessage({ channel: LEADS, text: 'x' });
  here.workspace.archive(LEADS, true);
  await expect(here.web.chat.postMessage({ channel: LEADS, text: 'y' })).rejects.toMatchObject({
    data: { error: 'is_archived' },
  });
  await expect(here.web.chat.update({ channel: LEADS, ts, text: 'y' })).rejects.toMatchObject({
    data: { error: 'is_inactive' },
  });
});

test('with the rate limit on, a channel takes one post per second', async () => {
  await using here = await startWorkspace();
  const post = (text: string) => here.web.chat.postMessage({ channel: LEADS, text });
  await post('free');
  here.workspace.rateLimit(true);
  await post('first');
  await expect(post('too early')).rejects.toBeInstanceOf(WebAPIRateLimitedError);
  await expect(post('too early')).rejects.toMatchObject({ retryAfter: 1 });
  await here.web.chat.postMessage({ channel: ANA, text: 'another channel' });
  here.time.real += 1_000;
  await post('second');
  expect(here.read(LEADS, ANA)).toEqual(['free', 'first', 'second']);
});
