import { describe, expect, it } from 'vitest';
import { createSingleInstallation } from '../../src/slack/installations.ts';
import { keptLog } from '../support/log-kept.ts';
import { type Answering, broken, hangUp, inTurn, no, ok, slackServer } from '../support/slack-server.ts';

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
    expect(
      lines().filter(({ msg }) => msg === 'Slack doesn’t confirm the bot token; trying again'),
    ).toHaveLength(2);
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
