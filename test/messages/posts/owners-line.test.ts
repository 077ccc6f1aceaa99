import { expect, test } from 'vitest';
import type { OwnersLine } from '../../../src/decision.ts';
import { render } from '../../../src/messages/render.ts';
import { ACME, FRIDAY, STANDING } from '../cast.ts';
import { wordsOf } from '../reading.ts';

const LINE: OwnersLine = {
  kind: 'owners_line',
  v: 1,
  project: ACME,
  at: FRIDAY,
  projects: 3,
  paused: [],
  troubled: [],
};
const words = (given: Partial<OwnersLine>) => wordsOf(render({ ...LINE, ...given }, STANDING).blocks)[0];

test('a project is healthy when nothing keeps its posts back; scores away from normal stand beside it', () => {
  expect(words({})).toBe('*3 projects: 3 healthy.* No post is planned.');
  const troubled = [{ name: 'Acme', reason: 'key_refused' as const, since: FRIDAY }];
  expect(words({ troubled })).toMatch(/^\*3 projects: 2 healthy, 1 in trouble\.\* /);
  expect(words({ openAlerts: 2 })).toBe('*3 projects: 3 healthy, 2 open score alerts.* No post is planned.');
});
