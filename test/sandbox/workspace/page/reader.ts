/** A reader for drawing tests: Ana, on Friday 20 November 2026 at 09:12 in Berlin. */
import type { Drawing } from '../../../../src/sandbox/workspace/page/reader.ts';
import { NOW } from './fake-workspace.ts';

export const READER: Drawing = {
  person: 'UANA',
  now: NOW,
  timezone: 'Europe/Berlin',
  people: [
    { id: 'UANA', name: 'Ana' },
    { id: 'UBEN', name: 'Ben' },
  ],
  channels: [{ id: 'C0LEADS', name: 'acme-leads', kind: 'public', shared: false }],
  copyOf: () => undefined,
  scope: 'test',
};
