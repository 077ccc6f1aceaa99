import { describe, expect, it } from 'vitest';
import type { StoredInstallation } from '../../src/slack/installations.ts';
import { createManyInstallations, createSingleInstallation } from '../../src/slack/installations.ts';
import { keptLog } from '../support/log-kept.ts';
import {
  type Answering,
  broken,
  hangUp,
  inTurn,
  limited,
  no,
  ok,
  slackServer,
} from '../support/slack-server.ts';

const CONFIRMED = ok({ team_id: 'T0TEAM', user_id: 'U0BOT', bot_id: 'B0BOT' });

/** An installation in a Slack that answers so. Waiting takes no time and is kept. */
async function installationIn(answering: Answering) {
  const { client, calls } = await slackServer(answering);
  const waited: number[] = [];
  const stopping = new AbortController();
  const { log, lines } = keptLog();
  const installations = createSingleInstallation(
    client,
    { log, sparing: log.warn.bind(log) },
    async (ms) => void waited.push(ms),
  );
  return { installations, stopping, waited, calls, client, lines };
}

describe('one workspace with one token', () => {
  it('is there once Slack has confirmed it', async () => {
    const { installations, stopping, client } = await installationIn(CONFIRMED);
    expect([installations.all(), installations.of('T0TEAM')]).toEqual([[], undefined]);
    await installations.confirm(stopping.signal);
    const installation = { team: 'T0TEAM', botUserId: 'U0BOT', botId: 'B0BOT', client };
    expect(installations.all()).toEqual([installation]);
    expect(installations.of('T0TEAM')).toEqual(installation);
  });

  it('is of the organisation that Slack names', async () => {
    const grid = ok({ team_id: 'T0TEAM', user_id: 'U0BOT', bot_id: 'B0BOT', enterprise_id: 'E0OURS' });
    const { installations, stopping } = await installationIn(grid);
    await installations.confirm(stopping.signal);
    expect(installations.of('T0TEAM')).toMatchObject({ enterprise: 'E0OURS' });
  });

  it('is no other workspace', async () => {
    const { installations, stopping } = await installationIn(CONFIRMED);
    await installations.confirm(stopping.signal);
    expect(installations.of('T0OTHER')).toBeUndefined();
    expect(installations.of('')).toBeUndefined();
  });

  it.each([
    ['is out of reach', hangUp],
    ['is broken', broken(503)],
  ])('asks again every five seconds while Slack %s', async (_, trouble) => {
    const { installations, stopping, waited, calls, lines } = await installationIn(
      inTurn(trouble, trouble, CONFIRMED),
    );
    await installations.confirm(stopping.signal);
    expect(installations.all()).toHaveLength(1);
    expect([calls.length, waited]).toEqual([3, [5_000, 5_000]]);
    expect(lines().filter(({ msg }) => String(msg).includes('SLACK_API_URL'))).toHaveLength(2);
  });

  it('says where nothing answers like Slack', async () => {
    const { installations, stopping, lines } = await installationIn((...asked) => {
      broken(404)(...asked);
      stopping.abort();
    });
    await installations.confirm(stopping.signal);
    expect(lines()).toMatchObject([{ reason: 'http_404' }]);
    expect(installations.refusal?.()).toMatch(/doesn’t answer \(http_404\)/);
  });

  it('says once why Slack refuses the token, names its variable, and asks on', async () => {
    const { installations, stopping, waited, lines } = await installationIn(
      inTurn(no('invalid_auth'), no('invalid_auth'), no('account_inactive'), CONFIRMED),
    );
    await installations.confirm(stopping.signal);
    expect(waited).toHaveLength(3);
    expect(lines()).toMatchObject([
      { reason: 'invalid_auth', msg: expect.stringContaining('Slack refuses SLACK_BOT_TOKEN') },
      { reason: 'account_inactive' },
    ]);
    expect(installations.refusal?.()).toBeUndefined();
  });

  it('can say that Slack refuses the token', async () => {
    const { installations, stopping } = await installationIn((...asked) => {
      no('invalid_auth')(...asked);
      stopping.abort();
    });
    await installations.confirm(stopping.signal);
    expect(installations.refusal?.()).toBe('Slack refuses SLACK_BOT_TOKEN (invalid_auth)');
  });

  it('whose token Slack refuses meanwhile sends nothing until Slack confirms it again', async () => {
    const { installations, stopping, lines } = await installationIn(CONFIRMED);
    await installations.confirm(stopping.signal);
    installations.suspect('T0OTHER');
    expect(installations.ready()).toBe(true);
    for (const lose of [installations.suspect, installations.removed]) {
      await lose('T0TEAM', 0);
      expect([installations.all(), installations.ready()]).toEqual([[], false]);
      await installations.confirm(stopping.signal);
      expect(installations.ready()).toBe(true);
    }
    expect(lines().filter(({ level }) => level === 50)).toHaveLength(2);
  });

  it('stops asking when the bot stops', async () => {
    const { installations, stopping, calls } = await installationIn((...asked) => {
      stopping.abort();
      no('invalid_auth')(...asked);
    });
    await installations.confirm(stopping.signal);
    expect(calls).toHaveLength(1);
    expect(installations.all()).toEqual([]);
  });
});

