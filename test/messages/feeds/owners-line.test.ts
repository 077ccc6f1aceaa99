import { expect, test } from 'vitest';
import type { FeedKind, FeedStanding, OwnersLine, ProjectHealth } from '../../../src/decision.ts';
import { statusAnswer } from '../../../src/messages/feeds/health.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { makeOwnersLine } from '../../../src/watch/monday.ts';
import { ACME, FRIDAY, livingAlert, STANDING } from '../cast.ts';
import { OPENED } from '../every-alert.ts';
import { clocksRead, shownOf, wordsOf } from '../reading.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const standing = (kind: FeedKind, given: Partial<FeedStanding> = {}, channel = 'C0A'): FeedStanding => ({
  feed: { id: `${kind}:${channel}`, kind, channel, schedule: 'Mondays', timezone: 'Europe/Berlin' },
  next: NOON + 86_400_000,
  ...given,
});
const GLOBEX: ProjectHealth = { project: { id: 'globex', name: 'Globex' }, feeds: [standing('leads')] };
const PAUSED = { at: FRIDAY, by: 'U0ANA', until: undefined, reason: 'person' } as const;
const LATE = { late: { since: NOON, reason: 'ratelimited' } };
const MISSED = { feeds: [{ kind: 'leads' as const, channel: 'C0A' }], first: NOON, at: NOON, times: 1 };

/** What the owners read where Globex is well, and what status says at that minute. */
function told(acme: Partial<ProjectHealth>, alerts: OwnersLine['alerts'] = []) {
  const health = [{ project: ACME, feeds: [], ...acme }, GLOBEX];
  const { text, blocks } = render(makeOwnersLine(health, alerts, NOON) ?? expect.fail('no line'), STANDING);
  const [head = '', ...said] = clocksRead(wordsOf(blocks).join('\n')).split('\n');
  // Whoever listens is told the same, without a mark.
  expect(clocksRead(text)).toBe([head, ...said].join('\n').replaceAll('*', ''));
  const [status] = shownOf(statusAnswer(health, { posts: 9 }, '1.0'));
  return { head, rows: said.slice(0, -1).join('\n'), next: said.at(-1), status };
}

test('says that all are well, and when the next post is due', () => {
  const { head, rows, next } = told({});
  expect(head).toBe('*Both projects are running.*');
  expect(rows).toBe('');
  expect(next).toBe('Next post Mon 23 Nov, 12:00 UTC');
});

test('doesn’t repeat the next post below rows that all have it', () => {
  const missed = [GLOBEX, { ...GLOBEX, project: ACME }].map((one) => ({ ...one, missed: [MISSED] }));
  const line = makeOwnersLine(missed, [], NOON) ?? expect.fail('no line');
  expect(render(line, STANDING).text.match(/next post/gi)).toHaveLength(2);
});

test('says a number once, and of one project what it’s called', () => {
  const headOf = (...health: ProjectHealth[]) => {
    const line = makeOwnersLine(health, [], NOON) ?? expect.fail('no line');
    return wordsOf(render(line, STANDING).blocks)[0];
  };
  const paused = { ...GLOBEX, feeds: [standing('leads', { paused: PAUSED })] };
  const ill = { ...GLOBEX, trouble: { reason: 'key_refused' as const, since: NOON } };
  expect(headOf(GLOBEX)).toBe('*Globex is running.*');
  expect(headOf(paused)).toBe('*Globex is paused.*');
  expect(headOf(ill)).toBe('*Globex needs attention.*');
  expect(headOf(GLOBEX, GLOBEX, GLOBEX)).toBe('*All 3 projects are running.*');
  expect(headOf(GLOBEX, GLOBEX, paused)).toBe('*3 projects: 2 running, 1 paused.*');
});

test('lists alerts that are open or ended in the week, and counts only open ones', () => {
  const ended = { ...OPENED, alert: livingAlert({ status: 'recovered', day: '2026-11-20' }) };
  const { head, rows } = told({}, [
    { handle: 'A37', alert: OPENED },
    { handle: 'A36', alert: ended },
  ]);
  expect(head).toBe('*Both projects are running. 1 open alert.*');
  expect(rows).toMatch(/A37.* fell 8\.2 points to 53\.2 on Thu 19 Nov\.\n.*A36.* normal: .* on Fri 20 Nov/);
});

test('names a paused feed with its channel, late or not', () => {
  const stopped = standing('leads', { ...LATE, triedAgain: NOON, paused: PAUSED });
  const { head, rows } = told({ feeds: [stopped, standing('leads', {}, 'C0B')] });
  expect(head).toBe('*2 projects: 1 running, 1 paused.*');
  expect(rows).toContain('leads in <#C0A>: *paused* since Fri 20 Nov, 08:00 UTC by <@U0ANA>');
  expect(rows).not.toContain('Globex');
});

test.each<[string, Partial<ProjectHealth>, RegExp]>([
  [
    'a key is refused',
    { trouble: { reason: 'key_refused', since: NOON } },
    /refused our key since Sun 22 Nov/,
  ],
  [
    'posts wait for Slack',
    { feeds: [standing('leads', LATE)] },
    /\*posts waiting\* since Sun 22 Nov, 12:00 UTC, because Slack/,
  ],
  [
    'a post that failed is tried again',
    { feeds: [standing('leads', { triedAgain: NOON }), standing('scores', { triedAgain: NOON })] },
    /leads in <#C0A>, scores in <#C0A>: post of Sun 22 Nov, 12:00 UTC \*late\*, retrying/,
  ],
])('counts a project as unwell, as status does, while %s', (_, acme, row) => {
  const { head, rows, status } = told(acme);
  expect(head).toBe('*2 projects: 1 running, 1 needs attention.*');
  expect(status).toContain('1 of 2 projects needs attention');
  expect(rows).toMatch(row);
});

test('names what was missed; as in status, the project counts as running', () => {
  const end = { state: 'failed' as const, reason: 'unclear' };
  const { head, rows, status } = told({
    feeds: [standing('leads'), standing('scores')],
    missed: [MISSED, { ...MISSED, feeds: [{ kind: 'scores', channel: 'C0A' }], end }],
  });
  expect(head).toBe('*Both projects are running.*');
  expect(status).toMatch(/1 post missed/);
  expect(rows).toContain('missed leads in <#C0A> on Sun 22 Nov, 12:00 UTC');
  expect(rows).toMatch(
    /may have missed scores in <#C0A> on Sun 22 Nov, 12:00 UTC, because Slack’s answer was lost/,
  );
});
