/** What is said of prompts: the tracked ones, those that the API suggests, and what became of one. */
import { describe, expect, test } from 'vitest';
import { promptChangedPage, promptsAnswer, trackAnswer } from '../../../src/messages/prompts/prompts.ts';
import { ACME } from '../cast.ts';
import { buttonsOf, drawn, heardOf, shownOf } from '../reading.ts';

const noPrompt = {
  id: undefined,
  text: undefined,
  category: undefined,
  active: undefined,
  createdAt: undefined,
};

test('prompts are listed, and what is not active says so', () => {
  const prompts = [
    { ...noPrompt, text: 'k8s cost alerts', category: 'cost' },
    { ...noPrompt, active: false },
  ];
  const page = promptsAnswer(ACME, prompts, 2, { mayChange: false });
  expect(shownOf(page)).toEqual([
    '*Acme prompts* · 2 prompts tracked',
    'k8s cost alerts · cost\nWords not given · not active',
  ]);
  expect(heardOf(page)).toEqual([
    'Acme prompts · 2 prompts tracked',
    'k8s cost alerts · cost',
    'Words not given · not active',
  ]);
});

test('a project without prompts is said to have none', () => {
  expect(shownOf(promptsAnswer(ACME, [], 0, { mayChange: false }))).toEqual([
    '*Acme prompts* · none tracked yet',
  ]);
});

describe('a tracked prompt is confirmed as the API answered', () => {
  const DAY = '2026-11-20';
  const ACTIVE = 'The tracked engines are asked it from the next day.';
  test.each([
    [{}, ACTIVE],
    [{ text: 'cut aws bill', active: true }, ACTIVE],
    [{ text: 'Cut AWS bill' }, `The API stored it as “Cut AWS bill”. ${ACTIVE}`],
    [{ active: false }, 'The API says it isn’t active.'],
  ])('%j', (created, more) => {
    const page = trackAnswer(ACME, 'cut aws bill', { ...noPrompt, id: 'p1', ...created }, { day: DAY });
    expect(shownOf(page).slice(0, -1)).toEqual(['Tracked for *Acme*: “cut aws bill”.', more]);
    expect(heardOf(page).slice(0, -1)).toEqual(['Tracked for Acme: “cut aws bill”.', more]);
    expect(buttonsOf(drawn(page).blocks)).toEqual(['Undo']);
  });

  test('with how to take it back where no button can', () => {
    const [, where] = shownOf(trackAnswer(ACME, 'cut aws bill', { ...noPrompt, id: 'p1' }));
    expect(where).toMatch(/untrack/);
  });
});

test('a changed prompt is told with its words before and after', () => {
  const [now, before] = shownOf(promptChangedPage(ACME, 'cut aws bill', 'halve the aws bill'));
  expect(now).toContain('halve the aws bill');
  expect(before).toContain('cut aws bill');
  expect(heardOf(promptChangedPage(ACME, 'cut aws bill'))).toEqual([
    'No longer tracked for Acme: “cut aws bill”.',
  ]);
});
