import { expect, it } from 'vitest';
import { configFindings } from '../../../src/verbs/doctor/diagnose.ts';
import { drawn } from '../../../src/verbs/doctor/drawn.ts';

it('a line of a file stands by itself, as it is, below what is wrong with it', () => {
  const line = '    leads: { channel: #acme-leads,   schedule: every day at 9:00 }';
  const findings = configFindings([`projects.yml:5: this can’t be read.\n${line}\n    ^`]);
  const report = {
    at: '2026-11-24T09:00:00Z',
    simulated: false,
    works: false,
    slack: [],
    store: [],
    feeds: [],
  };
  const said = drawn({ ...report, findings }, { colours: false, columns: 60 });
  expect(said.split('\n').map((one) => one.trimEnd())).toContain(`    ${line}`);
});
