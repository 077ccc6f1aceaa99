/** Two sandbox projects and people of every kind, behind the real /mcp door over HTTP. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { createHttpDoor, createIdentity } from '../../src/mcp/http-door.ts';
import { answerForOperator } from '../../src/mcp/server.ts';
import { createWriteTools } from '../../src/mcp/write-tools.ts';
import { suggestionSubject } from '../../src/outbox/thing-standing.ts';
import type { Person } from '../../src/slack/people.ts';
import { keepAlert } from '../../src/store/alerts.ts';
import { giveHandles, readHandles } from '../../src/store/handles.ts';
import { makeMcpToken } from '../../src/store/sealed.ts';
import { createProjectNames } from '../../src/surface/ask/project-names.ts';
import { createUnderWay } from '../../src/surface/restarting.ts';
import { createVisibility } from '../../src/visibility/client.ts';
import { NEWS } from '../messages/cast.ts';
import { OPENED } from '../messages/every-alert.ts';
import { RECAP } from '../messages/insight-cast.ts';
import { ACME, API_KEY, startTestSandbox, TIDEWATER } from '../support/sandbox.ts';
import { ok } from '../support/slack-server.ts';
import { queued, SECOND, TEAM } from '../support/store-opened.ts';
import { memberNamed, surfaceOver, unforeseen } from '../support/surface-over.ts';
import { answerOfUrl } from '../support/text-of-url.ts';

const SIGNING_SECRET = 'secret-of-signing';

/** The people, their roles, and their channels. */
const PEOPLE = {
  ana: { is: {}, in: ['C0ACME'] },
  tia: { is: {}, in: ['C0TIDE'] },
  elsewhere: { is: {}, in: ['C0RANDOM'] },
  admin: { is: { isAdmin: true }, in: ['C0RANDOM'] },
  guest: { is: { isGuest: true }, in: ['C0ACME'] },
  stranger: { is: { isStranger: true }, in: ['C0ACME', 'C0TIDE'] },
  deactivated: { is: { isDeactivated: true as const }, in: ['C0ACME', 'C0TIDE'] },
};
export type Who = keyof typeof PEOPLE;
export const EVERYBODY = Object.keys(PEOPLE) as Who[];
export const DOORS = ['token', 'slack'] as const;
export type Door = (typeof DOORS)[number];

/** As it comes over HTTP. */
export type Answered = { status: number; text: string };

export const idOf = (who: Who) => `U0${who.toUpperCase()}`;
const personNamed = (id: string) => EVERYBODY.find((who) => idOf(who) === id);

/** A project with its posts. `own`: words that only it has. */
export type Shown = {
  id: string;
  name: string;
  handles: { lead: string; alert: string; suggestion: string };
  own: readonly string[];
};

const CAST = [
  { ...ACME, name: 'Acme', channel: 'C0ACME', rivals: ['Globex', 'Initech', 'Umbra', 'Hooli', 'Vandelay'] },
  {
    ...TIDEWATER,
    name: 'Tidewater',
    channel: 'C0TIDE',
    rivals: ['Saltmarsh', 'Pipewright', 'Gullwing', 'Larkspur', 'Bellwether'],
  },
];

const feedsIn = (channel: string) =>
  Object.entries({ leads: 'every day', scores: 'every day', suggestions: 'every day', recap: 'Mondays' })
    .map(([kind, days]) => `${kind}: { channel: ${channel}, schedule: "${days} at 9:00" }`)
    .join(', ');

