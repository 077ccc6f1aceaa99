import { describe, expect, it } from 'vitest';
import type { FeedStanding, PostEnd, ProjectHealth } from '../../../src/decision.ts';
import { type BotState, statusAnswer } from '../../../src/messages/feeds/health.ts';
import { learnedInWords } from '../../../src/verbs/doctor/api.ts';
import { ACME, FRIDAY } from '../cast.ts';
import { clocksRead, heardOf, shownOf } from '../reading.ts';

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
/** So many posts were due at one time. */
const missedAt = (at: number, times: number) => ({ first: at, at, times });
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

/** What is shown: the state, the posts on the way, and a row for each project; whoever listens is told the same. */
function answered(health: ProjectHealth[], state: BotState = { posts: 0 }) {
  const page = statusAnswer(health, state, '1.0');
  const shown = clocksRead(shownOf(page).join('\n'));
  expect(heardOf(page).join('\n')).toBe(shown.replaceAll('*', ''));
  const [head = '', posts = '', ...rows] = shown.split('\n');
  return { shown, head, posts, rows };
}

it.each([
  [11 * MINUTE, '11 min ahead of Slack’s'],
  [-2 * DAY, '2 d behind Slack’s'],
])('a clock that is off is said (%d)', (clockAheadMs, words) => {
  const { head, rows } = answered([acme()], { posts: 0, clockAheadMs });
  expect(head).toBe('*Settings* · needs attention');
  expect(rows.at(-1)).toContain(words);
  expect(answered([acme()], { posts: 0, clockAheadMs: 59_000 }).shown).not.toContain('clock');
});

it.each(['projects file', 'API profile'] as const)(
  'a refused %s is said, and for how many faults',
  (what) => {
    const refusedFile = { what, since: FRIDAY, faults: 3 };
    const { head, rows } = answered([acme()], { posts: 0, refusedFile });
    expect(head).toBe('*Settings* · needs attention');
    expect(rows.at(-1)).toMatch(new RegExp(`The changed ${what} has been refused .* 3 faults`));
  },
);

/** What is said of one project. */
function rowOf(health: ProjectHealth): string {
  const [row = ''] = answered([health]).rows;
  return row;
}

it('the doctor says what the API’s refusals taught', () => {
  const line = (operation: string, what: string, there: string | null) => ({
    operation,
    what,
    there,
    known: 'refused' as const,
  });
  const learned = learnedInWords([
    line('createPrompt', 'body.prompt', 'text'),
    line('communityLeads', 'query.limit.maximum', '50'),
    line('communityLeads', 'query.limit.maximum', '50'),
  ]);
  expect(learned).toEqual(['createPrompt: prompt is sent as “text”', 'communityLeads: at most 50 rows']);
});

describe('status', () => {
  it('of projects that are well says so, and what comes next', () => {
    const { head, posts, rows } = answered([acme()]);
    expect(head).toBe('*Settings* · 1 project, all well');
    expect(posts).toBe('No posts waiting · Sightline 1.0');
    expect(rows).toEqual(['*Acme* · last polled Fri 20 Nov, 08:00 UTC · next post Sat 21 Nov, 08:00 UTC']);
  });

  it('where no feed is shown claims nothing', () => {
    expect(answered([]).head).toBe('*Settings* · no feeds here');
  });
});

describe('a feed that a person paused', () => {
  const health = acme({ feeds: [BY_ANA, SCORES] });

  it('is no illness: all is well, and it is counted', () => {
    expect(answered([health]).head).toBe('*Settings* · 1 project, all well, 1 feed paused');
    expect(answered([health, acme()]).head).toBe('*Settings* · 2 projects, all well, 1 feed paused');
  });

  it('is named with whose pause it is', () => {
    expect(rowOf(health)).toContain(
      ' · leads in <#C0ACME>: *paused* since Fri 20 Nov, 08:00 UTC by <@U0ANA> · ',
    );
  });
});

