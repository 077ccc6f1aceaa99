/**
 * Everybody, by every door, at everything: nobody reads or changes a project they don't see in Slack. A nightly run asks for each
 * thing as each of them; any other lets them take turns, so that each thing is asked for by several people through both doors.
 */
import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { DOORS, type Door, EVERYBODY, idOf, type Shown, twoProjects, type Who } from './two-projects.ts';

type World = Awaited<ReturnType<typeof twoProjects>>;
type Given = Readonly<Record<string, unknown>>;

/** The id of something that doesn't exist. */
const NOTHING = '00000000-0000-4000-8000-000000000000';
const NOBODYS = { lead: 'L99999', alert: 'A99999', suggestion: 'S99999', answer: NOTHING };
type Things = typeof NOBODYS;

/** The input for each tool, without the project. */
const GIVEN: Readonly<Record<string, (of: Things) => Given>> = {
  list_projects: () => ({}),
  overview: () => ({}),
  ask: () => ({ question: 'how is our score?' }),
  get_scores: () => ({ metric: 'mention_rate' }),
  explain_change: () => ({}),
  get_topic: () => ({ topic: 'pricing' }),
  compare: () => ({}),
  search_answers: () => ({ topic: 'pricing' }),
  get_sources: () => ({}),
  list_leads: () => ({}),
  get_lead: ({ lead }) => ({ handle: lead }),
  list_alerts: () => ({}),
  why: ({ alert }) => ({ handle: alert }),
  what_if: () => ({}),
  read_answer: ({ answer }) => ({ id: answer }),
  claim_lead: ({ lead }) => ({ handle: lead }),
  set_lead_outcome: ({ lead }) => ({ handle: lead, outcome: 'replied' }),
  snooze_lead: ({ lead }) => ({ handle: lead, until: 'tomorrow' }),
  judge_alert: ({ alert }) => ({ handle: alert }),
  track_prompt: () => ({ prompt: 'which tool tells me about nothing?' }),
  decide_suggestion: ({ suggestion }) => ({ handle: suggestion, decision: 'accept' }),
};
const TOOLS = Object.keys(GIVEN);
const WRITES = TOOLS.slice(-6);

const RESOURCES = ({ lead, alert }: Things) => [
  'status',
  'recaps/latest',
  `leads/${lead}`,
  `alerts/${alert}`,
];

/** Who sees a project: its members, and a guest in its channel through Slackbot, since tokens are for members. */
function reads(who: Who, door: Door, { name }: Shown): boolean {
  if (name === 'Tidewater') return who === 'tia';
  return who === 'ana' || (who === 'guest' && door === 'slack');
}

const PAIRS = EVERYBODY.flatMap((who) => DOORS.map((door) => ({ who, door })));

/** Each thing is asked for by one of so many. */
const TURNS = runs(5, 1);

/** Those of `things` whose turn it is with this person, door and project. */
function inTurn<Thing>(things: readonly Thing[], who: Who, door: Door, { name }: Shown): Thing[] {
  const turn = EVERYBODY.indexOf(who) * 4 + DOORS.indexOf(door) * 3 + (name === 'Acme' ? 0 : 4);
  return things.filter((_, i) => (i + turn) % TURNS === 0);
}

const call = ({ ask }: World, who: Who | 'operator', door: Door | 'stdio', name: string, given: Given) =>
  ask(who, door, 'tools/call', { name, arguments: given });

async function thingsOf(world: World, project: Shown): Promise<Things> {
  const member = project.name === 'Acme' ? 'ana' : 'tia';
  const said = await call(world, member, 'token', 'search_answers', { topic: 'pricing' });
  const [, answer] = said.match(/\bid ([0-9a-f-]{36})/) ?? [];
  return { ...project.handles, answer: answer ?? expect.fail('no answer has an id') };
}

/** Examples of commands, which everybody may read. */
const SAID_TO_ALL = ['k8s cost alerts', 'best crm for startups'];

/** A project's words in an answer. Its id is echoed to people who ask by it. */
const leaked = (said: string, { own }: Shown) =>
  own.filter((words) => said.includes(words) && !SAID_TO_ALL.includes(words));

/** An answer about a project, with the name asked for replaced so that it compares with one about nothing. */
function asOfNothing(said: string, { id, name }: Shown, things: Things): string {
  const swaps = [
    [id, NOTHING],
    [name, 'Nothing'],
    ...Object.entries(things).map(([kind, thing]) => [thing, NOBODYS[kind as keyof Things]]),
  ] as const;
  return swaps.reduce((text, [from, to]) => text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to), said);
}

