import { describe, expect, test } from 'vitest';
import {
  type WhyChannel,
  type WhyLead,
  whyLeadAnswer,
  whyWhichAnswer,
} from '../../../src/messages/leads/why-lead.ts';
import { ACME, FRIDAY } from '../cast.ts';
import { drawn, seen, shownOf } from '../reading.ts';

const LEAD: WhyLead['lead'] = {
  key: 'id:1',
  title: 'How do you alert on Kubernetes cost spikes?',
  place: 'r/devops',
  score: 41,
  reason: 'Asks for what your prompt covers.',
  polledAt: FRIDAY,
  rank: 3,
  firstSeenAt: FRIDAY,
  state: { state: 'claimed', since: FRIDAY },
};
const POST: WhyChannel['posts'][number] = {
  part: 'new',
  at: FRIDAY,
  state: 'sent',
  notBefore: FRIDAY,
};

const CARD = { history: [], now: FRIDAY, mayAct: false, reader: 'U0ANA' };

function told(channel: Partial<WhyChannel>): string {
  const channels = [{ channel: 'C0LEADS', posts: [], ...channel }];
  return shownOf(whyLeadAnswer({ project: ACME, lead: LEAD, handle: 'L412', channels, ...CARD }))
    .map(seen)
    .join('\n')
    .replace(/<!date[^|]*\|([^>]*)>/g, '$1');
}

test('says when it was read, at which rank, what was decided and where it was posted', () => {
  const verdict = { verdict: 'posted', polledAt: FRIDAY, rank: 3 };
  expect(told({ verdict, posts: [POST] }).split('\n')).toEqual([
    '*L412* · How do you alert on Kubernetes cost spikes?',
    'Claimed by a colleague, 08:00 UTC.',
    'Asks for what your prompt covers.',
    'Acme · lead score 41 · r/devops · first seen Fri 20 Nov · the API gave no date and no link that can be shown',
    '*What happened to it*',
    'Last read from the API at 08:00 UTC, 3rd in its list.',
    '<#C0LEADS> at 08:00 UTC, 3rd in the list: passed every filter.',
    'New lead in <#C0LEADS>: posted with the digest of Fri 20 Nov, 08:00 UTC.',
  ]);
});

test('tells what happened in order of time, and who did what', () => {
  const at = (hours: number) => FRIDAY + hours * 3_600_000;
  const state = { state: 'replied', by: 'U0ANA', since: at(2), outcome: 'helpful' } as const;
  const channels = [
    {
      channel: 'C0LEADS',
      posts: [{ ...POST, at: at(0) }],
      verdict: { verdict: 'known', polledAt: at(4), rank: 3 },
    },
  ];
  const page = whyLeadAnswer({
    ...CARD,
    project: ACME,
    lead: { ...LEAD, polledAt: at(4), state },
    handle: 'L412',
    channels,
    history: [
      { kind: 'claim', at: at(1), by: 'U0ANA' },
      { kind: 'reply', at: at(2), by: 'U0ANA', detail: 'https://forum.example/1#reply' },
      { kind: 'outcome', at: at(5), by: 'U0ANA', detail: 'helpful' },
    ],
    now: at(6),
  });
  const [, ...steps] = (shownOf(page).at(-1) ?? '').split('\n');
  const told = [
    'New lead',
    'claimed',
    '<https://forum.example/1#reply|replied>',
    'Last read',
    'earlier digest',
    'helpful',
  ];
  expect(shownOf(page)[1]).toContain('Answered by <@U0ANA>');
  expect(steps.map((step, i) => step.includes(told[i] ?? '?'))).toEqual(told.map(() => true));
});

test('shows the link of a reply, even one too long for a digest', () => {
  const replyUrl = `https://forum.example/${'r'.repeat(500)}`;
  const lead = { ...LEAD, state: { state: 'replied', since: FRIDAY, replyUrl, outcome: 'helpful' } } as const;
  const page = whyLeadAnswer({ project: ACME, lead, handle: 'L412', channels: [], ...CARD });
  expect(shownOf(page)[1]).toMatch(new RegExp(`· <${replyUrl}\\|reply> · helpful`));
});

