import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/durations.ts';
import { ConfigError } from '../../src/errors.ts';
import {
  feedsOf,
  findVisibleProjects,
  parseProjects,
  readProjects,
  timezoneOf,
} from '../../src/projects/projects.ts';
import { temporaryFolder } from '../support/folder.ts';
import { faultsOf } from '../support/projects.ts';
import { runs } from '../support/runs.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const TIDEWATER = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';

const WHOLE = `
owners: [U0ANA, W0BEN]
ops_channel: C0OPS
on_unclear: resend
permissions: { leads: members, prompts: [U0ANA, S0GROWTH], configure: admins }
dashboard_url: "https://dashboard.example.com/{project_id}"
defaults: { timezone: Europe/Berlin }
unlisted:
  accept_segment_suggestion: "POST /projects/{project_id}/segment-suggestions/{suggestion_id}/accept"
projects:
  - id: ${ACME}
    name: Acme
    workspace: T0123ABCD
    api_key_env: ACME_KEY
    visible_in: [C0SALES, G0PRIVATE]
    leads:
      channel: C0LEADS
      schedule: weekdays at 9:00
      limit: 5
      min_score: 60.5
      max_age: 2 weeks
      places: { never: [r/memes] }
      words: { never: [hiring] }
      warm_leads: true
      post_empty: true
      quiet: 22:00-07:00
    scores: { channel: C0SCORES, schedule: "0 9 * * *", timezone: Asia/Tokyo, min_change: 2.5, mention: [U0ANA] }
    suggestions: { channel: C0SCORES, schedule: Mondays 10:00 }
    recap: { channel: C0RECAP, schedule: Fridays at 16:00, by_person: true }
  - id: ${TIDEWATER}
    name: Tidewater
    leads: { channel: C0TIDE, schedule: hourly }
`;

/** A file with one project and these lines, indented for it. */
const withProject = (...lines: string[]) =>
  ['projects:', `  - id: ${ACME}`, '    name: Acme', ...lines.map((line) => `    ${line}`)].join('\n');
const leads = (rest: string) => withProject(`leads: { channel: C0LEADS, schedule: hourly, ${rest} }`);

async function faultsAt(location: string): Promise<readonly string[]> {
  return readProjects(location).then(
    () => [],
    (error) => (error instanceof ConfigError ? error.faults : Promise.reject(error)),
  );
}

