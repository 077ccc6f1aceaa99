import { describe, expect, it } from 'vitest';
import { computeLayout, type ScoreCourse } from '../../../../src/messages/scores/picture/layout.ts';
import { scorePicture, writeAltText } from '../../../../src/messages/scores/picture/score-picture.ts';
import { daysAgo, STEP, seriesDays, withUsual } from './cast.ts';

function said(series: ScoreCourse): string {
  const layout = computeLayout(series);
  return layout ? writeAltText(series, layout) : '';
}

describe('the picture in words', () => {
  it('says everything the picture shows, starting with a summary', () => {
    const days = seriesDays(90, (i) => ([40, 41, 50].includes(i) ? null : i < 75 ? 61.4 : 53.2));
    expect(said({ ...STEP, days: withUsual(days) })).toBe(
      'Acme visibility score: 53.2 on Thu 19 Nov; 90 days to Thu 19 Nov, lowest 53.2 on Thu 5 Nov, highest 61.4 on Sat 22 Aug. ' +
        'Usual range 58.9 to 63.5 on Thu 19 Nov; outside it on 15 days. ' +
        'Alerts: A37 on Wed 4 Nov. ' +
        'No data on 3 days: Thu 1 Oct to Fri 2 Oct; Sun 11 Oct.',
    );
  });

  it('has as many decimals as messages, for round figures too', () => {
    const series = { ...STEP, alerts: [] };
    expect(said({ ...series, days: seriesDays(2, () => 59) })).toContain('59.0 on Thu 19 Nov;');
  });

  it('says no more than there is', () => {
    const series = { ...STEP, of: 'Gemini', alerts: [] };
    expect(said({ ...series, days: seriesDays(2, () => 0) })).toBe(
      'Acme visibility score, Gemini: 0.000 on Thu 19 Nov; 2 days to Thu 19 Nov, lowest 0.000 on Wed 18 Nov, highest 0.000 on Wed 18 Nov.',
    );
  });

  it('says which end of the ranks is good', () => {
    expect(said({ ...STEP, metric: 'averageRank' })).toContain(' 1 is best. ');
  });

  it('counts what it can’t name, within the limit for a file', () => {
    const alerts = Array.from({ length: 40 }, (_, i) => ({
      date: daysAgo(i),
      label: `A${i} ${'x'.repeat(60)}`,
    }));
    const days = seriesDays(90, (i) => (i % 2 ? 50 : null));
    expect(said({ ...STEP, alerts: alerts.slice(0, 12), days: STEP.days })).toContain('; 4 more alerts.');
    const longest = said({ ...STEP, project: 'W'.repeat(300), of: '\u202E🚀'.repeat(90), alerts, days });
    expect(longest.length).toBeLessThanOrEqual(1_000);
    expect(longest).not.toContain('\u202E');
  });

  it('comes with the picture, its title and its file name', async () => {
    expect(await scorePicture({ ...STEP, of: 'Gemini' })).toMatchObject({
      title: 'Acme visibility score, Gemini',
      altText: expect.stringContaining('A37'),
      filename: 'score-2026-11-19.png',
    });
  });
});
