/** How the threads that the simulated world finds for Acme go on after the written ones. */
import type { ThreadTemplate } from '../script.ts';
import { forumTemplates } from './forum-templates.ts';
import { redditTemplates } from './reddit-templates.ts';

export const words = {
  rival: ['Globex', 'Initech', 'Umbra', 'Hooli', 'Vandelay'],
  cloud: ['AWS', 'GCP', 'Azure', 'DigitalOcean', 'OVH'],
  money: ['$900', '$2k', '$4.5k', '$11k', '$30k'],
  percent: ['15%', '22%', '30%', '45%', '60%'],
  people: ['4', '8', '12', '20', '35'],
  item: [
    'NAT traffic',
    'cross-zone traffic',
    'log storage',
    'snapshot storage',
    'GPU time',
    'managed Postgres',
  ],
  tool: ['Prometheus', 'Grafana', 'OpenTelemetry', 'Argo CD', 'Terraform'],
  metrics: ['Prometheus', 'Grafana', 'OpenTelemetry', 'VictoriaMetrics', 'Loki'],
  scaling: ['Karpenter', 'KEDA', 'spot nodes', 'ARM nodes', 'scale-to-zero'],
};

/** Enough that two weeks of the busiest days (6 threads each) bring none of them twice. */
export const templates: readonly ThreadTemplate[] = [...redditTemplates, ...forumTemplates];
