import { describe, expect, test } from 'vitest';
import type { Standing, SuggestionNews, SuggestionState } from '../../../src/decision.ts';
import { acceptModal } from '../../../src/messages/forms/accept-modal.ts';
import { suggestionPreviewModal } from '../../../src/messages/forms/suggestion-preview-modal.ts';
import { trackModal } from '../../../src/messages/forms/track-modal.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { ACME, NEWS, STANDING } from '../cast.ts';
import { buttonsOf, wordsOf } from '../reading.ts';

const AT = Date.parse('2026-11-20T10:04:00Z');
const CLOCK = `<!date^${AT / 1000}^{time}|10:04 UTC>`;

function draw(news: Partial<SuggestionNews> = {}, standing: Partial<Standing> = {}) {
  return render({ ...NEWS, ...news }, { ...STANDING, ...standing });
}

test('a suggestion is one section and its buttons', () => {
  const { blocks, text } = draw();
  expect(wordsOf(blocks)).toEqual([
    '*New segment suggested for Acme: “Cost monitoring”* · S9\n' +
      'Buyers comparing tools by cloud cost. Would apply to *3 of 4* tracked prompts, e.g. “k8s cost alerts”, “cut aws bill”.',
  ]);
  expect(buttonsOf(blocks)).toEqual(['Accept…', 'Dismiss', 'See all 3']);
  expect(text.split('\n')[0]).toBe(
    'Acme: new segment suggested, “Cost monitoring”. Would apply to 3 of 4 tracked prompts.',
  );
});

test('every button knows its suggestion, says which one it means, and dismissing asks first', () => {
  const actions = draw().blocks.at(-1);
  expect(actions).toMatchObject({
    type: 'actions',
    elements: [
      { action_id: 'suggestion.accept', accessibility_label: 'Accept: segment Cost monitoring' },
      {
        action_id: 'suggestion.dismiss',
        confirm: { text: { text: expect.stringContaining('in the dashboard too') } },
      },
      { action_id: 'suggestion.preview', value: JSON.stringify({ project: ACME.id, suggestion: 's9' }) },
    ],
  });
});

test('where accepting changes nothing in the dashboard, the buttons say so', () => {
  const { blocks } = draw({}, { writes: { accept: false, dismiss: false } });
  expect(buttonsOf(blocks)[0]).toBe('Mark accepted…');
  expect(JSON.stringify(blocks)).toContain('The dashboard is not changed, and the mark can be undone.');
});

describe('its prompts', () => {
  test.each([
    [undefined, 'Which prompts it would apply to could not be read.', ['Accept…', 'Dismiss']],
    [[], 'No prompts are tracked that it could apply to.', ['Accept…', 'Dismiss']],
    [
      [{ id: 'p', text: 'crm', applies: false }],
      'Would apply to none of 1 tracked prompts.',
      ['Accept…', 'Dismiss', 'See it'],
    ],
  ])('%j', (prompts, words, buttons) => {
    const { blocks } = draw({ prompts });
    expect(wordsOf(blocks)[0]).toContain(words);
    expect(buttonsOf(blocks)).toEqual(buttons);
  });
});

