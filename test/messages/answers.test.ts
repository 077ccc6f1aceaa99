import { describe, expect, test } from 'vitest';
import { helpAnswer } from '../../src/messages/answers/help.ts';
import { promptsAnswer } from '../../src/messages/answers/prompts-answer.ts';
import { refusal, unexpectedError } from '../../src/messages/answers/refusal.ts';
import { scoresAnswer } from '../../src/messages/answers/scores-answer.ts';
import { suggestionsAnswer } from '../../src/messages/answers/suggestions-answer.ts';
import { topicAnswer } from '../../src/messages/answers/topic-answer.ts';
import { trackAnswer } from '../../src/messages/answers/track-answer.ts';
import { topicsAnswer } from '../../src/messages/lookups/topics.ts';
import { distinctLabels } from '../../src/messages/topic-tools.ts';
import { ACTIONS, LIMITS, type MessageBlock } from '../../src/slack/blocks.ts';
import { ACME, ALERT, FRIDAY, NEWS, STANDING, TOPIC } from './cast.ts';
import { heardOf, shownOf, wordsOf } from './reading.ts';

const noPrompt = {
  id: undefined,
  text: undefined,
  category: undefined,
  active: undefined,
  createdAt: undefined,
};

describe('scores', () => {
  const engines = [
    { engine: 'Gemini', date: '2026-11-19', score: 47, change: -14 },
    { engine: 'Claude', date: '2026-11-17', score: 60 },
  ];

  test('are the last complete day, the engines and a chart', () => {
    const { blocks, plainBlocks } = scoresAnswer(ACME, {
      series: ALERT.series,
      previous: { date: '2026-11-18', score: 61.4 },
      engines,
    });
    expect(wordsOf(blocks)).toEqual([
      '*Acme visibility score* · 53.2 on Thu 19 Nov, −8.2 since Wed.\n' +
        'Engines: Gemini 47.0 (−14.0) · Claude 60.0 on Tue 17 Nov\n' +
        'No data on 1 of 4 days.',
    ]);
    expect(blocks.at(-1)?.type).toBe('data_visualization');
    expect(wordsOf(plainBlocks ?? []).at(-1)).toContain('▇·█▁');
  });

  test.each([
    [{ series: [], engines: [] }, 'The API has none for a complete day.'],
    [{ series: [], engines }, 'The API gives no overall score, only scores by engine.'],
    [{ series: [{ date: '2026-11-19', score: 0 }], engines: [] }, '0 on Thu 19 Nov, the first day.'],
  ])('%j', (overview, words) => {
    expect(wordsOf(scoresAnswer(ACME, overview).blocks)[0]).toContain(words);
  });
});

describe('topics', () => {
  test('are one line each', () => {
    const topics = [
      { label: 'pricing', kind: 'reason', answers: 120, score: 61.4, mentionRate: undefined, rank: 2 },
      {
        label: undefined,
        kind: undefined,
        answers: undefined,
        score: 0,
        mentionRate: undefined,
        rank: undefined,
      },
    ];
    expect(shownOf(topicsAnswer(ACME, topics))).toEqual([
      '*Acme topics* · 2 topics',
      '*pricing* · score 61.4 · rank 2 · 120 answers · reason\n' +
        '*Unnamed topic* · score 0.0 · no rank · answers not counted',
    ]);
  });

  test('may be none yet', () => {
    expect(heardOf(topicsAnswer(ACME, []))[0]).toBe('Acme topics: The API has no topics yet.');
  });
});

/** The words of the message's only table, row by row. */
function tableIn(blocks: readonly MessageBlock[]): string[][] {
  const [table] = blocks.flatMap((block) => (block.type === 'table' ? [block.rows] : []));
  return (table ?? []).map((row) => row.map((cell) => (cell.type === 'raw_text' ? cell.text : '')));
}

