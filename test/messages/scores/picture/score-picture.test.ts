import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import {
  computeLayout,
  EDGE,
  measureText,
  type ScoreCourse,
  SIZE,
  TEXT,
} from '../../../../src/messages/scores/picture/layout.ts';
import { scorePicture, scoreSvg } from '../../../../src/messages/scores/picture/score-picture.ts';
import { daysAgo, STEP, seriesDays } from './cast.ts';
import { around, look, type Seen } from './pixels.ts';

/** A strip of the plot, from one day to another. */
function strip({ layout: { x, plot } }: Seen, from: number, to: number) {
  return { left: x(from), right: x(to), top: plot.top, bottom: plot.bottom };
}

describe('the picture', () => {
  it('has more than two pixels per point of a phone, on a card with round corners', async () => {
    const { png, alpha } = await look(STEP);
    expect([png.width, png.height]).toEqual([810, 600]);
    expect([alpha(0, 0), alpha(SIZE.width - 1, SIZE.height - 1), alpha(270, 5)]).toEqual([0, 0, 255]);
  });

  it('has the line at the height of each day’s figure', async () => {
    const { layout, count } = await look({ ...STEP, alerts: [] });
    const seen = layout.days.slice(0, -1).map(({ score }, i) => {
      return count('line', around(layout.x(i), layout.y(score ?? 0), 4)) > 0;
    });
    expect(seen).toEqual(seen.map(() => true));
  });

  it('has the usual range behind the line', async () => {
    const seen = await look(STEP);
    const { layout, count } = seen;
    const { y, plot } = layout;
    expect(count('band', { ...strip(seen, 5, 70), top: y(63.4), bottom: y(59) })).toBeGreaterThan(10_000);
    expect(count('band', { ...strip(seen, 5, 70), top: plot.top, bottom: y(63.6) })).toBe(0);
  });

  it('writes its title, both axes, the latest figure and the legend', async () => {
    const { layout, ink } = await look(STEP);
    const { plot, x, y, latest, dayTicks, valueTicks } = layout;
    const left = EDGE;
    expect(ink({ left, right: 240, top: 20, bottom: 48 })).toBeGreaterThan(1_000);
    expect(ink({ left, right: 180, top: 54, bottom: 76 })).toBeGreaterThan(500);
    for (const { value } of valueTicks) {
      expect(ink({ left, right: plot.left - 4, top: y(value) - 8, bottom: y(value) + 8 })).toBeGreaterThan(
        60,
      );
    }
    for (const { value } of dayTicks) {
      const words = around(x(value), plot.bottom + 19, 20);
      expect(ink({ ...words, left: x(value) - 25, right: x(value) + 25 })).toBeGreaterThan(100);
    }
    expect(dayTicks.map(({ label }) => label)).toEqual(['27 Aug', '17 Sep', '8 Oct', '29 Oct', '19 Nov']);
    expect(
      ink({ ...around(0, y(latest.score), 16), left: plot.right + 9, right: SIZE.width }),
    ).toBeGreaterThan(100);
    expect(ink({ left: EDGE + 33, right: 140, top: 364, bottom: 384 })).toBeGreaterThan(300);
  });

  it('is the same for the same figures', async () => {
    expect((await scorePicture(STEP))?.png).toEqual((await scorePicture(STEP))?.png);
  });

  it('isn’t drawn if no day has a figure', async () => {
    expect(await scorePicture({ ...STEP, days: seriesDays(5, () => null) })).toBeUndefined();
    expect(await scorePicture({ ...STEP, days: [] })).toBeUndefined();
  });
});

describe('days without a figure', () => {
  const gap = (i: number) => i >= 30 && i < 36;

  it('are marked, and no line crosses them', async () => {
    const seen = await look({
      ...STEP,
      days: STEP.days.map((day, i) => (gap(i) ? { ...day, score: null } : day)),
    });
    expect(seen.count('line', strip(seen, 29.6, 35.4))).toBe(0);
    expect(seen.count('gap', strip(seen, 29.6, 35.4))).toBeGreaterThan(500);
    // Nor does it fall to the ground on its way in or out.
    expect(seen.count('line', { ...strip(seen, 28, 37), top: seen.layout.y(59) })).toBe(0);
    expect(seen.count('line', strip(seen, 28, 29.4))).toBeGreaterThan(20);
    expect(seen.count('line', strip(seen, 36, 37))).toBeGreaterThan(20);
  });

  it('leave a dot for a single day between them', async () => {
    const seen = await look({ ...STEP, days: seriesDays(30, (i) => (i === 15 || i > 27 ? 50 : null)) });
    expect(seen.count('line', around(seen.layout.x(15), seen.layout.y(50), 12))).toBeGreaterThan(80);
  });

  it('are not zeros, which have a line at the bottom', async () => {
    const seen = await look({
      ...STEP,
      alerts: [],
      days: seriesDays(90, () => 0),
    });
    expect(seen.layout.y(0)).toBe(seen.layout.plot.bottom);
    expect(
      seen.count('line', { ...strip(seen, 0, 88), bottom: seen.layout.plot.bottom + 1 }),
    ).toBeGreaterThan(2_000);
    expect(seen.count('gap', strip(seen, 0, 88))).toBe(0);
  });
});

