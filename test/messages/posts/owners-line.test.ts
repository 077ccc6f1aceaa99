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

test('a project runs when nothing keeps its posts back, which says nothing of its scores', () => {
  expect(words({})).toBe('*3 projects: 3 running.* No post is planned.');
  const troubled = [{ name: 'Acme', reason: 'key_refused' as const, since: FRIDAY }];
  expect(words({ troubled })).toMatch(/^\*3 projects: 2 running, 1 in trouble\.\* /);
});
