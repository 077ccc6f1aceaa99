import { describe, expect, test } from 'vitest';
import {
  type WhyAnswer,
  type WhyChannel,
  whyAnswer,
  whyWhichAnswer,
} from '../../../src/messages/answers/why-answer.ts';
import { ACME, FRIDAY } from '../cast.ts';
import { seen, wordsOf } from '../reading.ts';

const LEAD: WhyAnswer['lead'] = {
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

function told(channel: Partial<WhyChannel>): string {
  const channels = [{ channel: 'C0LEADS', posts: [], ...channel }];
  const { blocks } = whyAnswer({ project: ACME, lead: LEAD, handle: 'L412', channels, now: FRIDAY });
  return wordsOf(blocks)
    .map(seen)
    .join('\n')
    .replace(/<!date[^|]*\|([^>]*)>/g, '$1');
}

test('tells when it was polled, at which rank, how it was decided and where it stands', () => {
  const verdict = { verdict: 'posted', polledAt: FRIDAY, rank: 3 };
  expect(told({ verdict, posts: [POST] }).split('\n')).toEqual([
    '*L412* · How do you alert on Kubernetes cost spikes? · Acme',
    '• Last polled Fri 20 Nov, 08:00 UTC, rank 3 of that list; first seen Fri 20 Nov, 08:00 UTC.',
    '• Score 41. Asks for what your prompt covers.',
    '• <#C0LEADS> at Fri 20 Nov, 08:00 UTC, rank 3: kept, since no filter removes it, and among the best of its digest.',
    '• As new in <#C0LEADS>: posted with the digest of Fri 20 Nov, 08:00 UTC.',
    '• Now: claimed since Fri 20 Nov, 08:00 UTC.',
  ]);
});

describe('of a lead that its channel knows', () => {
  const verdict = { verdict: 'known', polledAt: FRIDAY, rank: 3 };

  test('nothing is said of coming back, unless the digest that could bring it has gone by', () => {
    expect(told({ verdict, posts: [POST] })).toContain('known here already: a lead is announced once.\n');
    expect(told({ verdict, posts: [POST] })).not.toContain('back');
  });

  test('it says which digest was its only turn, and what came back with that one', () => {
    const passedOver =
      'Not brought back to <#C0LEADS>: its one turn was the digest of Sat 21 Nov, 08:00 UTC. Of what nobody had taken it brought the best back as still open: at most five, none below the average score.';
    const channel = { channel: 'C0LEADS', verdict, posts: [POST], passedOverAt: FRIDAY + 86_400_000 };
    expect(told(channel)).toContain(`• ${passedOver}\n`);
    const { text } = whyAnswer({ project: ACME, lead: LEAD, channels: [channel], now: FRIDAY });
    expect(text.split('\n')).toContain(passedOver);
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
    const { blocks } = whyAnswer({ ...unscored, channels: [decided], now: FRIDAY });
    expect(wordsOf(blocks).join()).toContain(
      ' The API gave it no score, so this feed’s lowest score of 60 does not hold it back.',
    );
  });

  test('those who listen are told all of it', () => {
    expect(whyAnswer({ ...unscored, now: FRIDAY }).text.split('\n')).toEqual([
      'Why L377: How do you alert on Kubernetes cost spikes?',
      'Acme',
      'Last polled Fri 20 Nov, 08:00 UTC, rank 3 of that list; first seen Fri 20 Nov, 08:00 UTC.',
      'No score. Asks for what your prompt covers.',
      '<#C0LEADS> at Fri 20 Nov, 08:00 UTC, rank 3: kept, since no filter removes it, and among the best of its digest. The API gave it no score, so this feed’s lowest score of 60 does not hold it back.',
      'As new in <#C0LEADS>: posted with the digest of Fri 20 Nov, 08:00 UTC.',
      'Now: claimed since Fri 20 Nov, 08:00 UTC.',
    ]);
  });

  test('of a scored lead, or without a lowest score, nothing is said of that', () => {
    expect(told(given)).not.toContain('hold it back');
    expect(
      whyAnswer({ ...unscored, channels: [{ ...channel, minScore: undefined }], now: FRIDAY }).text,
    ).not.toContain('hold it back');
  });
});

describe('what kept it out is named:', () => {
  test.each([
    [
      'below_min_score',
      { minScore: 60 },
      'left out: score 41, and this feed shows leads from a score of 60 on.',
    ],
    ['too_old', {}, 'left out: too old for this feed.'],
    ['place', {}, 'left out: r/devops is among the places that this feed leaves out.'],
    ['muted', {}, 'left out: r/devops is muted here.'],
    ['word', {}, 'left out: its title has a word that this feed leaves out.'],
    [
      'finished',
      {},
      'left out: it was replied to, dismissed or snoozed already. Once it is open again, it comes here.',
    ],
    ['not_shown', { limit: 10 }, 'kept, but below the 10 leads of one digest'],
    ['known', {}, 'known here already: a lead is announced once.'],
    ['held', {}, 'held with its whole digest'],
    ['something_new', {}, 'something_new'],
  ])('%s', (verdict, feed, words) => {
    expect(told({ verdict: { verdict, polledAt: FRIDAY, rank: 3 }, ...feed })).toContain(words);
  });

  test('no poll yet', () => {
    expect(told({})).toContain('no poll for this channel has decided on it');
  });
});

describe('a post that does not stand there yet says why:', () => {
  test.each([
    [{ state: 'queued', notBefore: FRIDAY + 3_600_000 }, 'held until Fri 20 Nov, 09:00 UTC.'],
    [{ state: 'sending', reason: 'http_503' }, 'waits for Slack, because Slack’s answer was http_503.'],
    [{ state: 'failed', reason: 'is_archived' }, 'never arrived, because the channel is archived.'],
    [{ state: 'failed', reason: 'unclear' }, 'may not have arrived, because Slack’s answer was lost.'],
    [
      { state: 'expired', reason: 'ratelimited' },
      'never arrived, because Slack took nothing until it was too late: Slack has asked us to slow down.',
    ],
    [
      { state: 'failed', reason: 'msg_too_long' },
      'never arrived, because Slack refuses this message (msg_too_long).',
    ],
  ] as const)('%o', (given, words) => {
    const post = { ...POST, ...given };
    expect(told({ posts: [post] })).toContain(words);
    const channels = [{ channel: 'C0LEADS', posts: [post] }];
    expect(whyAnswer({ project: ACME, lead: LEAD, channels, now: FRIDAY }).text).toContain(words);
  });
});

test('without a handle the channel’s last leads are offered, each with its button', () => {
  const { blocks, text } = whyWhichAnswer(ACME, [{ handle: 'L412', title: 'CRM?', value: 'L412 acme' }]);
  expect(wordsOf(blocks)).toEqual(['*Acme, why which lead?* The last ones shown here:', '*L412* CRM?']);
  expect(JSON.stringify(blocks)).toContain('"accessibility_label":"Why lead L412, CRM?"');
  expect(text).toContain('/visibility why L412');
});

test('a channel that was shown nothing is told so', () => {
  expect(wordsOf(whyWhichAnswer(ACME, []).blocks)).toEqual([
    'Acme: no lead was shown in this channel yet. Ask with a short name as it stands in a message: /visibility why L1, A1 or S1.',
  ]);
});