describe('alert days', () => {
  it('have a ring on the line, and their label above it', async () => {
    const { layout, count } = await look(STEP);
    const at = layout.x(74);
    expect(layout.marks).toMatchObject([{ index: 74 }]);
    expect(layout.labels).toEqual([{ x: at, words: 'A37' }]);
    expect(count('alert', around(at, layout.y(layout.days[74]?.score ?? 0), 18))).toBeGreaterThan(200);
    const label = { top: layout.plot.top - 26, bottom: layout.plot.top - 8 };
    expect(count('alert', { ...label, left: at - 30, right: at + 30 })).toBeGreaterThan(150);
    expect(count('alert', { ...label, left: EDGE, right: at - 30 })).toBe(0);
  });

  it('are named as far as there is room, the later ones first', () => {
    const alerts = [40, 39, 36, 2, 1].map((ago) => ({ date: daysAgo(ago), label: `A${ago}` }));
    const { marks = [], labels = [] } = computeLayout({ ...STEP, alerts }) ?? {};
    expect(marks).toHaveLength(5);
    expect(labels.map(({ words }) => words)).toEqual(['A1', 'A36']);
    const ends = labels.map(({ x, words }) => x + measureText(words, TEXT.small, 'bold') / 2);
    expect(Math.max(...ends)).toBeLessThanOrEqual(SIZE.width - EDGE);
  });

  it('outside the picture are left out', () => {
    const alerts = [{ date: daysAgo(400), label: 'A1' }];
    expect(computeLayout({ ...STEP, alerts })?.marks).toEqual([]);
  });
});

describe('the axes', () => {
  const labels = (series: ScoreCourse) => computeLayout(series)?.valueTicks.map(({ label }) => label);
  const bare = { ...STEP, alerts: [] };

  it('take any scale', () => {
    expect(labels({ ...bare, days: seriesDays(90, (i) => 0.4 + (i % 3) / 10) })).toEqual([
      '0.40',
      '0.45',
      '0.50',
      '0.55',
      '0.60',
    ]);
    expect(labels({ ...bare, days: seriesDays(90, (i) => 11_000 + i * 20) })).toEqual([
      '11,000',
      '11,500',
      '12,000',
      '12,500',
      '13,000',
    ]);
  });

  it('have the first rank on top, and no rank above it', () => {
    const { y, plot } =
      computeLayout({ ...bare, metric: 'averageRank', days: seriesDays(9, (i) => 1 + i / 4) }) ?? {};
    expect(y?.(1)).toBe(plot?.top);
    expect(y?.(2)).toBeGreaterThan(y?.(1) ?? 0);
  });

  it('let a calm score look calm', () => {
    const { y, plot } = computeLayout({ ...bare, days: seriesDays(90, (i) => 60 + (i % 2) / 10) }) ?? {};
    const height = (plot?.bottom ?? 0) - (plot?.top ?? 0);
    expect(((y?.(60) ?? 0) - (y?.(60.1) ?? 0)) / height).toBeLessThan(0.03);
  });

  it('take a single day', async () => {
    const seen = await look({
      ...bare,
      days: seriesDays(1, () => 42).map((day) => ({ ...day, usual: { low: 40, high: 44 } })),
    });
    expect(seen.layout.dayTicks.map(({ label }) => label)).toEqual(['19 Nov']);
    expect(seen.count('line', around(seen.layout.x(0), seen.layout.y(42), 12))).toBeGreaterThan(100);
    expect(seen.count('band')).toBeGreaterThan(10_000);
  });
});

describe('names from outside', () => {
  const drawn = (project: string, of?: string) => {
    const series = { ...STEP, project, of };
    const layout = computeLayout(series);
    return layout ? scoreSvg(series, layout) : '';
  };
  const title = (project: string) => /font-weight="bold">([^<]*)</.exec(drawn(project))?.[1];

  it.each([
    ['</text><b>x</b>', '&lt;/text&gt;&lt;b&gt;x&lt;/b&gt; · visibility score'],
    ['"A" & \'B\'', '&quot;A&quot; &amp; &#39;B&#39; · visibility score'],
    ['Acme 🚀👩‍👩‍👧🇩🇪', 'Acme · visibility score'],
    ['株式会社 Cloud', '… Cloud · visibility score'],
    ['株式会社', 'visibility score'],
    ['\u202Eemca\u0000\uFFFF\uD800', 'emca … · visibility score'],
    ['מחקר שוק', 'מחקר שוק · visibility score'],
  ])('%j is titled %j', (project, said) => {
    expect(title(project)).toBe(said);
  });

  it('stay valid XML and within the picture, however hostile or long', () => {
    const hostile = [
      'W'.repeat(500),
      ']]><!--'.repeat(50),
      '&#0;&x;'.repeat(20),
      '\u0001\uFFFE"\'<>&'.repeat(20),
    ];
    for (const name of hostile) {
      const svg = drawn(name, name);
      expect(() => new Resvg(svg)).not.toThrow();
      expect(svg).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
    }
  });

  it('are cut to stay in the picture, and the metric remains', async () => {
    const seen = await look({ ...STEP, project: 'W'.repeat(500), of: 'mW'.repeat(200) });
    expect(title('W'.repeat(500))).toMatch(/^W+… · visibility score$/);
    expect(seen.ink({ left: SIZE.width - EDGE, right: SIZE.width - 4, top: 20, bottom: 80 })).toBe(0);
  });
});
