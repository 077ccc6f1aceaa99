import { expect, it } from 'vitest';
import { findConfigFaults } from '../../../src/verbs/doctor/diagnose.ts';
import { drawReport } from '../../../src/verbs/doctor.ts';

const REPORT = {
  at: '2026-11-24T09:00:00Z',
  simulated: false,
  works: false,
  slack: [],
  store: [],
  feeds: [],
  findings: [],
};

it('marks what answers without something that people notice, not what lacks a trifle', () => {
  const read = (method: 'communityLeads' | 'topics', missing: string) => ({
    ...({
      method,
      operation: `GET /${method}`,
      known: 'assumed',
      outcome: 'ok',
      rows: 9,
      unknown: [],
    } as const),
    names: { found: [], missing: [missing] },
  });
  const reads = [read('communityLeads', 'score'), read('topics', 'id')];
  const projects = [{ id: '1', name: 'Acme', keyName: 'ACME_KEY', reads }];
  const api = { baseUrl: 'https://api.example/v1/public', looks: [], projects };
  const text = drawReport({ ...REPORT, api }, { colours: false, columns: 100 });
  expect(text).toMatch(/^ {2}part {2}communityLeads /m);
  expect(text).toMatch(/^ {2}ok {4}topics /m);
});

it('quotes a line of a file unchanged, below what is wrong with it', () => {
  const line = '    leads: { channel: #acme-leads,   schedule: every day at 9:00 }';
  const findings = findConfigFaults([`projects.yml:5: this can’t be read.\n${line}\n    ^`]);
  const text = drawReport({ ...REPORT, findings }, { colours: false, columns: 60 });
  expect(text.split('\n').map((line) => line.trimEnd())).toContain(`    ${line}`);
});

const READ = { operation: 'GET /leads', known: 'assumed', unknown: [] } as const;

/** A project for which the API answers, but for the operations in `lost`. */
function brand(name: string, lost: readonly string[] = []) {
  const reads = (['engines', 'communityLeads', 'topics'] as const).map((method) =>
    lost.includes(method)
      ? { ...READ, method, outcome: 'failed' as const, why: 'found nothing.' }
      : { ...READ, method, outcome: 'ok' as const, rows: name.length },
  );
  return { id: name, name, keyName: 'ACME_KEY', reads };
}

const drawBrands = (...projects: ReturnType<typeof brand>[]) =>
  drawReport(
    { ...REPORT, api: { baseUrl: 'https://api.example', looks: [], projects } },
    { colours: false, columns: 100 },
  );

it('of many brands says what is the same once, and which are otherwise by name', () => {
  const alike = Array.from({ length: 38 }, (_, i) => brand(`Brand ${i}`));
  const odd = [brand('Globex', ['topics']), brand('Initech', ['topics'])];
  const text = drawBrands(brand('Acme'), ...alike, ...odd);
  expect(text.match(/communityLeads/g)).toHaveLength(1);
  expect(text).toContain('The same for Brand 0, Brand 1, Brand 2, Brand 3, Brand 4, Brand 5 and 32 more.');
  expect(text).toMatch(
    /^Globex and Initech, where they differ from Acme\n {2}\w+ {2}topics .*found nothing\.$/m,
  );
});

it('of many feeds at the same time says the time once', () => {
  const feed = { kind: 'leads', channel: 'C0ACME', schedule: '0 9 * * *', timezone: 'UTC' } as const;
  const feedOf = (project: string) => ({ ...feed, project, next: '2026-11-25T09:00:00Z' });
  const feeds = Array.from({ length: 40 }, (_, i) => feedOf(`Brand ${i}`));
  const text = drawReport({ ...REPORT, feeds }, { colours: false, columns: 400 });
  expect(text.match(/25 Nov/g)).toHaveLength(1);
  expect(text).toContain('Brand 5 leads to C0ACME and 34 more');
});

it('of many channels that are well says so once, and of the one that isn’t by name', () => {
  const well = { outcome: 'ok', said: '#x: fine', alike: 'the bot can post in' } as const;
  const looks = Array.from({ length: 40 }, (_, i) => ({ ...well, what: `C${i}` }));
  const lost = { what: 'C0LOST', outcome: 'failed', said: 'The bot isn’t in #lost.' } as const;
  const slack = [{ looks: [...looks, lost] }];
  const text = drawReport({ ...REPORT, slack }, { colours: false, columns: 100 });
  expect(text.match(/the bot can post in/g)).toHaveLength(1);
  expect(text).toMatch(/FAIL {2}C0LOST/);
});

it.each([
  ['loss', true, 'Sightline is ready, with 1 thing worth fixing.'],
  ['fault', false, 'Sightline isn’t ready: 1 problem must be fixed.'],
] as const)('ends with one verdict (%s)', (level, works, verdict) => {
  const findings = [{ level, subject: 'Acme', sentence: 'It is so.' }];
  const text = drawReport({ ...REPORT, works, findings }, { colours: false, columns: 100 });
  expect(text.trimEnd().endsWith(verdict)).toBe(true);
  expect(text).not.toContain('only in part');
});
