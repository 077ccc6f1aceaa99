import { describe, expect, it } from 'vitest';
import type { Config } from '../../../src/config.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../../../src/surface/lookups/help.ts';
import { createSlackDoctor } from '../../../src/verbs/doctor/slack.ts';
import { type Answering, broken, hangUp, no, ok, slackServer } from '../../support/slack-server.ts';

const NOW = Date.parse('2026-03-11T08:00:00Z');
const ALL = [...Object.keys(SCOPES), ...Object.keys(OPTIONAL_SCOPES)];
const WISHES = { channels: new Map([['C0ACME', ['Acme leads']]]), owners: [], onUnclear: 'hold' as const };

const HTTP: Config['slack'] = { mode: 'http', botToken: 'xoxb-test', signingSecret: 'secret' };
const SOCKET: Config['slack'] = { mode: 'socket', botToken: 'xoxb-test', appToken: 'xapp-test' };

/** A doctor of a Slack that answers each method so; any other is unknown there. */
async function doctorOf(methods: Readonly<Record<string, Answering>>, slack: Config['slack'] = HTTP) {
  const { client, calls } = await slackServer((response, call, number) =>
    (methods[call.method] ?? no('unknown_method'))(response, call, number),
  );
  const doctor = createSlackDoctor(
    { ...slack, apiUrl: client.slackApiUrl },
    () => NOW,
    () => undefined,
  );
  return { doctor, client: doctor.clientOf('xoxb-test'), calls };
}

const authTest =
  (scopes: readonly string[], date = NOW): Answering =>
  (response) =>
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'x-oauth-scopes': scopes.join(','),
        date: new Date(date).toUTCString(),
      })
      .end('{"ok":true,"team":"Acme Inc","team_id":"T0ACME","user":"sightline"}');

/** What is found in a workspace with these scopes and this channel, by sentence. */
async function found(scopes: readonly string[], channel: Answering, wishes = WISHES) {
  const { doctor, client, calls } = await doctorOf({
    'auth.test': authTest(scopes),
    'conversations.info': channel,
  });
  const { who } = await doctor.token(client, 'SLACK_BOT_TOKEN');
  expect(who).toMatchObject({ team: 'T0ACME', bot: 'sightline' });
  if (!who) throw new Error('Slack did not take the token.');
  const noted = await doctor.workspace({ client, ...who }, wishes);
  return { noted, findings: noted.flatMap(({ finding }) => finding ?? []), calls };
}

const member = ok({ channel: { id: 'C0ACME', name: 'acme', is_member: true } });

describe('scopes', () => {
  it('all granted is no finding', async () => {
    expect((await found(ALL, member)).findings).toEqual([]);
  });

  it('one that is needed and missing keeps it from its job, with why it is asked for', async () => {
    const { findings } = await found(
      ALL.filter((scope) => scope !== 'chat:write'),
      member,
    );
    expect(findings).toEqual([
      expect.objectContaining({
        level: 'fault',
        sentence: expect.stringMatching(/^The scope chat:write .* to post/),
      }),
    ]);
  });

  it('an optional one that is missing is a loss, and so is said of lost posts', async () => {
    const { findings, noted } = await found(
      ALL.filter((scope) => scope !== 'groups:history'),
      member,
    );
    expect(findings.map(({ level }) => level)).toEqual(['loss']);
    expect(noted.map(({ look }) => look.said)).toContain(
      'without groups:history, a post whose answer was lost is held back, and the owners are told (on_unclear: hold)',
    );
  });
});

it('without the scope of mentions these are lost, and nothing else', async () => {
  const { findings, noted } = await found(
    ALL.filter((scope) => scope !== 'app_mentions:read'),
    member,
  );
  expect(findings).toMatchObject([
    { level: 'loss', sentence: expect.stringMatching(/mentions it.*Without it/) },
  ]);
  expect(noted.map(({ look }) => look.said)).toContain(
    'a post whose answer was lost is looked up in its channel',
  );
});

