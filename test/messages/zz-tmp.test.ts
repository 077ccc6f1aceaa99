import { expect, test } from 'vitest';
import { everyInsight } from './every-insight.ts';
import { expectWithinLimits } from './reading.ts';

const worst: Record<string, string> = {
  'plain words': 'why does it cost so much '.repeat(120),
  amp: '&'.repeat(3000),
  emoji: '👨‍👩‍👧‍👦'.repeat(270),
  marks: '*&'.repeat(1500),
  one: `a${'\u0301'.repeat(2_999)}`,
  rtl: 'كم تكلفة المراقبة ؟ '.repeat(150),
  nothing: '',
};
for (const [n, text] of Object.entries(worst))
  for (const many of [0, 1, 60])
    for (const url of ['https://forum.example/1', `https://forum.example/${'a'.repeat(570)}`])
      for (const k of Object.keys(everyInsight(text, url, many)))
        test(`${n} ${many} ${k}`, () => expectWithinLimits(everyInsight(text, url, many)[k]!));
