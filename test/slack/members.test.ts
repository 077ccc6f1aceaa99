import { describe, expect, it } from 'vitest';
import { areAllIn, createMembers, findJoined } from '../../src/slack/members.ts';
import { type Answering, inTurn, no, ok, slackServer } from '../support/slack-server.ts';

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
    expect(await Promise.all([isMember('U0ANA'), isMember('U0ANA')])).toEqual([false, false]);
    time.now += 5 * SECOND;
    expect(await isMember('U0ANA')).toBe(true);
  });

  it('is nobody, where Slack does not tell', async () => {
    const { isMember } = await lookingUp(no('missing_scope'));
    expect(await isMember('U0ANA')).toBe(false);
  });
});

describe('the channels that somebody is in', () => {
  const channels = (count: number) => Array.from({ length: count }, (_, i) => `C0${i}`);
  const joined = async (answering: Answering, count: number) => {
    const { client, calls } = await slackServer(answering);
    const isMember = createMembers(() => 0);
    const found = await findJoined(isMember, { team: 'T0', client }, channels(count), 'U0ANA');
    return { found, methods: calls.map(({ method }) => method) };
  };
  const membersOf = (channel: unknown) => (channel === 'C01' ? ['U0ANA'] : []);
  const members: Answering = (response, call, number) =>
    ok({ members: membersOf(call.args.channel) })(response, call, number);

  it('are asked of Slack in one list where they are many, page by page', async () => {
    const { found, methods } = await joined(
      inTurn(
        ok({ channels: [{ id: 'C01' }, { id: 'C0ELSE' }], response_metadata: { next_cursor: 'more' } }),
        ok({ channels: [{ id: 'C0200' }] }),
      ),
      300,
    );
    expect(found).toEqual(['C01', 'C0200']);
    expect(methods).toEqual(['users.conversations', 'users.conversations']);
  });

  it('are asked one by one where they are few, or where Slack refuses the list', async () => {
    const few = await joined(members, 3);
    expect(few).toEqual({ found: ['C01'], methods: Array(3).fill('conversations.members') });
    const refused = await joined(
      (response, call, number) =>
        (call.method === 'users.conversations' ? no('missing_scope') : members)(response, call, number),
      30,
    );
    expect(refused.found).toEqual(['C01']);
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
