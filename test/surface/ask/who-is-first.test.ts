/** Which rival is ahead by a figure, or first on each topic and prompt. */
import { expect, test } from 'vitest';
import { heardOf } from '../../messages/reading.ts';
import { ACME } from '../../support/sandbox.ts';
import { askingAcme } from './asked.ts';

test('whether a rival is first on every topic, on none or on some is counted by topic', async () => {
  const { answer, client } = await askingAcme();
  const topics = await client.topics(ACME.id);
  for (const rival of ['Globex', 'Umbra']) {
    const asked = await answer({ text: `are there any topics where ${rival} isn't number 1` });
    const details = await Promise.all(topics.map(({ label = '' }) => client.topicDetail(ACME.id, label)));
    const firsts = details.filter(({ entities }) => {
      const [best] = entities.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
      return best?.entity_name === rival;
    });
    expect(asked.figures[0]).toMatchObject({ value: firsts.length, unit: 'topics' });
    expect(heardOf(asked.page).join(' ')).not.toMatch(/\b(?:Yes|No)\./);
  }
});

test('“prompts where Globex is first” counts the prompts on which nobody has a better score', async () => {
  const { answer, client } = await askingAcme();
  const { figures } = await answer({ text: 'Prompts where globex is first' });
  const prompts = await client.prompts(ACME.id);
  const details = await Promise.all(prompts.map(({ id = '' }) => client.promptDetail(ACME.id, id)));
  const best = details.map(
    ({ entities = [] }) => entities.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))[0],
  );
  const value = best.filter((tool) => tool?.name === 'Globex').length;
  expect(figures).toEqual([{ name: 'prompts on which Globex is first', value, unit: 'prompts' }]);
});

test.each([
  ['compare rivals by visibility score', 'score'],
  ['who has the best sentiment?', 'sentiment'],
] as const)('“%s” goes by that figure of each', async (text, figure) => {
  const { answer, client } = await askingAcme();
  const { names = [], page } = await answer({ text });
  const details = await Promise.all(names.map((name) => client.competitorDetail(ACME.id, name)));
  const figures = details.map((one) => one[figure] ?? Number.NaN);
  expect(figures).toEqual(figures.toSorted((a, b) => b - a));
  expect(figures.length).toBeGreaterThan(2);
  expect(heardOf(page).join(' ')).not.toContain('doesn’t give');
});
