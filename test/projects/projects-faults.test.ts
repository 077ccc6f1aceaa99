import { describe, expect, it } from 'vitest';
import { parseProjects } from '../../src/projects/projects.ts';
import { faultsOf } from '../support/projects.ts';

const HEAD = 'projects:\n  - id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';

/** A file with one project and these lines. */
const project = (...lines: string[]) => [HEAD, ...lines].join('\n');

describe('a YAML mistake is reported once, with its line and how to write it', () => {
  it.each([
    ['no colon', project('    name Acme', '    visible_in: [C0X]'), 3, 'key: value'],
    ['no colon at the top', 'projects\n  - id: a\n    name: b', 1, 'key: value'],
    ['no space after the colon', project('    name:Acme'), 3, 'key: value'],
    ['no space after the dash', 'projects:\n  -id: a\n    name: b', 2, 'a dash and a space'],
    ['a tab', project('\tname: Acme', '\tvisible_in: [C0X]'), 3, 'tab'],
    ['a line indented too far', project('      name: Acme'), 2, 'same column'],
    ['a line indented too little', project('   name: Acme'), 3, 'same column'],
    ['a key indented too little', project('    scores:', '      channel: C0X', '     limit: 5'), 5, 'spaces'],
    ['a project indented too little', project('    name: Acme', ' - id: b'), 4, 'same column'],
    ['a project indented too far', project('    name: Acme', '   - id: b'), 4, 'same column'],
    ['a cron schedule without quotes', project('    scores:', '      schedule: */5 * * * *'), 4, 'quotes'],
    ['a value that starts with an asterisk', 'projects: *them', 1, 'quotes'],
    ['a value that starts with an at sign', 'owners: [@ana]', 1, 'quotes'],
    [
      'an open bracket',
      project('    scores: { channel: C0X, schedule: hourly', '    name: Acme'),
      4,
      'bracket',
    ],
    ['an open quote', project('    name: "Acme', '    visible_in: [C0X]'), 4, 'quote'],
    [
      'no comma between keys in brackets',
      project('    scores: { channel: C0X schedule: hourly }'),
      3,
      'comma',
    ],
    ['a colon in a name', project('    name: Acme: the best'), 3, 'single quotes'],
    ['a dash beside its key', 'owners: - U0ANA', 1, 'key: value'],
    ['text after the closing quote', project('    name: "Acme" Inc'), 3, 'close every quote'],
    ['a backslash', project('    name: "A\\cme"'), 3, 'single quotes'],
  ])('%s', (_, text, line, remedy) => {
    const faults = faultsOf(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^projects\\.yml:${line}: `));
    expect(faults[0]).toContain(remedy);
  });

  it.each([
    [
      'a #name within brackets',
      project('    leads: { channel: #acme, schedule: hourly }'),
      'starts a comment',
    ],
    ['a #name in a list', project('    visible_in: [#acme, #all]'), 'starts a comment'],
    ['a #name alone', project('    name: Acme', '    visible_in:', '      - #acme'), 'starts a comment'],
  ])('%s: says just that, not all that could be wrong', (_, text, remedy) => {
    const [fault] = faultsOf(text);
    expect(fault).toContain(remedy);
    expect(fault).not.toContain('key: value');
  });

  it('two documents: names the line between them', () => {
    const [fault] = faultsOf('owners: []\n---\nprojects: []');
    expect(fault).toMatch(/^projects\.yml:2: .*second document/);
    expect(fault).not.toContain('parseAllDocuments');
  });

  it('duplicate keys are each reported at the second', () => {
    const faults = faultsOf('owners: []\nprojects: []\nowners: []\nprojects: []');
    expect(faults[0]).toMatch(/^projects.yml:3: this key is here twice; keep one of the two\.\n/);
    const lines = faults.map((one) => one.split(': ')[0]);
    expect(lines).toEqual(['projects.yml:3', 'projects.yml:4']);
  });
});

describe('a duplicate project', () => {
  const two = (id: string, name: string, ...lines: string[]) =>
    [project('    name: Acme'), `  - id: ${id}`, `    name: ${name}`, ...lines].join('\n');

  it.each([
    ['by id', two('6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90', 'Globex'), '4: project 2 (Globex): id', 2, 'id'],
    [
      'by name, in any case',
      two('0d6a1f4e-7c3b-4e2a-8f19-5b4c3d2e1f00', 'ACME'),
      '5: project 2 (ACME): name',
      3,
      'name',
    ],
  ])('%s, is reported with both lines', (_, text, at, first, key) => {
    expect(faultsOf(text)).toEqual([
      `projects.yml:${at} is already used by an earlier project (line ${first}); keep one of the two, or change its ${key}`,
    ]);
  });

  it('is reported together with all other faults', () => {
    expect(faultsOf(two('0d6a1f4e-7c3b-4e2a-8f19-5b4c3d2e1f00', 'Acme', '    leads: {}'))).toEqual([
      'projects.yml:6: project 2 (Acme): leads.channel is missing',
      'projects.yml:6: project 2 (Acme): leads.schedule is missing',
      expect.stringMatching(
        /^projects\.yml:5: project 2 \(\w+\): name is already used by an earlier project \(line 3\)/,
      ),
    ]);
  });
});

describe('a wrong key or value', () => {
  const named = (...lines: string[]) => project('    name: Acme', ...lines);
  it.each([
    [
      'a list without dashes',
      'projects:\n  id: a\n  name: Acme',
      '1: projects must be a list: start each item with a dash and a space, as in “- one”',
    ],
    [
      'a schedule that is a number',
      named('    scores: { channel: C0X, schedule: 9 }'),
      '4: project 1 (Acme): scores.schedule isn’t understood; did you mean "every day at 9:00"?',
    ],
    ...['every 2 hours', '"0 9,17 * * 1"'].map((schedule) => [
      `a recap ${schedule}`,
      named(`    recap: { channel: C0X, schedule: ${schedule} }`),
      `4: project 1 (Acme): recap.schedule “${schedule.replaceAll('"', '')}” must be at most once a day: a recap sums up a week or a month, such as "Mondays at 9:00"`,
    ]),
    [
      'a list in place of keys',
      named('    leads: { channel: C0X, schedule: hourly, places: [r/x] }'),
      '4: project 1 (Acme): leads.places must be keys with their values, such as “name: Acme”',
    ],
    [
      'too many people to mention in an alert',
      named(
        `    scores: { channel: C0X, schedule: hourly, mention: [${Array(21).fill('U0ANA').join(', ')}] }`,
      ),
      '4: project 1 (Acme): scores.mention must be at most 20 people',
    ],
    [
      'a mistyped timezone',
      'defaults: { timezone: Europe/Berln }',
      '1: defaults.timezone is not a timezone; did you mean Europe/Berlin?',
    ],
    [
      'a city without its continent',
      'defaults: { timezone: berlin }',
      '1: defaults.timezone is not a timezone; did you mean Europe/Berlin?',
    ],
    [
      'two numbers instead of one',
      named('    leads: { channel: C0X, schedule: hourly, min_score: [50, 5] }'),
      '4: project 1 (Acme): leads.min_score must be a number such as 50 or 50.5',
    ],
    [
      'a top-level key in a project',
      named('    owners: [U0ANA]'),
      '4: project 1 (Acme): owners is not a known key here; it belongs at the top of the file',
    ],
    [
      'a key of a feed in a project',
      named('    limit: 5'),
      '4: project 1 (Acme): limit is not a known key here; it belongs in leads',
    ],
    ['a number as an id', 'owners: [123]', '1: owners.0 must be a user id such as U0123ABCD'],
    [
      'a number as a project’s id',
      'projects: [{ id: 12, name: Acme }]',
      '1: project 1 (Acme): id must be the project_id of the API, a UUID',
    ],
  ])('%s', (_, text, fault) => {
    expect(faultsOf(text)).toEqual([`projects.yml:${fault}`]);
  });
});

describe('a key without a value is reported at its line', () => {
  const named = (...lines: string[]) => project('    name: Acme', ...lines);
  it.each([
    [
      'a #name',
      named('    scores:', '      channel: #general', '      schedule: hourly'),
      5,
      'scores.channel',
    ],
    ['a #name after a dash', named('    visible_in:', '      - #general', '      - C0X'), 5, 'visible_in.0'],
    ['lines below it that aren’t indented', named('    scores:', '    channel: C0X'), 4, 'scores'],
  ])('%s', (_, text, line, path) => {
    const named = new RegExp(`^projects.yml:${line}: project 1[^:]*: ${path} has no value`);
    expect(faultsOf(text).filter((one) => named.test(one))).toHaveLength(1);
  });
});

describe('an API key in place of its variable’s name is refused and never shown', () => {
  const NAME = 'must be the name of a variable, such as ACME_KEY; the key itself belongs in the environment';
  it.each([
    ['sk-live-123456', NAME],
    ['"sk_live_123456"', NAME],
    ['51NfLiVe123456', NAME],
    ['123456', NAME],
    [`LIVE${'0'.repeat(61)}`, NAME],
    ['[live]', NAME],
    ['*live', 'quotes'],
    ['"sk" live', 'quotes'],
  ])('%s', (key, said) => {
    const faults = faultsOf(project('    name: Acme', `    api_key_env: ${key}`));
    expect(faults).toHaveLength(1);
    expect(faults.join()).toContain(said);
    expect(faults.join()).not.toMatch(/live|123456/i);
  });

  it('an API key after a colon without a space isn’t shown either', () => {
    const id = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
    expect(faultsOf(`projects: [{ id: ${id}, api_key_env:sk-live-1, name: Acme }]`)).toEqual([
      'projects.yml:1: project 1 (Acme): api_key_env needs a space after its colon: “api_key_env: …”',
    ]);
  });

  it.each(['ACME_KEY', '_KEY2', 'K'.repeat(64)])('accepts %s as a variable’s name', (name) => {
    expect(faultsOf(project('    name: Acme', `    api_key_env: ${name}`))).toEqual([]);
  });
});

describe('an unlisted operation', () => {
  it.each([
    'POST /projects/{project_id}/segment-suggestions/{sugestion_id}/dismiss',
    'POST /{suggestion_id}/{segment_id}/dismiss',
    'POST /{suggestion_id}/{project_id/dismiss',
    'POST /projects/{project_id}/dismiss',
    'DELETE /{suggestion_id}',
    '/{suggestion_id}/accept',
  ])('%s is refused', (operation) => {
    expect(
      faultsOf(`unlisted:\n  dismiss_segment_suggestion: "${operation}"\n${project('    name: Acme')}`),
    ).toEqual([
      expect.stringMatching(/^projects\.yml:2: unlisted\.dismiss_segment_suggestion .*\{suggestion_id\}/),
    ]);
  });

  it('needn’t have the project in its path', () => {
    const text = `unlisted: { accept_segment_suggestion: "PUT /segment-suggestions/{suggestion_id}" }\n${project('    name: Acme')}`;
    expect(parseProjects(text, 'projects.yml').unlisted.accept_segment_suggestion).toBe(
      'PUT /segment-suggestions/{suggestion_id}',
    );
  });
});

describe('the dashboard URL', () => {
  const dashboard = (url: string) => faultsOf(`dashboard_url: "${url}"\n${project('    name: Acme')}`);
  it.each([
    'https://d.example/{projectid}',
    'https://d.example/{}',
    'https://d.example/{project_id}?s={suggestion_id}',
    'https://d.example/{project_id',
    'd.example/{project_id}',
  ])('%s is refused', (url) => {
    expect(dashboard(url)).toEqual([
      expect.stringMatching(/^projects\.yml:1: dashboard_url .*https.*\{project_id\}/),
    ]);
  });

  it.each(['https://d.example', 'https://d.example/{project_id}/p/{project_id}'])('may be %s', (url) => {
    expect(dashboard(url)).toEqual([]);
  });
});
