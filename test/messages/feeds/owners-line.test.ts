import { describe, expect, test } from 'vitest';
import type { FeedKind, FeedStanding, OwnersLine, ProjectHealth } from '../../../src/decision.ts';
import { statusAnswer } from '../../../src/messages/feeds/health.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { makeOwnersLine } from '../../../src/watch/health.ts';
import { ACME, FRIDAY, STANDING } from '../cast.ts';
import { clocksRead, shownOf, wordsOf } from '../reading.ts';

const LINE: OwnersLine = {
  kind: 'owners_line',
  v: 1,
  project: ACME,
  at: FRIDAY,
  projects: 3,
  healthy: 3,
  paused: [],
  troubled: [],
  waiting: [],
  missed: [],
  alerts: [],
};
const words = (given: Partial<OwnersLine>) =>
  clocksRead(wordsOf(render({ ...LINE, ...given }, STANDING).blocks).join('\n'));

test('a project is healthy when nothing keeps its posts back; scores away from normal stand beside it', () => {
  expect(words({})).toBe('*3 projects: 3 healthy.*\nNo posts are scheduled.');
  const troubled = [{ name: 'Acme', reason: 'key_refused' as const, since: FRIDAY }];
  expect(words({ troubled, healthy: 2 })).toMatch(/^\*3 projects: 2 healthy, 1 in trouble\.\*\n/);
});

test('alerts that are open or ended in the week are named, and only open ones counted', () => {
  const alerts = [
    { name: 'Acme', handle: 'A37', since: '2026-11-19' },
    { name: 'Globex', handle: 'A36', since: '2026-11-17', end: { day: '2026-11-20', stays: false } },
  ];
  const line = makeOwnersLine([{ project: ACME, feeds: [] }], alerts, FRIDAY) ?? expect.fail('no line');
  expect(words(line)).toContain('1 open alert');
  expect(words(line)).toMatch(/Acme A37, .*Thu 19 Nov · Globex A36, .*Fri 20 Nov/);
});

test('a paused feed is named with its channel where the project has several of its kind', () => {
  const feed = (kind: FeedKind, channel: string, stopped: boolean): FeedStanding => ({
    feed: { id: `${kind}:${channel}`, kind, channel, schedule: 'Mondays', timezone: 'UTC' },
    next: undefined,
    ...(stopped && { paused: { at: FRIDAY, by: 'U0ANA', until: undefined, reason: 'person' } }),
  });
  const feeds = [feed('leads', 'C0A', true), feed('leads', 'C0B', false), feed('scores', 'C0A', true)];
  const line = makeOwnersLine([{ project: ACME, feeds }], [], FRIDAY) ?? expect.fail('There is a project.');
  const said = 'Acme leads in <#C0A>, scores: paused';
  expect(words(line)).toContain(`• ${said} by <@U0ANA> since Fri 20 Nov`);
  expect(render(line, STANDING).text).toContain(said);
});

describe('a project whose posts are not in their channels', () => {
  const NOON = Date.parse('2026-11-22T12:00:00Z');
  const standing = (kind: FeedKind, given: Partial<FeedStanding> = {}, channel = 'C0A'): FeedStanding => ({
    feed: { id: `${kind}:${channel}`, kind, channel, schedule: 'Mondays', timezone: 'Europe/Berlin' },
    next: NOON + 86_400_000,
    ...given,
  });
  const GLOBEX: ProjectHealth = { project: { id: 'globex', name: 'Globex' }, feeds: [standing('leads')] };
  const LATE = { late: { since: NOON, reason: 'ratelimited' } };

  /** What the owners read where Globex is well, and what status says at that minute. */
  function told(acme: Partial<ProjectHealth>) {
    const health = [{ project: ACME, feeds: [], ...acme }, GLOBEX];
    const { text, blocks } = render(makeOwnersLine(health, [], NOON) ?? expect.fail('no line'), STANDING);
    const [head = '', ...said] = clocksRead(wordsOf(blocks).join('\n')).split('\n');
    const [next = '', rows] = [said.at(-1), said.slice(0, -1)];
    const [status] = shownOf(statusAnswer(health, { posts: 9 }, '1.0'));
    // Whoever listens is told the same, without a mark.
    expect(clocksRead(text)).toBe([head.replaceAll('*', ''), ...rows, next].join('\n'));
    return { head, rows, next, status };
  }

  test('is unwell as in status while posts wait for Slack: which, since when and why', () => {
    const { head, rows, next, status } = told({ feeds: [standing('leads', LATE), standing('scores')] });
    expect(head).toContain('*2 projects: 1 healthy, 1 with posts waiting.*');
    expect(status).toContain('1 of 2 projects needs attention');
    const row =
      'Acme: posts of leads waiting since Sun 22 Nov, 12:00 UTC, because Slack has asked us to slow down';
    expect(rows).toEqual([`• ${row}`]);
    expect(next).toBe('Next post Mon 23 Nov, 12:00 UTC');
  });

  test('is unwell as in status while a post that failed is tried again', () => {
    const feeds = [standing('leads', { triedAgain: NOON }), standing('scores', { triedAgain: NOON })];
    const { head, rows, status } = told({ feeds });
    expect(head).toContain('*2 projects: 1 healthy, 1 with posts waiting.*');
    expect(status).toContain('1 of 2 projects needs attention');
    const row = 'Acme: leads, scores of Sun 22 Nov, 12:00 UTC not posted yet, retrying';
    expect(rows).toEqual([`• ${row}`]);
  });

  test('is counted once where some wait and others are tried again', () => {
    const feeds = [standing('leads', LATE), standing('leads', { triedAgain: NOON }, 'C0B')];
    const { head, rows } = told({ feeds });
    expect(head).toContain('*2 projects: 1 healthy, 1 with posts waiting.*');
    expect(rows).toEqual([
      expect.stringMatching(
        /^• Acme: posts of leads in <#C0A> waiting .* · leads in <#C0B> of .* not posted yet, retrying$/,
      ),
    ]);
  });

  test('and that was paused by a person is paused, and does not wait', () => {
    const paused = { at: FRIDAY, by: 'U0ANA', until: undefined, reason: 'person' } as const;
    const { head, rows } = told({ feeds: [standing('leads', { ...LATE, triedAgain: NOON, paused })] });
    expect(head).toContain('*2 projects: 1 healthy, 1 paused.*');
    expect(rows).toEqual(['• Acme leads: paused by <@U0ANA> since Fri 20 Nov, 08:00 UTC']);
  });

  test('of what was missed reads which and when, and stays healthy as in status', () => {
    const leads = { kind: 'leads', channel: 'C0A' } as const;
    const missed = [
      { feeds: [leads], first: NOON, at: NOON, times: 1 },
      {
        feeds: [{ ...leads, kind: 'scores' as const }],
        ...{ first: NOON, at: NOON, times: 1 },
        end: { state: 'failed' as const, reason: 'unclear' },
      },
    ];
    const { head, rows, status } = told({ feeds: [standing('leads'), standing('scores')], missed });
    expect(head).toContain('*2 projects: 2 healthy.*');
    expect(status).toMatch(/1 post missed/);
    const said = [
      'Acme: missed leads on Sun 22 Nov, 12:00 UTC',
      'Acme: may have missed scores on Sun 22 Nov, 12:00 UTC, because Slack’s answer was lost',
    ];
    expect(rows).toEqual(said.map((row) => `• ${row}`));
  });
});