describe('the buttons of a claimed lead', () => {
  test.each([
    ['of the reader', 'U0ANA', ['Replied…', 'Hand over…', 'Release', '⋯']],
    ['of a colleague', 'U0BEN', ['⋯']],
  ])('%s', (_, by, labels) => {
    const lead = { ...LEAD, state: { ...LEAD.state, by } };
    const page = whyLeadAnswer({ project: ACME, lead, handle: 'L412', channels: [], ...CARD, mayAct: true });
    const controls = page.parts.flatMap((part) => (part && part.kind === 'actions' ? part.controls : []));
    expect(controls.map((one) => ('label' in one ? one.label : '⋯'))).toEqual(labels);
    // Nothing is offered twice, by a button and in the menu.
    const offered = controls.flatMap((one) => ('options' in one ? one.options : [one]));
    const all = offered.flatMap((one) => ('label' in one && one.label ? [one.label] : []));
    expect(all).toHaveLength(new Set(all).size);
    expect(all).toEqual(expect.arrayContaining(['Replied…', 'Hand over…', 'Release', 'Not for us…']));
  });
});

describe('names what kept the lead out:', () => {
  test.each([
    ['below_min_score', { feed: { minScore: 60 } }, 'left out: below your minimum score of 60.'],
    ['too_old', {}, 'left out: too old for this feed.'],
    ['place', {}, 'left out: from places this feed leaves out.'],
    ['muted', {}, 'left out: from places muted here.'],
    ['word', {}, 'left out: with words this feed leaves out.'],
    ['taken', {}, 'left out: already claimed, answered, dismissed or snoozed.'],
    ['not_shown', {}, 'passed every filter, but better leads filled the digest'],
    ['known', { posts: [POST] }, 'an earlier digest showed it'],
    ['known', {}, 'an earlier digest counted it among those that it had no room to show'],
    ['held', {}, 'held with its whole digest'],
    ['something_new', {}, 'something_new'],
  ])('%s', (verdict, feed, words) => {
    expect(told({ verdict: { verdict, polledAt: FRIDAY, rank: 3 }, ...feed })).toContain(words);
  });

  test.each([
    [{ next: FRIDAY + 3_600_000 }, 'next digest at 09:00 UTC. As it is now, it would be shown'],
    [{ removedBy: 'too_old' }, 'no digest is scheduled. As it is now, it would be left out: too old'],
  ] as const)('as it is now, before the first digest: %o', (feed, words) => {
    expect(told({ feed })).toContain(words);
  });
});

describe('a post that hasn’t arrived says why:', () => {
  test.each([
    [{ state: 'queued', notBefore: FRIDAY + 3_600_000 }, 'held until Fri 20 Nov, 09:00 UTC.'],
    [{ state: 'sending', reason: 'http_503' }, 'waiting for Slack, because Slack’s answer was http_503.'],
    [{ state: 'failed', reason: 'is_archived' }, 'never arrived, because the channel is archived.'],
    [{ state: 'failed', reason: 'unclear' }, 'may not have arrived, because Slack’s answer was lost.'],
    [
      { state: 'expired', reason: 'ratelimited' },
      'never arrived, because Slack accepted nothing until it was too late: Slack has asked us to slow down.',
    ],
    [{ state: 'failed', reason: 'msg_too_long' }, 'never arrived, because Slack’s answer was msg_too_long.'],
  ] as const)('%o', (given, words) => {
    const post = { ...POST, ...given };
    expect(told({ posts: [post] })).toContain(words);
  });
});

test('without a handle, the channel’s latest leads are offered with a button each', () => {
  const page = whyWhichAnswer(ACME, [{ handle: 'L412', title: 'CRM?' }]);
  expect(shownOf(page).slice(0, 2)).toEqual(['*Acme · why which lead?*', '*L412* CRM?']);
  expect(JSON.stringify(drawn(page).blocks)).toContain('"accessibility_label":"Why lead L412, CRM?"');
});

test('says if the channel has seen no leads', () => {
  const words = shownOf(whyWhichAnswer(ACME, []));
  expect(words[0]).toBe('*Acme · no digest has shown a lead here yet*');
  expect(words[1]).toContain('/visibility why L1');
});