describe('a complete file', () => {
  it('gives each project’s feeds, kind by kind', () => {
    const feeds = feedsOf(parseProjects(WHOLE, 'projects.yml'));
    expect(feeds.map(({ id, cron, timezone }) => [id, cron, timezone])).toEqual([
      [`leads:${ACME}:C0LEADS`, '0 9 * * 1-5', 'Europe/Berlin'],
      [`scores:${ACME}:C0SCORES`, '0 9 * * *', 'Asia/Tokyo'],
      [`suggestions:${ACME}:C0SCORES`, '0 10 * * 1', 'Europe/Berlin'],
      [`recap:${ACME}:C0RECAP`, '0 16 * * 5', 'Europe/Berlin'],
      [`leads:${TIDEWATER}:C0TIDE`, '0 * * * *', 'Europe/Berlin'],
    ]);
    expect(feeds.map(({ quiet }) => quiet)).toEqual([
      '22:00-07:00',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(feeds[0]?.settings).toEqual({
      channel: 'C0LEADS',
      schedule: 'weekdays at 9:00',
      limit: 5,
      min_score: 60.5,
      max_age: 14 * 86_400_000,
      places: { never: ['r/memes'] },
      words: { never: ['hiring'] },
      warm_leads: true,
      post_empty: true,
      quiet: '22:00-07:00',
    });
  });

  it('says who hears when something breaks, and what to do with an unclear post', () => {
    expect(parseProjects(WHOLE, 'projects.yml')).toMatchObject({
      owners: ['U0ANA', 'W0BEN'],
      ops_channel: 'C0OPS',
      on_unclear: 'resend',
    });
  });

  it('says who may do what', () => {
    expect(parseProjects(WHOLE, 'projects.yml').permissions).toEqual({
      leads: 'members',
      prompts: ['U0ANA', 'S0GROWTH'],
      configure: 'admins',
    });
  });

  it('makes a project visible in channels it names or posts to, and nowhere else', () => {
    const projects = parseProjects(WHOLE, 'projects.yml');
    const shown = (channel: string) => findVisibleProjects(projects, channel).map(({ name }) => name);
    const named = ['C0SALES', 'G0PRIVATE', 'C0LEADS', 'C0SCORES', 'C0RECAP'];
    expect(named.map(shown)).toEqual(named.map(() => ['Acme']));
    expect(shown('C0TIDE')).toEqual(['Tidewater']);
    expect(shown('C0ELSEWHERE')).toEqual([]);
  });

  it('uses the timezone of a project’s scores for its days', () => {
    const projects = parseProjects(WHOLE, 'projects.yml');
    expect(projects.projects.map((project) => timezoneOf(projects, project))).toEqual([
      'Asia/Tokyo',
      'Europe/Berlin',
    ]);
  });
});

it('fills in the documented defaults', () => {
  const text = withProject(
    'leads: { channel: C0LEADS, schedule: hourly }',
    'scores: { channel: C0LEADS, schedule: hourly }',
    'recap: { channel: C0LEADS, schedule: Mondays 9:00 }',
  );
  expect(parseProjects(text, 'projects.yml')).toEqual({
    owners: [],
    on_unclear: 'hold',
    keep: { slots: 30 * DAY_MS, deliveries: 400 * DAY_MS, audit: 400 * DAY_MS, announced: 400 * DAY_MS },
    api: {},
    permissions: { leads: 'members', prompts: 'members', configure: 'admins' },
    defaults: { timezone: 'UTC' },
    unlisted: {},
    projects: [
      {
        id: ACME,
        name: 'Acme',
        leads: {
          channel: 'C0LEADS',
          schedule: 'hourly',
          limit: 10,
          max_age: 14 * DAY_MS,
          warm_leads: false,
          post_empty: false,
        },
        scores: { channel: 'C0LEADS', schedule: 'hourly', min_change: 5, mention: [] },
        recap: { channel: 'C0LEADS', schedule: 'Mondays 9:00', by_person: false },
        timezone: 'UTC',
      },
    ],
  });
});

describe('a fault is reported with its line, its path and what to write instead', () => {
  const SCHEDULE = 'must be a schedule such as "weekdays at 9:00"';
  it.each([
    ['an empty file', '# projects:', '1: the file is empty'],
    [
      'an unknown key',
      `${withProject()}\nproject: Acme`,
      '4: project is not a known key; did you mean projects?',
    ],
    [
      'an unknown key in a project',
      withProject('digest:', '  channel: C0'),
      '4: project 1 (Acme): digest is not a known key',
    ],
    [
      'an unknown key in a feed',
      leads('\n      limits: 5'),
      '5: project 1 (Acme): leads.limits is not a known key; did you mean limit?',
    ],
    [
      'a malformed id',
      'projects:\n  - { id: acme, name: A }',
      '2: project 1 (A): id must be the project_id of the API, a UUID',
    ],
    ['a missing name', `projects:\n  - id: ${ACME}`, '2: project 1: name is missing'],
    [
      'a feed without a channel',
      withProject('', 'scores:', '  schedule: hourly'),
      '5: project 1 (Acme): scores.channel is missing',
    ],
    [
      'a channel by name',
      leads('\n      channel: "#leads"').replace('channel: C0LEADS, ', ''),
      '5: project 1 (Acme): leads.channel must be a channel id such as C0123ABCD (not a #name)',
    ],
    [
      'an empty name',
      `projects:\n  - { id: ${ACME}, name: }`,
      '2: project 1: name has no value; a # starts a comment, so put a value with # in quotes, and give a channel by its id, C0….',
    ],
    [
      'a name of a hundred characters',
      `projects:\n  - { id: ${ACME}, name: ${'A'.repeat(100)} }`,
      `2: project 1 (${'A'.repeat(100)}): name must be at most 60 characters long`,
    ],
    [
      'more leads than fit in a message',
      leads('limit: 51'),
      '4: project 1 (Acme): leads.limit must be at most 50: more don’t fit in a message',
    ],
    ['no leads at all', leads('limit: 0'), '4: project 1 (Acme): leads.limit must be at least 1'],
    [
      'a change of nothing',
      withProject('scores: { channel: C0X, schedule: hourly, min_change: 0 }'),
      '4: project 1 (Acme): scores.min_change must be more than 0',
    ],
    [
      'a change that no score can make',
      withProject('scores: { channel: C0X, schedule: hourly, min_change: 500 }'),
      '4: project 1 (Acme): scores.min_change must be at most 100: it’s in points of a score of 0 to 100',
    ],
    [
      'yes for true',
      leads('post_empty: "yes"'),
      '4: project 1 (Acme): leads.post_empty must be true or false',
    ],
    [
      'a schedule that can’t be read',
      withProject('scores: { channel: C0X, schedule: sometimes }'),
      `4: project 1 (Acme): scores.schedule “sometimes” ${SCHEDULE}`,
    ],
    [
      'an unknown timezone',
      'defaults: { timezone: Mars/Base }\nprojects: []',
      '1: defaults.timezone must be a timezone such as Europe/Berlin',
    ],
    [
      'a duration in months',
      leads('max_age: 2 months'),
      '4: project 1 (Acme): leads.max_age must be hours, days or weeks, such as 36h or 14d',
    ],
    [
      'a person by name',
      `permissions: { leads: [ana] }\n${withProject()}`,
      '1: permissions.leads.0 must be a user or user-group id such as U0123ABCD',
    ],
    [
      'a group as owner',
      `owners: [U0ANA, S0GROWTH]\n${withProject()}`,
      '1: owners.1 must be a user id such as U0123ABCD',
    ],
    [
      'an unknown choice for unclear posts',
      `on_unclear: guess\n${withProject()}`,
      '1: on_unclear must be hold or resend',
    ],
    [
      'quiet hours that never end',
      leads('quiet: "22:00-22:00"'),
      '4: project 1 (Acme): leads.quiet “22:00-22:00” must end at another time than it begins, such as "22:00-07:00"',
    ],
    [
      'an unknown role',
      `permissions: { leads: owners }\n${withProject()}`,
      '1: permissions.leads must be members, admins, or a list of user and user-group ids',
    ],
  ])('%s', (_, text, fault) => {
    expect(faultsOf(text)[0]).toBe(`projects.yml:${fault}`);
  });

  it.each([
    'limit: 2.5',
    'min_score: high',
    'min_score: -1',
    'max_age: 0h',
    'places: [r/memes]',
    'post_empty: no please',
  ])('%s', (setting) => {
    expect(faultsOf(leads(setting)).join()).toMatch(
      new RegExp(`^projects.yml:4: project 1 \\(Acme\\): leads\\.${setting.split(':')[0]} `),
    );
  });

  it.each(['', 'just words', '- a list'])('a file with only “%s”', (text) => {
    expect(faultsOf(text).join()).toMatch(/^projects\.yml:1: the file /);
  });

  it('all at once, in the order of the file', () => {
    const text = [
      'colour: red',
      'size: 3',
      withProject('scores: { channel: x, schedule: y, min_change: -1 }'),
    ];
    const places = faultsOf(text.join('\n')).map((fault) => fault.match(/^\S+ (project .*?: )?\S+/)?.[0]);
    expect(places).toEqual([
      'projects.yml:1: colour',
      'projects.yml:2: size',
      'projects.yml:6: project 1 (Acme): scores.channel',
      'projects.yml:6: project 1 (Acme): scores.schedule',
      'projects.yml:6: project 1 (Acme): scores.min_change',
    ]);
  });
});

it('a feed takes over another’s settings with a merge key, and its own win', () => {
  const text = [
    'projects:',
    '  - id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90',
    '    name: Acme',
    '    leads: &usual { channel: C0ACME, schedule: hourly, limit: 7 }',
    '  - id: b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18',
    '    name: Tidewater',
    '    leads: { <<: *usual, channel: C0TIDEWATER }',
  ].join('\n');
  const [, tidewater] = parseProjects(text, 'projects.yml').projects;
  expect(tidewater?.leads).toMatchObject({ channel: 'C0TIDEWATER', schedule: 'hourly', limit: 7 });
  expect(faultsOf(text.replace('limit: 7', 'limit: 700'))).toHaveLength(2);
});

it('accepts retention times, but none that is too short', () => {
  const project = 'projects: [{ id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: Acme }]';
  const said = (keep: string) => parseProjects(`keep: { ${keep} }\n${project}`, 'projects.yml').keep;
  expect(said('announced: 90d, slots: 240h')).toMatchObject({ announced: 90 * DAY_MS, slots: 10 * DAY_MS });
  expect(() => said('announced: 7d')).toThrow(/projects\.yml:1: keep\.announced must be at least 60d/);
});

it('any file is either read or refused with sentences', () => {
  const snippets = [
    '*a',
    '&a',
    '!!binary',
    '__proto__: 1',
    '\t',
    '? [x]',
    '{',
    ']',
    '"',
    '|\n',
    '<<: *b',
    '\u0000',
    'null',
    '- ',
  ];
  const edit = fc.record({
    at: fc.nat(WHOLE.length),
    remove: fc.nat(12),
    insert: fc.oneof(fc.constantFrom(...snippets), fc.string({ maxLength: 6 })),
  });
  let refused = 0;
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      const text = edits.reduce(
        (before, { at, remove, insert }) => before.slice(0, at) + insert + before.slice(at + remove),
        WHOLE,
      );
      const faults = faultsOf(text);
      if (faults.length > 0) refused += 1;
      for (const fault of faults) expect(fault).toMatch(/^projects\.yml:(\d+:)? ./);
    }),
    { seed: 11, numRuns: runs(100, 3_000) },
  );
  expect(refused).toBeGreaterThan(runs(35, 1_000));
});

