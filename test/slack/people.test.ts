import { describe, expect, it } from 'vitest';
import { createPeople } from '../../src/slack/people.ts';
import { type Answering, inTurn, no, ok, slackServer } from '../support/slack-server.ts';

const TEAM = 'T0TEAM';
const ANA = { id: 'U0ANA', team_id: TEAM, name: 'ana', real_name: 'Ana A', profile: { display_name: 'Ana' } };

/** Looks people up in a Slack that answers users.info with this user, and knows who is in which group. */
async function peopleOf(user: object, groups: Record<string, string[]> = {}) {
  const answering: Answering = (response, call, number) => {
    const users = groups[String(call.args.usergroup)] ?? [];
    (call.method === 'users.info' ? ok({ user }) : ok({ users }))(response, call, number);
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

  it('of one person or one set of groups is not taken for another', async () => {
    const { ask, calls } = await peopleOf(ANA, { S0GROWTH: ['U0ANA'] });
    expect((await ask()).groups).toEqual([]);
    expect((await ask('U0ANA', ['S0GROWTH'])).groups).toEqual(['S0GROWTH']);
    await ask('U0BEN');
    expect(calls.filter(({ method }) => method === 'users.info')).toHaveLength(3);
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