describe('afterwards it says which is true', () => {
  const dashboardUrl = 'https://app.example/acme';
  const by = { status: 'accepted', by: 'UANA', at: AT } as const;
  test.each<[SuggestionState, string, string[]]>([
    [
      { ...by, written: 'confirmed', confirmedAt: AT + 60_000 },
      `Accepted by <@UANA>, ${CLOCK}. Confirmed by the API at <!date^${AT / 1000 + 60}^{time}|10:05 UTC>.`,
      [],
    ],
    [{ ...by, written: 'waiting' }, `Accepted by <@UANA>, ${CLOCK}. Waiting for the API to confirm.`, []],
    [
      { ...by, written: 'failed', apiStatus: 404 },
      `Marked accepted by <@UANA>, ${CLOCK}. Not changed in the dashboard: the API answered 404. <https://app.example/acme|Finish it there>`,
      ['Undo mark'],
    ],
    [
      { ...by, written: 'failed' },
      `Marked accepted by <@UANA>, ${CLOCK}. Perhaps not changed in the dashboard: the API did not answer. <https://app.example/acme|Finish it there>`,
      ['Undo mark'],
    ],
    [
      { ...by, written: 'unsent' },
      `Marked accepted by <@UANA>, ${CLOCK}. Not changed in the dashboard: nothing was sent to the API. <https://app.example/acme|Finish it there>`,
      ['Undo mark'],
    ],
    [
      { ...by, status: 'dismissed', written: 'off' },
      `Marked dismissed by <@UANA>, ${CLOCK}. Not changed in the dashboard: no operation is configured for it. <https://app.example/acme|Finish it there>`,
      ['Undo mark'],
    ],
    [{ status: 'dismissed' }, 'Dismissed in the dashboard.', []],
  ])('%j', (suggestion, line, buttons) => {
    const { blocks } = draw({}, { suggestion, dashboardUrl });
    expect(wordsOf(blocks)[0]?.split('\n').at(-1)).toBe(line);
    expect(buttonsOf(blocks)).toEqual([...buttons, 'See all 3']);
  });

  test('in the notification too', () => {
    const { text } = draw({}, { suggestion: { ...by, written: 'waiting' } });
    expect(text.split('\n')).toEqual([
      'Acme: segment “Cost monitoring”. Accepted. Waiting for the API to confirm.',
      'Buyers comparing tools by cloud cost.',
    ]);
  });

  test('without a dashboard address nobody is sent anywhere', () => {
    const { blocks } = draw({}, { suggestion: { ...by, written: 'off' } });
    expect(wordsOf(blocks)[0]).not.toContain('Finish it there');
  });

  test('an undone mark is open again', () => {
    expect(buttonsOf(draw({}, { suggestion: { status: 'open' } }).blocks)).toContain('Accept…');
  });
});

describe('the modals', () => {
  test('Accept… shows which prompts it touches before anything is written', () => {
    const view = acceptModal(NEWS, { ...STANDING, posted: NEWS.prompts }, 'meta');
    expect(view).toMatchObject({
      callback_id: 'suggestion.accept',
      private_metadata: 'meta',
      submit: { text: 'Accept' },
    });
    expect(wordsOf(view.blocks)).toEqual([
      '*“Cost monitoring”* for Acme\nBuyers comparing tools by cloud cost.\n' +
        'Accepting changes the dashboard. No operation is known that takes it back.',
      '*Applies to 3 of 4 tracked prompts*\n• k8s cost alerts\n• cut aws bill\n• finops tools',
      '*Does not apply to 1*\n• best crm',
    ]);
  });

  test('Mark accepted… promises no more than a mark', () => {
    const view = acceptModal(NEWS, { writes: { accept: false, dismiss: false }, posted: NEWS.prompts }, '');
    expect(view.submit?.text).toBe('Mark accepted');
    expect(wordsOf(view.blocks)[0]).toContain('the dashboard is not changed');
  });

  test('See all shows the same lists, and submits nothing', () => {
    const view = suggestionPreviewModal(NEWS, NEWS.prompts);
    expect(view.submit).toBeUndefined();
    expect(wordsOf(view.blocks).slice(1)).toEqual(
      wordsOf(acceptModal(NEWS, { ...STANDING, posted: NEWS.prompts }, '').blocks).slice(1),
    );
  });

  test('both say that the post named other numbers, once prompts were tracked since', () => {
    const { prompts: posted = [] } = NEWS;
    const prompts = [...posted, { id: 'p9', text: 'aws cost alerts', applies: true }];
    const head = /^\*Applies to 4 of 5 tracked prompts now\*; 3 of 4 when it was posted\n/;
    const now = { ...NEWS, prompts };
    expect(wordsOf(suggestionPreviewModal(now, posted).blocks)[1]).toMatch(head);
    expect(wordsOf(acceptModal(now, { ...STANDING, posted }, '').blocks)[1]).toMatch(head);
    expect(wordsOf(suggestionPreviewModal(now, undefined).blocks)[1]).toMatch(
      /^\*Applies to 4 of 5 tracked prompts\*/,
    );
  });

  test('Track asks for a prompt, and keeps what was typed', () => {
    const view = trackModal(ACME, 'meta', 'best crm');
    expect(view).toMatchObject({ callback_id: 'prompt.track', private_metadata: 'meta' });
    expect(view.blocks).toMatchObject([
      { block_id: 'prompt', element: { action_id: 'text', initial_value: 'best crm' } },
    ]);
  });
});
