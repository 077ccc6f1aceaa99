import { describe, expect, it } from 'vitest';
import { areAllIn, createMembers, findJoined } from '../../src/slack/people.ts';
import {
  type Answering,
  hangUp,
  inTurn,
  limited,
  no,
  ok,
  slackServer,
  unreadable,
} from '../support/slack-server.ts';

const SECOND = 1_000;

/** A lookup over a local Slack that answers so, on a clock that stands until a test moves it. */
async function lookingUp(answering: Answering) {
  const { client, calls } = await slackServer(answering);
  const time = { now: 0 };
  const isMember = createMembers(() => time.now);
  return {
    time,
    calls,
    isMember: (person: string, asOf?: 'now') => isMember({ team: 'T0', client }, 'C0ACME', person, asOf),
  };
}

describe('who is in a channel', () => {
  it('is asked of Slack page by page, and remembered for a minute', async () => {
    const { calls, time, isMember } = await lookingUp(
      inTurn(
        ok({ members: ['U0ANA'], response_metadata: { next_cursor: 'more' } }),
        ok({ members: ['U0BEN'] }),
        ok({ members: [] }),
      ),
    );
    expect([await isMember('U0BEN'), await isMember('U0ANA')]).toEqual([true, true]);
    expect(calls.map(({ args }) => args.cursor)).toEqual([undefined, 'more']);
    time.now += 59 * SECOND;
    expect(await isMember('U0ANA')).toBe(true);
    time.now += SECOND;
    expect(await isMember('U0ANA')).toBe(false);
  });

  it('is asked again soon for somebody who was not there: they may have joined', async () => {
    const { calls, time, isMember } = await lookingUp(
      inTurn(ok({ members: ['U0ANA'] }), ok({ members: ['U0ANA', 'U0BEN'] })),
    );
    expect(await isMember('U0BEN')).toBe(false);
    expect(await isMember('U0BEN')).toBe(false);
    expect(calls).toHaveLength(1);
    time.now += 5 * SECOND;
    expect(await isMember('U0BEN')).toBe(true);
  });

  it('is asked afresh before something is changed: they may have left', async () => {
    const { isMember } = await lookingUp(inTurn(ok({ members: ['U0ANA'] }), ok({ members: [] })));
    expect(await isMember('U0ANA')).toBe(true);
    expect(await isMember('U0ANA', 'now')).toBe(false);
  });

  it('is asked once for many people at once, while nobody knows yet and when it has become old', async () => {
    const { calls, time, isMember } = await lookingUp(ok({ members: ['U0ANA'] }));
    const people = ['U0ANA', 'U0BEN', 'U0CEM', 'U0DAN'];
    const asked = () => Promise.all(people.map((person) => isMember(person)));
    expect(await asked()).toEqual([true, false, false, false]);
    expect(calls).toHaveLength(1);
    time.now += 60 * SECOND;
    expect(await asked()).toEqual([true, false, false, false]);
    expect(calls).toHaveLength(2);
  });

  it('is asked again after Slack did not tell', async () => {
    const { time, isMember } = await lookingUp(inTurn(no('internal_error'), ok({ members: ['U0ANA'] })));
    expect(await Promise.all([isMember('U0ANA'), isMember('U0ANA')])).toEqual([undefined, undefined]);
    time.now += 5 * SECOND;
    expect(await isMember('U0ANA')).toBe(true);
  });

  it.each(['missing_scope', 'not_in_channel', 'no_such_error'])(
    'is nobody, where Slack answers %s',
    async (error) => {
      const { isMember } = await lookingUp(no(error));
      expect(await isMember('U0ANA')).toBe(false);
    },
  );

  it.each([limited('30'), hangUp, no('service_unavailable'), unreadable])(
    'is not known while Slack does not answer',
    async (answer) => {
      const { isMember } = await lookingUp(answer);
      expect(await isMember('U0ANA')).toBeUndefined();
    },
  );
});

describe('the channels that somebody shares with the bot', () => {
  it('are listed by Slack, page by page', async () => {
    const { client } = await slackServer(
      inTurn(
        ok({ channels: [{ id: 'C0ACME' }], response_metadata: { next_cursor: 'more' } }),
        ok({ channels: [{ id: 'C0PLANS' }] }),
      ),
    );
    expect([...((await findJoined(client, 'U0ANA')) ?? [])]).toEqual(['C0ACME', 'C0PLANS']);
  });

  it('are unknown where Slack does not tell', async () => {
    const { client } = await slackServer(no('missing_scope'));
    expect(await findJoined(client, 'U0ANA')).toBeUndefined();
  });
});

it.each([
  ['everybody', inTurn(ok({ members: ['U0ANA'] }), ok({ members: ['U0ANA', 'U0BEN'] })), true],
  ['not everybody', inTurn(ok({ members: ['U0ANA', 'U0BEN'] }), ok({ members: ['U0ANA'] })), false],
  ['nobody knows who', no('missing_scope'), false],
] as const)('of the people in a channel %s is in another, too', async (_, answering, all) => {
  const { client } = await slackServer((response, call, number) =>
    answering(response, call, call.args.channel === 'C0ACME' ? 1 : number + 1),
  );
  expect(await areAllIn(client, 'C0ACME', 'C0OTHER')).toBe(all);
});
