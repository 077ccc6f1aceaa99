import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/slack/blocks.ts';
import { countChars } from '../../src/slack/draw.ts';
import { makeLabelsDistinct } from '../../src/slack/draw-parts.ts';
import { anyCharacter, anyUrl } from '../support/arbitraries.ts';
import { runs } from '../support/runs.ts';
import { digestMessage, everyMessage, everyModal } from './every-message.ts';
import { buttonsOf, expectViewWithinLimits, expectWithinLimits, wordsOf } from './reading.ts';

const SHORT_URL = 'https://forum.example/1';
const LONG_URL = `https://forum.example/${'a'.repeat(570)}`;

const worst: Record<string, string> = {
  'plain words': 'why does it cost so much '.repeat(120),
  'one endless word': 'a'.repeat(3_000),
  // Escaped, these are several times as long.
  'marks and ampersands': '*&'.repeat(500),
  'families of emoji': '👨‍👩‍👧‍👦'.repeat(270),
  'right to left': 'كم تكلفة المراقبة ؟ '.repeat(150),
  'one character of a thousand marks': `a${'\u0301'.repeat(2_999)}`,
  nothing: '',
  'nothing visible': '\u202E\u2066 \n',
};

/** Characters: so many of each of 26 things are more than a modal holds. */
const FILLS_TOGETHER = 1_100;

describe.each(Object.entries(worst))('with texts of %s', (_, text) => {
  // Where a text is nothing, so may a list be; and of the widest there may be more than any modal shows.
  const counts = text === '' ? [0, 1, 60] : text === worst['marks and ampersands'] ? [1, 40] : [1, 26];
  test.each(counts)('and %d of each thing, every message is within the limits of Slack', (many) => {
    const each = many > 1 ? text.slice(0, FILLS_TOGETHER) : text;
    // A short address only leaves more room to a text.
    for (const url of many === 1 && text === worst['plain words'] ? [SHORT_URL, LONG_URL] : [LONG_URL]) {
      for (const [name, message] of Object.entries(everyMessage(each, url, many))) {
        expectWithinLimits(message, name);
      }
    }
    for (const view of Object.values(everyModal(each, many))) expectViewWithinLimits(view);
  });
});

test('with any text at all, every message is within the limits of Slack', () => {
  const parts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(...Object.values(worst)),
  );
  const anyText = fc.array(parts, { maxLength: 4 }).map((some) => some.join(' '));
  fc.assert(
    fc.property(anyText, anyUrl, fc.nat({ max: 30 }), (text, url, many) => {
      for (const [name, message] of Object.entries(everyMessage(text, url, many)))
        expectWithinLimits(message, name);
      for (const view of Object.values(everyModal(text, many))) expectViewWithinLimits(view);
    }),
    { seed: 11, numRuns: runs(2) },
  );
});

test('a digest that is cut says how many leads it does not show', () => {
  const { blocks = [] } = digestMessage('&'.repeat(600), LONG_URL, 50);
  const words = wordsOf(blocks);
  const shown = words.join().match(/forum\.example/g)?.length ?? 0;
  expect(shown).toBeGreaterThanOrEqual(2);
  expect(buttonsOf(blocks)).toContain('100 open');
  expect(words.at(-1)).toContain(`${100 - shown} more leads`);
});

test('a digest of ten ordinary leads shows all ten, in about 3,000 characters', () => {
  const { blocks = [] } = digestMessage(
    'How do you alert on Kubernetes cost spikes in a small team?',
    SHORT_URL,
    10,
  );
  expect(
    wordsOf(blocks)
      .join()
      .match(/forum\.example/g),
  ).toHaveLength(10);
  expect(countChars(blocks)).toBeLessThan(4_500);
});

test('names on a chart are short and all different, whatever the tools are called', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 20 }), (names) => {
      const labels = makeLabelsDistinct([...names, ...names]);
      expect(new Set(labels).size).toBe(labels.length);
      for (const label of labels) expect(label.length).toBeLessThanOrEqual(LIMITS.chartLabel);
    }),
    { seed: 5 },
  );
});
