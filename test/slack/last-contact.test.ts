import { expect, it } from 'vitest';
import { createLastContact } from '../../src/slack/installations.ts';
import { type Answering, broken, hangUp, limited, no, ok, slackServer } from '../support/slack-server.ts';
import { MINUTE, NINE, TEAM } from '../support/store-opened.ts';

/** A bot whose Slack answers so; `socket` is there where requests come over one. */
async function listening(answering: Answering, socket?: { isOpen: boolean }) {
  const { client, calls } = await slackServer(answering);
  const time = { now: NINE };
  const suspected: string[] = [];
  const heard = createLastContact({
    installations: {
      all: () => [{ team: TEAM, botUserId: 'U0BOT', botId: 'B0BOT', client }],
      suspect: (team) => void suspected.push(team),
    },
    socketIsOpen: socket && (() => socket.isOpen),
    realNow: () => time.now,
  });
  return { heard, calls, time, suspected };
}

it('a quiet Slack is asked once a minute, and its answer counts', async () => {
  const { heard, calls, time } = await listening(ok());
  for (let minute = 0; minute < 3; minute += 1) {
    time.now = NINE + minute * MINUTE;
    await heard.ask();
    await heard.ask();
    expect(heard.at()).toBe(time.now);
  }
  expect(calls.map(({ method }) => method)).toEqual(['auth.test', 'auth.test', 'auth.test']);
});

it('a Slack that sent something a moment ago is not asked', async () => {
  const { heard, calls, time } = await listening(ok());
  heard.note();
  time.now += 10_000;
  await heard.ask();
  expect([calls.length, heard.at()]).toEqual([0, NINE]);
});

it('a Slack is asked also when the machine’s clock was set back by an hour, which its answer tells', async () => {
  const { heard, calls, time } = await listening(ok());
  heard.note();
  time.now -= 60 * MINUTE;
  await heard.ask();
  expect([calls.length, heard.at()]).toEqual([1, time.now]);
});

it.each([
  ['breaks off', hangUp],
  ['answers like a proxy', broken(502)],
])('a Slack that %s was not heard', async (_, answering) => {
  const { heard } = await listening(answering);
  await heard.ask();
  expect(heard.at()).toBeUndefined();
});

it('a Slack that asks for patience was heard; one that refuses the token, too, and then that is in doubt', async () => {
  const busy = await listening(limited('30'));
  await busy.heard.ask();
  expect([busy.heard.at(), busy.suspected]).toEqual([NINE, []]);
  const refusing = await listening(no('token_revoked'));
  await refusing.heard.ask();
  expect([refusing.heard.at(), refusing.suspected]).toEqual([NINE, [TEAM]]);
});

it('over a socket Slack is heard as long as that stands: an answer to a question brings no request', async () => {
  const socket = { isOpen: true };
  const { heard, time } = await listening(ok(), socket);
  expect(heard.at()).toBe(NINE);
  socket.isOpen = false;
  time.now += 5 * MINUTE;
  await heard.ask();
  expect(heard.at()).toBe(NINE);
});
