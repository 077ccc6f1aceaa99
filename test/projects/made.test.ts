import { describe, expect, it } from 'vitest';
import { feedFaults, type KeptFeed, type Made, projectFaults, withMade } from '../../src/projects/made.ts';
import { feedId, feedsOf, parseProjects, timezoneOf, visibleIn } from '../../src/projects/projects.ts';

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

describe('what a workspace has', () => {
  it('is of the file what names it, and nothing of another workspace', () => {
    expect(withMade(FILE, made({})).projects.map(({ name }) => name)).toEqual(['Acme']);
    expect(withMade(FILE, made({ team: 'T0TWO' })).projects.map(({ name }) => name)).toEqual(['Globex']);
    expect(withMade(FILE, made({ team: 'T0THREE' })).projects).toEqual([]);
  });

  it('is a project of the file that names no workspace, where there is only one', () => {
    const file = parseProjects(`projects:\n  - { id: ${ACME}, name: Acme }`, 'projects.yml');
    expect(withMade(file, made({})).projects).toHaveLength(1);
  });

  it('is a project that was connected there, visible in its channel before any feed posts', () => {
    const there = withMade(FILE, made({ projects: [{ id: INITECH, name: 'Initech', channel: 'C0INI' }] }));
    expect(
      visibleIn(there, 'C0INI').map(({ name, workspace, connected }) => [name, workspace, connected]),
    ).toEqual([['Initech', 'T0ONE', true]]);
    expect(visibleIn(there, 'C0LEADS').map(({ name }) => name)).toEqual(['Acme']);
  });

  it('is a feed that was made there, beside the file’s and as complete as one of the file', () => {
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

  it('shows a project in the channels of its made feeds too, and ends its days by its made scores', () => {
    const there = withMade(FILE, made({ feeds: [feed({ kind: 'scores' }, { timezone: 'Asia/Tokyo' })] }));
    expect(visibleIn(there, 'C0MADE').map(({ name }) => name)).toEqual(['Acme']);
    expect(there.projects.map((project) => timezoneOf(there, project))).toEqual(['Asia/Tokyo']);
  });

  it('posts to several channels what was made for several', () => {
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

  it('in the only workspace is whom the file names', () => {
    expect(told({})).toEqual([['U0OPS'], 'C0OPS']);
  });

  it('among many is who installed the bot too; where the file names no project, that person alone', () => {
    expect(told({ installedBy: 'U0ANA' })).toEqual([['U0OPS', 'U0ANA'], 'C0OPS']);
    expect(told({ installedBy: 'U0OPS' })).toEqual([['U0OPS'], 'C0OPS']);
    expect(told({ installedBy: 'U0EVE', team: 'T0THREE' })).toEqual([['U0EVE'], undefined]);
  });
});

describe('where the file came to say the same as what was made', () => {
  it('the file’s feed is there, once', () => {
    const there = withMade(
      FILE,
      made({ feeds: [feed({ kind: 'leads' }, { channel: 'C0LEADS', limit: 3 })] }),
    );
    expect(feedsOf(there).map(({ settings }) => settings)).toEqual([expect.objectContaining({ limit: 10 })]);
  });

  it.each([
    ['id', { id: ACME, name: 'Acme of Slack', channel: 'C0X' }],
    ['name, in any case', { id: INITECH, name: 'ACME', channel: 'C0X' }],
  ])('the file’s project is there, once, by its %s', (_, project) => {
    const there = withMade(FILE, made({ projects: [project] }));
    expect(there.projects).toHaveLength(1);
    expect(there.projects[0]).not.toHaveProperty('connected');
  });
});

describe('what was made and can be of no use now', () => {
  it('a feed of a project that is gone, is left out', () => {
    expect(ids({ feeds: [feed({ kind: 'leads', projectId: INITECH }, {})] })).toEqual([
      `leads:${ACME}:C0LEADS`,
    ]);
  });

  it('a feed whose settings no rule allows any more, is left out', () => {
    expect(ids({ feeds: [feed({ kind: 'leads' }, { colour: 'red' })] })).toEqual([`leads:${ACME}:C0LEADS`]);
  });
});

describe('the settings of a feed are checked as the file’s are', () => {
  it.each([
    [{}, []],
    [
      { schedule: 'every 7 hours' },
      [['schedule', 'must divide a day: write "every 6 hours" or "every 8 hours", or cron']],
    ],
    [{ schedule: 'sometimes' }, [['schedule', expect.stringMatching(/^must be a schedule such as/)]]],
    [{ channel: '#leads' }, [['channel', 'must be a channel id such as C0123ABCD (not a #name)']]],
    [{ limit: 51 }, [['limit', 'must be at most 50, for more do not fit into a message']]],
    [{ limit: 'ten' }, [['limit', 'must be a number']]],
    [{ places: { never: [3] } }, [['places.never.0', 'must be a text']]],
    [{ colour: 'red' }, [['colour', 'is not a known key']]],
    [
      { timezone: 'Mars/Base', quiet: 'at night' },
      [
        ['timezone', 'must be a timezone such as Europe/Berlin'],
        ['quiet', 'must be hours such as "22:00-07:00"'],
      ],
    ],
  ])('%j: %j', (settings, faults) => {
    const whole = { channel: 'C0MADE', schedule: 'hourly', ...settings };
    expect(feedFaults('leads', whole).map(({ field, sentence }) => [field, sentence])).toEqual(faults);
  });

  it('for each kind by its own rules', () => {
    const settings = { channel: 'C0MADE', schedule: 'hourly', min_change: 3 };
    expect(feedFaults('scores', settings)).toEqual([]);
    expect(feedFaults('leads', settings)).toEqual([{ field: 'min_change', sentence: 'is not a known key' }]);
  });
});

it('a project’s id and name are checked as the file’s are', () => {
  expect(projectFaults({ id: ACME, name: 'Acme' })).toEqual([]);
  expect(projectFaults({ id: 'acme', name: '' })).toEqual([
    { field: 'id', sentence: 'must be the project_id of the API, a UUID' },
    { field: 'name', sentence: 'is empty' },
  ]);
});
