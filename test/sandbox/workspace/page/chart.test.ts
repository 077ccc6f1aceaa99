import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeLayout } from '../../../../src/messages/scores/picture/layout.ts';
import { drawChart, niceTicks, tickLabel } from '../../../../src/sandbox/workspace/page/blocks/chart.ts';
import type { DataVisualizationBlock } from '../../../../src/slack/blocks.ts';
import { SCORE_CHART } from './sample-messages.ts';

const draw = (data: DataVisualizationBlock['chart'], title = 'Chart') =>
  String(drawChart({ type: 'data_visualization', title, chart: data }));

const days = ['Mon', 'Tue', 'Wed'];
const series = (name: string, ...values: number[]) => ({
  name,
  data: values.map((value, i) => ({ label: days[i] ?? '', value })),
});

describe('ticks', () => {
  test.each([
    [53.2, 63.5, [50, 55, 60, 65]],
    [0, 1, [0, 0.5, 1]],
    [7, 7, [6.6, 6.8, 7, 7.2, 7.4]],
  ])('from %d to %d', (min, max, ticks) => {
    expect(niceTicks(min, max)).toEqual(ticks);
  });

  test('few, ascending and around every value', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        const ticks = niceTicks(min, max);
        const slack = Math.max(Math.abs(min), Math.abs(max)) * 1e-9;
        expect(ticks[0]).toBeLessThanOrEqual(min + slack);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max - slack);
        expect(ticks.length).toBeLessThanOrEqual(8);
      }),
      { seed: 20261120 },
    );
  });

  test.each([
    ['a fall', [61.4, 60.2, 53.2]],
    ['a calm line', [60, 60.1, 60]],
    ['small figures', [0.2, 0.1, 4]],
  ])('of %s are those of the picture in its thread', (_, values) => {
    const days = values.map((score, i) => ({ date: `2026-11-1${i}`, score }));
    const picture = computeLayout({ project: 'Acme', metric: 'score', days });
    expect(niceTicks(Math.min(...values), Math.max(...values))).toEqual(
      picture?.valueTicks.map(({ value }) => value),
    );
  });

  test('are formatted for people', () => {
    expect([1200, -4, 0.25].map(tickLabel)).toEqual(['1,200', '−4', '0.25']);
  });
});

describe('a line chart', () => {
  const html = String(drawChart(SCORE_CHART));

  test('has a title, a legend and one line per series', () => {
    expect(html).toContain('<figcaption>Acme visibility score, 20 days</figcaption>');
    expect(html.match(/<li>/g)).toHaveLength(3);
    expect(html.match(/class="line s\d" d="M[\d.L ]+" vector-effect/g)).toHaveLength(3);
  });

  test('describes its data for screen readers', () => {
    expect(html).toContain(
      'role="img" aria-label="Line chart, Acme visibility score, 20 days. Score: from 60.2 (31 Oct) to 53.2 (19 Nov), lowest 53.2 (19 Nov), highest',
    );
    expect(html).toContain('Usual high: 63.5 from 31 Oct to 19 Nov.');
  });

  test('names its axis, its first and last days, and its newest value', () => {
    expect(html).toContain('>Score</text>');
    expect(html).toContain('>19 Nov</text>');
    expect(html).toContain('text-anchor="end">53.2</text>');
  });

  test.each([
    [[60, 61, 60, 30], 'start', ' right'],
    [[...Array.from({ length: 17 }, () => 60), 40, 33, 30], 'start', ' right'],
    [[...Array.from({ length: 19 }, () => 60), 30], 'end', ''],
  ])(
    'keeps the newest of %j off a line that falls to the bottom, and off the border',
    (values, anchor, room) => {
      const labels = values.map((_, i) => `${i + 1} Nov`);
      const data = values.map((value, i) => ({ label: labels[i] ?? '', value }));
      const chart = {
        type: 'line' as const,
        series: [{ name: 'Score', data }],
        axis_config: { categories: labels },
      };
      const html = drawChart({ type: 'data_visualization', title: 'Score', chart }).toString();
      expect(html).toMatch(new RegExp(`<text class="value${room}"[^>]*text-anchor="${anchor}">30`));
    },
  );

  test('writes its values with the same decimals', () => {
    const lines = [series('Score', 60.3, 59.5, 59), series('Usual low', 57.1, 57.1, 57.1)];
    const drawn = draw({ type: 'line', series: lines, axis_config: { categories: days } });
    expect(drawn).toContain('Score: 60.3 (Mon), 59.5 (Tue), 59.0 (Wed).');
    expect(drawn).toContain('text-anchor="end">59.0</text>');
    expect(drawn).toContain('<title>Wed, Score: 59.0</title>');
  });

  test('has a gap where a day has no value, not a zero', () => {
    const gap = {
      name: 'Score',
      data: [
        { label: 'Mon', value: 5 },
        { label: 'Wed', value: 6 },
      ],
    };
    const drawn = draw({ type: 'line', series: [gap], axis_config: { categories: days } });
    const d = drawn.match(/class="line s0" d="([^"]*)"/)?.[1] ?? '';
    expect(d.match(/M/g)).toHaveLength(2);
    expect(d).not.toContain('L');
  });

  test('one series needs no legend', () => {
    const drawn = draw({
      type: 'line',
      series: [series('Score', 1, 2, 3)],
      axis_config: { categories: days },
    });
    expect(drawn).not.toContain('legend');
  });
});

