import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseProjects } from '../../src/projects/projects.ts';
import { createMembers, createPeople } from '../../src/slack/people.ts';
import { placeFault } from '../../src/surface/feeds/feed-form.ts';
import { requireMember } from '../../src/surface/guards.ts';
import { Refused } from '../../src/surface/refused.ts';
import { findSeen, requireSeen } from '../../src/surface/seen-by.ts';
import { createWorkspaces } from '../../src/surface/workspace.ts';
import { type Answering, hangUp, limited, no, ok, slackServer } from '../support/slack-server.ts';
import { TEAM } from '../support/store-opened.ts';
import { ACME, memberNamed, surfaceOver, unforeseen } from '../support/surface-over.ts';
import { json } from '../visibility/api.ts';

const GLOBEX = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';

const FILE = `projects:
  - { id: ${ACME}, name: Acme, visible_in: [C0PLANS], leads: { channel: C0ACME, schedule: "every day at 9:00" } }
  - { id: ${GLOBEX}, name: Globex, scores: { channel: C0GLOBEX, schedule: "every day at 9:00" } }
`;
const PROJECTS = parseProjects(FILE, 'projects.yml');

/** Who is in which channel; of a channel that is not named Slack says that there is none. */
const CHANNELS: Readonly<Record<string, readonly string[]>> = {
  C0PLANS: ['U0ANA', 'U0GIA', 'U0OTO'],
  C0ACME: ['U0OTO'],
};
const PEOPLE: Readonly<Record<string, object>> = {
  U0ANA: { team_id: TEAM },
  U0BEN: { team_id: TEAM, is_admin: true },
  U0GIA: { team_id: TEAM, is_ultra_restricted: true },
  U0OTO: { team_id: 'T0ELSE', is_stranger: true },
};

const slack: Answering = (response, call, number) => {
  const { channel = '', user = '' } = call.args;
  const members = CHANNELS[String(channel)];
  const answer =
    call.method === 'users.info'
      ? ok({ user: PEOPLE[String(user)] })
      : members
        ? ok({ members })
        : no('channel_not_found');
  answer(response, call, number);
};

async function world() {
  const { client } = await slackServer(slack);
  const { workspace } = await surfaceOver(FILE, json([]), ok());
  const workspaceOf = createWorkspaces({
    installationOf: () => ({ team: TEAM, botUserId: 'U0BOT', botId: 'B0BOT', client }),
    projectsOf: () => PROJECTS,
    setup: workspace.setup,
    personOf: createPeople(() => 0),
    isMember: createMembers(() => 0),
    feedsOf: () => ({ look: unforeseen, health: unforeseen, preview: unforeseen }),
  });
  const asked = workspaceOf(TEAM) ?? expect.fail('there is no workspace');
  return { reader: (person: string) => ({ person, workspace: asked }) };
}

describe('what a person sees', () => {
  it.each([
    ['a member of one of its channels', 'U0ANA', ['Acme'], ['C0PLANS']],
    ['a guest there', 'U0GIA', ['Acme'], ['C0PLANS']],
    ['an admin who is in none of them', 'U0BEN', [], []],
    ['somebody of another organisation, in whatever channel', 'U0OTO', [], []],
  ])('%s', async (_who, person, names, places) => {
    const { reader } = await world();
    const { projects, channels } = await findSeen(reader(person));
    expect(projects.map(({ name }) => name)).toEqual(names);
    expect([...channels]).toEqual(places);
  });

  it.each([
    ['the list of them', new Set(['C0ACME7']), 0],
    ['each of them, where Slack gives no list', undefined, 30],
  ])('of many channels is found by %s', async (_, joined, questions) => {
    const many = Array.from(
      { length: 30 },
      (_, i) => `{ id: ${randomUUID()}, name: Acme ${i}, visible_in: [C0ACME${i}] }`,
    );
    const { ask, workspace } = await surfaceOver(`projects: [${many.join(', ')}]`, json([]), ok());
    const asked: string[] = [];
    const isMember = async (channel: string) => asked.push(channel) > 0 && channel === 'C0ACME7';
    const person = {
      id: 'U0ANA',
      name: 'Ana',
      isStranger: false,
      isGuest: false,
      isAdmin: false,
      groups: [],
    };
    const known = { ...workspace, isMember, findJoined: async () => joined, personOf: async () => person };
    const { projects } = await findSeen({ ...ask(), workspace: known });
    expect(projects.map(({ name }) => name)).toEqual(['Acme 7']);
    expect(asked).toHaveLength(questions);
  });
});

describe('while Slack does not say who is in a channel', () => {
  it('nobody reads that they see nothing, or left the channel they are in', async () => {
    const { ask, workspace } = await surfaceOver(FILE, json([]), ok({ channel: { is_member: true } }), {
      workspace: { personOf: async (id) => memberNamed('Ana', id) },
    });
    const asked = ask({ channel: 'C0PLANS' });
    const refusalIf = (isThere: boolean | undefined) => {
      const asker = { ...asked, workspace: { ...workspace, isMember: async () => isThere } };
      const seen = [requireMember(asker, 'now'), findSeen(asker), placeFault('C0PLANS', asker)];
      return Promise.all(seen.map((looking) => looking.catch((error: unknown) => error)));
    };
    const [left] = await refusalIf(false);
    const unknown = await refusalIf(undefined);
    for (const refusal of unknown) expect(refusal).toBeInstanceOf(Refused);
    for (const refusal of unknown) expect(refusal).not.toEqual(left);
  });
});

it.each([
  [limited('30'), false],
  [hangUp, false],
  [no('channel_not_found'), true],
  [ok({ channel: { is_member: false } }), true],
  [ok({ channel: { is_member: true, is_archived: true } }), false],
])('the bot asks for an invitation only if Slack says that it can’t post', async (answer, asks) => {
  const { ask } = await surfaceOver(FILE, json([]), answer);
  const fault = await placeFault('C0PLANS', ask());
  expect(fault).toEqual(expect.any(String));
  expect(fault?.includes('/invite')).toBe(asks);
});

describe('a required project', () => {
  it('is returned to people who see it', async () => {
    const { reader } = await world();
    expect(await requireSeen(ACME, reader('U0ANA'))).toMatchObject({ name: 'Acme' });
  });

  it('is refused in the same words whether hidden or unknown', async () => {
    const { reader } = await world();
    const refusals = [GLOBEX, 'nowhere'].map((id) =>
      requireSeen(id, reader('U0ANA')).catch((error) => error),
    );
    const [hidden, nowhere] = await Promise.all(refusals);
    expect(hidden).toBeInstanceOf(Refused);
    expect(hidden.message).toBe(nowhere.message);
    expect(hidden.message).not.toContain('Globex');
  });
});
