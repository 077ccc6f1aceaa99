/** Topics: all of them in lines, and one of them in full. */
import { describe, expect, test } from 'vitest';
import { sortTopics, topicFigures, topicPage, topicsPage } from '../../../src/messages/lookups/topics.ts';
import { LIMITS, type MessageBlock } from '../../../src/slack/blocks.ts';
import { draw } from '../../../src/slack/draw.ts';
import type { TopicDetail } from '../../../src/visibility/contract.ts';
import { ACME, TOPIC } from '../cast.ts';
import { heardOf, shownOf, wordsOf } from '../reading.ts';

const drawnTopic = (topic: TopicDetail) => draw(topicPage(ACME, topic));

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
    expect(shownOf(topicsPage(ACME, topics, topics))).toEqual([
      '*Acme: 2 topics*',
      'Best score first. The API doesn’t say which days these figures cover.',
      '*pricing* · score 61.4 · rank 2 · 120 answers · reason',
      '*Unnamed topic* · score 0.0',
    ]);
  });

  test('come with the best score first, those without one last, whatever the API’s order', () => {
    const topic = (label: string, score?: number) => ({
      label,
      score,
      kind: undefined,
      answers: undefined,
      mentionRate: undefined,
      rank: undefined,
    });
    const listed = Object.assign([topic('a', 50), topic('b'), topic('c', 61)], { rest: { total: 9 } });
    const sorted = sortTopics(listed);
    expect(sorted.map(({ label }) => label)).toEqual(['c', 'a', 'b']);
    expect(sorted.rest).toEqual({ total: 9 });
    const unscored = [topic('b'), topic('a')];
    expect(sortTopics(unscored).map(({ label }) => label)).toEqual(['b', 'a']);
    expect(shownOf(topicsPage(ACME, unscored, unscored)).join()).not.toContain('first');
  });

  test('may be none yet', () => {
    expect(heardOf(topicsPage(ACME, [], []))).toEqual(['Acme: no topics yet']);
  });
});

/** The words of the message's only table, row by row. */
function tableIn(blocks: readonly MessageBlock[]): string[][] {
  const [table] = blocks.flatMap((block) => (block.type === 'table' ? [block.rows] : []));
  return (table ?? []).map((row) => row.map((cell) => (cell.type === 'raw_text' ? cell.text : '')));
}

