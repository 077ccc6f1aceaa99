import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { ANA, BEN, BOT, type Here, LEADS, startWorkspace, WITHOUT_BOT } from './local-workspace.ts';

const EVENTS = ['app_mention', 'message.im'];

const directOf = (here: Here, person: string) =>
  here.workspace.channels.find(({ directWith }) => directWith === person)?.id ?? '';

const told = (here: Here) => here.bot.received.map(({ payload }) => payload.event);

/** The events the bot has received, up to a final message. */
async function toldAfter(here: Here): Promise<unknown[]> {
  await here.workspace.say(BEN, directOf(here, BEN), 'last');
  await until('the last message', () => JSON.stringify(told(here)).includes('"last"'));
  return told(here).filter((event) => !JSON.stringify(event).includes('"last"'));
}

test('a mention in one of the app’s channels sends an event with ids only', async () => {
  await using here = await startWorkspace({ botEvents: EVENTS });
  await here.workspace.say(ANA, LEADS, 'good morning');
  await here.workspace.say(ANA, LEADS, '@Sightline who is @ben?');
  await here.workspace.say(ANA, WITHOUT_BOT, '@Sightline are you there?');
  expect(await toldAfter(here)).toMatchObject([
    { type: 'app_mention', user: ANA, channel: LEADS, text: `<@${BOT}> who is <@${BEN}>?` },
  ]);
});

test('a mention in a thread names the thread', async () => {
  await using here = await startWorkspace({ botEvents: EVENTS });
  await here.workspace.say(ANA, LEADS, 'a question');
  const [root] = here.workspace.messages(LEADS, ANA);
  await here.workspace.say(ANA, LEADS, '@Sightline and this?', root?.ts);
  expect(await toldAfter(here)).toMatchObject([{ type: 'app_mention', thread_ts: root?.ts }]);
});

test('every change in a direct message sends an event, including the app’s own', async () => {
  await using here = await startWorkspace({ botEvents: EVENTS });
  const direct = directOf(here, ANA);
  await here.workspace.say(ANA, direct, 'how are we doing?');
  const { ts = '' } = await here.web.chat.postMessage({ channel: direct, text: 'Well.' });
  await here.web.chat.update({ channel: direct, ts, text: 'Very well.' });
  await here.web.chat.postEphemeral({ channel: direct, user: ANA, text: 'for you alone' });
  expect(await toldAfter(here)).toMatchObject([
    { type: 'message', channel_type: 'im', user: ANA, channel: direct, text: 'how are we doing?' },
    { type: 'message', channel_type: 'im', user: BOT, bot_id: 'B0SIGHTLINE', text: 'Well.' },
    { type: 'message', subtype: 'message_changed', hidden: true, message: { text: 'Very well.' } },
  ]);
});

test('the app joining a channel isn’t a mention', async () => {
  await using here = await startWorkspace({ botEvents: EVENTS });
  await here.workspace.say(ANA, WITHOUT_BOT, '/invite @sightline');
  expect(await toldAfter(here)).toEqual([]);
});

test('without the scope, no event is sent', async () => {
  await using here = await startWorkspace({ botEvents: EVENTS, scopes: ['im:history'] });
  await here.workspace.say(ANA, LEADS, '@Sightline hello?');
  expect(await toldAfter(here)).toEqual([]);
});
