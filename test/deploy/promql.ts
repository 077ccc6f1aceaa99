/** PromQL, read by Prometheus' own grammar: what is wrong with an expression, and which metrics and labels it names. */
import { parser } from '@prometheus-io/lezer-promql';

export type Selector = { metric: string; labels: string[] };

/** Variables of Grafana stand for these. */
const GRAFANA: Readonly<Record<string, string>> = { $__rate_interval: '5m', $instance: '.*' };

export function readPromql(expression: string): { faults: string[]; selectors: Selector[] } {
  const text = Object.entries(GRAFANA).reduce(
    (all, [name, value]) => all.replaceAll(name, value),
    expression,
  );
  const faults: string[] = [];
  const selectors: Selector[] = [];
  parser.parse(text).iterate({
    enter({ type, name, node, from, to }) {
      const said = text.slice(from, to);
      if (type.isError) faults.push(`at ${from}: ${said || 'something is missing'}`);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector')
        selectors.push({ metric: said, labels: [] });
      if (name === 'LabelName' && node.parent?.name.endsWith('LabelMatcher'))
        selectors.at(-1)?.labels.push(said);
    },
  });
  return { faults, selectors };
}