const written = async ({ db }: World) =>
  (await db.selectFrom('audit').select(['person', 'action']).execute()).map(
    ({ person, action }) => `${person} ${action}`,
  );

test('people who see a project in Slack get it from every reading tool and resource', async () => {
  const world = await twoProjects();
  const every = (await world.ask('ana', 'token', 'tools/list')).matchAll(/"name":"(\w+)","title"/g);
  expect([...every].map(([, name]) => name).toSorted()).toEqual(TOOLS.toSorted());
  expect(TOOLS.length).toBeLessThanOrEqual(25);
  const readers = [
    ['ana', 'token', world.acme],
    ['guest', 'slack', world.acme],
    ['tia', 'token', world.tidewater],
    ['operator', 'stdio', world.acme],
  ] as const;
  // By day each thing is read by every second of them.
  const every2nd = runs(2, 1);
  for (const [at, [who, door, project]] of readers.entries()) {
    const isTheirs = (_: unknown, i: number) => (i + at) % every2nd === 0;
    const things = await thingsOf(world, project);
    let all = '';
    for (const name of TOOLS.filter((one) => !WRITES.includes(one)).filter(isTheirs)) {
      const given = GIVEN[name]?.(things) ?? {};
      const args = name === 'list_projects' ? given : { ...given, project: project.name };
      const said = await call(world, who, door, name, args);
      expect(said, name).not.toContain('"isError":true');
      all += said;
    }
    for (const part of RESOURCES(things).filter(isTheirs)) {
      const uri = `sightline://${project.id}/${part}`;
      const said = await world.ask(who, door, 'resources/read', { uri });
      expect(said, part).toContain('text/markdown');
      all += said;
    }
    // Without this the tests below would prove nothing.
    expect(leaked(all, project).length).toBeGreaterThan(25 / every2nd);
  }
});

test('a project that somebody doesn’t see in Slack doesn’t exist for them, however they connect', async () => {
  const world = await twoProjects();
  const things = [
    [world.acme, await thingsOf(world, world.acme)],
    [world.tidewater, await thingsOf(world, world.tidewater)],
  ] as const;
  for (const { who, door } of PAIRS) {
    const ofNothing = rememberAnswers(world, who, door);
    for (const [project, its] of things)
      if (!reads(who, door, project)) await readsNothingOf(project, its, who, door, world, ofNothing);
  }
  // Along the way members track a prompt in their own project.
  const own = ['ana', 'tia'].map((who) => `${idOf(who as Who)} prompt.track`);
  expect((await written(world)).filter((act) => !own.includes(act))).toEqual([]);
});

test('each thing has its turn with several people, through both doors, of both projects', () => {
  const turns = PAIRS.flatMap(({ who, door }) =>
    ['Acme', 'Tidewater'].flatMap((name) => {
      const shown = { id: '', name, handles: NOBODYS, own: [] };
      const theirs = reads(who, door, shown) ? [] : inTurn(TOOLS, who, door, shown);
      return theirs.map((tool) => ({ tool, who, door, name }));
    }),
  );
  const met = TOOLS.map((name) => {
    const its = turns.filter(({ tool }) => tool === name);
    const many = (key: 'who' | 'door' | 'name') => new Set(its.map((turn) => turn[key])).size;
    return { people: Math.min(4, many('who')), doors: many('door'), projects: many('name') };
  });
  expect(met).toEqual(TOOLS.map(() => ({ people: 4, doors: 2, projects: 2 })));
});

test('nobody can use somebody else’s cursor to read a project they don’t see', async () => {
  const world = await twoProjects();
  const { acme } = world;
  const first = await call(world, 'ana', 'token', 'list_leads', { project: 'Acme' });
  const [, cursor] = first.match(/"nextCursor":"([^"]+)"/) ?? [];
  const next = await call(world, 'ana', 'token', 'list_leads', { cursor });
  const titles = [...next.matchAll(/\[([^\]]{9,})\]\(</g)].map(([, title = '']) => title);
  expect(titles.length).toBeGreaterThan(5);
  for (const { who, door } of PAIRS) {
    if (reads(who, door, acme)) continue;
    const said = await call(world, who, door, 'list_leads', { cursor });
    expect(
      titles.filter((title) => said.includes(title)),
      who,
    ).toEqual([]);
  }
});

type Asking = (method: string, params: object) => Promise<string>;

