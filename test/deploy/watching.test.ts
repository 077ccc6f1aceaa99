/** The alerts and the dashboard that are shipped: they can be read, and they speak of what a bot really tells. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../../src/verbs/source-files.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { BEN } from '../support/local-slack.ts';
import { ACME } from '../support/sandbox.ts';
import { readPromql, type Selector } from './promql.ts';

const read = (file: string) => readFileSync(path.join(ROOT, 'deploy', file), 'utf8');

/** https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/ */
const Duration = z.string().regex(/^(\d+(ms|[smhdwy]))+$/);
const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: Duration.optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

/**
 * What Grafana needs of a dashboard:
 * https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/
 */
const Source = z.object({ type: z.literal('prometheus'), uid: z.string().regex(/^\$\{datasource\}$/) });
const Place = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() });
const Panel = z.object({
  id: z.number().int(),
  type: z.enum(['row', 'stat', 'timeseries']),
  title: z.string().min(1),
  gridPos: Place,
  datasource: Source.optional(),
  targets: z.array(z.object({ refId: z.string(), expr: z.string(), datasource: Source })).default([]),
});
const Dashboard = z.object({
  title: z.string(),
  uid: z.string(),
  schemaVersion: z.number(),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
  panels: z.array(Panel),
});

const rules = Rules.parse(parse(read('prometheus-rules.yml'))).groups.flatMap((group) => group.rules);
const dashboard = Dashboard.parse(JSON.parse(read('grafana-dashboard.json')));
const figures = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ refId, expr }) => ({ name: `${title} ${refId}`, expr })),
);
const expressions = [...rules.map(({ alert, expr }) => ({ name: alert, expr })), ...figures];

describe('the reader of PromQL', () => {
  it('knows what is none, and finds what is named', () => {
    expect(readPromql('sum(rate(a[5m])').faults).not.toEqual([]);
    expect(readPromql('rate(a{x="1"}[5 minutes])').faults).not.toEqual([]);
    expect(readPromql('sum by (le) (rate(a_bucket{x="1",y!~"2|3"}[5m])) > 2 unless b')).toEqual({
      faults: [],
      selectors: [
        { metric: 'a_bucket', labels: ['x', 'y'] },
        { metric: 'b', labels: [] },
      ],
    });
  });
});

describe.each(expressions)('$name', ({ expr }) => {
  it('is PromQL that names a metric', () => {
    const { faults, selectors } = readPromql(expr);
    expect(faults).toEqual([]);
    expect(selectors.length).toBeGreaterThan(0);
  });
});

describe('what alerts and panels name', () => {
  let journey: Journey;
  let text: string;

  // With Socket Mode there is a figure more, which the metrics' own tests look at.
  beforeAll(async () => {
    journey = await startJourney();
    await journey.slack.ask(BEN, ACME.leads, '/visibility engines');
    await journey.pass({ days: 1 });
    text = await (await fetch(journey.bot().metricsUrl)).text();
  });
  afterAll(() => journey?.end());

  /** The series that a selector means: of a histogram its buckets, sum and count. */
  const seriesOf = ({ metric }: Selector) => text.match(new RegExp(`^${metric}[ {].*$`, 'gm')) ?? [];
  const named = expressions.flatMap(({ name, expr }) =>
    readPromql(expr).selectors.map((selector) => ({ name, selector })),
  );

  it('is told by a running bot', () => {
    const told = named.filter(({ selector: { metric } }) => {
      const base = metric.replace(/_(bucket|sum|count)$/, '');
      return text.includes(`# TYPE ${metric} `) || text.includes(`# TYPE ${base} histogram`);
    });
    expect(named.filter((one) => !told.includes(one))).toEqual([]);
  });

  it('has the labels by which it is chosen', () => {
    const missing = named.flatMap(({ name, selector }) => {
      const [series] = seriesOf(selector);
      // Prometheus itself adds the instance.
      const labels = selector.labels.filter((label) => label !== 'instance');
      return labels.filter((label) => !series?.includes(`${label}="`)).map((label) => `${name}: ${label}`);
    });
    expect(missing).toEqual([]);
  });

  it('chooses failures of the API by codes that there are', () => {
    const errors = readFileSync(path.join(ROOT, 'src', 'visibility', 'errors.ts'), 'utf8');
    const codes = expressions.flatMap(({ expr }) => expr.match(/visibility_\w+/g) ?? []);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => !errors.includes(`readonly code = '${code}'`))).toEqual([]);
  });

  it('begins at zero where an alert waits for the first increase', () => {
    for (const series of [
      'sightline_posts_total{kind="lead_digest",outcome="failed"} 0',
      'sightline_posts_total{kind="lead_digest",outcome="unclear"} 0',
      'sightline_slots_total{kind="leads",outcome="missed"} 0',
      'sightline_edits_total{outcome="given_up"} 0',
      'sightline_slack_requests_refused_total{reason="signature"} 0',
    ])
      expect(text.split('\n')).toContain(series);
  });
});

describe('the runbook', () => {
  const headings = [...read('runbook.md').matchAll(/^## (.+)\n\n(.+)/gm)].map(([, name]) => name);

  it('has a paragraph for each alert, in their order, and for nothing else', () => {
    expect(headings).toEqual(rules.map(({ alert }) => alert));
  });

  it.each(rules)('is where $alert leads to', ({ alert, annotations }) => {
    expect(annotations.runbook).toBe(`runbook.md#${alert.toLowerCase()}`);
  });
});

describe('the dashboard', () => {
  it('takes its data from the source that is chosen above it', () => {
    const chosen = dashboard.templating.list.find(({ name }) => name === 'datasource');
    expect(chosen).toMatchObject({ type: 'datasource', query: 'prometheus' });
    expect(dashboard.panels.filter(({ type, targets }) => type !== 'row' && targets.length === 0)).toEqual(
      [],
    );
  });

  it('has panels of their own number, none over another', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});
