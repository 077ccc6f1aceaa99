import { describe, expect, it } from 'vitest';
import type { FeedStanding, PostEnd, ProjectHealth } from '../../../src/decision.ts';
import { homeHealth } from '../../../src/messages/answers/home-health.ts';
import { type OnTheWay, statusAnswer } from '../../../src/messages/answers/status-answer.ts';
import { ACME, FRIDAY } from '../cast.ts';
import { clocksRead, wordsOf } from '../reading.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const FEED: FeedStanding = {
  feed: {
    id: 'leads:acme:C0ACME',
    kind: 'leads',
    channel: 'C0ACME',
    schedule: 'every day at 9:00',
    timezone: 'Europe/Berlin',
  },
  next: FRIDAY + DAY,
};
const SCORES: FeedStanding = { ...FEED, feed: { ...FEED.feed, kind: 'scores', id: 'scores:acme:C0ACME' } };
const elsewhere = (feed: FeedStanding): FeedStanding => ({
  ...feed,
  feed: { ...feed.feed, channel: 'C0TIDE' },
});
const pausedFor = (reason: string, by?: string): FeedStanding => ({
  ...FEED,
  paused: { at: FRIDAY, by, until: undefined, reason },
});
const BY_ANA = pausedFor('person', 'U0ANA');

const acme = (given: Partial<ProjectHealth> = {}): ProjectHealth => ({
  project: ACME,
  feeds: [FEED],
  lastAt: FRIDAY,
  ...given,
});

function answered(health: ProjectHealth[], onTheWay: OnTheWay = { posts: 0 }) {
  const { text, blocks } = statusAnswer(health, onTheWay, '1.0');
  const [head = '', ...rows] = clocksRead(wordsOf(blocks).join('\n')).split('\n');
  return { text, head, rows };
}

it.each([
  [11 * MINUTE, '11 minutes ahead of Slack’s'],
  [-2 * DAY, '2 days behind Slack’s'],
])('a clock that is off is said, to eye and ear (%d)', (clockAheadMs, words) => {
  const { text, head, rows } = answered([acme()], { posts: 0, clockAheadMs });
  expect(head).toContain('not all well');
  expect(rows.at(-1)).toContain(words);
  expect(text).toContain(words);
  expect(answered([acme()], { posts: 0, clockAheadMs: 59_000 }).text).not.toContain('clock');
});

const homeOf = (health: ProjectHealth[]) =>
  clocksRead(wordsOf(homeHealth(health, 4_000)).join('\n')).split('\n');

/** What both say of one project: in its row, and in words alone. */
function saidOf(health: ProjectHealth) {
  const { rows, text } = answered([health]);
  expect(homeOf([health])[1]).toBe(rows[0]);
  return { row: rows[0] ?? '', spoken: text.split('\n')[1] ?? '' };
}

it('status says what the API’s refusals taught, to eye and ear', () => {
  const line = (operation: string, what: string, there: string | null) => ({
    operation,
    what,
    there,
    known: 'refused' as const,
  });
  const { text, blocks } = statusAnswer([acme()], { posts: 0 }, '1.0', [
    line('createPrompt', 'body.prompt', 'text'),
    line('communityLeads', 'query.limit.maximum', '50'),
    line('communityLeads', 'query.limit.maximum', '50'),
  ]);
  for (const said of [text, wordsOf(blocks).join(' ')]) {
    expect(said).toMatch(/createPrompt: prompt is sent as “text”; communityLeads: at most 50 rows/);
  }
});

describe('status', () => {
  it('of projects that are well says so, and what comes next', () => {
    const { head, rows, text } = answered([acme()]);
    expect(head).toBe('*Sightline 1.0* · all well · nothing waits for Slack');
    expect(rows).toEqual(['• *Acme* · done up to Fri 20 Nov, 08:00 UTC · next Sat 21 Nov, 08:00 UTC']);
    expect(text).toBe(
      'Sightline 1.0: all well, nothing waits for Slack.\nAcme: well · done up to Fri 20 Nov, 08:00 UTC · next Sat 21 Nov, 08:00 UTC',
    );
  });

  it('where no feed is shown claims nothing', () => {
    expect(answered([]).head).toContain(' · no feed here · ');
  });
});

describe('a feed that a person paused', () => {
  const health = acme({ feeds: [BY_ANA, SCORES] });

  it('is no illness: all is well, and it is counted', () => {
    expect(answered([health]).head).toContain(' · all well, 1 feed paused · ');
    expect(answered([health, acme()]).text).toMatch(/^Sightline 1\.0: all 2 projects well, 1 feed paused, /);
    expect(homeOf([health])[0]).toBe('*Health* · all well, 1 feed paused');
  });

  it('is named with whose pause it is', () => {
    const { row, spoken } = saidOf(health);
    expect(row).toContain(' · leads paused since Fri 20 Nov, 08:00 UTC by <@U0ANA> · ');
    expect(spoken).toMatch(/^Acme: well · leads paused since Fri 20 Nov, 08:00 UTC · /);
  });

  it('of many projects does not post next', () => {
    const many = Array.from({ length: 6 }, () => acme({ feeds: [BY_ANA] }));
    expect(homeOf(many)).toEqual([
      '*Health* · all 6 projects well, 6 feeds paused · done up to Fri 20 Nov, 08:00 UTC',
    ]);
  });
});