describe('one topic', () => {
  const { blocks, plainBlocks = [], text } = drawnTopic(TOPIC);

  test('is its facts, tools as a chart and a table, engines in lines, and evidence', () => {
    expect(blocks.map(({ type }) => type)).toEqual([
      'section',
      'section',
      'context',
      'data_visualization',
      'section',
      'table',
      'section',
      'section',
      'context',
      'actions',
    ]);
    expect(wordsOf(blocks)).toEqual([
      '*Acme on “pricing”* · score 61.4',
      'ranked 2nd · mention rate 42% · no average rank · sentiment 0 · 2 tools named · 120 answers',
      'reason · What it costs.',
      '*By tool*',
      '*By engine*\nGemini: score 53.2, mention rate 31%, average rank 2.5, top competitor Globex\n' +
        'Claude: score 0.0, mention rate 0%, average rank not given, top competitor not given',
      '*What the answers say*\n“Acme is the cheapest of the three.” · Gemini\n“Price decides.”',
      'The API doesn’t say which days these figures cover.',
    ]);
  });

  test('has the best tool first, and no rank where there is none', () => {
    expect(blocks.find(({ type }) => type === 'data_visualization')).toMatchObject({
      chart: { type: 'bar', axis_config: { categories: ['Globex', 'Acme (you)'] } },
    });
    expect(tableIn(blocks)).toEqual([
      ['Tool', 'Score', 'Mention rate', 'Top picks', 'Mentions'],
      ['Globex', '70.0', '60%', '20', '1'],
      ['Acme (you)', '61.4', '42%', '9', '50'],
    ]);
  });

  test('says the same in lines where charts and tables are refused', () => {
    expect(wordsOf(plainBlocks).slice(3, 5)).toEqual([
      '*By tool*\nGlobex: score 70.0, mention rate 60%, top picks 20, mentions 1\n' +
        'Acme (you): score 61.4, mention rate 42%, top picks 9, mentions 50',
      '*By engine*\nGemini: score 53.2, mention rate 31%, average rank 2.5, top competitor Globex\n' +
        'Claude: score 0.0, mention rate 0%, average rank not given, top competitor not given',
    ]);
    expect(text).toContain('Globex: score 70.0, mention rate 60%, ');
  });

  test('compares tools by each figure that the API gives of any of them, and by no other', () => {
    const [acme, globex] = TOPIC.entities;
    if (!acme || !globex) return expect.fail('the topic names two tools');
    const entities = [
      { ...acme, average_rank: 1.25, avg_sentiment: 0.4, top_pick_count: 0 },
      { ...globex, average_rank: null, avg_sentiment: -0.25, top_pick_count: 0 },
    ];
    const compared = drawnTopic({ ...TOPIC, entities });
    expect(tableIn(compared.blocks)).toEqual([
      ['Tool', 'Score', 'Mention rate', 'Average rank', 'Sentiment', 'Mentions'],
      ['Globex', '70.0', '60%', 'none given', '−0.25', '1'],
      ['Acme (you)', '61.4', '42%', '1.25', '0.40', '50'],
    ]);
    expect(compared.text).toContain(
      'Globex: score 70.0, mention rate 60%, average rank not given, sentiment −0.25',
    );
  });

  test.each([
    ['shares', 0.42, 0.6, 50, 72, '42%', '60%'],
    ['per cent', 42, 60, 50, 72, '42%', '60%'],
    ['per cent of a topic that is seldom mentioned', 0.8, 0.4, 8, 4, '0.8%', '0.4%'],
    ['shares above the whole, of tools named twice in an answer', 1.2, 0.4, 1200, 400, '120%', '40%'],
    ['all and nothing', 1, 0, 1000, 0, '100%', '0%'],
  ])('reads its rates as %s', (_, own, other, ours, theirs, ownSaid, otherSaid) => {
    const [acme, globex] = TOPIC.entities;
    if (!acme || !globex) return expect.fail('the topic names two tools');
    const answers = ours === 50 ? 120 : 1000;
    const topic = {
      ...TOPIC,
      answer_count: answers,
      own_mention_rate: own,
      by_model: [],
      entities: [
        { ...acme, mention_rate: own, mention_count: ours },
        { ...globex, mention_rate: other, mention_count: theirs },
      ],
    };
    const read = drawnTopic(topic);
    expect(wordsOf(read.blocks)[1]).toContain(`mention rate ${ownSaid} `);
    expect(tableIn(read.blocks).map((row) => row[2])).toEqual(['Mention rate', otherSaid, ownSaid]);
    const figure = topicFigures(topic, ACME.name).find(({ unit }) => unit === '%');
    expect(`${figure?.value}%`).toBe(ownSaid);
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
    const drawn = drawnTopic({ ...TOPIC, entities: [...rivals, { ...first, ...own, score: 1 }] });
    const [bars] = drawn.blocks.flatMap((block) =>
      block.type === 'data_visualization' ? [block.chart] : [],
    );
    const labels = bars?.type === 'bar' ? bars.axis_config.categories : [];
    expect(labels).toHaveLength(LIMITS.chartPoints);
    expect(labels.filter((label) => label.endsWith(' (you)'))).toEqual(labels.slice(-1));
    expect(labels.at(-1)?.length).toBeLessThanOrEqual(LIMITS.chartLabel);
    expect(wordsOf(drawn.plainBlocks ?? []).join('\n')).toMatch(
      / \(you\): score 1\.0, mention rate 42%, top picks 9, mentions 50$/m,
    );
    expect(drawn.text).toContain(' (you): score 1.0');
  });

  test('of which nothing is known leaves that out without a word', () => {
    const { blocks: bare } = drawnTopic({ ...TOPIC, entities: [], by_model: [], evidence: [] });
    expect(wordsOf(bare).join()).not.toMatch(/By tool|By engine|The API gives|What the answers say/);
  });

  test('that no answer gives as a reason has no score, and nobody a standing in it', () => {
    const unanswered = { ...TOPIC, answer_count: 0, own_score: 0, own_mention_rate: 0, evidence: [] };
    const { blocks: bare, text } = drawnTopic(unanswered);
    const [head, ...rest] = wordsOf(bare);
    expect(head).toContain('no score: no answer gives this topic as a reason');
    expect(rest.join('\n')).not.toMatch(/score/i);
    expect(text).toMatch(/^Acme on “pricing” · no score: no answer gives this topic as a reason\n/);
  });
});
