import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIdentity, type Identify, type Presented } from '../../src/mcp/http-door.ts';
import type { Person } from '../../src/slack/people.ts';
import { makeMcpToken, readLiveMcpTokens, revokeMcpToken } from '../../src/store/sealed.ts';
import { anyCharacter } from '../support/arbitraries.ts';
import { runs } from '../support/runs.ts';
import { no, ok } from '../support/slack-server.ts';
import { MINUTE, NINE, SECOND, TEAM } from '../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../support/surface-over.ts';
import { json } from '../visibility/api.ts';

const FILE = 'projects: [{ id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: Acme, visible_in: [C0ACME] }]';
const SECRET = 'secret-of-signing';
const LOCAL = { host: '127.0.0.1', mcp: { writes: false, signingSecrets: [SECRET] } };

type Config = Parameters<typeof createIdentity>[0]['config'];

/** The door of a workspace where Slack describes everybody as `person`. */
async function door(config: Config = LOCAL) {
  const slack: { person: Partial<Person> | 'unknown' | 'silent' } = { person: {} };
  const surface = await surfaceOver(FILE, json([]), (response, call, number) =>
    (slack.person === 'unknown'
      ? no('user_not_found')
      : slack.person === 'silent'
        ? no('ratelimited')
        : ok())(response, call, number),
  );
  const { db, time, workspace } = surface;
  const clock = { now: NINE };
  const identify = createIdentity({
    config,
    db,
    workspaceOf: (team) =>
      team === TEAM
        ? {
            ...workspace,
            personOf: async (id) => {
              if (typeof slack.person === 'string') await workspace.client.users.info({ user: id });
              const said = typeof slack.person === 'string' ? {} : slack.person;
              return { ...memberNamed('Ana', id), ...said };
            },
          }
        : undefined,
    now: () => time.now,
    realNow: () => clock.now,
  });
  const made = async (team = TEAM, person = 'U0ANA') =>
    (await makeMcpToken(db, team, { person, label: 'Claude', at: NINE })) ?? expect.fail('no token was made');
  return { db, identify, slack, clock, time, made };
}

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask', arguments: {} } };
const HOST = { host: '127.0.0.1:3000' };

function withToken(token: string, headers: Presented['headers'] = {}, address = '10.0.0.1'): Presented {
  const rawBody = JSON.stringify(CALL);
  return {
    rawBody,
    body: CALL,
    address,
    headers: { ...HOST, authorization: `Bearer ${token}`, ...headers },
  };
}

