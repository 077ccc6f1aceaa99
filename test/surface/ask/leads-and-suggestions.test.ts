/** Questions to the sandbox’s Acme on what to do and where leads come from. */
import { expect, test } from 'vitest';
import { isOpen } from '../../../src/rules/new-suggestions.ts';
import { buttonsOf, drawn, heardOf } from '../../messages/reading.ts';
import { ACME } from '../../support/sandbox.ts';
import { askingAcme } from './asked.ts';

test('“what should we do” lists every kind of suggestion', async () => {
  const { answer, client } = await askingAcme();
  const { figures, page } = await answer({ text: 'what should we do next?' });
  const [content, segments] = await Promise.all([
    client.suggestions(ACME.id),
    client.segmentSuggestions(ACME.id),
  ]);
  const said = heardOf(page).join('\n');
  expect(said).toContain(content[0]?.title);
  expect(said).toContain(segments.find(isOpen)?.name);
  expect(figures).toContainEqual(expect.objectContaining({ value: content.length }));
  expect(buttonsOf(drawn(page).blocks)).toEqual(expect.arrayContaining(['Track', 'Content']));
});

test('“what should we do” works if the API only suggests segments', async () => {
  const { answer, sandbox } = await askingAcme();
  await sandbox.breakApi({ operation: 'suggestions', kind: 'unavailable' });
  await sandbox.breakApi({ operation: 'promptSuggestions', kind: 'unavailable' });
  const { verdict, page } = await answer({ text: 'what should we do next?' });
  expect(verdict).toBe('answered');
  expect(heardOf(page).join('\n')).toContain('Segment');
});

test('“where do leads come from” counts them by place, most first', async () => {
  const { answer } = await askingAcme();
  const { figures } = await answer({ text: 'which subreddit gives us most leads?' });
  const all = await answer({ text: 'leads' });
  const counts = figures.map(({ value }) => value);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(all.figures[0]?.value);
});

test('“what moved most” ranks by distance, up or down', async () => {
  const { answer } = await askingAcme();
  const { figures } = await answer({ text: 'which engine changed the most?' });
  const moves = figures.map(({ change = 0 }) => Math.abs(change));
  expect(moves).toEqual(moves.toSorted((a, b) => b - a));
});

test('a region without a figure is named as such', async () => {
  const { answer } = await askingAcme();
  const { figures, page } = await answer({ text: 'do we do better in Germany or France?' });
  expect(figures.map(({ name }) => name).join()).not.toContain('United States');
  expect(heardOf(page).join('\n')).toMatch(/no figure for France/i);
});

test('a person’s leads are found by their name in Slack or a mention, and an unknown name is said to be one', async () => {
  const { answer, plan, db } = await askingAcme();
  await plan({ intent: 'leads' });
  await db.updateTable('lead').set({ state: 'claimed', by: 'U0ANA' }).where('rank', '<=', 2).execute();
  await db.updateTable('lead').set({ state: 'claimed', by: '' }).where('rank', '=', 3).execute();
  for (const text of [
    'which leads did Ana take?',
    'what is @U0ANA working on?',
    'what did ana claim',
    'which leads does ana have',
    'Ana’s leads',
  ]) {
    const { figures, page } = await answer({ text });
    expect(figures[0]?.value).toBe(2);
    expect(heardOf(page)[0]).toContain('Ana’s');
  }
  // A lead's short name is nobody's.
  expect((await answer({ text: 'I replied to L28' })).verdict).toBe('not_understood');
  const nobody = await answer({ text: 'which leads did Zoe take?' });
  expect(nobody).toMatchObject({ verdict: 'no_data', emptyBecause: 'filtered_out' });
  expect(heardOf(nobody.page).join()).toContain('Zoe');
  // A name that isn't a person's stays unknown.
  expect((await answer({ text: 'which leads mention Datadog?' })).verdict).toBe('not_understood');
});
