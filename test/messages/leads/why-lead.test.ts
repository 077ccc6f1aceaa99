import { describe, expect, test } from 'vitest';
import {
  type WhyChannel,
  type WhyLead,
  whyLeadAnswer,
  whyWhichAnswer,
} from '../../../src/messages/leads/why-lead.ts';
import { ACME, FRIDAY } from '../cast.ts';
import { drawn, heardOf, seen, shownOf } from '../reading.ts';

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

const CARD = { history: [], now: FRIDAY, timezone: 'UTC', mayAct: false };

function told(channel: Partial<WhyChannel>): string {
  const channels = [{ channel: 'C0LEADS', posts: [], ...channel }];
  return shownOf(whyLeadAnswer({ project: ACME, lead: LEAD, handle: 'L412', channels, ...CARD }))
    .map(seen)
    .join('\n')
    .replace(/<!date[^|]*\|([^>]*)>/g, '$1');
}

test('tells when it was polled, at which rank, how it was decided and where it stands', () => {
  const verdict = { verdict: 'posted', polledAt: FRIDAY, rank: 3 };
  expect(told({ verdict, posts: [POST] }).split('\n')).toEqual([
    '*L412* · How do you alert on Kubernetes cost spikes?',
    'Asks for what your prompt covers.',
    'Acme · lead score 41 · r/devops · first seen Fri · the API gave no date and no link that can be shown',
    '*What happened to it*',
    'Last read from the API Fri 20 Nov, 08:00 UTC, 3rd in its list.',
    '<#C0LEADS> at Fri 20 Nov, 08:00 UTC, 3rd in the list: passed every filter, and was among the best of its digest.',
    'As new in <#C0LEADS>: posted with the digest of Fri 20 Nov, 08:00 UTC.',
    'Now claimed since Fri 20 Nov, 08:00 UTC.',
  ]);
});

describe('of a lead that its channel knows', () => {
  const verdict = { verdict: 'known', polledAt: FRIDAY, rank: 3 };

  test('nothing is said of coming back, unless the digest that could bring it has gone by', () => {
    expect(told({ verdict, posts: [POST] })).toContain('already known here: a lead is announced once.\n');
    expect(told({ verdict, posts: [POST] })).not.toContain('back');
  });

  test('it says which digest was its only turn, and what came back with that one', () => {
    expect(told({ verdict, posts: [POST], passedOverAt: FRIDAY + 86_400_000 })).toContain(
      'Not brought back to <#C0LEADS>: its one turn was the digest of Sat 21 Nov, 08:00 UTC, which brought back the best five that nobody had taken, none below the average score.\n',
    );
  });
});

describe('without a score, in a feed from a score of 60 on,', () => {
  const given = { minScore: 60, verdict: { verdict: 'posted', polledAt: FRIDAY, rank: 3 } };
  const channel = { channel: 'C0LEADS', posts: [POST], ...given };
  const unscored = {
    project: ACME,
    lead: { ...LEAD, score: undefined },
    handle: 'L377',
    channels: [channel],
  };

  test.each(['posted', 'still_open', 'not_shown'])('it says why it was kept all the same: %s', (verdict) => {
    const decided = { ...channel, verdict: { ...channel.verdict, verdict } };
    expect(shownOf(whyLeadAnswer({ ...unscored, channels: [decided], ...CARD })).join()).toContain(
      ' The API gave it no score, so your minimum score of 60 doesn’t hold it back.',
    );
  });

  test('of a scored lead, or without a lowest score, nothing is said of that', () => {
    expect(told(given)).not.toContain('hold it back');
    const channels = [{ ...channel, minScore: undefined }];
    expect(shownOf(whyLeadAnswer({ ...unscored, channels, ...CARD })).join()).not.toContain('hold it back');
  });
});

describe('what kept it out is named:', () => {
  test.each([
    ['below_min_score', { minScore: 60 }, 'left out: score 41 is below your minimum score of 60.'],
    ['too_old', {}, 'left out: too old for this feed.'],
    ['place', {}, 'left out: this feed leaves out r/devops.'],
    ['muted', {}, 'left out: r/devops is muted here.'],
    ['word', {}, 'left out: this feed leaves out a word in its title.'],
    [
      'finished',
      {},
      'left out: already replied to, dismissed or snoozed. If somebody reopens it, it comes here.',
    ],
    ['not_shown', { limit: 10 }, 'passed every filter, but came after the best 10 of one digest'],
    ['known', {}, 'already known here: a lead is announced once.'],
    ['held', {}, 'held with its whole digest'],
    ['something_new', {}, 'something_new'],
  ])('%s', (verdict, feed, words) => {
    expect(told({ verdict: { verdict, polledAt: FRIDAY, rank: 3 }, ...feed })).toContain(words);
  });

  test('no poll yet', () => {
    expect(told({})).toContain('no poll has decided on it yet');
  });
});

describe('a post that does not stand there yet says why:', () => {
  test.each([
    [{ state: 'queued', notBefore: FRIDAY + 3_600_000 }, 'held until Fri 20 Nov, 09:00 UTC.'],
    [{ state: 'sending', reason: 'http_503' }, 'waiting for Slack, because Slack’s answer was http_503.'],
    [{ state: 'failed', reason: 'is_archived' }, 'never arrived, because the channel is archived.'],
    [{ state: 'failed', reason: 'unclear' }, 'may not have arrived, because Slack’s answer was lost.'],
    [
      { state: 'expired', reason: 'ratelimited' },
      'never arrived, because Slack accepted nothing until it was too late: Slack has asked us to slow down.',
    ],
    [
      { state: 'failed', reason: 'msg_too_long' },
      'never arrived, because Slack refuses this message (msg_too_long).',
    ],
  ] as const)('%o', (given, words) => {
    const post = { ...POST, ...given };
    expect(told({ posts: [post] })).toContain(words);
  });
});

test('without a handle the channel’s last leads are offered, each with its button', () => {
  const page = whyWhichAnswer(ACME, [{ handle: 'L412', title: 'CRM?' }]);
  expect(shownOf(page).slice(0, 2)).toEqual(['*Acme · why which lead?*', '*L412* CRM?']);
  expect(JSON.stringify(drawn(page).blocks)).toContain('"accessibility_label":"Why lead L412, CRM?"');
  expect(heardOf(page)[0]).toContain('/visibility why L412');
});

test('a channel that was shown nothing is told so', () => {
  const words = shownOf(whyWhichAnswer(ACME, []));
  expect(words[0]).toBe('*Acme · no lead was shown here yet*');
  expect(words[1]).toContain('/visibility why L1');
});
