import { describe, expect, it } from 'vitest';
import type { Config } from '../../../src/config.ts';
import { parseProjects } from '../../../src/projects/projects.ts';
import { OPTIONAL_SCOPES, SCOPES } from '../../../src/surface/lookups/help.ts';
import { createSlackDoctor, lookAtSlack } from '../../../src/verbs/doctor/slack.ts';
import { type Answering, broken, hangUp, no, ok, slackServer } from '../../support/slack-server.ts';

const NOW = Date.parse('2026-03-11T08:00:00Z');
const ALL = [...Object.keys(SCOPES), ...Object.keys(OPTIONAL_SCOPES)];
const NEEDS = {
  channels: new Map([['C0ACME', ['Acme leads']]]),
  visibleIn: new Map<string, string[]>(),
  people: [],
  onUnclear: 'hold' as const,
};

const HTTP: Config['slack'] = { mode: 'http', botToken: 'xoxb-test', signingSecret: 'secret' };
const SOCKET: Config['slack'] = { mode: 'socket', botToken: 'xoxb-test', appToken: 'xapp-test' };

/** A doctor whose Slack answers these methods and knows no others. */
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

/** What the doctor finds in a workspace with these scopes and this channel. */
async function lookAt(scopes: readonly string[], channel: Answering, needs = NEEDS) {
  const { doctor, client, calls } = await doctorOf({
    'auth.test': authTest(scopes),
    'conversations.info': channel,
  });
  const { who } = await doctor.lookAtToken(client, 'SLACK_BOT_TOKEN');
  expect(who).toMatchObject({ team: 'T0ACME', bot: 'sightline' });
  if (!who) throw new Error('Slack did not take the token.');
  const results = await doctor.lookAtWorkspace({ client, ...who }, needs);
  return { results, findings: results.flatMap(({ finding }) => finding ?? []), calls };
}

const member = ok({ channel: { id: 'C0ACME', name: 'acme', is_member: true } });