describe('bars', () => {
  test('stand on zero', () => {
    const drawn = draw({
      type: 'bar',
      series: [series('Acme', 50, 52, 51)],
      axis_config: { categories: days },
    });
    expect(drawn).toContain('class="grid zero"');
    expect(drawn).toContain('text-anchor="end">0</text>');
  });

  test('one bar for every value, each with its own words', () => {
    const drawn = draw({
      type: 'bar',
      series: [series('Acme', 1, 2, 3), series('Globex', 3, 2, 1)],
      axis_config: { categories: days },
    });
    expect(drawn.match(/<rect class="fill s\d" x=/g)).toHaveLength(6);
    expect(drawn).toContain('<title>Tue, Globex: 2</title>');
  });

  const named = (...categories: string[]) => {
    const data = categories.map((label, i) => ({ label, value: i }));
    const drawn = draw({ type: 'bar', series: [{ name: 'Score', data }], axis_config: { categories } });
    const names = [...drawn.matchAll(/<text class="x"[^>]*>([^<]*)/g)].map(([, name]) => name);
    return { names, drawn };
  };

  test('bars are upright if the names are short', () => {
    const { names, drawn } = named('Acme', 'Globex', 'Hooli');
    expect(names).toEqual(['Acme', 'Globex', 'Hooli']);
    expect(drawn).not.toContain('class="narrow"');
  });

  test('bars are horizontal, with name and value above, if the names are long', () => {
    const domains = Array.from({ length: 10 }, (_, i) => `stackroundup${i}.example`);
    const { names, drawn } = named(...domains);
    expect(names).toEqual(domains);
    expect(drawn).not.toContain('class="wide"');
    expect(drawn).toMatch(/text-anchor="end">9<\/text>/);
    expect(drawn).toContain('width="100%" height="8" rx="2"><title>stackroundup9.example, Score: 9</title>');
  });

  test('names that only fit in a channel make the bars horizontal on a phone', () => {
    const tools = ['Globex', 'Acme (you)', 'Initech', 'Hooli', 'Umbra', 'Vandelay'];
    const { names, drawn } = named(...tools);
    expect(names).toEqual([...tools, ...tools]);
    expect(drawn).toMatch(/<div class="wide"><svg.*<div class="narrow"><svg/s);
  });

  test('horizontal bars of several series share a name, and a missing value isn’t zero', () => {
    const long = ['a category with a long name', 'another one with a long name'];
    const data = long.map((label, i) => ({ label, value: i - 1 }));
    const drawn = draw({
      type: 'bar',
      series: [
        { name: 'Acme', data },
        { name: 'Globex', data: data.slice(0, 1) },
      ],
      axis_config: {
        categories: [...long, 'a third one that is longer than all before'],
        x_label: 'Week from',
      },
    });
    expect(drawn).toContain('>−1 · −1</text>');
    expect(drawn).toContain('>0 · –</text>');
    expect(drawn).toContain('>Week from</text>');
    expect(drawn.match(/<rect class="fill s\d" x="0%"/g)).toHaveLength(2);
  });

  test('a negative value hangs below zero', () => {
    const drawn = draw({
      type: 'bar',
      series: [series('Change', -4, 2, 1)],
      axis_config: { categories: days },
    });
    const heights = [...drawn.matchAll(/height="([\d.-]+)" rx/g)].map((match) => Number(match[1]));
    expect(heights).toHaveLength(3);
    expect(Math.min(...heights)).toBeGreaterThan(0);
  });
});

test('titles, names and labels are escaped', () => {
  const evil = '"><script>';
  const data = { name: evil, data: [{ label: evil, value: 1 }] };
  const drawn = draw(
    { type: 'bar', series: [data, { ...data, name: 'b' }], axis_config: { categories: [evil] } },
    evil,
  );
  expect(drawn).not.toContain('<script>');
});
