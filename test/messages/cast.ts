/** The sketches' data: what the message tests draw. A test changes only what it speaks of. */
import type {
  ChangeAlert,
  ChartDay,
  LatestFigure,
  LeadDigest,
  Metric,
  Moved,
  Scope,
  ScoreAlert,
  ScoreOverview,
  Standing,
  SuggestionNews,
} from '../../src/decision.ts';
import type { TopicDetail } from '../../src/visibility/contract.ts';

export const ACME = { id: '6f0c1d1e-0000-4000-8000-000000000001', name: 'Acme' };

/** Fri 20 Nov 2026, 09:00 in Berlin. */
export const FRIDAY = Date.parse('2026-11-20T08:00:00Z');
const HOUR = 3_600_000;

export const STANDING: Standing = {
  handles: { 'id:1': 'L412', 'id:2': 'L398', 'id:3': 'L377', 'score:acme': 'A37', s9: 'S9' },
  writes: { accept: true, dismiss: true },
};

export const DIGEST: LeadDigest = {
  kind: 'lead_digest',
  v: 1,
  project: ACME,
  at: FRIDAY,
  timezone: 'Europe/Berlin',
  schedule: 'weekdays at 9:00',
  first: false,
  leads: [
    {
      key: 'id:1',
      title: 'How do you alert on Kubernetes cost spikes?',
      url: 'https://forum.example/devops/1',
      place: 'r/devops',
      score: 91,
      reason: 'Asks for what your prompt “k8s cost alerts” covers.',
      postedAt: FRIDAY - 5 * HOUR,
    },
    {
      key: 'id:2',
      title: 'Best CRM for a team of five?',
      url: 'https://news.example/2',
      place: 'Hacker News',
      score: 84,
      reason: 'Matches topic “pricing”.',
      postedAt: FRIDAY - 30 * HOUR,
    },
    {
      key: 'id:3',
      title: 'Leaving Globex, what next?',
      url: 'https://forum.example/saas/3',
      place: 'r/saas',
    },
  ],
  unshown: 0,
  leftOut: [{ reason: 'below_min_score', count: 6, best: 58 }],
  minScore: 60,
  known: 31,
};

const LEAD: Moved = {
  scope: {},
  kind: 'jump',
  changedOn: '2026-11-19',
  base: 61.2,
  value: 53.2,
  delta: -8,
};

/** The state of an alert on the day it was opened. */
export function livingAlert(given: Partial<ChangeAlert> = {}): ChangeAlert {
  return {
    type: 'change',
    key: 'score:acme',
    metric: 'score',
    status: 'open',
    openedOn: '2026-11-19',
    day: '2026-11-19',
    lead: LEAD,
    moved: [],
    usual: { low: 58.9, high: 63.5 },
    sureness: 'well outside normal',
    calmWithin: 2.5,
    calmDays: 0,
    ...given,
  };
}

export const ALERT: ScoreAlert = {
  kind: 'score_alert',
  v: 1,
  project: ACME,
  key: 'score:acme',
  alert: livingAlert(),
  foundAs: LEAD,
  day: '2026-11-19',
  previousDay: '2026-11-18',
  score: 53.2,
  previousScore: 61.4,
  usual: { low: 58.9, high: 63.5 },
  engines: [
    { engine: 'Gemini', score: 47, change: -14, normal: false, sureness: 'well outside normal' },
    { engine: 'ChatGPT', score: 55.1, change: -6.1, normal: false, sureness: 'just outside normal' },
    { engine: 'Perplexity', score: 61.3, change: 0.3, normal: true },
    { engine: 'Claude', normal: false },
  ],
  series: [
    { date: '2026-11-16', score: 60.8 },
    { date: '2026-11-17', score: null },
    { date: '2026-11-18', score: 61.4 },
    { date: '2026-11-19', score: 53.2 },
  ],
};

export const NEWS: SuggestionNews = {
  kind: 'segment_suggestion',
  v: 1,
  project: ACME,
  suggestion: { id: 's9', name: 'Cost monitoring', description: 'Buyers comparing tools by cloud cost.' },
  prompts: ['k8s cost alerts', 'cut aws bill', 'finops tools', 'best crm'].map((text, i) => ({
    id: `p${i}`,
    text,
    applies: i < 3,
  })),
};

export const TOPIC: TopicDetail = {
  label: 'pricing',
  kind: 'reason',
  description: 'What it costs.',
  answer_count: 120,
  own_score: 61.4,
  own_mention_rate: 0.42,
  own_average_rank: null,
  own_avg_sentiment: 0,
  overall_rank: 2,
  entity_count: 2,
  entities: [
    {
      entity_name: 'Acme',
      entity_type: 'own',
      mention_count: 50,
      mention_rate: 0.42,
      top_pick_count: 9,
      score: 61.4,
    },
    {
      entity_name: 'Globex',
      entity_type: 'competitor',
      mention_count: 1,
      mention_rate: 0.6,
      top_pick_count: 20,
      score: 70,
    },
  ],
  by_model: [
    {
      engine_id: ACME.id,
      engine: 'Gemini',
      own_mention_rate: 0.31,
      own_average_rank: 2.5,
      own_score: 53.2,
      top_competitor: 'Globex',
    },
    { engine_id: ACME.id, engine: 'Claude', own_mention_rate: 0, own_average_rank: null, own_score: 0 },
  ],
  evidence: [
    { evidence: 'Acme is the cheapest of the three.', engine: 'Gemini' },
    { evidence: 'Price decides.' },
  ],
};

/** A figure of Wed 25 Nov; another day if `date` says so. */
export const latestFigure = (
  metric: Metric,
  value: number,
  {
    scope = {},
    date = '2026-11-25',
    ...given
  }: Partial<LatestFigure> & { scope?: Scope; date?: string } = {},
): LatestFigure => ({ metric, scope, now: { date, value }, measured: [], ...given });

/** What is known of a score's last days; `of`: what else is known of its latest figure. */
export function overviewOf(
  days: readonly ChartDay[],
  of: Partial<LatestFigure> = {},
  given: Partial<ScoreOverview> = {},
): ScoreOverview {
  const last = days.findLast((day) => day.score !== null);
  const score = last && latestFigure('score', last.score ?? 0, { date: last.date, ...of });
  return { score, days, earlier: [], figures: [], rates: [], ...given };
}
