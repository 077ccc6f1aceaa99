import { describe, expect, test } from 'vitest';
import type { Standing, SuggestionNews, SuggestionState } from '../../../src/decision.ts';
import { acceptForm, previewForm } from '../../../src/messages/prompts/segment-suggestion.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { drawView } from '../../../src/slack/draw.ts';
import { ACME, NEWS, STANDING } from '../cast.ts';
import { buttonsOf, heardOf, wordsOf } from '../reading.ts';

const AT = Date.parse('2026-11-20T10:04:00Z');
const MOMENT = `<!date^${AT / 1000}^{date_short} at {time}|Fri 20 Nov, 10:04 UTC>`;

function drawNews(news: Partial<SuggestionNews> = {}, standing: Partial<Standing> = {}) {
  return render({ ...NEWS, ...news }, { ...STANDING, ...standing });
}

test('a suggestion says what it is and what it applies to, above its buttons', () => {
  const { blocks, text } = drawNews();
  const facts =
    'Buyers comparing tools by cloud cost. Applies to *3 of 4* prompts, e.g. “k8s cost alerts”, “cut aws bill”.';
  expect(wordsOf(blocks)).toEqual(['*New segment for Acme: “Cost monitoring”* · S9', facts]);
  expect(buttonsOf(blocks)).toEqual(['Accept…', 'Dismiss', 'See all 3 prompts']);
  expect(text.split('\n')).toEqual(['New segment for Acme: “Cost monitoring”', facts.replaceAll('*', '')]);
});

test('every button knows its suggestion, says which one it means, and dismissing asks first', () => {
  const actions = drawNews().blocks.at(-1);
  expect(actions).toMatchObject({
    type: 'actions',
    elements: [
      { action_id: 'suggestion.accept', accessibility_label: 'Accept: segment Cost monitoring' },
      {
        action_id: 'suggestion.dismiss',
        confirm: { text: { text: expect.stringContaining('also dismisses') } },
      },
      { action_id: 'suggestion.preview', value: JSON.stringify({ project: ACME.id, suggestion: 's9' }) },
    ],
  });
});

test('where accepting changes nothing in the dashboard, the buttons say so', () => {
  const { blocks } = drawNews({}, { writes: { accept: false, dismiss: false } });
  expect(buttonsOf(blocks)[0]).toBe('Mark accepted…');
  expect(JSON.stringify(blocks)).toContain('The dashboard doesn’t change, and you can undo the mark.');
});

describe('its prompts', () => {
  test.each([
    [undefined, 'Which prompts it applies to couldn’t be read.', ['Accept…', 'Dismiss']],
    [[], 'You track no prompts it could apply to.', ['Accept…', 'Dismiss']],
    [
      [{ id: 'p', text: 'crm', applies: false }],
      'Applies to *none of 1* prompts.',
      ['Accept…', 'Dismiss', 'See its prompt'],
    ],
  ])('%j', (prompts, words, buttons) => {
    const { blocks } = drawNews({ prompts });
    expect(wordsOf(blocks)[1]).toContain(words);
    expect(buttonsOf(blocks)).toEqual(buttons);
  });
});

describe('afterwards it says which is true', () => {
  const dashboardUrl = 'https://app.example/acme';
  const by = { status: 'accepted', by: 'UANA', at: AT } as const;
  const finish = '<https://app.example/acme|Finish there>';
  test.each<[SuggestionState, string, string[]]>([
    [{ ...by, written: 'confirmed' }, `✅ Accepted by <@UANA> on ${MOMENT}.`, []],
    [{ ...by, written: 'waiting' }, `Accepted by <@UANA> on ${MOMENT}, waiting for the API to confirm.`, []],
    [
      { ...by, written: 'failed', apiStatus: 404 },
      `Marked accepted by <@UANA> on ${MOMENT}. The dashboard hasn’t changed: the API answered 404. ${finish}`,
      ['Undo'],
    ],
    [
      { ...by, written: 'failed' },
      `Marked accepted by <@UANA> on ${MOMENT}. The dashboard may not have changed: the API didn’t answer. ${finish}`,
      ['Undo'],
    ],
    [
      { ...by, written: 'unsent' },
      `Marked accepted by <@UANA> on ${MOMENT}. The dashboard hasn’t changed. ${finish}`,
      ['Undo'],
    ],
    [
      { ...by, status: 'dismissed', written: 'off' },
      `Marked dismissed by <@UANA> on ${MOMENT}. The dashboard hasn’t changed: dismissing there isn’t set up. ${finish}`,
      ['Undo'],
    ],
    [{ status: 'dismissed' }, 'Dismissed in the dashboard.', []],
  ])('%j', (suggestion, line, buttons) => {
    const { blocks } = drawNews({}, { suggestion, dashboardUrl });
    expect(wordsOf(blocks)[0]?.split('\n').at(-1)).toBe(line);
    expect(buttonsOf(blocks)).toEqual([...buttons, 'See all 3 prompts']);
  });

  test('in the notification too', () => {
    const news = drawNews({}, { suggestion: { ...by, written: 'waiting' } });
    expect(heardOf(news)).toEqual([
      'Acme, segment “Cost monitoring”: Accepted by <@UANA> on Fri 20 Nov, 10:04 UTC, waiting for the API to confirm.',
      'Buyers comparing tools by cloud cost.',
    ]);
  });

  test('without a dashboard address nobody is sent anywhere', () => {
    const { blocks } = drawNews({}, { suggestion: { ...by, written: 'off' } });
    expect(wordsOf(blocks)[0]).not.toContain('Finish there');
  });

  test('an undone mark is open again', () => {
    expect(buttonsOf(drawNews({}, { suggestion: { status: 'open' } }).blocks)).toContain('Accept…');
  });
});

describe('the forms', () => {
  const accept = (news: SuggestionNews, writes = STANDING.writes) =>
    drawView(acceptForm(news, writes, 'meta'));

  test('Accept… shows which prompts it touches before anything is written', () => {
    const view = accept(NEWS);
    expect(view).toMatchObject({
      callback_id: 'suggestion.accept',
      private_metadata: 'meta',
      submit: { text: 'Accept' },
    });
    expect(wordsOf(view.blocks)).toEqual([
      '*“Cost monitoring”* for Acme\nBuyers comparing tools by cloud cost.\n' +
        'Accepting changes the dashboard. This can’t be undone.',
      '*Applies to 3 of 4 prompts*\n• k8s cost alerts\n• cut aws bill\n• finops tools',
      '*Doesn’t apply to 1*\n• best crm',
    ]);
  });

  test('Mark accepted… promises no more than a mark', () => {
    const view = accept(NEWS, { accept: false, dismiss: false });
    expect(view.submit?.text).toBe('Mark accepted');
    expect(wordsOf(view.blocks)[0]).toContain('The dashboard doesn’t change');
  });

  test('See all shows the same lists, and submits nothing', () => {
    const view = drawView(previewForm(NEWS));
    expect(view.submit).toBeUndefined();
    expect(wordsOf(view.blocks).slice(1)).toEqual(wordsOf(accept(NEWS).blocks).slice(1));
  });
});
