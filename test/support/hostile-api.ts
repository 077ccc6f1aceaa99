/** An API that answers in its documented shapes and says the same hostile words in every text of them. */
import { Hono } from 'hono';
import { type Served, serve } from '../../src/sandbox/local-only.ts';

/** A ping of the whole channel, a forged link, formatting, an entity. Harmless only as the text that it is. */
export const HOSTILE = '<!channel> <http://evil|x> *b* &copy;';

const ID = '00000000-0000-4000-8000-000000000001';
const TIME = '2026-03-10T12:00:00Z';

const lead = { id: 'a', title: HOSTILE, community: HOSTILE, author: HOSTILE, reason: HOSTILE, score: 90 };
const day = (date: string, score: number) => ({ date, score, complete: true });
const engineDay = (date: string, score: number) => ({ ...day(date, score), engine: HOSTILE, engine_id: ID });
const stat = { own_score: 1, own_mention_rate: 1, own_average_rank: 1 };

const ANSWERS: Readonly<Record<string, unknown>> = {
  'community/leads': [
    { ...lead, url: 'https://forum.example/thread' },
    { ...lead, id: 'b', url: 'javascript:alert(1)' },
    { ...lead, id: 'c', url: 'https://forum.example/|<!channel>' },
  ],
  'community/metrics': { total: 3, new: 3, today: 3, average_score: 90 },
  'scores/daily': ['2026-03-08', '2026-03-09', '2026-03-10'].flatMap((date, i) => [
    day(date, i === 2 ? 20 : 60),
    engineDay(date, i === 2 ? 20 : 60),
  ]),
  topics: [{ label: HOSTILE, kind: HOSTILE, own_score: 1, overall_rank: 1, answer_count: 1 }],
  'topic-detail': {
    ...stat,
    label: HOSTILE,
    kind: HOSTILE,
    description: HOSTILE,
    answer_count: 1,
    overall_rank: 1,
    entity_count: 1,
    entities: [{ entity_name: HOSTILE, entity_type: HOSTILE, mention_count: 1, mention_rate: 1, score: 1 }],
    by_model: [{ ...stat, engine_id: ID, engine: HOSTILE, top_competitor: HOSTILE }],
    evidence: [{ evidence: HOSTILE, engine: HOSTILE }],
  },
  prompts: [{ id: ID, prompt: HOSTILE, category: HOSTILE, active: true }],
  'segment-suggestions': [
    { id: ID, project_id: ID, name: HOSTILE, description: HOSTILE, status: 'open', created_at: TIME },
  ],
  [`segments/${ID}/prompts`]: [{ prompt_id: ID, prompt: HOSTILE, category: HOSTILE, applies: true }],
};

/** Prompts that it was told to track are kept as they came, with `created` saying so. */
export async function startHostileApi(): Promise<Served & { baseUrl: string; created: unknown[] }> {
  const created: unknown[] = [];
  const app = new Hono()
    .basePath('/v1/public/projects/:project')
    .post('/prompts', async (c) => {
      created.push(await c.req.json());
      return c.json({ id: ID, prompt: HOSTILE, category: HOSTILE });
    })
    .get('/:operation{.+}', (c) => {
      const answer = ANSWERS[c.req.param('operation')];
      return answer === undefined ? c.notFound() : c.json(answer);
    });
  const served = await serve(app, 0);
  return { ...served, baseUrl: `${served.url}/v1/public`, created };
}
