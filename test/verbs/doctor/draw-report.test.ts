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
