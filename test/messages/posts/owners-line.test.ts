import { expect, test } from 'vitest';
import type { FeedKind, FeedStanding, OwnersLine } from '../../../src/decision.ts';
import { render } from '../../../src/messages/render.ts';
import { ownersLine } from '../../../src/rules/owners-line.ts';
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

test('a paused feed is named with its channel where the project has several of its kind', () => {
  const feed = (kind: FeedKind, channel: string, stopped: boolean): FeedStanding => ({
    feed: { id: `${kind}:${channel}`, kind, channel, schedule: 'Mondays', timezone: 'UTC' },
    next: undefined,
    ...(stopped && { paused: { at: FRIDAY, by: 'U0ANA', until: undefined, reason: 'person' } }),
  });
  const feeds = [feed('leads', 'C0A', true), feed('leads', 'C0B', false), feed('scores', 'C0A', true)];
  const line = ownersLine([{ project: ACME, feeds }], 0, FRIDAY) ?? expect.fail('There is a project.');
  const said = 'Acme leads in <#C0A>, scores: paused';
  expect(words(line)).toContain(`• ${said} by <@U0ANA> since Fri 20 Nov`);
  expect(render(line, STANDING).text).toContain(said);
});