describe('a feed that Sightline paused', () => {
  it.each([
    ['not_in_channel', 'Sightline isn’t in the channel'],
    ['channel_not_found', 'Sightline can’t see the channel'],
    ['is_archived', 'the channel is archived'],
    ['restricted_action', 'a setting of the workspace or channel keeps apps from posting there'],
    ['reissued', 'most of a known list came back as new'],
    ['no_permission', 'Slack refuses posts there (no_permission)'],
  ])('(%s) makes its project unwell, and why is said', (reason, why) => {
    const health = acme({ feeds: [pausedFor(reason), SCORES] });
    expect(answered([health, acme()]).head).toBe('*Settings* · 1 of 2 projects needs attention');
    expect(rowOf(health)).toContain(
      `*Acme* · leads in <#C0ACME>: *paused* since Fri 20 Nov, 08:00 UTC, because ${why} · `,
    );
  });
});

it('of many paused feeds those that need somebody come first, and the last are counted', () => {
  const byAna = Array.from({ length: 5 }, (_, i) => ({
    ...FEED,
    paused: { at: FRIDAY - i * DAY, by: 'U0ANA', until: undefined, reason: 'person' },
  }));
  const feeds = [...byAna, pausedFor('is_archived')];
  const page = statusAnswer([acme({ feeds })], { posts: 0 }, '1.0');
  expect(clocksRead(shownOf(page)[2] ?? '')).toMatch(
    /^\*Acme\* · leads in <#C0ACME>: \*paused\* since [^·]*, because the channel is archived · .* · 2 more feeds · last polled /,
  );
});

it('feeds that stopped together are told together, and when the first of the others posts', () => {
  const [gone, later] = [pausedFor('not_in_channel'), { ...SCORES, next: FRIDAY + 2 * DAY }];
  const paused = { at: FRIDAY + 20, by: undefined, until: undefined, reason: 'not_in_channel' };
  const recap: FeedStanding = { ...gone, paused, feed: { ...gone.feed, kind: 'recap', id: 'recap:acme' } };
  const suggestions: FeedStanding = { ...FEED, feed: { ...FEED.feed, kind: 'suggestions', id: 's' } };
  const row = rowOf(acme({ feeds: [gone, recap, later, suggestions] }));
  expect(row.match(/isn’t in the channel/g)).toHaveLength(1);
  expect(row).toContain(' · leads in <#C0ACME>, recap in <#C0ACME>: *paused* since ');
  expect(row).toMatch(/ · next post Sat 21 Nov, 08:00 UTC$/);
});

