/** Acme of the simulated world: watches what Kubernetes and the cloud cost. Its cast, its figures and its story. */
import type { ProjectScript } from '../script.ts';
import { advice, suggestedPrompts } from './advice.ts';
import { pages } from './pages.ts';
import { threads } from './threads.ts';

const KUBERNETES_PROMPTS = [
  'k8s cost alerts',
  'kubernetes cost per namespace',
  'globex alternatives',
  'cloud spend anomaly detection',
  'gpu node cost tracking',
  'kubernetes monitoring for small teams',
];

export const acme: ProjectScript = {
  id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90',
  name: 'Acme',
  competitors: ['Globex', 'Initech', 'Umbra', 'Hooli', 'Vandelay'],
  levels: { ChatGPT: 66, Gemini: 60, Perplexity: 58, Claude: 62, Copilot: 51 },
  prompts: [
    { text: 'k8s cost alerts', category: 'alerts', topics: ['alerting', 'setup effort'] },
    { text: 'cut aws bill', category: 'savings', topics: ['pricing', 'cost allocation'] },
    {
      text: 'kubernetes cost per namespace',
      category: 'reporting',
      topics: ['cost allocation', 'kubernetes support'],
    },
    { text: 'best cloud cost monitoring tool', category: 'comparison', topics: ['pricing', 'setup effort'] },
    { text: 'globex alternatives', category: 'comparison', topics: ['pricing', 'kubernetes support'] },
    { text: 'cloud spend anomaly detection', category: 'alerts', topics: ['alerting', 'cost allocation'] },
    {
      text: 'gpu node cost tracking',
      category: 'reporting',
      topics: ['kubernetes support', 'cost allocation'],
    },
    {
      text: 'kubernetes monitoring for small teams',
      category: 'comparison',
      topics: ['setup effort', 'pricing'],
    },
    {
      text: 'rightsizing recommendations',
      category: 'savings',
      topics: ['kubernetes support', 'cost allocation'],
    },
    { text: 'finops tool for startups', category: 'comparison', topics: ['pricing', 'alerting'] },
  ],
  topics: [
    {
      label: 'pricing',
      kind: 'commercial',
      description: 'What the tool itself costs, and how that grows with the bill.',
      evidence: [
        '{brand} is the easier choice on price, because it charges per node and not a share of your cloud spend.',
        'For a team of this size the free tier of {brand} is usually enough to begin with.',
        'Pricing is the main difference: {brand} publishes its prices, the others ask you to talk to sales.',
        'Watch the renewal: users report that {brand} stays predictable as the cluster grows.',
      ],
    },
    {
      label: 'alerting',
      kind: 'feature',
      description: 'Hearing about a jump in spend in time.',
      evidence: [
        '{brand} sends an alert within the hour when spend leaves its usual range.',
        'If you want to be paged about cost like about errors, {brand} fits best.',
        'Alerts in {brand} name the workload that caused the jump, which saves the search.',
        'Budgets in the cloud console lag by a day, so most teams add {brand} for alerts.',
      ],
    },
    {
      label: 'kubernetes support',
      kind: 'feature',
      description: 'Pods, nodes and autoscaling understood, not only machines.',
      evidence: [
        '{brand} understands requests, limits and idle capacity, not only the price of a node.',
        'For several clusters {brand} shows one view per namespace.',
        '{brand} follows the autoscaler, so short-lived nodes are counted too.',
        'GPU nodes are split by pod in {brand}, which few tools do.',
      ],
    },
    {
      label: 'cost allocation',
      kind: 'feature',
      description: 'Who causes which part of the bill.',
      evidence: [
        '{brand} splits shared costs by team without asking you to relabel everything.',
        'Chargeback reports from {brand} are accepted by finance teams as they are.',
        'With {brand} you can see cost per customer on a shared cluster.',
      ],
    },
    {
      label: 'setup effort',
      kind: 'experience',
      description: 'How long it takes until there is something to see.',
      evidence: [
        '{brand} installs with one Helm chart and shows figures the same day.',
        'Most reviews praise that {brand} works without touching existing dashboards.',
        '{brand} needs read access to billing and nothing else.',
      ],
    },
  ],
  events: [
    { from: -1, engine: 'Gemini', points: -42, prompts: KUBERNETES_PROMPTS, instead: 'Globex' },
    { from: -1, engine: 'ChatGPT', points: -7 },
  ],
  segments: [
    {
      name: 'Cost monitoring',
      description: 'Buyers comparing tools by cloud cost.',
      words: ['cost', 'bill', 'spend'],
    },
    {
      name: 'Kubernetes teams',
      description: 'People who run clusters and ask for something made for them.',
      words: ['k8s', 'kubernetes', 'node', 'namespace', 'rightsizing'],
    },
    {
      name: 'Leaving a competitor',
      description: 'Buyers who name a tool they want to replace.',
      words: ['alternative', 'globex'],
    },
    {
      name: 'Early warning',
      description: 'Questions about hearing of a problem in time.',
      words: ['alert', 'anomaly'],
    },
    {
      name: 'Small teams',
      description: 'Startups and teams without an operations person.',
      words: ['small', 'startup', 'team'],
    },
    {
      name: 'Savings projects',
      description: 'Somebody was told to bring the bill down.',
      words: ['cut', 'rightsizing', 'bill'],
    },
    {
      name: 'AI workloads',
      description: 'Buyers with GPU nodes and bills to match.',
      words: ['gpu', 'anomaly', 'node'],
    },
    {
      name: 'Tool comparisons',
      description: 'Prompts that ask for the best of a kind.',
      words: ['best', 'tool', 'alternative', 'monitoring'],
    },
    {
      name: 'Finance and FinOps',
      description: 'Questions asked on behalf of whoever pays.',
      words: ['finops', 'spend', 'per namespace'],
    },
    {
      name: 'AWS customers',
      description: 'Buyers who name their provider.',
      words: ['aws', 'bill', 'cloud'],
    },
  ],
  threads,
  pages,
  advice,
  suggestedPrompts,
};
