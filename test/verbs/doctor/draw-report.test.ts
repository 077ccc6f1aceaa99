import { expect, it } from 'vitest';
import { findConfigFaults } from '../../../src/verbs/doctor/diagnose.ts';
import { drawReport } from '../../../src/verbs/doctor.ts';

it('quotes a line of a file unchanged, below what is wrong with it', () => {
  const line = '    leads: { channel: #acme-leads,   schedule: every day at 9:00 }';
  const findings = findConfigFaults([`projects.yml:5: this can’t be read.\n${line}\n    ^`]);
  const report = {
    at: '2026-11-24T09:00:00Z',
    simulated: false,
    works: false,
    slack: [],
    store: [],
    feeds: [],
  };
  const text = drawReport({ ...report, findings }, { colours: false, columns: 60 });
  expect(text.split('\n').map((line) => line.trimEnd())).toContain(`    ${line}`);
});
