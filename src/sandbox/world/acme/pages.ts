/** Where the simulated engines say they have it from, when they answer for Acme: makers' pages, reviews, reference works. */
import type { PageScript } from '../script.ts';

export const pages: readonly PageScript[] = [
  {
    url: 'https://stackroundup.example/kubernetes-cost-tools',
    title: 'Kubernetes cost tools compared',
    topics: ['kubernetes support', 'cost allocation', 'setup effort'],
  },
  {
    url: 'https://globex.example/product/cost',
    title: 'Globex Cost: see every dollar',
    brand: 'Globex',
  },
  {
    url: 'https://acme.example/docs/alerts',
    title: 'Alerts on spend: Acme documentation',
    brand: 'Acme',
    topics: ['alerting', 'setup effort'],
  },
  {
    url: 'https://ledgerreview.example/cloud-cost/best-of',
    title: 'The best cloud cost tools, tested',
    topics: ['pricing', 'setup effort'],
  },
  {
    url: 'https://en.wikipedia.org/wiki/FinOps',
    title: 'FinOps',
    topics: ['cost allocation', 'pricing'],
  },
  {
    url: 'https://acme.example/pricing',
    title: 'Acme: pricing',
    brand: 'Acme',
    topics: ['pricing'],
  },
  {
    url: 'https://clusternotes.example/blog/cost-per-namespace',
    title: 'Cost per namespace, three ways',
    topics: ['cost allocation', 'kubernetes support'],
  },
  {
    url: 'https://initech.example/compare',
    title: 'Initech and the alternatives',
    brand: 'Initech',
  },
  {
    url: 'https://stackroundup.example/cost-alerting',
    title: 'Who tells you first when spend jumps?',
    topics: ['alerting'],
  },
  {
    url: 'https://umbra.example/guides/rightsizing',
    title: 'A guide to rightsizing',
    brand: 'Umbra',
    topics: ['kubernetes support', 'cost allocation'],
  },
  {
    url: 'https://acme.example/blog/gpu-nodes',
    title: 'What a GPU node really costs',
    brand: 'Acme',
    topics: ['kubernetes support'],
  },
  {
    url: 'https://hooli.example/cloud/spend',
    title: 'Hooli Spend',
    brand: 'Hooli',
  },
  {
    url: 'https://opsweekly.example/issue/212',
    title: 'Ops Weekly 212: the bill',
  },
];