/** As Slackbot sends it, with time and body signed. */
function signed(
  body: unknown,
  { secret = SECRET, at = NINE, headers = {} as Presented['headers'] } = {},
): Presented {
  const rawBody = body === undefined ? '' : JSON.stringify(body);
  const timestamp = `${at / SECOND}`;
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${rawBody}`).digest('hex');
  return {
    rawBody,
    body,
    headers: {
      ...HOST,
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
      ...headers,
    },
  };
}

const calledBy = (slack: unknown) => ({ ...CALL, params: { ...CALL.params, _meta: { slack } } });
const ANA = { user_id: 'U0ANA', team_id: TEAM, enterprise_id: null };

const refusalOf = async (identify: Identify, presented: Presented) => {
  const answer = await identify(presented);
  if (!('refusal' in answer)) return expect.fail(`let in as ${JSON.stringify(answer)}`);
  expect(answer.sentence).toMatch(/^\p{Lu}.*\.$/u);
  return answer.refusal;
};

describe('a personal token', () => {
  it('identifies its owner until it’s revoked', async () => {
    const { db, identify, made } = await door();
    const token = await made();
    expect(await identify(withToken(token))).toEqual({ team: TEAM, person: 'U0ANA' });
    const [kept] = await readLiveMcpTokens(db, TEAM, 'U0ANA');
    await revokeMcpToken(db, TEAM, kept?.id ?? '', NINE);
    expect(await identify(withToken(token))).toMatchObject({
      refusal: 401,
      sentence: expect.stringContaining('revoked'),
      headers: { 'www-authenticate': 'Bearer' },
    });
  });

  it('is refused if it’s unknown or not a bearer token', async () => {
    const { identify, made } = await door();
    const token = await made();
    for (const authorization of [`Bearer ${token}x`, 'Bearer slt_', 'Bearer', `Basic ${token}`, token, ''])
      expect(await refusalOf(identify, withToken('', { authorization }))).toBe(401);
    expect(await identify({ headers: HOST, rawBody: '', body: undefined })).toMatchObject({
      refusal: 401,
      headers: { 'www-authenticate': 'Bearer' },
    });
  });

  it('is refused if Sightline is no longer in its workspace', async () => {
    const { identify, made } = await door();
    expect(await refusalOf(identify, withToken(await made('T0GONE')))).toBe(401);
  });

  it.each([
    ['was deactivated', { isDeactivated: true }],
    ['became a guest', { isGuest: true }],
    ['is from another organisation', { isStranger: true }],
    ['is unknown to Slack', 'unknown'],
  ] as const)('is refused if its owner %s', async (_, person) => {
    const { identify, made, slack } = await door();
    const token = await made();
    expect(await identify(withToken(token))).toHaveProperty('person');
    slack.person = person;
    expect(await refusalOf(identify, withToken(token))).toBe(401);
  });

  it('is refused for now if Slack doesn’t say who the owner is', async () => {
    const { identify, made, slack } = await door();
    slack.person = 'silent';
    expect(await identify(withToken(await made()))).toMatchObject({
      refusal: 503,
      headers: { 'retry-after': '60' },
    });
  });

  it('is marked as used once an hour', async () => {
    const { db, identify, made, time, clock } = await door();
    const token = await made();
    const used = async () => (await readLiveMcpTokens(db, TEAM))[0]?.lastUsedAt;
    expect(await used()).toBeUndefined();
    for (const [minutes, noted] of [
      [0, 0],
      [59, 0],
      [61, 61],
    ] as const) {
      time.now = clock.now = NINE + minutes * MINUTE;
      await identify(withToken(token));
      expect(await used()).toBe(NINE + noted * MINUTE);
    }
  });
});

describe('a request signed by Slack', () => {
  it('identifies the person it names', async () => {
    const { identify } = await door();
    expect(await identify(signed(calledBy(ANA)))).toEqual({ team: TEAM, person: 'U0ANA' });
  });

  it('identifies guests too, who see what they see in Slack', async () => {
    const { identify, slack } = await door();
    slack.person = { isGuest: true };
    expect(await identify(signed(calledBy(ANA)))).toHaveProperty('person', 'U0ANA');
    slack.person = { isDeactivated: true };
    expect(await refusalOf(identify, signed(calledBy(ANA)))).toBe(401);
  });

  it.each([
    ['too old', { at: NINE - 5 * MINUTE - SECOND }],
    ['from the future', { at: NINE + 5 * MINUTE + SECOND }],
    ['signed with another secret', { secret: 'another-secret' }],
    ['without a time', { headers: { 'x-slack-request-timestamp': undefined } }],
    ['with an unreadable time', { headers: { 'x-slack-request-timestamp': 'now' } }],
    ['with half a signature', { headers: { 'x-slack-signature': 'v0=00' } }],
    ['with an empty signature', { headers: { 'x-slack-signature': '' } }],
  ])('%s is refused', async (_, otherwise) => {
    const { identify } = await door();
    expect(await refusalOf(identify, signed(calledBy(ANA), otherwise))).toBe(401);
  });

  it('is refused if its body isn’t what was signed', async () => {
    const { identify } = await door();
    const changed = calledBy({ ...ANA, user_id: 'U0BEN' });
    const forged = { ...signed(calledBy(ANA)), rawBody: JSON.stringify(changed), body: changed };
    expect(await refusalOf(identify, forged)).toBe(401);
  });

  it('is accepted up to the age limit', async () => {
    const { identify } = await door();
    const old = signed(calledBy(ANA), { at: NINE - 5 * MINUTE });
    expect(await identify(old)).toHaveProperty('person', 'U0ANA');
  });

  it.each([
    ['another workspace', { ...ANA, team_id: 'T0OTHER' }],
    ['no workspace, as in an org-wide installation', { ...ANA, team_id: null }],
    ['a workspace that can’t be read', { ...ANA, team_id: 7 }],
    ['no person', { team_id: TEAM }],
    ['a person without a name', { ...ANA, user_id: '' }],
    ['something unreadable', 'U0ANA'],
    ['nothing', null],
  ])('that names %s is refused', async (_, slack) => {
    const { identify } = await door();
    expect(await refusalOf(identify, signed(calledBy(slack)))).toBe(403);
  });

  it('that names nobody can list tools but not call them', async () => {
    const { identify } = await door();
    for (const method of ['initialize', 'notifications/initialized', 'tools/list', 'server/discover', 'ping'])
      expect(await identify(signed({ jsonrpc: '2.0', id: 1, method }))).toEqual({
        listsOnly: true,
      });
    expect(await identify(signed(undefined))).toHaveProperty('listsOnly', true);
    for (const body of [
      CALL,
      { ...CALL, method: 'resources/read' },
      { ...CALL, method: 'resources/list' },
      [{ ...CALL, method: 'tools/list' }],
      { id: 1 },
      7,
    ])
      expect(await refusalOf(identify, signed(body))).toBe(403);
  });

  it('is only accepted if MCP_SLACK_IDENTITY is on', async () => {
    const { identify } = await door({ host: '127.0.0.1', mcp: { writes: false, signingSecrets: [] } });
    expect(await refusalOf(identify, signed(calledBy(ANA)))).toBe(401);
  });

  it('is refused if it also has a token', async () => {
    const { identify, made } = await door();
    const authorization = `Bearer ${await made()}`;
    expect(await refusalOf(identify, signed(calledBy(ANA), { headers: { authorization } }))).toBe(400);
  });
});

it('can’t name its person without a signature', async () => {
  const { identify, made } = await door();
  const body = calledBy({ ...ANA, user_id: 'U0BEN' });
  const forged = { headers: HOST, rawBody: JSON.stringify(body), body };
  expect(await refusalOf(identify, forged)).toBe(401);
  const bens = { ...withToken(await made()), rawBody: JSON.stringify(body), body };
  expect(await identify(bens)).toMatchObject({ person: 'U0ANA' });
});

describe('a browser', () => {
  const PUBLIC = { ...LOCAL, publicUrl: 'https://bot.acme.example/sightline' };
  const OPEN = { ...LOCAL, host: '0.0.0.0' };

  it.each([
    [LOCAL, { host: 'localhost:3000' }, true],
    [LOCAL, { host: '[::1]:3000' }, true],
    [{ ...LOCAL, host: '::1' }, { host: 'evil.example' }, false],
    [LOCAL, { host: 'evil.example:3000' }, false],
    [LOCAL, { host: '127.0.0.1.evil.example' }, false],
    [LOCAL, { host: 'evil.example/127.0.0.1' }, false],
    [LOCAL, { host: undefined }, false],
    [PUBLIC, { host: 'bot.acme.example' }, true],
    [PUBLIC, { host: 'Bot.Acme.Example:443' }, true],
    [PUBLIC, { host: 'evil.example' }, false],
    [OPEN, { host: 'sightline.internal:3000' }, true],
    [{ ...OPEN, publicUrl: PUBLIC.publicUrl }, { host: 'sightline.internal:3000' }, false],
    [LOCAL, { origin: 'http://localhost:6274' }, true],
    [LOCAL, { origin: 'https://evil.example' }, false],
    [LOCAL, { origin: 'null' }, false],
    [LOCAL, { origin: '' }, false],
    [OPEN, { host: 'evil.example', origin: 'https://evil.example' }, false],
    [PUBLIC, { host: 'bot.acme.example', origin: 'https://bot.acme.example' }, true],
    [PUBLIC, { host: 'bot.acme.example', origin: 'https://evil.example' }, false],
  ])('%j with %j', async (config, headers, isLetIn) => {
    const { identify, made } = await door(config);
    const presented = withToken(await made(), headers);
    if (isLetIn) expect(await identify(presented)).toHaveProperty('person');
    else expect(await refusalOf(identify, presented)).toBe(403);
  });
});

describe('in a minute', () => {
  it('a person can make 60 requests with any of their tokens, and others aren’t affected', async () => {
    const { identify, made, clock } = await door();
    const [one, other, bens] = [await made(), await made(), await made(TEAM, 'U0BEN')];
    for (let i = 0; i < 60; i++)
      expect(await identify(withToken(i % 2 ? one : other))).toHaveProperty('person');
    clock.now += 20 * SECOND;
    expect(await identify(withToken(one))).toMatchObject({ refusal: 429, headers: { 'retry-after': '40' } });
    expect(await identify(signed(calledBy(ANA), { at: clock.now }))).toHaveProperty('refusal', 429);
    expect(await identify(withToken(bens))).toHaveProperty('person', 'U0BEN');
    clock.now += 40 * SECOND;
    expect(await identify(withToken(one))).toHaveProperty('person');
  });

  it('an address that guesses tokens has to wait, and nobody else is locked out', async () => {
    const { identify, made } = await door();
    const token = await made();
    for (let i = 0; i < 20; i++) expect(await refusalOf(identify, withToken(`slt_${i}`))).toBe(401);
    expect(await identify(withToken('slt_21'))).toMatchObject({
      refusal: 429,
      headers: { 'retry-after': '60' },
    });
    expect(await refusalOf(identify, withToken('slt_22', {}, '10.0.0.2'))).toBe(401);
    expect(await identify(withToken(token))).toHaveProperty('person');
  });
});

it('arbitrary requests are refused and break nothing', async () => {
  const { identify } = await door();
  const value = fc.oneof(fc.string({ unit: anyCharacter }), fc.array(fc.string(), { maxLength: 3 }));
  const headers = fc.record(
    {
      host: fc.oneof(fc.constant(HOST.host), value),
      origin: value,
      authorization: fc.oneof(
        value,
        fc.string().map((token) => `Bearer ${token}`),
      ),
      'x-slack-request-timestamp': fc.oneof(value, fc.constant(`${NINE / SECOND}`)),
      'x-slack-signature': fc.oneof(value, fc.stringMatching(/^v0=[0-9a-f]{0,64}$/)),
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(fc.jsonValue(), fc.jsonValue().map(calledBy));
  await fc.assert(
    fc.asyncProperty(headers, body, async (given, said) => {
      const raw = { headers: given as Presented['headers'], rawBody: JSON.stringify(said), body: said };
      expect(await identify(raw)).toMatchObject({ refusal: expect.any(Number) });
    }),
    { numRuns: runs(1_000) },
  );
  // If it looks as if Slack sent it, it may list at most.
  await fc.assert(
    fc.asyncProperty(body, async (said) => {
      const answer = await identify(signed(said));
      expect('refusal' in answer || 'listsOnly' in answer).toBe(true);
    }),
    { numRuns: runs(1_000) },
  );
});
