import { describe, expect, it } from 'vitest';
import { searchFor } from '../../src/outbox/settle.ts';
import { HOUR, MINUTE, NINE } from '../support/store-opened.ts';

const tsOf = (ms: number) => (ms / 1000).toFixed(6);

describe('where a post is looked for', () => {
  it('begins after the message of ours that stands before it, whatever the clocks show', () => {
    const slacks = NINE - 10 * MINUTE;
    const stands = slacks - 20_000;
    expect(searchFor({ ours: NINE, slacks, late: tsOf(stands) }, MINUTE).oldest).toBe(stands);
    const behind = NINE - 2 * HOUR;
    expect(searchFor({ ours: NINE, late: tsOf(behind) }, MINUTE).oldest).toBe(behind);
  });

  it('does not believe a message from the future', () => {
    const late = tsOf(NINE + 24 * HOUR);
    expect(searchFor({ ours: NINE, slacks: NINE, late }, MINUTE).oldest).toBeLessThan(NINE);
  });

  it('has an end only where Slack’s clock is known', () => {
    expect(searchFor({ ours: NINE, slacks: NINE }, MINUTE).latest).toBeGreaterThan(NINE + MINUTE);
    expect(searchFor({ ours: NINE }, MINUTE).latest).toBeUndefined();
  });
});
