/** Typing in the local workspace: messages, slash commands and what Slack says when a command goes wrong. */
import { expect, test } from 'vitest';
import { createWorkspace } from '../../../src/sandbox/workspace/workspace.ts';
import {
  ANA,
  BEN,
  BOT,
  COMMANDS,
  LEADS,
  OTO,
  SECRET,
  startWorkspace,
  WITHOUT_BOT,
} from './local-workspace.ts';

test('a command reaches the bot signed, and says who ran it where', async () => {
  await using here = await startWorkspace();
  expect(await here.workspace.say(ANA, LEADS, '/visibility-leads  acme ')).toEqual({ ok: true });
  expect(here.bot.last().fields).toMatchObject({
    command: '/visibility-leads',
    text: 'acme',
    user_id: ANA,
    user_name: 'ana',
    team_id: 'T0LOCAL01',
    channel_id: LEADS,
    channel_name: 'leads',
    api_app_id: 'A0SIGHTLINE',
    is_enterprise_install: 'false',
    trigger_id: expect.stringMatching(/.+/),
    response_url: expect.stringContaining(`${here.url}/hooks/`),
  });
  expect(here.read(LEADS, ANA)).toEqual([]);
});

test('with should_escape, typed text arrives with ids, links and escapes; otherwise as typed', async () => {
  await using here = await startWorkspace();
  const typed = 'move #leads to @Ben Okoye & <b> see https://x.io/a?b=1&c, monday.com or #nowhere';
  await here.workspace.say(ANA, LEADS, `/visibility ${typed}`);
  expect(here.bot.last().fields.text).toBe(
    `move <#${LEADS}|leads> to <@${BEN}|ben> &amp; &lt;b&gt; see <https://x.io/a?b=1&amp;c>, ` +
      '<http://monday.com|monday.com> or #nowhere',
  );
  await here.workspace.say(ANA, LEADS, `/visibility-leads ${typed}`);
  expect(here.bot.last().fields.text).toBe(typed);
});

test('only the asker sees an answer in the acknowledgement', async () => {
  await using here = await startWorkspace();
  here.bot.answer = (c) => c.text('Only you');
  await here.workspace.say(ANA, LEADS, '/visibility');
  here.bot.answer = (c) => c.json({ text: 'As JSON', blocks: [{ type: 'divider' }] });
  await here.workspace.say(ANA, LEADS, '/visibility');
  expect(here.read(LEADS, ANA)).toEqual(['Only you', 'As JSON']);
  expect(here.read(LEADS, BEN)).toEqual([]);
});

test('before an answer for the channel, the command is shown', async () => {
  await using here = await startWorkspace();
  here.bot.answer = (c) => c.json({ response_type: 'in_channel', text: 'For all' });
  await here.workspace.say(ANA, LEADS, '/visibility share');
  expect(here.read(LEADS, BEN)).toEqual(['/visibility share', 'For all']);
});

test.each([
  [500, 'http_service_error'],
  [401, 'http_client_error'],
])('if the bot answers %i, Slack says that the command failed', async (status, code) => {
  await using here = await startWorkspace();
  here.bot.answer = () => new Response('no', { status });
  expect(await here.workspace.say(ANA, LEADS, '/visibility')).toEqual({
    ok: false,
    sentence: `/visibility failed with the error “${code}”`,
  });
});

test('the command fails if the bot doesn’t acknowledge in time', async () => {
  await using here = await startWorkspace({ ackMs: 20 });
  here.bot.answer = () => new Promise(() => {});
  expect(await here.workspace.say(ANA, LEADS, '/visibility')).toEqual({
    ok: false,
    sentence: '/visibility failed with the error “operation_timeout”',
  });
});

test('the command fails if the bot can’t be reached', async () => {
  await using here = await startWorkspace();
  here.workspace.connect({ botUrl: 'http://127.0.0.1:1/slack/events' });
  expect(await here.workspace.say(ANA, LEADS, '/visibility')).toEqual({
    ok: false,
    sentence: '/visibility failed with the error “dispatch_failed”',
  });
});

test('the command fails if Slack wouldn’t show the answer', async () => {
  await using here = await startWorkspace();
  here.bot.answer = (c) => c.json({ text: 'x', blocks: [{ type: 'marquee' }] });
  expect(await here.workspace.say(ANA, LEADS, '/visibility')).toMatchObject({
    sentence: '/visibility failed with the error “invalid_blocks”',
  });
});