describe('a feed that Sightline paused', () => {
  it.each([
    ['not_in_channel', 'Sightline is not in the channel'],
    ['channel_not_found', 'Sightline cannot see the channel'],
    ['is_archived', 'the channel is archived'],
    ['restricted_action', 'a setting of the workspace keeps apps from posting there'],
    ['reissued', 'most of a known list came back as new'],
    ['no_permission', 'Slack refuses posts there (no_permission)'],
  ])('(%s) makes its project unwell, and why is said', (reason, why) => {
    const health = acme({ feeds: [pausedFor(reason), SCORES] });
    expect(answered([health, acme()]).head).toContain(' · 1 of 2 projects not well · ');
    expect(homeOf([health])[0]).toBe('*Health* · 1 of 1 project not well');
    const { row, spoken } = saidOf(health);
    const words = `leads paused since Fri 20 Nov, 08:00 UTC, because ${why} · `;
    expect(row).toContain(words);
    expect(spoken).toContain(`Acme: ${words}`);
  });
});

it('of many paused feeds those that need somebody come first, and the last are counted', () => {
  const feeds = [...Array.from({ length: 5 }, () => BY_ANA), pausedFor('is_archived')];
  expect(saidOf(acme({ feeds })).row).toMatch(
    /^• \*Acme\* · leads in <#C0ACME> paused since [^·]*, because the channel is archived · .* · 2 more feeds paused · done up to /,
  );
});

