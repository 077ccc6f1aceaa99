/**
 * Slack's native charts as Slack accepts them.
 * https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { LIMITS } from '../../../slack/blocks.ts';

const label = z.string().min(1).max(LIMITS.chartLabel);
const axisLabel = z.string().max(LIMITS.chartTitle).optional();
const point = z.strictObject({ label, value: z.number() });

const axes = z
  .strictObject({
    type: z.enum(['line', 'bar', 'area']),
    series: z
      .array(z.strictObject({ name: label, data: z.array(point).min(1).max(LIMITS.chartPoints) }))
      .min(1)
      .max(LIMITS.chartSeries),
    axis_config: z.strictObject({
      categories: z.array(label).min(1).max(LIMITS.chartPoints),
      x_label: axisLabel,
      y_label: axisLabel,
    }),
  })
  .refine(
    ({ series }) => new Set(series.map(({ name }) => name)).size === series.length,
    'series names must be unique',
  )
  .refine(
    ({ series, axis_config }) =>
      series.every(({ data }) =>
        isDeepStrictEqual(
          data.map((one) => one.label),
          axis_config.categories,
        ),
      ),
    'data labels must match the categories',
  );

const pie = z.strictObject({
  type: z.literal('pie'),
  segments: z.array(point).min(1).max(LIMITS.pieSegments),
});

export const chart = z.discriminatedUnion('type', [axes, pie]);
