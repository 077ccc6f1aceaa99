import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import {
  feedId,
  feedsOf,
  findVisibleProjects,
  type Projects,
  parseProjects,
  timezoneOf,
} from '../../src/projects/projects.ts';
import {
  createProjectsSource,
  findFeedFaults,
  findProjectFaults,
  type KeptFeed,
  type Made,
  withMade,
} from '../../src/projects/projects-source.ts';
import { temporaryFolder } from '../support/folder.ts';
import { keptLog } from '../support/log-kept.ts';

const QUARTER_MINUTE = 15_000;

const named = (name: string) =>
  `projects:\n  - { id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90, name: ${name}, scores: { channel: C0X, schedule: hourly } }`;
const nameIn = ({ projects }: Projects) => projects[0]?.name;

/** A source reading a file with this `text`. `say` changes the file; `later` lets time pass and refreshes. */
async function sourceOf(text: string, check: (projects: Projects) => void = () => undefined) {
  const file = path.join(temporaryFolder(), 'projects.yml');
  const say = (next: string) => writeFileSync(file, next);
  say(text);
  const time = { now: 1_000_000 };
  const { log, lines } = keptLog();
  const source = await createProjectsSource({
    location: file,
    mayBeEmpty: false,
    check,
    readMade: async () => [],
    realNow: () => time.now,
    log,
  });
  const later = async (ms = QUARTER_MINUTE) => {
    time.now += ms;
    await source.refresh();
  };
  return { source, file, say, later, logged: () => lines().map(({ msg }) => msg) };
}

const APPLIED = 'Applied the changed projects file';
const REFUSED = 'The projects file can’t be used; the previous one stays in force';

it('a schedule that comes each minute is warned of, at the start and after a change', async () => {
  const each = (minutes: string) => named('Acme').replace('hourly', `"${minutes} * * * *"`);
  const { say, later, logged } = await sourceOf(each('*'));
  expect(logged()).toEqual([expect.stringMatching(/“\* \* \* \* \*” comes more often than every 5 minutes/)]);
  say(each('*/5'));
  await later();
  say(each('*/2'));
  await later();
  expect(logged().filter((msg) => /more often/.test(`${msg}`))).toHaveLength(2);
});

describe('a projects file that changes', () => {
  it('is applied within 15 seconds and logged', async () => {
    const { source, say, later, logged } = await sourceOf(named('Acme'));
    say(named('Globex'));
    await later();
    expect(nameIn(source.file())).toBe('Globex');
    expect(logged()).toEqual([APPLIED]);
  });

  it('is not read again on every tick', async () => {
    const { source, say, later } = await sourceOf(named('Acme'));
    say(named('Globex'));
    await later(QUARTER_MINUTE - 1);
    expect(nameIn(source.file())).toBe('Acme');
    await later(1);
    expect(nameIn(source.file())).toBe('Globex');
  });

  it('is applied also when the machine’s clock was set back', async () => {
    const { source, say, later } = await sourceOf(named('Acme'));
    say(named('Globex'));
    await later(-240 * QUARTER_MINUTE);
    expect(nameIn(source.file())).toBe('Globex');
  });

  it('only in its comments changes nothing', async () => {
    const { source, say, later, logged } = await sourceOf(named('Acme'));
    const before = source.file();
    say(`# a word\n${named('Acme')}`);
    await later();
    expect(source.file()).toBe(before);
    expect(logged()).toEqual([]);
  });
});

describe('a projects file that becomes faulty', () => {
  it('is refused, and the previous one stays in force', async () => {
    const { source, say, later, logged } = await sourceOf(named('Acme'));
    say('projects: []');
    await later();
    expect(nameIn(source.file())).toBe('Acme');
    expect(logged()).toEqual([REFUSED]);
    expect(source.refused()).toMatchObject({ since: expect.any(Number), faults: 1 });
    say(named('Acme'));
    await later();
    expect(source.refused()).toBeUndefined();
  });

  it('is logged once, not every 15 seconds', async () => {
    const { say, later, logged } = await sourceOf(named('Acme'));
    say('projects: []');
    for (let i = 0; i < 4; i++) await later();
    expect(logged()).toEqual([REFUSED]);
    say('projects: 3');
    await later();
    expect(logged()).toEqual([REFUSED, REFUSED]);
  });

  it('is logged again if it was fixed in between', async () => {
    const { say, later, logged } = await sourceOf(named('Acme'));
    for (const text of ['projects: []', named('Acme'), 'projects: []']) {
      say(text);
      await later();
    }
    expect(logged()).toEqual([REFUSED, 'The projects file is in order again', REFUSED]);
  });

  it('is applied as soon as it’s fixed', async () => {
    const { source, say, later, logged } = await sourceOf(named('Acme'));
    say('{');
    await later();
    say(named('Globex'));
    await later();
    expect(nameIn(source.file())).toBe('Globex');
    expect(logged()).toEqual([REFUSED, APPLIED]);
  });

  it('may just be missing', async () => {
    const { source, file, later, logged } = await sourceOf(named('Acme'));
    rmSync(file);
    await later();
    expect(nameIn(source.file())).toBe('Acme');
    expect(logged()).toEqual([REFUSED]);
  });
});