describe('of several feeds of one kind', () => {
  it('the one that stands still is named with its channel', () => {
    expect(rowOf(acme({ feeds: [pausedFor('not_in_channel'), elsewhere(FEED), SCORES] }))).toContain(
      ' leads in <#C0ACME>: *paused* since Fri 20 Nov, 08:00 UTC, because Sightline isn’t in the channel · ',
    );
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
    const row = rowOf(acme({ feeds, missed: [{ feeds: [...without], ...missedAt(FRIDAY - DAY, 2) }] }));
    for (const words of [
      ' · leads in <#C0ACME>, leads in <#C0TIDE>, scores in <#C0ACME>: post of Fri 20 Nov, 08:00 UTC *late*, retrying · ',
      'missed leads in <#C0TIDE>, scores in <#C0ACME> on Thu 19 Nov, 08:00 UTC · ',
    ]) {
      expect(row).toContain(words);
    }
  });

  it('a few are named, and the others are counted', () => {
    const feeds = Array.from({ length: 7 }, () => ({ ...FEED, triedAgain: FRIDAY }));
    const row = rowOf(acme({ feeds }));
    expect(row).toMatch(
      / · (leads in <#C0ACME>, ){4}3 more feeds: post of Fri 20 Nov, 08:00 UTC \*late\*, retrying · /,
    );
  });
});

it('a missed morning is named with its feeds and its time and counted in the headline', () => {
  const health = acme({ missed: [{ feeds: [FEED.feed, SCORES.feed], ...missedAt(FRIDAY - DAY, 2) }] });
  expect(answered([health]).head).toBe('*Settings* · 2 posts missed');
  expect(rowOf(health)).toContain(
    ' · missed leads in <#C0ACME>, scores in <#C0ACME> on Thu 19 Nov, 08:00 UTC · ',
  );
  const missed = [{ feeds: [FEED.feed], first: FRIDAY - 2 * DAY, at: FRIDAY, times: 3 }];
  expect(rowOf(acme({ missed }))).toContain(
    ' · missed 3 posts, Wed 18 Nov, 08:00 UTC to Fri 20 Nov, 08:00 UTC (leads in <#C0ACME>) · ',
  );
});

it.each<[PostEnd, string]>([
  [
    { state: 'failed', reason: 'msg_too_long' },
    'missed scores in <#C0ACME> on Thu 19 Nov, 08:00 UTC, because Slack’s answer was msg_too_long',
  ],
  [
    { state: 'expired', reason: 'unreachable' },
    'missed scores in <#C0ACME> on Thu 19 Nov, 08:00 UTC, because Slack accepted nothing until it was too late: Slack hasn’t answered',
  ],
  [
    { state: 'failed', reason: 'unclear' },
    'may have missed scores in <#C0ACME> on Thu 19 Nov, 08:00 UTC, because Slack’s answer was lost',
  ],
])('a post that Slack did not take is named with the reason in words: %j', (end, words) => {
  const missed = [
    { feeds: [FEED.feed], ...missedAt(FRIDAY, 1) },
    { feeds: [SCORES.feed], ...missedAt(FRIDAY - DAY, 1), end },
  ];
  expect(rowOf(acme({ missed }))).toContain(
    ` · missed leads in <#C0ACME> on Fri 20 Nov, 08:00 UTC · ${words} · `,
  );
});

it('what posts go without is named with why and since when, and makes nobody unwell', () => {
  const unread = [
    { extra: 'communityMetrics', reason: 'project_unknown', since: FRIDAY },
    { extra: 'mentions', reason: 'unreachable', since: FRIDAY },
  ] as const;
  const { head, rows } = answered([acme({ unread: [...unread] })]);
  expect(head).toBe('*Settings* · 1 project, all well');
  expect(rows[0]).toMatch(
    /without community metrics \(not found\) since .* without mentions \(no answer\) since /,
  );
});

it('what a trouble keeps is named while it is tried again, feeds of one time together', () => {
  const late = { triedAgain: FRIDAY };
  const row = rowOf(
    acme({
      feeds: [
        { ...FEED, ...late },
        { ...SCORES, ...late },
      ],
    }),
  );
  expect(row).toContain(
    ' · leads in <#C0ACME>, scores in <#C0ACME>: post of Fri 20 Nov, 08:00 UTC *late*, retrying · ',
  );
  expect(answered([acme({ feeds: [{ ...FEED, ...late }] })]).head).toBe('*Settings* · needs attention');
});

describe('posts on the way', () => {
  const late = { since: FRIDAY + 2 * MINUTE, reason: 'ratelimited' };

  it('are counted, and nothing more while they are not late', () => {
    const { head, posts } = answered([acme()], { posts: 2 });
    expect([head, posts]).toEqual(['*Settings* · 1 project, all well', '2 posts on the way · Sightline 1.0']);
  });

  it('that wait for long make their project unwell, with what Slack said', () => {
    const health = acme({ feeds: [{ ...FEED, late }] });
    const { head, posts } = answered([health], { posts: 3, late });
    expect(head).toBe('*Settings* · needs attention');
    expect(posts).toBe('3 posts on the way, the oldest waiting since Fri 20 Nov, 08:02 UTC · Sightline 1.0');
    expect(rowOf(health)).toContain(
      ' · leads in <#C0ACME>: *posts waiting* since Fri 20 Nov, 08:02 UTC, because Slack has asked us to slow down · ',
    );
  });

  it('of what is not shown here are told with why, and all is not well', () => {
    const { head, posts } = answered([acme()], { posts: 1, late });
    expect(head).toBe('*Settings* · needs attention');
    expect(posts).toContain(
      '1 post on the way, the oldest waiting since Fri 20 Nov, 08:02 UTC, because Slack has asked us to slow down',
    );
  });

  it.each([
    [undefined, 'since Fri 20 Nov, 08:02 UTC · '],
    ['unreachable', ', because Slack hasn’t answered · '],
    ['unclear', ', because Slack’s answer was lost · '],
    ['service_unavailable', ', because Slack’s answer was service_unavailable · '],
  ])('that wait as Slack said %s', (reason, words) => {
    expect(rowOf(acme({ feeds: [{ ...FEED, late: { ...late, reason } }] }))).toContain(words);
  });
});
