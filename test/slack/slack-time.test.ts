import { describe, expect, it } from 'vitest';
import { createSlackTime } from '../../src/slack/slack-fetch.ts';
import { MINUTE, NINE, SECOND } from '../support/store-opened.ts';

type Answer = { type?: string; date?: string; tookMs?: number };

/** Slack's time after one answer; this machine shows nine when it is asked for. */
async function answered({ type = 'application/json', date, tookMs = 0 }: Answer) {
  let now = NINE;
  const time = createSlackTime(() => now);
  const before = time.now();
  const pass = (ms: number) => {
    now += ms;
  };
  await time.listening(async () => {
    now += tookMs;
    return new Response('{}', { headers: { 'content-type': type, ...(date && { date }) } });
  })('https://slack.example');
  return { before, time, pass };
}

describe('Slack’s clock', () => {
  it('is not known before its first answer', async () => {
    expect((await answered({})).before).toBeUndefined();
  });

  it('is what the Date of its answer says, to a second, and runs on', async () => {
    const { time, pass } = await answered({ date: 'Fri, 20 Nov 2026 07:50:00 GMT' });
    expect(Math.abs((time.aheadMs() ?? 0) - 10 * MINUTE)).toBeLessThanOrEqual(SECOND);
    pass(MINUTE);
    expect(Math.abs((time.now() ?? 0) - (NINE - 9 * MINUTE))).toBeLessThanOrEqual(SECOND);
  });

  it.each([
    ['is no date', { date: 'yesterday' }],
    ['is missing', {}],
    ['is that of a proxy’s page', { date: 'Fri, 20 Nov 2026 07:50:00 GMT', type: 'text/html' }],
    ['came after this machine had slept', { date: 'Fri, 20 Nov 2026 07:50:00 GMT', tookMs: 5 * MINUTE }],
  ])('is not read where the Date %s', async (_, answer) => {
    expect((await answered(answer)).time.aheadMs()).toBeUndefined();
  });
});
