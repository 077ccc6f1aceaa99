import { describe, expect, test } from 'vitest';
import { findAlertLimit } from '../../src/rules/alert-history.ts';
import { livingAlert, OPENED } from '../messages/every-alert.ts';

/** 1.775 for one spread, 3.6 of which make an alert. */
const USUAL = { low: 57.1, high: 64.2 };

describe('the limit that an alert went past', () => {
  test('is read of the usual range that was told with it', () => {
    const limit = findAlertLimit({ ...OPENED, usual: USUAL }, 5);
    expect(limit?.below).toBeCloseTo(54.26);
    expect(limit?.above).toBeCloseTo(67.04);
  });

  test('is never nearer than min_change, in the unit of the figures', () => {
    expect(findAlertLimit({ ...OPENED, usual: USUAL }, 8)?.below).toBeCloseTo(60.65 - 8);
    const share = {
      ...OPENED,
      score: 0.532,
      previousScore: 0.614,
      series: [],
      usual: { low: 0.6, high: 0.62 },
      alert: livingAlert({ metric: 'mentionRate' }),
    };
    expect(findAlertLimit(share, 5)?.below).toBeCloseTo(0.61 - 0.05);
  });

  test('is none while nobody knows what is usual', () => {
    expect(findAlertLimit({ ...OPENED, usual: undefined }, 5)).toBeUndefined();
  });
});