describe('a projects file whose key is missing', () => {
  const onlyAcme = (projects: Projects) => {
    if (nameIn(projects) !== 'Acme') throw new ConfigError(['GLOBEX_KEY is missing']);
  };

  it('is refused like a faulty one', async () => {
    const { source, say, later, logged } = await sourceOf(named('Acme'), onlyAcme);
    say(named('Globex'));
    await later();
    expect(nameIn(source.file())).toBe('Acme');
    expect(logged()).toEqual([REFUSED]);
  });

  it('keeps the bot from starting', async () => {
    await expect(sourceOf(named('Globex'), onlyAcme)).rejects.toThrow('GLOBEX_KEY is missing');
  });
});

it('a faulty file keeps the bot from starting', async () => {
  await expect(sourceOf('projects: []')).rejects.toThrow(ConfigError);
});

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const GLOBEX = 'b3a7e9d4-1c6f-4e2b-8a05-7d9f6c4e2b18';
const INITECH = 'c0ffee00-1c6f-4e2b-8a05-7d9f6c4e2b18';

const FILE = parseProjects(
  `
defaults: { timezone: Europe/Berlin }
projects:
  - { id: ${ACME}, name: Acme, workspace: T0ONE, leads: { channel: C0LEADS, schedule: hourly } }
  - { id: ${GLOBEX}, name: Globex, workspace: T0TWO, leads: { channel: C0GLOBEX, schedule: hourly } }
`,
  'projects.yml',
);

const feed = (given: Partial<KeptFeed> & Pick<KeptFeed, 'kind'>, settings: object): KeptFeed => {
  const whole = { channel: 'C0MADE', schedule: 'weekdays at 9:00', ...settings };
  const projectId = given.projectId ?? ACME;
  const id = feedId(given.kind, projectId, whole.channel);
  return { id, projectId, settings: whole, revision: 1, by: 'U0ANA', at: 0, ...given };
};
const made = (given: Partial<Made>): Made => ({ team: 'T0ONE', projects: [], feeds: [], ...given });
const ids = (given: Partial<Made>) => feedsOf(withMade(FILE, made(given))).map(({ id }) => id);

describe('a workspace has', () => {
  it('the file’s projects that name it, and no others', () => {
    expect(withMade(FILE, made({})).projects.map(({ name }) => name)).toEqual(['Acme']);
    expect(withMade(FILE, made({ team: 'T0TWO' })).projects.map(({ name }) => name)).toEqual(['Globex']);
    expect(withMade(FILE, made({ team: 'T0THREE' })).projects).toEqual([]);
  });

  it('the file’s projects without a workspace, if it is the only one', () => {
    const file = parseProjects(`projects:\n  - { id: ${ACME}, name: Acme }`, 'projects.yml');
    expect(withMade(file, made({})).projects).toHaveLength(1);
  });

  it('projects connected there, visible in their channel before any feed posts', () => {
    const there = withMade(FILE, made({ projects: [{ id: INITECH, name: 'Initech', channel: 'C0INI' }] }));
    expect(
      findVisibleProjects(there, 'C0INI').map(({ name, workspace, connected }) => [
        name,
        workspace,
        connected,
      ]),
    ).toEqual([['Initech', 'T0ONE', true]]);
    expect(findVisibleProjects(there, 'C0LEADS').map(({ name }) => name)).toEqual(['Acme']);
  });

  it('feeds made there, with the same defaults as the file’s', () => {
    const there = withMade(
      FILE,
      made({ feeds: [feed({ kind: 'leads', revision: 3 }, { max_age: '14d', timezone: 'Asia/Tokyo' })] }),
    );
    expect(feedsOf(there).map(({ id, revision }) => [id, revision])).toEqual([
      [`leads:${ACME}:C0LEADS`, undefined],
      [`leads:${ACME}:C0MADE`, 3],
    ]);
    expect(feedsOf(there)[1]).toMatchObject({
      kind: 'leads',
      channel: 'C0MADE',
      cron: '0 9 * * 1-5',
      timezone: 'Asia/Tokyo',
      settings: { limit: 10, max_age: 14 * 86_400_000, post_empty: false },
    });
  });

  it('projects visible where made feeds post, with days in the timezone of a made scores feed', () => {
    const there = withMade(FILE, made({ feeds: [feed({ kind: 'scores' }, { timezone: 'Asia/Tokyo' })] }));
    expect(findVisibleProjects(there, 'C0MADE').map(({ name }) => name)).toEqual(['Acme']);
    expect(there.projects.map((project) => timezoneOf(there, project))).toEqual(['Asia/Tokyo']);
  });

  it('feeds of one kind in several channels', () => {
    const feeds = ['C0A', 'C0B'].map((channel) => feed({ kind: 'suggestions' }, { channel }));
    expect(ids({ feeds }).slice(1)).toEqual([`suggestions:${ACME}:C0A`, `suggestions:${ACME}:C0B`]);
  });
});