const stored = (team: string, token = `xoxb-${team}`, installedAt = 0): StoredInstallation => ({
  team,
  botUserId: 'U0BOT',
  botId: 'B0BOT',
  token,
  scopes: ['commands'],
  installedBy: 'U0ANA',
  installedAt,
});

/** Installations of these workspaces in a Slack that answers so; `rows` are what the store has, and can be changed. */
async function installationsIn(answering: Answering, ...teams: string[]) {
  const { client, calls } = await slackServer(answering);
  const rows = new Map(teams.map((team) => [team, stored(team)]));
  const asked: string[] = [];
  const waited: number[] = [];
  const stopping = new AbortController();
  const { log, lines, text } = keptLog();
  const installations = createManyInstallations({
    kept: {
      all: async () => [...rows.values()],
      keep: async (installation) => void rows.set(installation.team, installation),
      drop: async (team, before) => (rows.get(team)?.installedAt ?? before) < before && rows.delete(team),
    },
    clientOf: (token) => {
      asked.push(token);
      return client;
    },
    log,
    sparing: log.warn.bind(log),
    wait: async (ms) => void waited.push(ms),
  });
  const confirm = () => installations.confirm(stopping.signal);
  const there = () => installations.all().map(({ team }) => team);
  return {
    installations,
    confirm,
    there,
    rows,
    calls,
    asked,
    waited,
    stopping,
    said: () => lines().map(({ msg }) => msg),
    text,
  };
}