/** Asks each thing once: what is said of nothing is the same beside either project. */
function rememberAnswers({ ask }: World, who: Who, door: Door): Asking {
  const known = new Map<string, Promise<string>>();
  return (method, params) => {
    const key = JSON.stringify([method, params]);
    const said = known.get(key) ?? ask(who, door, method, params);
    known.set(key, said);
    return said;
  };
}

/** Every tool, resource and list treats it like a project that doesn't exist. */
async function readsNothingOf(
  project: Shown,
  things: Things,
  who: Who,
  door: Door,
  world: World,
  ofNothing: Asking,
): Promise<void> {
  const expectAsNothing = (said: string, saidOfNothing: string, what: string) => {
    const whose = `${what} of ${project.name} for ${who} by ${door}`;
    expect(leaked(said, project), whose).toEqual([]);
    expect(asOfNothing(said, project, things), whose).toBe(saidOfNothing);
  };
  const calling = (name: string, given: Given) => call(world, who, door, name, given);
  const callingNothing = (name: string, given: Given) => ofNothing('tools/call', { name, arguments: given });
  for (const name of inTurn(TOOLS, who, door, project)) {
    const [theirs, nobodys] = [GIVEN[name]?.(things) ?? {}, GIVEN[name]?.(NOBODYS) ?? {}];
    if (JSON.stringify(theirs) !== JSON.stringify(nobodys)) {
      expectAsNothing(await calling(name, theirs), await callingNothing(name, nobodys), name);
    } else if (door === 'token') {
      // People’s own projects: one door is enough.
      expect(leaked(await calling(name, theirs), project), name).toEqual([]);
    }
    if (name === 'list_projects') continue;
    const named = await calling(name, { ...theirs, project: project.name });
    expectAsNothing(named, await callingNothing(name, { ...nobodys, project: 'Nothing' }), name);
    // How a project is found has nothing to do with the door.
    if (door !== 'token') continue;
    const byId = await calling(name, { ...theirs, project: project.id });
    expect(asOfNothing(byId, project, things).replaceAll(NOTHING, 'Nothing'), name).toBe(
      asOfNothing(named, project, things),
    );
  }
  const parts = RESOURCES(things).map((part, i) => ({ part, nobodys: RESOURCES(NOBODYS)[i] }));
  for (const { part, nobodys } of inTurn(parts, who, door, project)) {
    const said = await world.ask(who, door, 'resources/read', { uri: `sightline://${project.name}/${part}` });
    const uri = `sightline://Nothing/${nobodys}`;
    expectAsNothing(said, await ofNothing('resources/read', { uri }), part);
  }
  for (const method of ['resources/list', 'resources/templates/list', 'prompts/list', 'tools/list'])
    expect(leaked(await ofNothing(method, {}), project), method).toEqual([]);
  const question = `how is ${project.name} doing on Gemini?`;
  expect(leaked(await call(world, who, door, 'ask', { question }), project)).toEqual([]);
}

describe('a change', () => {
  test('is only made for members who see the project, and not even offered to the operator', async () => {
    const world = await twoProjects();
    const things = await thingsOf(world, world.acme);
    const listed = await world.ask('operator', 'stdio', 'tools/list');
    for (const name of WRITES) expect(listed).not.toContain(`"${name}"`);
    for (const { who, door } of [...PAIRS, { who: 'operator', door: 'stdio' } as const]) {
      if (who === 'ana') continue;
      for (const name of WRITES)
        await call(world, who, door, name, { ...GIVEN[name]?.(things), project: 'Acme' });
    }
    expect(await written(world)).toEqual([]);
  });

  test.each(DOORS)('is made in the member’s name, by %s', async (door) => {
    const world = await twoProjects();
    const things = await thingsOf(world, world.acme);
    for (const name of WRITES)
      await call(world, 'ana', door, name, { ...GIVEN[name]?.(things), project: 'Acme' });
    const all = await written(world);
    expect(new Set(all)).toEqual(
      new Set(['lead.claim', 'lead.reply', 'alert.not_useful', 'prompt.track'].map((act) => `U0ANA ${act}`)),
    );
  });

  test('is neither listed nor callable unless it’s turned on', async () => {
    const world = await twoProjects({ writes: false });
    const things = await thingsOf(world, world.acme);
    for (const door of DOORS) {
      const listed = await world.ask('ana', door, 'tools/list');
      for (const name of WRITES) {
        expect(listed).not.toContain(`"${name}"`);
        const said = await call(world, 'ana', door, name, { ...GIVEN[name]?.(things), project: 'Acme' });
        expect(said).toMatch(/"error"|"isError":true/);
      }
    }
    expect(await written(world)).toEqual([]);
  });
});