describe('who is told when something breaks', () => {
  const file = { ...FILE, owners: ['U0OPS'], ops_channel: 'C0OPS' };
  const told = (given: Partial<Made>) => {
    const { owners, ops_channel } = withMade(file, made(given));
    return [owners, ops_channel];
  };

  it('in the only workspace: the file’s owners', () => {
    expect(told({})).toEqual([['U0OPS'], 'C0OPS']);
  });

  it('among many: the person who installed the bot too, and alone if the file names no project there', () => {
    expect(told({ installedBy: 'U0ANA' })).toEqual([['U0OPS', 'U0ANA'], 'C0OPS']);
    expect(told({ installedBy: 'U0OPS' })).toEqual([['U0OPS'], 'C0OPS']);
    expect(told({ installedBy: 'U0EVE', team: 'T0THREE' })).toEqual([['U0EVE'], undefined]);
  });
});

describe('if the file has it too', () => {
  it('the file’s feed wins', () => {
    const there = withMade(
      FILE,
      made({ feeds: [feed({ kind: 'leads' }, { channel: 'C0LEADS', limit: 3 })] }),
    );
    expect(feedsOf(there).map(({ settings }) => settings)).toEqual([expect.objectContaining({ limit: 10 })]);
  });

  it.each([
    ['id', { id: ACME, name: 'Acme of Slack', channel: 'C0X' }],
    ['name, in any case', { id: INITECH, name: 'ACME', channel: 'C0X' }],
  ])('the file’s project wins, matched by %s', (_, project) => {
    const there = withMade(FILE, made({ projects: [project] }));
    expect(there.projects).toHaveLength(1);
    expect(there.projects[0]).not.toHaveProperty('connected');
  });
});

describe('leaves out', () => {
  it('a feed whose project is gone', () => {
    expect(ids({ feeds: [feed({ kind: 'leads', projectId: INITECH }, {})] })).toEqual([
      `leads:${ACME}:C0LEADS`,
    ]);
  });

  it('a feed whose settings are no longer valid', () => {
    expect(ids({ feeds: [feed({ kind: 'leads' }, { colour: 'red' })] })).toEqual([`leads:${ACME}:C0LEADS`]);
  });
});

describe('a made feed’s settings are checked like the file’s', () => {
  it.each([
    [{}, []],
    [{ schedule: 'every 7 hours' }, [['schedule', expect.stringMatching(/^must divide an hour or a day/)]]],
    [{ schedule: 'sometimes' }, [['schedule', expect.stringMatching(/^must be a schedule such as/)]]],
    [{ channel: '#leads' }, [['channel', 'must be a channel id such as C0123ABCD (not a #name)']]],
    [{ limit: 51 }, [['limit', 'must be at most 50: more don’t fit in a message']]],
    [{ min_score: -5 }, [['min_score', 'must be at least 0']]],
    [{ max_age: '0d' }, [['max_age', 'must be at least 1h']]],
    [{ limit: 'ten' }, [['limit', 'must be a whole number such as 10']]],
    [{ limit: 50.5 }, [['limit', 'must be a whole number such as 10']]],
    [{ min_score: 'ten' }, [['min_score', 'must be a number such as 50 or 50.5']]],
    [{ places: { never: [3] } }, [['places.never.0', 'must be text']]],
    [{ colour: 'red' }, [['colour', 'is not a known key']]],
    [{ schedule: '* * * * *' }, [['schedule', expect.stringContaining('more often than every 5 minutes')]]],
    [
      { timezone: 'Mars/Base', quiet: 'at night' },
      [
        ['timezone', 'must be a timezone such as Europe/Berlin'],
        ['quiet', expect.stringContaining('such as "22:00-07:00"')],
      ],
    ],
  ])('%j: %j', (settings, faults) => {
    const whole = { channel: 'C0MADE', schedule: 'hourly', ...settings };
    expect(findFeedFaults('leads', whole).map(({ field, sentence }) => [field, sentence])).toEqual(faults);
  });

  it('by the rules of its kind', () => {
    const settings = { channel: 'C0MADE', schedule: 'hourly', min_change: 3 };
    expect(findFeedFaults('scores', settings)).toEqual([]);
    expect(findFeedFaults('leads', settings)).toEqual([
      { field: 'min_change', sentence: 'is not a known key' },
    ]);
  });
});

it('a made project’s id and name are checked like the file’s', () => {
  expect(findProjectFaults({ id: ACME, name: 'Acme' })).toEqual([]);
  expect(findProjectFaults({ id: 'acme', name: '' })).toEqual([
    { field: 'id', sentence: 'must be the project_id of the API, a UUID' },
    { field: 'name', sentence: 'is empty' },
  ]);
});
