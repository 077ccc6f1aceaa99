import { describe, expect, it } from 'vitest';
import { feedsOf, parseProjects } from '../../../src/projects/projects.ts';
import { apiFindings, keyRefused } from '../../../src/verbs/doctor/api-findings.ts';
import { examined } from '../../../src/verbs/doctor/examine.ts';
import type { Method } from '../../../src/verbs/doctor/reads.ts';
import type { ReadReport } from '../../../src/verbs/doctor/report.ts';
import { OPERATIONS } from '../../../src/visibility/operations.ts';
import { readingOf } from '../../visibility/reading.ts';

const PROJECTS = parseProjects(
  `
projects:
  - id: 6f0c1c0e-4b7a-4c38-9d6e-0a1b2c3d4e5f
    name: Acme
    leads: { channel: C0ACME, schedule: "9:00", min_score: 60 }
    scores: { channel: C0ACME, schedule: "9:00", min_change: 5 }
`,
  'projects.yml',
);

/** What answers with these bodies amount to. */
function findingsOf(reads: readonly ReadReport[]) {
  const [project] = PROJECTS.projects;
  if (!project) throw new Error('There is no project.');
  const report = { id: project.id, name: project.name, keyName: 'ACME_KEY', reads };
  return apiFindings(project, report, feedsOf(PROJECTS));
}

function answered(method: Method, body: unknown): ReadReport {
  const { method: verb, path, known, answer } = OPERATIONS[method];
  const read = examined(method, readingOf(method, body), answer.parse(body));
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
  it('is a fault where a feed needs it, once for all that fail alike', () => {
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
          '3 of 3 operations failed, the first: GET /projects/{project_id}/community/leads was refused. So nothing is posted of: leads and scores.',
        mend: 'Replace ACME_KEY with a key for this project.',
      },
    ]);
  });

  it('is a loss where none does', () => {
    expect(findingsOf([broke('topics', 'visibility_not_found', 'found nothing.')])).toMatchObject([
      { level: 'loss', mend: expect.stringContaining('Compare the project’s id') },
    ]);
  });
});

describe('a key that is refused', () => {
  const refused = { ...broke('engines', 'visibility_unauthorised', 'was refused.'), status: 401 };
  const projects = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: `${i}`,
      name: `Brand ${i}`,
      keyName: 'ACME_KEY',
      reads: [refused, refused],
    }));

  it('is told once, however many projects it would open', () => {
    expect(keyRefused(projects(7), feedsOf(PROJECTS))).toEqual([
      {
        level: 'fault',
        subject: 'API',
        sentence:
          'The API refuses ACME_KEY (401), so none of 14 operations of 7 projects (Brand 0, Brand 1, Brand 2, Brand 3, Brand 4, and 2 more) can be used. So nothing is posted of: leads and scores.',
        mend: 'Replace ACME_KEY with a key that the API accepts.',
      },
    ]);
  });

  it('is a loss where no feed needs it', () => {
    expect(keyRefused(projects(1), [])).toMatchObject([
      {
        level: 'loss',
        sentence: expect.stringContaining('1 project (Brand 0) can be used. No feed needs it'),
      },
    ]);
  });
});

describe('what is missing', () => {
  it('is said with what it costs', () => {
    expect(sentences([answered('communityLeads', [unscored])])).toEqual([
      'loss: Leads come without a score: their order is kept, and min_score leaves none of them out.',
    ]);
  });

  it('together is not said a second time of one alone', () => {
    const { id: _id, url: _url, ...nameless } = lead;
    expect(sentences([answered('communityLeads', [nameless])])).toEqual([
      expect.stringMatching(/^loss: Leads come with neither id nor link/),
    ]);
  });

  it('keeps alerts from being made where it is the score itself', () => {
    expect(sentences([answered('dailyScores', [{ ...day, score: null }])])).toContain(
      'fault: Daily scores come without a score: there is nothing to alert of.',
    );
  });

  it('elsewhere is one note', () => {
    expect(
      sentences([answered('regions', [{ id: 'r' }]), answered('topics', [{ label: 'pricing' }])]),
    ).toEqual([
      'note: Not sent, and so shown as absent: code, name (regions); kind, answers, score, mentionRate, rank (topics).',
    ]);
  });
});

describe('a threshold', () => {
  it('that no lead reaches on this scale is a fault, with one that some would', () => {
    expect(findingsOf([answered('communityLeads', [{ ...lead, score: 0.91 }])])).toMatchObject([
      {
        level: 'fault',
        sentence:
          'No lead reaches min_score 60: the best has 0.91, on a scale from 0 to 1. A digest would be empty.',
        mend: expect.stringContaining('0.6'),
      },
    ]);
  });

  it('that none reaches today is a loss', () => {
    expect(findingsOf([answered('communityLeads', [{ ...lead, score: 12 }])])).toMatchObject([
      { level: 'loss' },
    ]);
  });

  it('that some reach is none', () => {
    expect(findingsOf([answered('communityLeads', [lead])])).toEqual([]);
  });
});

it('names that came otherwise are told, and are no finding', () => {
  const read = answered('communityLeads', [{ ...unscored, lead_score: 91 }]);
  expect(read.names?.found).toContainEqual({ field: 'score', came: 'lead_score', guessed: 'score' });
  expect(read.scores).toEqual({ scale: '0-100', from: 91, to: 91 });
  expect(findingsOf([read])).toEqual([]);
});

it('an empty list tells of no name, and the leads’ is said to be empty', () => {
  const read = answered('communityLeads', []);
  expect(read.names).toBeUndefined();
  expect(sentences([read])).toEqual([expect.stringMatching(/^note: There is no community lead now/)]);
});

it('what is not known is counted, a few by name', () => {
  const extra = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`extra_${i}`, i]));
  expect(sentences([answered('communityLeads', [{ ...lead, ...extra }])])).toEqual([
    expect.stringMatching(/does not show: communityLeads \$\[\]\.extra_0, .*extra_5 and 3 more\.$/),
  ]);
});