export async function twoProjects({ writes = true } = {}) {
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  await sandbox.advance({ days: 20 });
  const baseUrl = sandbox.botEnvironment.VISIBILITY_BASE_URL ?? expect.fail('the sandbox has no API');
  const visibility = createVisibility({ baseUrl });
  onTestFinished(() => visibility.close());
  const client = visibility.open(API_KEY);
  const projects = CAST.map(({ id, name, channel }) => `{ id: ${id}, name: ${name}, ${feedsIn(channel)} }`);
  const over = await surfaceOver(`projects: [${projects.join(', ')}]`, unforeseen, ok(), {
    workspace: {
      personOf: async (id): Promise<Person> => {
        const who = personNamed(id);
        return { ...memberNamed(who ?? id, id), ...(who && PEOPLE[who].is) };
      },
      isMember: async (channel, id) => {
        const who = personNamed(id);
        return who !== undefined && PEOPLE[who].in.includes(channel);
      },
      feeds: {
        look: async () => undefined,
        health: async () => ({ projects: [], late: undefined }),
        preview: unforeseen,
      },
    },
    bot: { api: () => client },
  });
  const { db, time, workspace } = over;
  time.now = await sandbox.now();
  const projectNames = createProjectNames(
    { db, visibilityOf: () => client, log: over.bot.log },
    () => time.now,
  );
  const bot = { ...over.bot, projectNames };
  // A second passes with each request, so nobody hits the rate limit.
  const real = { now: time.now };
  const realNow = () => real.now;
  const workspaceOf = (team: string) => (team === TEAM ? workspace : undefined);
  const mcp = { writes, signingSecrets: [SIGNING_SECRET] };
  const offer = writes ? { writeTools: createWriteTools(realNow) } : {};
  const redact = (text: string) => text;
  const door = createHttpDoor({
    identify: createIdentity({
      config: { host: '127.0.0.1', mcp },
      db,
      workspaceOf,
      now: () => time.now,
      realNow,
    }),
    workspaceOf,
    bot,
    offer,
    redact,
    underWay: createUnderWay(),
  });
  // On a busy machine an idle connection would be closed just as the next request goes out.
  const server = createServer({ keepAliveTimeout: 0 }, door);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

  const tokens = new Map<Who, string>();
  for (const who of EVERYBODY) {
    const token = await makeMcpToken(db, TEAM, { person: idOf(who), label: 'test', at: time.now });
    tokens.set(who, token ?? expect.fail('no token was made'));
  }

  /** As the person's client, or as Slackbot on their behalf. */
  async function post(
    who: Who,
    by: Door,
    rawBody: string,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    real.now += 2 * SECOND;
    const timestamp = `${Math.floor(real.now / SECOND)}`;
    const mac = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${rawBody}`).digest('hex');
    const identity: Record<string, string> =
      by === 'token'
        ? { authorization: `Bearer ${tokens.get(who)}` }
        : { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${mac}` };
    return answerOfUrl(url, {
      method: 'POST',
      body: rawBody,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...identity,
        ...headers,
      },
    });
  }

  /** Only the body of the answer. `by`: also the operator, who doesn't come over HTTP. */
  async function ask(
    who: Who | 'operator',
    by: Door | 'stdio',
    method: string,
    params: object = {},
  ): Promise<string> {
    const meta = who !== 'operator' &&
      by === 'slack' && { _meta: { slack: { user_id: idOf(who), team_id: TEAM } } };
    const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, ...meta } };
    if (who === 'operator' || by === 'stdio')
      return JSON.stringify(
        await answerForOperator({ message }, { bot, workspaces: [workspace], offer, redact }),
      );
    return (await post(who, by, JSON.stringify(message))).text;
  }

  const shown: Shown[] = [];
  for (const { id, name, channel, rivals } of CAST) {
    const [leads, prompts, segments] = await Promise.all([
      sandbox.leads(id),
      client.prompts(id),
      client.segmentSuggestions(id),
    ]);
    const segment = segments[0] ?? expect.fail('nothing is suggested');
    const project = { id, name };
    const key = `alert of ${name}`;
    // They hold nobody else's words.
    const own = (decision: object) =>
      JSON.stringify({ ...decision, project })
        .replaceAll(/Globex|Initech|Umbra/g, rivals[0] ?? '')
        .replaceAll('k8s cost alerts', `prompt of ${name}`);
    const alert = JSON.parse(own({ ...OPENED, key }));
    await keepAlert(db, { team: TEAM, channel, projectId: id }, alert, time.now);
    await giveHandles(db, TEAM, 'A', [key]);
    await giveHandles(db, TEAM, 'S', [segment.id]);
    const posts = [
      { kind: 'score_alert', subject: key, decision: JSON.stringify(alert) },
      { kind: 'recap', subject: `recap of ${name}`, decision: own(RECAP) },
      {
        kind: 'segment_suggestion',
        subject: suggestionSubject(id, segment.id),
        decision: own({ ...NEWS, suggestion: { id: segment.id, name: segment.name } }),
      },
    ];
    for (const post of posts)
      await queued(db, `${post.kind} of ${name}`, { ...post, channel, project_id: id });
    await db
      .updateTable('delivery')
      .set({ state: 'sent', placed_in: channel, ts: '1.2' })
      .where('project_id', '=', id)
      .execute();
    // Listed things get short names.
    const who = name === 'Acme' ? 'ana' : 'tia';
    const listed = await ask(who, 'token', 'tools/call', { name: 'list_leads', arguments: {} });
    const all = await readHandles(db, TEAM, [key, segment.id]);
    shown.push({
      id,
      name,
      handles: {
        lead: listed.match(/\bL\d+\b/)?.[0] ?? expect.fail('no lead is listed'),
        alert: all[key] ?? '',
        suggestion: all[segment.id] ?? '',
      },
      own: [
        segment.name,
        ...rivals,
        ...leads.map(({ title }) => title),
        ...prompts.flatMap(({ text }) => text ?? []),
      ],
    });
  }
  const [acme, tidewater] = shown;
  if (!acme || !tidewater) return expect.fail('there are not two projects');
  return { db, url, tokens, post, ask, acme, tidewater, logged: over.lines };
}