describe('one topic', () => {
  const { blocks, plainBlocks = [], text } = topicAnswer(ACME, TOPIC);

  test('is its facts, tools as a chart and a table, engines in lines, and evidence', () => {
    expect(blocks.map(({ type }) => type)).toEqual([
      'section',
      'data_visualization',
      'table',
      'section',
      'section',
    ]);
    expect(wordsOf(blocks)).toEqual([
      '*Acme: topic “pricing”* · reason\nWhat it costs.\n' +
        'score 61.4 · rank among the tools 2 · mention rate 42 % · no average rank within an answer · sentiment 0 · 2 tools named · 120 answers\n' +
        'The API does not say of which days these figures are.',
      '*By engine*\nGemini: score 53.2, mention rate 31 %, average rank 2.5, top competitor Globex\n' +
        'Claude: score 0.0, mention rate 0 %, no average rank, no top competitor',
      '*What the answers say*\n• “Acme is the cheapest of the three.” · Gemini\n• “Price decides.” · engine not given',
    ]);
  });

  test('has the best tool first, and no rank where there is none', () => {
    expect(blocks[1]).toMatchObject({
      chart: { type: 'bar', axis_config: { categories: ['Globex', 'Acme (you)'] } },
    });
    expect(tableIn(blocks)).toEqual([
      ['Tool', 'Score', 'Mention rate', 'Top picks', 'Mentions'],
      ['Globex', '70.0', '60 %', '20', '1'],
      ['Acme (you)', '61.4', '42 %', '9', '50'],
    ]);
  });

  test('says the same in lines where charts and tables are refused', () => {
    expect(wordsOf(plainBlocks).slice(1, 3)).toEqual([
      '*By tool*\nGlobex: score 70.0, mention rate 60 %, top picks 20, mentions 1\n' +
        'Acme (you): score 61.4, mention rate 42 %, top picks 9, mentions 50',
      '*By engine*\nGemini: score 53.2, mention rate 31 %, average rank 2.5, top competitor Globex\n' +
        'Claude: score 0.0, mention rate 0 %, no average rank, no top competitor',
    ]);
    expect(text).toContain('Globex: score 70.0, mention rate 60 %, ');
  });

  test('compares tools by each figure that the API gives of any of them, and by no other', () => {
    const [acme, globex] = TOPIC.entities;
    if (!acme || !globex) return expect.fail('the topic names two tools');
    const entities = [
      { ...acme, average_rank: 1.25, avg_sentiment: 0.4, top_pick_count: 0 },
      { ...globex, average_rank: null, avg_sentiment: -0.25, top_pick_count: 0 },
    ];
    const compared = topicAnswer(ACME, { ...TOPIC, entities });
    expect(tableIn(compared.blocks)).toEqual([
      ['Tool', 'Score', 'Mention rate', 'Average rank', 'Sentiment', 'Mentions'],
      ['Globex', '70.0', '60 %', 'none given', '−0.25', '1'],
      ['Acme (you)', '61.4', '42 %', '1.25', '0.40', '50'],
    ]);
    expect(compared.text).toContain(
      'Globex: score 70.0, mention rate 60 %, no average rank, sentiment −0.25',
    );
  });

  test.each([
    ['shares', 0.42, 0.6, 50, 72, '42 %', '60 %'],
    ['per cent', 42, 60, 50, 72, '42 %', '60 %'],
    ['per cent of a topic that is seldom mentioned', 0.8, 0.4, 8, 4, '0.8 %', '0.4 %'],
    ['shares above the whole, of tools named twice in an answer', 1.2, 0.4, 1200, 400, '120 %', '40 %'],
    ['all and nothing', 1, 0, 1000, 0, '100 %', '0 %'],
  ])('reads its rates as %s', (_, own, other, ours, theirs, ownSaid, otherSaid) => {
    const [acme, globex] = TOPIC.entities;
    if (!acme || !globex) return expect.fail('the topic names two tools');
    const answers = ours === 50 ? 120 : 1000;
    const read = topicAnswer(ACME, {
      ...TOPIC,
      answer_count: answers,
      own_mention_rate: own,
      by_model: [],
      entities: [
        { ...acme, mention_rate: own, mention_count: ours },
        { ...globex, mention_rate: other, mention_count: theirs },
      ],
    });
    expect(wordsOf(read.blocks)[0]).toContain(`mention rate ${ownSaid} `);
    expect(tableIn(read.blocks).map((row) => row[2])).toEqual(['Mention rate', otherSaid, ownSaid]);
  });

  test.each([
    ['by its type', { entity_name: 'A name of the brand that is much too long', entity_type: 'Brand' }],
    ['by its name', { entity_name: 'ACME', entity_type: 'tool' }],
  ])('marks the own brand %s, in the chart and in lines, also where it is last of many', (_, own) => {
    const [first, rival] = TOPIC.entities;
    if (!first || !rival) return expect.fail('the topic names two tools');
    const rivals = Array.from({ length: 30 }, (_, i) => ({
      ...rival,
      entity_name: `Tool ${i}`,
      score: 99 - i,
    }));
    const drawn = topicAnswer(ACME, { ...TOPIC, entities: [...rivals, { ...first, ...own, score: 1 }] });
    const [bars] = drawn.blocks.flatMap((block) =>
      block.type === 'data_visualization' ? [block.chart] : [],
    );
    const labels = bars?.type === 'bar' ? bars.axis_config.categories : [];
    expect(labels).toHaveLength(LIMITS.chartPoints);
    expect(labels.filter((label) => label.endsWith(' (you)'))).toEqual(labels.slice(-1));
    expect(labels.at(-1)?.length).toBeLessThanOrEqual(LIMITS.chartLabel);
    expect(wordsOf(drawn.plainBlocks ?? []).join('\n')).toMatch(
      / \(you\): score 1\.0, mention rate 42 %, top picks 9, mentions 50$/m,
    );
    expect(drawn.text).toContain(' (you): score 1.0');
  });

  test('of which nothing is known says so', () => {
    const { blocks: bare } = topicAnswer(ACME, { ...TOPIC, entities: [], by_model: [], evidence: [] });
    expect(wordsOf(bare).slice(1)).toEqual([
      '*By tool*\nThe API names no tool.',
      '*By engine*\nThe API gave no figures by engine.',
      'The API gave no evidence.',
    ]);
  });

  test('that no answer gives as a reason has no score, and nobody a standing in it', () => {
    const unanswered = { ...TOPIC, answer_count: 0, own_score: 0, own_mention_rate: 0, evidence: [] };
    const { blocks: bare, text } = topicAnswer(ACME, unanswered);
    const [head, ...rest] = wordsOf(bare);
    expect(head?.split('\n').slice(1)).toEqual([
      'What it costs.',
      'no score: no answer gives this topic as a reason',
    ]);
    expect(rest.join('\n')).not.toMatch(/score/i);
    expect(text).toMatch(/^Acme, topic “pricing”: no score: no answer gives this topic as a reason\.\n/);
  });

  test('tells tools with one long name apart', () => {
    expect(distinctLabels(['International Cost Tools A', 'International Cost Tools B', ''])).toEqual([
      'International Cost…',
      'International Cos… 2',
      'Unnamed',
    ]);
  });
});