describe('on disk', () => {
  it('the example file is valid', async () => {
    const { projects } = await readProjects(path.resolve(import.meta.dirname, '../../projects.example.yml'));
    expect(projects.map(({ name }) => name)).toEqual(['Acme', 'Tidewater']);
  });

  it('the faults of all files in a folder are reported at once', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'a.yml'), 'projects: 4');
    writeFileSync(path.join(folder, 'b.yml'), 'projects: 3');
    expect((await faultsAt(folder)).map((fault) => path.basename(fault.split(':')[0] ?? ''))).toEqual([
      'a.yml',
      'b.yml',
    ]);
  });

  it('a file without projects is refused, unless they can be connected in Slack', async () => {
    const file = path.join(temporaryFolder(), 'projects.yml');
    for (const text of ['projects: []', 'defaults: { timezone: Europe/Berlin }']) {
      writeFileSync(file, text);
      const [fault, ...others] = await faultsAt(file);
      expect([fault?.startsWith(`${file}: projects must`), others]).toEqual([true, []]);
      expect(fault).toContain('ENCRYPTION_KEY');
      expect((await readProjects(file, true)).projects).toEqual([]);
    }
  });

  it('an empty folder is refused, saying what to start from', async () => {
    const folder = temporaryFolder();
    expect(await faultsAt(folder)).toEqual([
      `${folder}: no .yml file in this folder. Start from projects.example.yml.`,
    ]);
  });

  it('a missing file is refused, saying where it belongs, what to start from and how to do without', async () => {
    const file = path.join(temporaryFolder(), 'projects.yml');
    const [fault = ''] = await faultsAt(file);
    for (const clue of [file, 'projects.example.yml', 'ENCRYPTION_KEY', '/visibility connect'])
      expect(fault).toContain(clue);
  });
});
