/** What the bench of dialects takes for the same, for said, for silent and for wrong: a plain run with one thing changed. */
import { expect, test } from 'vitest';
import type { SlackMessage } from '../support/local-slack.ts';
import { judge, type Thing } from './dialect-judge.ts';
import type { Seen } from './dialect-run.ts';

const LEAD = '*91* <https://forum.example/t/1|Which tool for a choir?> · r/choirs · 15 h · L1';
const ALERT = [
  '🔻 *Acme fell 8.1 points to 52.2 on Fri 20 Nov* · mostly Gemini · A1',
  'Gemini 58.0 → 35.3 is 70% of it · ChatGPT as usual',
].join('\n');

function post(kind: string, of: string, ...sections: string[]): SlackMessage {
  return {
    ts: '1.0',
    text: sections.join('\n'),
    blocks: sections.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text } })),
    metadata: { event_type: 'delivery', event_payload: { kind, subscription_id: `${of}:acme` } },
  };
}

const digest = (head: string, lead = LEAD, ...foot: string[]) => [
  post('lead_digest', 'leads', head, lead, ...foot),
];
const suggestion = (text: string) => post('segment_suggestion', 'suggestions', text);

function seen(changed: Partial<Seen> & { leads?: SlackMessage[]; alerts?: SlackMessage[] } = {}): Seen {
  const { leads = digest('Acme · your first 31 leads'), alerts, ...rest } = changed;
  const scores = alerts ?? [
    post('score_alert', 'scores', ALERT),
    suggestion('*New segment suggested for Acme: “Cost”* · S1\nWould apply to *6 of 10* tracked prompts.'),
  ];
  return {
    dialect: 'camel',
    days: [{ leads, scores }],
    topic:
      'Acme: topic “pricing” score 61.9 · mention rate 79.1% The API does not say of which days. Globex 75.3',
    prompts: 'Acme prompts · 2 prompts tracked • cut costs • watch costs',
    track: 'Tracked for Acme: “a new one”.',
    tracked: ['cut costs', 'watch costs', 'a new one'],
    scores: [
      { of: '', values: [60.33, 52.21] },
      { of: 'Gemini', values: [58, 35.3] },
      { of: 'ChatGPT', values: [60, 61] },
    ],
    log: [],
    ...rest,
  };
}

const verdict = (thing: Thing, changed: Parameters<typeof seen>[0]) =>
  judge(thing, seen(changed), seen()).verdict;

test('the same is the same, whatever else is said', () => {
  for (const thing of ['digest', 'alert', 'suggestion', 'topic', 'track', 'prompts'] as const)
    expect(verdict(thing, {}), thing).toBe('same');
});

test.each([
  ['wrong', digest('Acme · your first 20 leads')],
  ['said', digest('Acme · at least 20 leads')],
  ['wrong', digest('Acme · at least 40 leads')],
  ['said', digest('Acme · your first 31 leads', LEAD.replace(' · 15 h', ''), 'The API gave no date')],
  ['silent', digest('Acme · your first 31 leads', LEAD.replace('*91* ', ''))],
  ['wrong', digest('Acme · your first 31 leads', LEAD.replace('91', '90'))],
  ['wrong', digest('Acme · your first 31 leads', LEAD.replace('/t/1', '/t/2'))],
  ['silent', []],
  ['wrong', [post('feed_missed', 'leads', 'Acme: no digest. The API has not known this project.')]],
  [
    'said',
    [post('feed_missed', 'leads', 'Acme: no digest. The API answered something that cannot be read.')],
  ],
])('%s: a digest', (wanted, leads) => expect(verdict('digest', { leads })).toBe(wanted));

test.each([
  ['wrong', [post('score_alert', 'scores', ALERT.replace('52.2', '51.2'))]],
  ['wrong', [post('score_alert', 'scores', ALERT.replace('35.3', '53.3'))]],
  ['silent', []],
  ['silent', [post('feed_missed', 'suggestions', 'Acme: suggestions not checked. The API cannot be read.')]],
  ['said', [post('feed_missed', 'scores', 'Acme: scores not checked. The API cannot be read.')]],
  ['wrong', [post('score_notice', 'scores', 'Acme: no scores for Mon to Tue.')]],
])('%s: an alert', (wanted, alerts) => expect(verdict('alert', { alerts })).toBe(wanted));

test.each([
  ['wrong', 'Would apply to *20 of 20* tracked prompts.'],
  ['said', 'To how many prompts it would apply cannot be read.'],
  ['silent', 'Buyers who compare.'],
])('%s: a suggestion', (wanted, text) => {
  const alerts = [suggestion(`*New segment suggested for Acme: “Cost”* · S1\n${text}`)];
  expect(verdict('suggestion', { alerts })).toBe(wanted);
});

test.each([
  ['said', 'The API doesn’t accept this: query.label: Field required.'],
  ['wrong', 'Acme has no topic “pricing”.'],
  ['wrong', 'Acme: topic “pricing” score 0.6 · mention rate 79.1% Globex 75.3'],
  ['silent', 'Acme: topic “pricing” score 61.9 The API does not say of which days. Globex 75.3'],
  ['silent', ''],
])('%s: the answer to topic', (wanted, topic) => expect(verdict('topic', { topic })).toBe(wanted));

test('a smaller scale is a scale', () => {
  const topic = 'Acme: topic “pricing” score 0.619 · mention rate 79.1% Globex 0.753';
  expect(verdict('topic', { topic })).toBe('wrong');
  expect(verdict('topic', { topic, dialect: 'camel,unit-scale' })).toBe('same');
});

test.each([
  ['wrong', { tracked: ['cut costs', 'watch costs'] }],
  ['said', { tracked: ['cut costs', 'watch costs'], track: 'The API did not take this prompt.' }],
  ['silent', { tracked: ['cut costs', 'watch costs'], track: '' }],
])('%s: what is tracked', (wanted, changed) => expect(verdict('track', changed)).toBe(wanted));

test('a part of the prompts is not all of them', () => {
  expect(verdict('prompts', { prompts: 'Acme prompts · 1 prompts tracked • cut costs' })).toBe('wrong');
  expect(
    verdict('prompts', { prompts: 'Acme prompts · 2 prompts tracked • cut costs • text not given' }),
  ).toBe('said');
});
