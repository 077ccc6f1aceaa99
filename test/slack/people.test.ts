import { describe, expect, it } from 'vitest';
import { createMembers, createPeople, findJoined } from '../../src/slack/people.ts';
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

const TEAM = 'T0TEAM';
const ANA = { id: 'U0ANA', team_id: TEAM, name: 'ana', real_name: 'Ana A', profile: { display_name: 'Ana' } };

/** Looks people up in a Slack that answers users.info with this user, and knows who is in which group. */
async function peopleOf(user: object, groups: Record<string, string[]> = {}) {
  const answering: Answering = (response, call, number) => {
    const users = groups[String(call.args.usergroup)];
    const listed = users ? ok({ users }) : no('no_such_subteam');
    (call.method === 'users.info' ? ok({ user }) : listed)(response, call, number);
  };
  const { client, calls } = await slackServer(answering);
  const time = { now: 0 };
  const personOf = createPeople(() => time.now);
  const ask = (id = 'U0ANA', asked: string[] = []) => personOf({ team: TEAM, client }, id, asked);
  return { ask, time, calls, personOf, client };
}

describe('a person', () => {
  it('is known by id and the name that others see', async () => {
    const { ask } = await peopleOf(ANA);
    expect(await ask()).toEqual({
      id: 'U0ANA',
      name: 'Ana',
      isAdmin: false,
      isGuest: false,
      isStranger: false,
      groups: [],
    });
  });

  it('is an app’s user if Slack says so', async () => {
    expect(await (await peopleOf({ ...ANA, is_bot: true })).ask()).toMatchObject({ isBot: true });
    expect(await (await peopleOf(ANA)).ask('USLACKBOT')).toMatchObject({ isBot: true });
  });

  it.each([
    [{ profile: { display_name: '' } }, 'Ana A'],
    [{ profile: {}, real_name: '' }, 'ana'],
    [{ profile: {}, real_name: '', name: '' }, 'U0ANA'],
  ])('with %j is called %s', async (without, name) => {
    const { ask } = await peopleOf({ ...ANA, ...without });
    expect((await ask()).name).toBe(name);
  });

  it.each([
    [{ is_admin: true }, { isAdmin: true }],
    [{ is_owner: true }, { isAdmin: true }],
    [{ is_restricted: true }, { isGuest: true }],
    [{ is_ultra_restricted: true }, { isGuest: true }],
    [{ is_stranger: true }, { isStranger: true }],
    [{ deleted: true }, { isDeactivated: true }],
    [{ team_id: 'T0OTHER' }, { isStranger: true }],
    [{ team_id: undefined }, { isStranger: true }],
    // As users.info answers in an organisation of several workspaces.
    [{ team_id: 'T0OTHER', enterprise_user: { teams: ['T0OTHER', TEAM] } }, { isStranger: false }],
    [{ team_id: undefined, enterprise_user: { teams: [TEAM] } }, { isStranger: false }],
    [{ team_id: 'T0OTHER', enterprise_user: { teams: ['T0OTHER'] } }, { isStranger: true }],
  ])('of whom Slack says %j is taken for %j', async (said, taken) => {
    const { ask } = await peopleOf({ ...ANA, ...said });
    expect(await ask()).toMatchObject(taken);
  });

  it('of another workspace of our organisation is a colleague but no admin here, of another organisation a stranger', async () => {
    const of = (enterprise_id: string) => ({
      team_id: 'T0SALES',
      is_admin: true,
      enterprise_user: { enterprise_id, teams: ['T0SALES'] },
    });
    const seen = async (user: object, enterprise?: string) => {
      const { personOf, client } = await peopleOf({ ...ANA, ...user });
      return personOf({ team: TEAM, client, enterprise }, 'U0ANA');
    };
    expect(await seen(of('E0OURS'), 'E0OURS')).toMatchObject({ isStranger: false, isAdmin: false });
    expect(await seen(of('E0OTHER'), 'E0OURS')).toMatchObject({ isStranger: true });
    expect(await seen(of('E0OTHER'))).toMatchObject({ isStranger: true });
    expect(await seen({ team_id: 'T0OTHER' })).toMatchObject({ isStranger: true });
  });

  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['Mars/Olympus', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('whose timezone Slack calls %j is in %s', async (tz, timezone) => {
    const { ask } = await peopleOf({ ...ANA, tz });
    expect((await ask()).timezone).toBe(timezone);
  });

  it('is in those of the asked groups that Slack lists them in', async () => {
    const { ask } = await peopleOf(ANA, { S0GROWTH: ['U0BEN', 'U0ANA'], S0SALES: ['U0BEN'] });
    expect((await ask('U0ANA', ['S0GROWTH', 'S0SALES', 'S0GONE'])).groups).toEqual(['S0GROWTH']);
  });
});

describe('what is remembered', () => {
  it('lasts a minute, so that a row of clicks asks Slack once', async () => {
    const { ask, time, calls } = await peopleOf(ANA);
    await ask();
    time.now = 59_999;
    await ask();
    expect(calls).toHaveLength(1);
    time.now = 60_000;
    await ask();
    expect(calls).toHaveLength(2);
  });

  it('of one person or one group is not taken for another', async () => {
    const { ask } = await peopleOf(ANA, { S0GROWTH: ['U0ANA'], S0SALES: ['U0BEN'] });
    expect((await ask()).groups).toEqual([]);
    expect((await ask('U0ANA', ['S0SALES', 'S0GROWTH'])).groups).toEqual(['S0GROWTH']);
    expect(await ask('U0BEN', ['S0SALES'])).toMatchObject({ id: 'U0BEN', groups: ['S0SALES'] });
  });

  it('of a group serves everybody, of whom Slack answers few a minute', async () => {
    const { ask, calls } = await peopleOf(ANA, { S0GROWTH: ['U0ANA'] });
    await Promise.all(Array.from({ length: 30 }, (_, at) => ask(`U0P${at}`, ['S0GROWTH'])));
    expect(calls.filter(({ method }) => method === 'usergroups.users.list')).toHaveLength(1);
  });

  it('of one workspace is not taken for another', async () => {
    const { personOf, client } = await peopleOf(ANA);
    expect((await personOf({ team: TEAM, client }, 'U0ANA')).isStranger).toBe(false);
    expect((await personOf({ team: 'T0OTHER', client }, 'U0ANA')).isStranger).toBe(true);
  });
});

it('a failure is told, and not remembered', async () => {
  const { client } = await slackServer(inTurn(no('user_not_found'), ok({ user: ANA })));
  const personOf = createPeople(() => 0);
  await expect(personOf({ team: TEAM, client }, 'U0ANA')).rejects.toThrow('user_not_found');
  expect((await personOf({ team: TEAM, client }, 'U0ANA')).name).toBe('Ana');
});

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
    for (const { args } of calls) expect(Number(args.limit)).toBeLessThan(1_000);
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

  it.each([limited('30'), hangUp, no('service_unavailable'), no('fetch_members_failed'), unreadable])(
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
