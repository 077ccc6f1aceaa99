import { describe, expect, it } from 'vitest';
import { changeInWords } from '../../../src/surface/feeds/feed-changes.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const BEFORE = { channel: 'C0ACME', schedule: 'weekdays at 9:00', limit: 10, words: { never: ['hiring'] } };

const told = (settings: Record<string, unknown>, ago = 120_000) =>
  changeInWords(BEFORE, { settings, at: NOW - ago }, 'Ana', NOW);

describe('whoever comes second with a form', () => {
  it('is told who changed what, and how long ago', () => {
    expect(told({ ...BEFORE, schedule: 'Mondays 8:00' })).toBe(
      'Ana changed the schedule to “Mondays 8:00” 2 min ago.',
    );
  });

  it('is told of two changes, and of how many more there are', () => {
    const two = { ...BEFORE, limit: 5, words: { never: ['hiring', 'intern'] } };
    expect(told(two)).toBe(
      'Ana changed the number of leads to “5” and the words left out to “hiring, intern” 2 min ago.',
    );
    expect(told({ ...two, quiet: '22:00-07:00', warm_leads: true }, 1_000)).toBe(
      'Ana changed the quiet hours to “22:00-07:00”, the number of leads to “5” and 2 more under a minute ago.',
    );
  });

  it('is told what was taken away or turned on by its name alone', () => {
    const { limit: _limit, ...rest } = BEFORE;
    expect(told(rest)).toBe('Ana changed the number of leads 2 min ago.');
    expect(told({ ...BEFORE, mention: ['U0BEN'] })).toBe('Ana changed who is named 2 min ago.');
  });

  it('is told the schedule as it is now where nothing is known of before', () => {
    const now = { settings: { ...BEFORE, schedule: 'Mondays 8:00' }, at: NOW - 120_000 };
    expect(changeInWords(undefined, now, 'Ana', NOW)).toBe(
      'Ana changed this feed 2 min ago: its schedule is “Mondays 8:00” now.',
    );
  });

  it('reads no more of a long text than a sentence holds', () => {
    expect(told({ ...BEFORE, words: { never: ['x'.repeat(500)] } }).length).toBeLessThan(120);
  });
});