describe('scopes', () => {
  it('are no finding if all are granted', async () => {
    expect((await lookAt(ALL, member)).findings).toEqual([]);
  });

  it('that are needed but missing are a fault, with what they are for', async () => {
    const { findings } = await lookAt(
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

  it('that are optional and missing are a loss; the report says what happens to lost posts', async () => {
    const { findings, results } = await lookAt(
      ALL.filter((scope) => scope !== 'groups:history'),
      member,
    );
    expect(findings.map(({ level }) => level)).toEqual(['loss']);
    expect(results.map(({ look }) => look.said)).toContain(
      'if Slack’s answer to a post gets lost, it is held back and the owners are told (on_unclear: hold); looking for it needs groups:history',
    );
  });
});

it('without the scope for mentions, only mentions are lost', async () => {
  const { findings, results } = await lookAt(
    ALL.filter((scope) => scope !== 'app_mentions:read'),
    member,
  );
  expect(findings).toMatchObject([
    { level: 'loss', sentence: expect.stringMatching(/mentions it.*Without/) },
  ]);
  expect(results.map(({ look }) => look.said)).toContain(
    'if Slack’s answer to a post gets lost, Sightline looks for the post in its channel',
  );
});

describe('a channel', () => {
  it('that another organisation shares is named, as its people see what is posted', async () => {
    const shared = ok({ channel: { name: 'acme', is_member: true, is_ext_shared: true } });
    const { results, findings } = await lookAt(ALL, shared);
    expect(findings).toEqual([]);
    expect(results.map(({ look }) => look.said).join()).toMatch(/#acme: the bot.*another organisation/);
  });

  it.each([
    [
      'that the bot is not in',
      ok({ channel: { name: 'acme' } }),
      'The bot isn’t in #acme',
      '/invite @sightline',
    ],
    [
      'that is archived',
      ok({ channel: { name: 'acme', is_archived: true } }),
      '#acme is archived',
      'choose another channel',
    ],
    [
      'where not everybody may post',
      ok({ channel: { name: 'acme', is_member: true, is_read_only: true } }),
      'Not everybody may post in #acme',
      'Posting permissions',
    ],
    [
      'that Slack does not show',
      no('channel_not_found'),
      'private and the bot isn’t in it',
      '/invite @sightline',
    ],
    [
      'that cannot be asked about',
      no('missing_scope'),
      'can’t be checked: missing_scope',
      'token and its scopes',
    ],
  ])('%s is a fault with its fix', async (_, answering, sentence, mend) => {
    const { findings } = await lookAt(ALL, answering);
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
    const { calls } = await lookAt(ALL, member);
    const asked = new Set(calls.map(({ method }) => method));
    expect(asked).toEqual(new Set(['auth.test', 'conversations.info', 'blocks.validate']));
  });
});

describe('somebody whom projects.yml names', () => {
  const project = { id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90', name: 'Acme' };
  const scores = { channel: 'C0ACME', schedule: '9:00', mention: ['U0GONE'] };
  const lookAtPeople = async (file: object, ...teams: Readonly<Record<string, Answering>>[]) => {
    const projects = parseProjects(JSON.stringify({ projects: [project], ...file }), 'projects.yml');
    const workspaces = teams.map(async (methods, i) => {
      const { client } = await doctorOf({ 'conversations.info': member, ...methods });
      return { team: `T${i}`, projects, slack: { client, bot: 'sightline', scopes: ALL }, results: [] };
    });
    const { doctor } = await doctorOf({});
    const config = { host: '127.0.0.1', port: 3000, slack: HTTP } as Config;
    const looked = await lookAtSlack(doctor, await Promise.all(workspaces), config);
    return looked.flatMap(({ results }) => results.flatMap(({ finding }) => finding ?? []));
  };
  const gone = { 'users.info': ok({ user: { deleted: true } }) };

  it('and who has left is a loss, with what comes of it', async () => {
    const file = {
      owners: ['U0GONE'],
      permissions: { leads: ['U0GONE'] },
      projects: [{ ...project, scores }],
    };
    const findings = await lookAtPeople(file, gone);
    expect(findings.map(({ level, mend }) => [level, mend])).toEqual([
      ['loss', 'Correct `owners` in projects.yml.'],
      ['loss', 'Correct `permissions: leads` in projects.yml.'],
      ['loss', 'Correct `scores: mention` in projects.yml.'],
    ]);
  });

  it('may be a user group', async () => {
    const file = { ops_channel: 'C0OPS', permissions: { configure: ['S0HERE', 'S0GONE'] } };
    const findings = await lookAtPeople(file, {
      'usergroups.users.list': (response, call, number) =>
        (call.args.usergroup === 'S0HERE' ? ok({ users: [] }) : no('no_such_subteam'))(
          response,
          call,
          number,
        ),
    });
    expect(findings).toContainEqual(expect.objectContaining({ sentence: expect.stringContaining('S0GONE') }));
  });

  it('need not be in every workspace', async () => {
    const file = { owners: ['U0ANA'] };
    const findings = await lookAtPeople(file, { 'users.info': ok({ user: {} }) }, gone);
    expect(findings).toEqual([]);
  });

  it('and the channels where a project is only visible are looked at, too', async () => {
    const file = { projects: [{ ...project, visible_in: ['C0GONE'] }] };
    const findings = await lookAtPeople(file, { 'conversations.info': no('channel_not_found') });
    expect(findings).toMatchObject([
      { level: 'loss', sentence: expect.stringMatching(/C0GONE.*Acme/) },
      { level: 'loss', sentence: expect.stringMatching(/^Nobody hears/) },
    ]);
  });

  it('and nobody at all, so nobody hears of trouble, is a loss', async () => {
    expect(await lookAtPeople({}, {})).toMatchObject([
      {
        level: 'loss',
        sentence: expect.stringMatching(/names no owners/),
        mend: expect.stringContaining('owners:'),
      },
    ]);
  });
});

describe('the token', () => {
  it('is a fault if Slack refuses it; the report names the variable, not the token', async () => {
    const { doctor, client } = await doctorOf({ 'auth.test': no('invalid_auth') });
    const { who, results } = await doctor.lookAtToken(client, 'SLACK_BOT_TOKEN');
    expect(who).toBeUndefined();
    expect(results[0]?.finding?.sentence).toBe(
      'Slack refuses SLACK_BOT_TOKEN (invalid_auth), so nothing can be posted.',
    );
    expect(JSON.stringify(results)).not.toContain('xoxb-test');
  });
});

describe('the connection', () => {
  const here = { host: '127.0.0.1', port: 3000 };

  it('is fine if Slack opens a socket', async () => {
    const { doctor } = await doctorOf(
      { 'apps.connections.open': ok({ url: 'wss://slack.example' }) },
      SOCKET,
    );
    expect((await doctor.lookAtConnection(here)).look.outcome).toBe('ok');
  });

  it('is a fault if Slack opens none', async () => {
    const { doctor } = await doctorOf({ 'apps.connections.open': no('not_allowed_token_type') }, SOCKET);
    expect(await doctor.lookAtConnection(here)).toMatchObject({
      look: { outcome: 'failed' },
      finding: { level: 'fault', mend: expect.stringContaining('SLACK_APP_TOKEN') },
    });
  });

  it.each([
    ['cannot be reached', hangUp],
    ['is down', broken(503)],
  ])('is reported once, as a fault of the network, if Slack %s', async (_, trouble) => {
    const { doctor, client } = await doctorOf(
      { 'auth.test': trouble, 'apps.connections.open': trouble },
      SOCKET,
    );
    const { results } = await doctor.lookAtToken(client, 'SLACK_BOT_TOKEN');
    const mends = [...results, await doctor.lookAtConnection(here)].flatMap(
      ({ finding }) => finding?.mend ?? [],
    );
    expect(mends).toEqual([expect.stringMatching(/^Check this machine’s network and proxy/)]);
  });

  it('is a fault of the address if nothing there speaks TLS', async () => {
    const { client } = await slackServer(hangUp);
    const apiUrl = client.slackApiUrl.replace(/^http:/, 'https:');
    const doctor = createSlackDoctor(
      { ...HTTP, apiUrl },
      () => NOW,
      () => undefined,
    );
    const { results } = await doctor.lookAtToken(doctor.clientOf('xoxb-test'), 'SLACK_BOT_TOKEN');
    expect(results.map(({ finding }) => finding?.mend)).toEqual([expect.stringContaining('http://')]);
  });

  it('is a fault of the network if Slack answered only about the token', async () => {
    const { doctor, client } = await doctorOf(
      { 'auth.test': authTest(ALL), 'apps.connections.open': hangUp },
      SOCKET,
    );
    await doctor.lookAtToken(client, 'SLACK_BOT_TOKEN');
    expect(await doctor.lookAtConnection(here)).toMatchObject({
      look: { what: 'Socket Mode', outcome: 'failed' },
      finding: { level: 'fault', mend: expect.stringContaining('network') },
    });
  });

  it('over HTTP is an address that only Slack can test', async () => {
    const { doctor } = await doctorOf({});
    expect((await doctor.lookAtConnection(here)).look).toMatchObject({
      outcome: 'skipped',
      said: expect.stringContaining(
        'only Slack can test that https://your-host/slack/events reaches 127.0.0.1:3000',
      ),
    });
  });
});

it('Slack’s time is read from every answer', async () => {
  const { doctor, client } = await doctorOf({ 'auth.test': authTest(ALL, NOW + 600_000) });
  expect(doctor.skewMs()).toBeUndefined();
  await doctor.lookAtToken(client, 'SLACK_BOT_TOKEN');
  expect(doctor.skewMs()).toBe(600_500);
});