describe('a channel', () => {
  it.each([
    [
      'that the bot is not in',
      ok({ channel: { name: 'acme' } }),
      'The bot is not in #acme',
      '/invite @sightline',
    ],
    [
      'that is archived',
      ok({ channel: { name: 'acme', is_archived: true } }),
      '#acme is archived',
      'give these feeds another channel',
    ],
    [
      'where not everybody may post',
      ok({ channel: { name: 'acme', is_member: true, is_read_only: true } }),
      'does not let everybody post',
      'Posting permissions',
    ],
    ['that Slack does not show', no('channel_not_found'), 'private without the bot', '/invite @sightline'],
    [
      'that cannot be asked about',
      no('missing_scope'),
      'cannot be looked at: missing_scope',
      'token and scopes',
    ],
  ])('%s is a fault with its remedy', async (_, answering, sentence, mend) => {
    const { findings } = await found(ALL, answering);
    expect(findings).toEqual([
      {
        level: 'fault',
        subject: 'Slack',
        sentence: expect.stringContaining(sentence),
        mend: expect.stringContaining(mend),
      },
    ]);
  });

  it('is never posted to', async () => {
    const { calls } = await found(ALL, member);
    const asked = new Set(calls.map(({ method }) => method));
    expect(asked).toEqual(new Set(['auth.test', 'conversations.info', 'blocks.validate']));
  });
});

describe('an owner', () => {
  it('who has left is a loss', async () => {
    const { doctor, client } = await doctorOf({ 'users.info': ok({ user: { deleted: true } }) });
    const wishes = { ...WISHES, channels: new Map<string, string[]>(), owners: ['U0GONE'] };
    const noted = await doctor.workspace({ client, bot: 'sightline', scopes: ALL }, wishes);
    expect(noted.map(({ finding }) => finding?.sentence)).toContain(
      'The owner U0GONE has left this workspace, so they are not told when something breaks.',
    );
  });
});

describe('the token', () => {
  it('that Slack refuses is a fault that names its variable, not itself', async () => {
    const { doctor, client } = await doctorOf({ 'auth.test': no('invalid_auth') });
    const { who, noted } = await doctor.token(client, 'SLACK_BOT_TOKEN');
    expect(who).toBeUndefined();
    expect(noted[0]?.finding?.sentence).toBe(
      'Slack does not take SLACK_BOT_TOKEN: invalid_auth. Nothing can be posted.',
    );
    expect(JSON.stringify(noted)).not.toContain('xoxb-test');
  });
});

describe('the way in', () => {
  const here = { host: '127.0.0.1', port: 3000 };

  it('is a socket that Slack opens', async () => {
    const { doctor } = await doctorOf(
      { 'apps.connections.open': ok({ url: 'wss://slack.example' }) },
      SOCKET,
    );
    expect((await doctor.way(here)).look.outcome).toBe('ok');
  });

  it('is shut where Slack opens none', async () => {
    const { doctor } = await doctorOf({ 'apps.connections.open': no('not_allowed_token_type') }, SOCKET);
    expect(await doctor.way(here)).toMatchObject({
      look: { outcome: 'failed' },
      finding: { level: 'fault', mend: expect.stringContaining('SLACK_APP_TOKEN') },
    });
  });

  it.each([
    ['cannot be reached', hangUp],
    ['is down', broken(503)],
  ])('is in question where Slack %s, and the remedy is the network’s, said once', async (_, trouble) => {
    const { doctor, client } = await doctorOf(
      { 'auth.test': trouble, 'apps.connections.open': trouble },
      SOCKET,
    );
    const { noted } = await doctor.token(client, 'SLACK_BOT_TOKEN');
    const mends = [...noted, await doctor.way(here)].flatMap(({ finding }) => finding?.mend ?? []);
    expect(mends).toEqual([expect.stringMatching(/^Check this machine’s network and proxy/)]);
  });

  it('is the network’s matter too where Slack was heard of the token alone', async () => {
    const { doctor, client } = await doctorOf(
      { 'auth.test': authTest(ALL), 'apps.connections.open': hangUp },
      SOCKET,
    );
    await doctor.token(client, 'SLACK_BOT_TOKEN');
    expect(await doctor.way(here)).toMatchObject({
      look: { what: 'Socket Mode', outcome: 'failed' },
      finding: { level: 'fault', mend: expect.stringContaining('network') },
    });
  });

  it('over HTTP is an address that only Slack can try', async () => {
    const { doctor } = await doctorOf({});
    expect((await doctor.way(here)).look).toMatchObject({
      outcome: 'skipped',
      said: expect.stringContaining('must lead to 127.0.0.1:3000 here; whether it does, only Slack can see'),
    });
  });
});

it('Slack’s own time is heard with every answer', async () => {
  const { doctor, client } = await doctorOf({ 'auth.test': authTest(ALL, NOW + 600_000) });
  expect(doctor.skewMs()).toBeUndefined();
  await doctor.token(client, 'SLACK_BOT_TOKEN');
  expect(doctor.skewMs()).toBe(600_500);
});
