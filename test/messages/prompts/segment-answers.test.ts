/** The private list of segment suggestions: what each is, where it stands, and what can be done with it. */
import { expect, test } from 'vitest';
import { ACTIONS } from '../../../src/messages/actions.ts';
import { suggestionsAnswer } from '../../../src/messages/prompts/segment-suggestion.ts';
import { draw } from '../../../src/slack/draw.ts';
import { ACME, FRIDAY, NEWS, STANDING } from '../cast.ts';
import { heardOf, shownOf } from '../reading.ts';

test('who may not decide, such as a guest, gets the list without buttons to decide', () => {
  const open = [{ news: NEWS }];
  const page = suggestionsAnswer(ACME, open, { page: 0, open: 1, mayDecide: false }, STANDING);
  expect(draw(page).blocks.map(({ type }) => type)).toEqual(['section', 'section', 'actions']);
});

test('open suggestions are listed with their handles and buttons', () => {
  const open = [{ news: NEWS }, { news: NEWS }];
  const page = suggestionsAnswer(ACME, open, { page: 0, open: 2, mayDecide: true }, STANDING);
  const one =
    /^\*“Cost monitoring”\* · S9\nBuyers comparing tools by cloud cost\. Applies to \*3 of 4\* prompts, /;
  expect(shownOf(page)).toEqual([
    '*Acme* · 2 open segment suggestions',
    expect.stringMatching(one),
    expect.stringMatching(one),
  ]);
  expect(draw(page).blocks.map(({ type }) => type)).toEqual([
    'section',
    ...['section', 'actions', 'section', 'actions'],
    'actions',
  ]);
});

test('where none is open that is said, and what else the API suggests', () => {
  const page = suggestionsAnswer(ACME, [], { page: 0, open: 0, mayDecide: true }, STANDING);
  expect(heardOf(page)).toEqual(['Acme · no open segment suggestions']);
  expect(JSON.stringify(draw(page).blocks)).toContain('suggestions prompts');
});

test('a suggestion that was only marked here says so in the list, and can be taken back there', () => {
  const state = { status: 'dismissed', by: 'U0ANA', at: FRIDAY, written: 'off' } as const;
  const listed = [{ news: NEWS, state }];
  const page = suggestionsAnswer(ACME, listed, { page: 2, open: 1, mayDecide: true }, STANDING);
  const marked = /Marked dismissed by <@U0ANA> on .* The dashboard hasn’t changed: /;
  expect(shownOf(page)[1]).toMatch(marked);
  expect(heardOf(page).join('\n')).toMatch(marked);
  const row = draw(page).blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
  expect(row[0]).toMatchObject({ action_id: ACTIONS.suggestionUndo });
  const [undo] = row;
  expect(JSON.parse(undo && 'value' in undo ? (undo.value ?? '') : '')).toEqual({
    project: ACME.id,
    suggestion: 's9',
    page: 2,
  });
});
