import { describe, expect, it } from 'vitest';
import { feedsOf, parseProjects } from '../../../src/projects/projects.ts';
import { findApiFaults, findApiNotes, findStops } from '../../../src/verbs/doctor/api.ts';
import type { Method } from '../../../src/verbs/doctor/reads.ts';
import type { ReadReport } from '../../../src/verbs/doctor/report.ts';
import { examine } from '../../../src/verbs/doctor/walk.ts';
import { OPERATIONS } from '../../../src/visibility/operations.ts';
import { parseAnswer, readingOf } from '../../visibility/reading.ts';

const projectsWith = (minScore: number, never = '', minChange = 5) =>
  parseProjects(
    `
projects:
  - id: 6f0c1c0e-4b7a-4c38-9d6e-0a1b2c3d4e5f
    name: Acme
    leads: { channel: C0ACME, schedule: "9:00", min_score: ${minScore}, places: { never: [${never}] } }
    scores: { channel: C0ACME, schedule: "9:00", min_change: ${minChange} }
`,
    'projects.yml',
  );
const PROJECTS = projectsWith(60);

function findingsOf(reads: readonly ReadReport[], projects = PROJECTS) {
  const [project] = projects.projects;
  if (!project) throw new Error('There is no project.');
  const report = { id: project.id, name: project.name, keyName: 'ACME_KEY', reads };
  return [...findApiFaults(project, report, feedsOf(projects)), ...findApiNotes([report])];
}

function answered(method: Method, body: unknown): ReadReport {
  const { method: verb, path, known } = OPERATIONS[method];
  const read = examine(method, readingOf(method, body), parseAnswer(method, body));
  return { method, operation: `${verb} ${path}`, known: known.answer, outcome: 'ok', ...read };
}

function broke(method: Method, code: string, why: string): ReadReport {
  const { method: verb, path, known } = OPERATIONS[method];
  return {
    method,
    operation: `${verb} ${path}`,
    known: known.answer,
    outcome: 'failed',
    why,
    code,
    unknown: [],
  };
}

const sentences = (reads: readonly ReadReport[]) =>
  findingsOf(reads).map(({ level, sentence }) => `${level}: ${sentence}`);

const lead = {
  id: 'a',
  title: 'Thread',
  url: 'https://forum.example/1',
  community: 'r/saas',
  author: 'ana',
  reason: 'because',
  score: 91,
  posted_at: '2026-03-10T08:00:00Z',
  discovered_at: '2026-03-10T09:00:00Z',
  comment_count: 3,
  status: 'new',
};
const { score: _score, ...unscored } = lead;
const day = { date: '2026-03-10', score: 60, complete: true, engine: 'GPT', engine_id: 'e' };

describe('an operation that fails', () => {
  it('is a fault if a feed needs it, reported once for all alike', () => {
    const findings = findingsOf([
      broke('communityLeads', 'visibility_unauthorised', 'was refused.'),
      broke('dailyScores', 'visibility_unauthorised', 'was refused.'),
      broke('topics', 'visibility_unauthorised', 'was refused.'),
    ]);
    expect(findings).toEqual([
      {
        level: 'fault',
        subject: 'Acme',
        sentence:
          '3 of 3 operations failed. The first: GET /projects/{project_id}/community/leads was refused. Feeds that can’t post: leads and scores.',
        mend: 'Replace ACME_KEY with a key for this project.',
      },
    ]);
  });

  it('is a loss if none does', () => {
    expect(findingsOf([broke('topics', 'visibility_not_found', 'found nothing.')])).toMatchObject([
      { level: 'loss', mend: expect.stringContaining('Compare the project’s id') },
    ]);
  });
});

describe('a refused key', () => {
  const refused = { ...broke('engines', 'visibility_unauthorised', 'was refused.'), status: 401 };
  const projects = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: `${i}`,
      name: `Brand ${i}`,
      keyName: 'ACME_KEY',
      reads: [refused, refused],
    }));

  it('is one finding for all its projects', () => {
    expect(findStops('visibility_unauthorised', projects(7), feedsOf(PROJECTS))).toEqual([
      {
        level: 'fault',
        subject: 'API',
        sentence:
          'The API refuses ACME_KEY (401), so nothing can be read for Brand 0, Brand 1, Brand 2, Brand 3, Brand 4, Brand 5 and 1 more. Feeds that can’t post: leads and scores.',
        mend: 'Replace ACME_KEY with a key that the API accepts.',
      },
    ]);
  });

  it('is a loss if no feed needs it', () => {
    expect(findStops('visibility_unauthorised', projects(1), [])).toMatchObject([
      {
        level: 'loss',
        sentence: expect.stringContaining('nothing can be read for Brand 0. No feed needs it'),
      },
    ]);
  });
});