describe('of several feeds of one kind', () => {
  it('the one that stands still is named with its channel, for whoever listens too', () => {
    const { row, spoken } = saidOf(acme({ feeds: [pausedFor('not_in_channel'), elsewhere(FEED), SCORES] }));
    const words =
      ' leads in <#C0ACME> paused since Fri 20 Nov, 08:00 UTC, because Sightline is not in the channel · ';
    expect(row).toContain(words);
    expect(spoken).toContain(words);
  });

  it('each that is late, and each that had no post, is named with its channel', () => {
    const late = { triedAgain: FRIDAY };
    const feeds = [
      { ...FEED, ...late },
      { ...elsewhere(FEED), ...late },
      { ...SCORES, ...late },
    ];
    const without = [
      { kind: 'leads', channel: 'C0TIDE' },
      { kind: 'scores', channel: 'C0ACME' },
    ] as const;
    const { row, spoken } = saidOf(acme({ feeds, missed: [{ feeds: [...without], at: FRIDAY - DAY }] }));
    for (const words of [
      'not posted yet: leads in <#C0ACME>, leads in <#C0TIDE>, scores, Fri 20 Nov, 08:00 UTC, will be tried again · ',
      'missed: leads in <#C0TIDE>, scores, Thu 19 Nov, 08:00 UTC · ',
    ]) {
      expect(row).toContain(words);
      expect(spoken).toContain(words);
    }
  });

  it('a few are named, and the others are counted', () => {
    const feeds = Array.from({ length: 7 }, () => ({ ...FEED, triedAgain: FRIDAY }));
    expect(saidOf(acme({ feeds })).row).toMatch(
      /not posted yet: (leads in <#C0ACME>, ){4}3 more feeds, Fri 20 Nov, 08:00 UTC, will be tried again/,
    );
  });
});

describe('muted score alerts', () => {
  const mute = { channel: 'C0ACME', by: 'U0ANA', until: FRIDAY + DAY, handle: 'A37' };

  it('are named with whose mute it is and until when, and all is well', () => {
    const health = acme({ feeds: [{ ...SCORES, muted: mute }] });
    expect(answered([health]).head).toContain('all well');
    const { row, spoken } = saidOf(health);
    expect(row).toContain(' · score alerts muted by <@U0ANA> until Sat 21 Nov, 08:00 UTC · ');
    expect(spoken).toContain(' · score alerts muted until Sat 21 Nov, 08:00 UTC · ');
  });

  it('without a time are named with the alert that has to recover', () => {
    const health = acme({ feeds: [{ ...SCORES, muted: { ...mute, until: undefined } }] });
    expect(saidOf(health).row).toContain(' · score alerts muted by <@U0ANA> until A37 has recovered · ');
  });

  it('name their channel where scores go to several', () => {
    const health = acme({ feeds: [{ ...SCORES, muted: mute }, SCORES] });
    const { row, spoken } = saidOf(health);
    expect(row).toContain(' · score alerts muted in <#C0ACME> by <@U0ANA> until ');
    expect(spoken).toContain(' · score alerts muted in <#C0ACME> until ');
  });
});

it('a missed morning is named with its feeds and its time, though all is well again', () => {
  const health = acme({ missed: [{ feeds: [FEED.feed, SCORES.feed], at: FRIDAY - DAY }] });
  expect(answered([health]).head).toContain('all well');
  const { row, spoken } = saidOf(health);
  expect(row).toContain(' · missed: leads, scores, Thu 19 Nov, 08:00 UTC · ');
  expect(spoken).toContain(' · missed: leads, scores, Thu 19 Nov, 08:00 UTC · ');
});

it.each<[PostEnd, string]>([
  [
    { state: 'failed', reason: 'msg_too_long' },
    'missed: scores, Thu 19 Nov, 08:00 UTC, because Slack refuses this message (msg_too_long)',
  ],
  [
    { state: 'expired', reason: 'unreachable' },
    'missed: scores, Thu 19 Nov, 08:00 UTC, because Slack took nothing until it was too late: Slack has not answered',
  ],
  [
    { state: 'failed', reason: 'unclear' },
    'may be missing: scores, Thu 19 Nov, 08:00 UTC, because Slack’s answer was lost',
  ],
])('a post that Slack did not take is named with the reason in words: %o', (end, words) => {
  const missed = [
    { feeds: [FEED.feed], at: FRIDAY },
    { feeds: [SCORES.feed], at: FRIDAY - DAY, end },
  ];
  const { row, spoken } = saidOf(acme({ missed }));
  expect(row).toContain(` · missed: leads, Fri 20 Nov, 08:00 UTC · ${words} · `);
  expect(spoken).toContain(` · missed: leads, Fri 20 Nov, 08:00 UTC · ${words} · `);
});

it('what posts go without is named with why and since when, and makes nobody unwell', () => {
  const unread = [
    { extra: 'communityMetrics', reason: 'project_unknown', since: FRIDAY },
    { extra: 'mentions', reason: 'unreachable', since: FRIDAY },
  ] as const;
  const { text, rows } = answered([acme({ unread: [...unread] })]);
  expect(text).toContain(': all well, ');
  for (const words of [text, ...rows.slice(-1)]) {
    expect(words).toMatch(
      /not readable now: community metrics \(not found\) since .* mentions \(no answer\) since /,
    );
  }
});

it('what a trouble keeps is named while it is tried again, feeds of one time together', () => {
  const late = { triedAgain: FRIDAY };
  const { row, spoken } = saidOf(
    acme({
      feeds: [
        { ...FEED, ...late },
        { ...SCORES, ...late },
      ],
    }),
  );
  const words = 'not posted yet: leads, scores, Fri 20 Nov, 08:00 UTC, will be tried again · ';
  expect(row).toContain(words);
  expect(spoken).toContain(words);
  expect(answered([acme({ feeds: [{ ...FEED, ...late }] })]).head).toContain('1 of 1 project not well');
});

describe('posts on the way', () => {
  const late = { since: FRIDAY + 2 * MINUTE, reason: 'ratelimited' };

  it('are counted, and nothing more while they are not late', () => {
    expect(answered([acme()], { posts: 2 }).head).toBe('*Sightline 1.0* · all well · 2 posts on the way');
  });

  it('that wait for long make their project unwell, with what Slack said', () => {
    const health = acme({ feeds: [{ ...FEED, late }] });
    const { head, text } = answered([health], { posts: 3, late });
    expect(head).toBe(
      '*Sightline 1.0* · 1 of 1 project not well · 3 posts on the way, the oldest waits since Fri 20 Nov, 08:02 UTC',
    );
    expect(text).toMatch(
      /^[^\n]* 3 posts on the way, the oldest waits since Fri 20 Nov, 08:02 UTC\.\nAcme: /,
    );
    const words = 'posts wait since Fri 20 Nov, 08:02 UTC, because Slack has asked us to slow down · ';
    const { row, spoken } = saidOf(health);
    expect(row).toContain(words);
    expect(spoken).toContain(words);
    expect(homeOf([health])[0]).toBe('*Health* · 1 of 1 project not well');
  });

  it('of what is not shown here are told with why, and all is not well', () => {
    const { head, text } = answered([acme()], { posts: 1, late });
    expect(head).toBe(
      '*Sightline 1.0* · not all well · 1 post on the way, the oldest waits since Fri 20 Nov, 08:02 UTC, because Slack has asked us to slow down',
    );
    expect(text).toContain('\nThe oldest waits, because Slack has asked us to slow down.\n');
  });

  it.each([
    [undefined, 'UTC · done up to'],
    ['unreachable', ', because Slack has not answered · '],
    ['unclear', ', because Slack’s answer was lost · '],
    ['service_unavailable', ', because Slack’s answer was service_unavailable · '],
  ])('that wait as Slack said %s', (reason, words) => {
    expect(saidOf(acme({ feeds: [{ ...FEED, late: { ...late, reason } }] })).row).toContain(words);
  });
});