test.each([
  ['/foo', '/foo is not a valid command.'],
  ['/topic cost', '/topic is built into Slack, but this simulated workspace doesn’t have it.'],
  ['/invite', 'Say who, like /invite @Sightline.'],
  ['/invite @nobody', 'Nobody here is called @nobody.'],
])('%s is answered by Slack itself', async (line, sentence) => {
  await using here = await startWorkspace();
  expect(await here.workspace.say(ANA, LEADS, line)).toEqual({ ok: false, sentence });
  expect(here.bot.received).toEqual([]);
});

test('threads take messages, but no commands', async () => {
  await using here = await startWorkspace();
  const { ts = '' } = await here.web.chat.postMessage({ channel: LEADS, text: 'digest' });
  expect(await here.workspace.say(ANA, LEADS, '/visibility', ts)).toEqual({
    ok: false,
    sentence: '/visibility is not supported in threads. Sorry!',
  });
  await here.workspace.say(ANA, LEADS, 'I take it, @ben', ts);
  expect(here.workspace.messages(LEADS, BEN, ts).map(({ text }) => text)).toEqual([
    `I take it, <@${BEN}|ben>`,
  ]);
});

test('nobody can write in a channel they aren’t in, or in an archived one', async () => {
  await using here = await startWorkspace();
  expect(await here.workspace.say(OTO, WITHOUT_BOT, 'hi')).toMatchObject({ ok: false });
  here.workspace.archive(LEADS, true);
  expect(await here.workspace.say(ANA, LEADS, '/visibility')).toEqual({
    ok: false,
    sentence: 'This channel is archived.',
  });
  expect(here.bot.received).toEqual([]);
});

test('outsiders can’t see public channels that they aren’t in', async () => {
  await using here = await startWorkspace();
  await here.workspace.say(ANA, WITHOUT_BOT, 'internal');
  expect(here.read(WITHOUT_BOT, BEN)).toEqual(['internal']);
  expect(here.read(WITHOUT_BOT, OTO)).toEqual([]);
});

test('/invite and /remove move the bot, and it hears of both', async () => {
  await using here = await startWorkspace({ botEvents: ['member_joined_channel', 'channel_left'] });
  expect(await here.workspace.say(ANA, WITHOUT_BOT, '/invite @sightline')).toEqual({ ok: true });
  expect(here.bot.last().payload).toMatchObject({
    type: 'event_callback',
    event: { type: 'member_joined_channel', user: BOT, channel: WITHOUT_BOT, inviter: ANA },
  });
  await here.web.chat.postMessage({ channel: WITHOUT_BOT, text: 'thank you' });
  expect(here.read(WITHOUT_BOT, BEN)).toEqual([`<@${BOT}> has joined the channel`, 'thank you']);

  expect(await here.workspace.say(ANA, WITHOUT_BOT, '/remove @sightline')).toEqual({ ok: true });
  expect(here.bot.last().payload.event).toMatchObject({ type: 'channel_left', channel: WITHOUT_BOT });
  await expect(here.web.chat.postMessage({ channel: WITHOUT_BOT, text: 'x' })).rejects.toMatchObject({
    data: { error: 'not_in_channel' },
  });
});

test('only events that the app subscribes to are sent', async () => {
  await using here = await startWorkspace();
  await here.workspace.say(ANA, WITHOUT_BOT, '/invite @sightline');
  expect(here.bot.received).toEqual([]);
});

test('a manifest with bad command names is refused, with every fault', () => {
  const declare =
    (...names: string[]) =>
    () =>
      createWorkspace({
        now: () => 0,
        realNow: () => 0,
        signingSecret: SECRET,
        channels: [],
        commands: names.map((command) => ({ command, description: 'x', usageHint: '' })),
      });
  expect(declare('/visibility', '/topic', '/leads', '/Visibility-X', '/visibility')).toThrow(
    [
      '/topic is built into Slack.',
      '/leads could clash with another app: start it with this app’s name, like /visibility-leads.',
      '/Visibility-X isn’t a valid command name: use a slash, then up to 31 of a-z, 0-9, _ and -.',
      '/visibility is declared twice.',
    ].join('\n'),
  );
  expect(declare(...COMMANDS.map(({ command }) => command))).not.toThrow();
});