describe('a missing field', () => {
  it('is reported with what it costs', () => {
    expect(sentences([answered('communityLeads', [unscored])])).toEqual([
      'loss: Leads have no score: they stay in the API’s order, and min_score has no effect.',
    ]);
  });

  it('is a fault if it is the score that alerts need', () => {
    expect(sentences([answered('dailyScores', [{ ...day, score: null }])])).toContain(
      'fault: Daily scores have no score, so there is nothing to alert about.',
    );
  });

  it('isn’t what is only sent when asked for: figures by region', () => {
    expect(answered('dailyScores', [{ date: '2026-03-10', score: 61 }]).names?.missing).not.toContain(
      'regionId',
    );
  });

  it('of any other kind is one note', () => {
    expect(
      sentences([answered('regions', [{ id: 'r' }]), answered('topics', [{ label: 'pricing' }])]),
    ).toEqual([
      'note: The API doesn’t send these, so they aren’t shown: code, name (regions); kind, answers, score, mentionRate, rank, id (topics).',
    ]);
  });
});

it('what one project has no data for, and another has, the API sends', () => {
  const brandWith = (name: string, ...reads: ReadReport[]) => ({ id: name, name, keyName: 'KEY', reads });
  const notes = findApiNotes([
    brandWith('Acme', answered('regions', [{ id: 'r', name: 'US' }])),
    brandWith('Globex', answered('regions', [{ id: 'r', colour: 'red' }])),
    brandWith('Initech', answered('regions', [{ id: 'r', colour: 'blue' }])),
  ]);
  expect(notes.map(({ sentence }) => sentence)).toEqual([
    'The API doesn’t send these, so they aren’t shown: code (regions).',
    'The API sends fields that Sightline doesn’t know and doesn’t show: regions $[].colour.',
  ]);
});

it('a place left out that no lead is from is a loss, with the one it resembles', () => {
  const projects = projectsWith(60, 'reddit, foo, r/devpos');
  const [finding, ...others] = findingsOf(
    [answered('communityLeads', [{ ...lead, community: 'r/devops' }])],
    projects,
  );
  expect(finding).toMatchObject({
    level: 'loss',
    sentence: expect.stringMatching(/“foo” or “r\/devpos” \(r\/devops/),
  });
  expect(finding?.sentence).not.toContain('reddit');
  expect(others).toEqual([]);
});

describe('a threshold', () => {
  it('that no lead can reach on this scale is a fault, with a better one', () => {
    expect(findingsOf([answered('communityLeads', [{ ...lead, score: 0.91 }])])).toMatchObject([
      {
        level: 'fault',
        sentence:
          'No lead reaches min_score 60: the best has 0.91, on a scale from 0 to 1. A digest would be empty.',
        mend: expect.stringContaining('0.6'),
      },
    ]);
  });

  it('of a scale from 0 to 1, where leads have up to 100, is a loss with a better one', () => {
    expect(findingsOf([answered('communityLeads', [lead])], projectsWith(0.55))).toMatchObject([
      { level: 'loss', mend: expect.stringContaining('for example 55.') },
    ]);
  });

  it.each([
    [0.05, 60, [{ level: 'loss', mend: expect.stringContaining('points') }]],
    [1, 60, []],
    [0.05, 0.6, []],
  ])('min_change %s, where daily scores are like %s', (minChange, score, found) => {
    const read = answered('dailyScores', [{ ...day, score }]);
    const all = findingsOf([read], projectsWith(60, '', minChange));
    expect(all.filter(({ sentence }) => sentence.includes('min_change'))).toMatchObject(found);
  });

  it('that no lead reaches today is a loss, with the range of scores instead of a number to set', () => {
    const leads = [lead, lead].map((one, i) => ({ ...one, id: `${i}`, score: 12 + 30 * i }));
    expect(findingsOf([answered('communityLeads', leads)])).toMatchObject([
      { level: 'loss', mend: expect.stringContaining('12 to 42') },
    ]);
  });

  it('that some leads reach is fine', () => {
    expect(findingsOf([answered('communityLeads', [lead])])).toEqual([]);
  });
});

it('names that differ from the guess are reported, but are no finding', () => {
  const read = answered('communityLeads', [{ ...unscored, lead_score: 91 }]);
  expect(read.names?.found).toContainEqual({ field: 'score', came: 'lead_score', guessed: 'score' });
  expect(read.scores).toEqual({ scale: '0-100', from: 91, to: 91 });
  expect(findingsOf([read])).toEqual([]);
});

it('an empty list proves nothing about names', () => {
  const read = answered('communityLeads', []);
  expect(read.names).toBeUndefined();
  expect(sentences([read])).toEqual([]);
});

it('unknown fields are counted, a few by name', () => {
  const extra = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`extra_${i}`, i]));
  expect(sentences([answered('communityLeads', [{ ...lead, ...extra }])])).toEqual([
    expect.stringMatching(/doesn’t show: communityLeads \$\[\]\.extra_0, .*extra_5 and 3 more\.$/),
  ]);
});

it('a field that only rows inside the others have isn’t missed', () => {
  const engines = [{ engine: { name: 'GPT' }, score: 70 }];
  const missing = answered('dailyScores', [{ date: '2026-03-10', score: 60, engines }]).names?.missing;
  expect(missing).toContain('mentionRate');
  expect(missing).not.toContain('engine');
});