test('prompts are listed, and what is not active says so', () => {
  const prompts = [
    { ...noPrompt, text: 'k8s cost alerts', category: 'cost' },
    { ...noPrompt, active: false },
  ];
  expect(wordsOf(promptsAnswer(ACME, prompts, 2).blocks)).toEqual([
    '*Acme prompts* · 2 prompts tracked\n• k8s cost alerts · cost\n• text not given · not active',
  ]);
});

test.each([
  [{}, 'Tracked for *Acme*: “cut aws bill”.'],
  [{ text: 'cut aws bill', active: true }, 'Tracked for *Acme*: “cut aws bill”.'],
  [{ text: 'Cut AWS bill' }, 'Tracked for *Acme*: “cut aws bill”. The API stored it as “Cut AWS bill”.'],
  [{ active: false }, 'Tracked for *Acme*: “cut aws bill”. The API says that it is not active.'],
])('a tracked prompt is confirmed as the API answered %j', (created, words) => {
  expect(
    wordsOf(trackAnswer(ACME, 'cut aws bill', { ...noPrompt, ...created }, { untrack: false }).blocks),
  ).toEqual([words]);
});

test('open suggestions are listed with their handles and buttons, and where each stands', () => {
  const open = [
    { news: NEWS, channels: ['C0ACME'] },
    { news: NEWS, channels: [] },
  ];
  const { blocks, text } = suggestionsAnswer(ACME, open, { page: 0, open: 2 }, STANDING);
  const one =
    '*“Cost monitoring”* · S9 · Buyers comparing tools by cloud cost. · Would apply to 3 of 4 tracked prompts.';
  expect(wordsOf(blocks)).toEqual([
    '*Acme* · 2 open segment suggestions',
    `${one} · in <#C0ACME>`,
    one,
    'Prompts to track: /visibility suggestions prompts · content to make: /visibility suggestions content',
  ]);
  expect(blocks.map(({ type }) => type)).toEqual([
    'section',
    ...['section', 'actions', 'section', 'actions'],
    'context',
  ]);
  expect(text).toMatch(/tracked prompts\. · in <#C0ACME>\n/);
  expect(suggestionsAnswer(ACME, [], { page: 0, open: 0 }, STANDING).text).toMatch(
    /^Acme: no open segment suggestions\.\nPrompts to track: /,
  );
});

test('a suggestion that was only marked here says so in the list, and can be taken back there', () => {
  const state = { status: 'dismissed', by: 'U0ANA', at: FRIDAY, written: 'off' } as const;
  const { blocks, text } = suggestionsAnswer(
    ACME,
    [{ news: NEWS, state, channels: [] }],
    { page: 2, open: 1 },
    STANDING,
  );
  expect(wordsOf(blocks)[1]).toMatch(
    /\nMarked dismissed by <@U0ANA>, .* no operation is configured for it\.$/,
  );
  expect(text).toContain('Marked dismissed. Not changed in the dashboard');
  const row = blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
  expect(row).toMatchObject([{ action_id: ACTIONS.suggestionUndo }]);
  const [undo] = row;
  expect(JSON.parse(undo && 'value' in undo ? (undo.value ?? '') : '')).toEqual({
    project: ACME.id,
    suggestion: 's9',
    page: 2,
  });
});

test('help lists every command and defines the phrases of an alert', () => {
  const [commands, notes, phrases] = wordsOf(
    helpAnswer([{ usage: '/visibility topic <name>', summary: 'One topic in full' }], 2).blocks,
  );
  expect(commands).toContain('`/visibility topic &lt;name&gt;` One topic in full');
  expect(commands).toContain('2 more commands: /visibility help all');
  for (const phrase of ['well outside normal', 'outside normal', 'at the edge of normal']) {
    expect(phrases).toContain(`• ${phrase}: `);
  }
  expect(notes).toContain('“in” and the project’s name');
});

describe('a refusal', () => {
  test('says all of it to those who listen, however many sentences it takes', () => {
    const { text } = refusal({
      sentence: `No project is shown in this channel. Use one that a project posts to, or ask whoever runs Sightline to add it. ${'Then ask again. '.repeat(3)}`,
    });
    expect(text).not.toContain('…');
    expect(text).toMatch(/^No project is shown in this channel\.\nUse one /);
  });

  test('says why, the nearest word, an example, who may and whom to ask', () => {
    const message = refusal({
      sentence: 'There is no topic “pricng”.',
      nearest: 'pricing',
      example: '/visibility topic pricing',
      who: ['UANA', 'SGROWTH'],
      owners: ['UBEN'],
    });
    expect(wordsOf(message.blocks)).toEqual([
      'There is no topic “pricng”. Did you mean pricing?\nExample: `/visibility topic pricing`\nThey can: <@UANA>, 1 user group\nWho to ask here: <@UBEN>',
    ]);
    expect(message.text).toBe(
      'There is no topic “pricng”.\nDid you mean pricing?\nExample: /visibility topic pricing',
    );
  });

  test('of an unforeseen failure gives a reference to find it by', () => {
    expect(unexpectedError('7f3a').text).toContain('7f3a');
  });
});