describe('many workspaces', () => {
  it('are there once Slack has confirmed each of them; none at all is fine too', async () => {
    const { installations, confirm, there } = await installationsIn(ok(), 'T0ONE', 'T0TWO');
    expect([installations.ready(), there()]).toEqual([false, []]);
    await confirm();
    expect([installations.ready(), there()]).toEqual([true, ['T0ONE', 'T0TWO']]);
    expect(installations.of('T0TWO')).toMatchObject({
      team: 'T0TWO',
      botUserId: 'U0BOT',
      installedBy: 'U0ANA',
    });
    expect(installations.of('T0THREE')).toBeUndefined();

    const none = await installationsIn(ok());
    await none.confirm();
    expect([none.installations.ready(), none.there()]).toEqual([true, []]);
  });

  it('are of the organisation that Slack names', async () => {
    const { installations, confirm } = await installationsIn(ok({ enterprise_id: 'E0OURS' }), 'T0ONE');
    await confirm();
    expect(installations.of('T0ONE')).toMatchObject({ enterprise: 'E0OURS' });
  });

  it('do not wait for one whose token Slack refuses, which is asked about again later', async () => {
    const { confirm, there, installations, waited } = await installationsIn(
      inTurn(ok(), no('account_inactive'), ok()),
      'T0ONE',
      'T0TWO',
    );
    await confirm();
    expect([installations.ready(), there().length, waited]).toEqual([true, 1, []]);
    await confirm();
    expect(there()).toHaveLength(2);
  });

  it.each(['team_added_to_org', 'two_factor_setup_required'])(
    'do not wait for one of which Slack says %s',
    async (answer) => {
      const teams = Array.from({ length: 20 }, (_, n) => `T0TEAM${n}`);
      const { confirm, there, installations, waited } = await installationsIn(
        inTurn(no(answer), ok()),
        ...teams,
      );
      await confirm();
      expect([installations.ready(), there().length, waited]).toEqual([true, 19, []]);
      await confirm();
      expect(there()).toHaveLength(20);
    },
  );

  it.each([limited('1'), no('service_unavailable')])(
    'wait for a Slack that takes no calls',
    async (answer) => {
      const { confirm, there, waited } = await installationsIn(inTurn(answer, ok()), 'T0ONE');
      await confirm();
      expect([there(), waited]).toEqual([['T0ONE'], [5_000]]);
    },
  );

  it('are asked about every five seconds while Slack is out of reach', async () => {
    const { confirm, there, waited } = await installationsIn(inTurn(hangUp, hangUp, ok()), 'T0ONE');
    await confirm();
    expect([there(), waited]).toEqual([['T0ONE'], [5_000, 5_000]]);
  });

  it('that are known are not asked about again', async () => {
    const { confirm, calls } = await installationsIn(ok(), 'T0ONE');
    await confirm();
    await confirm();
    expect(calls).toHaveLength(1);
  });

  it('that another process installed, installed anew or removed, are so here after the next look', async () => {
    const { confirm, there, rows, asked } = await installationsIn(ok(), 'T0ONE', 'T0TWO');
    await confirm();
    rows.delete('T0ONE');
    rows.set('T0TWO', stored('T0TWO', 'xoxb-new'));
    rows.set('T0THREE', stored('T0THREE'));
    await confirm();
    expect(there()).toEqual(['T0TWO', 'T0THREE']);
    expect(asked).toContain('xoxb-new');
  });

  it('of which one loses its token: the others go on, and it comes back when Slack confirms it', async () => {
    const { installations, confirm, there } = await installationsIn(ok(), 'T0ONE', 'T0TWO');
    await confirm();
    installations.suspect('T0ONE');
    expect([there(), installations.ready()]).toEqual([['T0TWO'], true]);
    await confirm();
    expect(there().sort()).toEqual(['T0ONE', 'T0TWO']);
  });

  it('stop being asked about when the bot stops', async () => {
    const { confirm, there, stopping, calls } = await installationsIn((...call) => {
      stopping.abort();
      hangUp(...call);
    }, 'T0ONE');
    await confirm();
    expect([calls.length, there()]).toEqual([1, []]);
  });
});

describe('a workspace', () => {
  it('that installs is there at once, is kept, and its token is in no log', async () => {
    const { installations, there, rows, text } = await installationsIn(ok());
    await installations.installed(stored('T0NEW'));
    expect([there(), [...rows.keys()]]).toEqual([['T0NEW'], ['T0NEW']]);
    expect(text()).not.toContain('xoxb-T0NEW');
  });

  it('that removes the bot is gone, here and in the store', async () => {
    const { installations, confirm, there, rows } = await installationsIn(ok(), 'T0ONE');
    await confirm();
    await installations.removed('T0ONE', 1_000);
    expect([there(), [...rows.keys()]]).toEqual([[], []]);
  });

  it('that came back before its removal was told stays', async () => {
    const { installations, there } = await installationsIn(ok());
    await installations.installed(stored('T0ONE', 'xoxb-again', 2_000));
    await installations.removed('T0ONE', 1_000);
    expect(there()).toEqual(['T0ONE']);
  });
});
