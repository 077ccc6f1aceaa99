/** Every text of the API is hostile here: wherever people see it, it is the text that it is, and nothing more. */

import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serve } from '../../src/sandbox/local-only.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { ANA } from '../support/local-slack.ts';
import { buttonsOf, linksOf, mrkdwnOf, nodesOf, onlyOne, postsOf } from '../support/posts.ts';
import { TIDEWATER } from '../support/sandbox.ts';

/** A ping of the whole channel, a forged link, formatting, an entity. Harmless only as the text that it is. */
const HOSTILE = '<!channel> <http://evil|x> *b* &copy;';

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
async function startHostileApi(): Promise<Served & { baseUrl: string; created: unknown[] }> {
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

/** All three of the project's feeds post here. */
const HERE = TIDEWATER.channel;

let api: Awaited<ReturnType<typeof startHostileApi>>;
let journey: Journey;

beforeAll(async () => {
  api = await startHostileApi();
  journey = await startJourney({ environment: { VISIBILITY_BASE_URL: api.baseUrl } });
  await journey.pass({ minutes: 1 });
});

afterAll(async () => {
  await journey?.end();
  await api?.close();
});

/** What Slack would take for a ping or a link that is not ours: all that stands between < and >, but for our days. */
function references(mrkdwn: string): string[] {
  const all = [...mrkdwn.matchAll(/<([^<>]*)>/g)].map(([, inner = '']) => inner);
  return all.filter((inner) => !/^!date\^\d+\^\{date_short\}\|\w{3} \d+ \w{3}$/.test(inner));
}

/** What a browser would open or light up, in the page as Ana sees the channel. */
async function expectHarmlessPage(): Promise<void> {
  const html = await journey.slack.page(ANA, HERE);
  expect(html).not.toMatch(/href="[^"]*(evil|javascript:)/);
  expect(html).not.toMatch(/<mark class="ping">/);
  expect(html).not.toMatch(/<b>b<\/b>/);
}

const ask = (line: string) => journey.slack.ask(ANA, HERE, line);

test('a digest shows the words, pings nobody, and links to the threads only', async () => {
  const digest = onlyOne(postsOf(await journey.slack.history(HERE), 'lead_digest'));
  expect(linksOf(digest)).toEqual([
    'https://forum.example/thread',
    'https://forum.example/%7C%3C!channel%3E',
  ]);
  expect(references(mrkdwnOf(digest))).toHaveLength(2);
  expect(references(digest.text)).toEqual([]);
  const row = (await journey.slack.rows(ANA, HERE)).find(({ ts }) => ts === digest.ts);
  expect(row?.text).toContain(`90 · ${HOSTILE} ${HOSTILE} ${HOSTILE} · L1 `);
  expect(row?.text).toContain('no link that can be shown for 1 lead');
});

test('an alert and its chart name the engine as it calls itself', async () => {
  const alert = onlyOne(postsOf(await journey.slack.history(HERE), 'score_alert'));
  expect(references(mrkdwnOf(alert))).toEqual([]);
  expect(references(alert.text)).toEqual([]);
  const row = (await journey.slack.rows(ANA, HERE)).find(({ ts }) => ts === alert.ts);
  expect(row?.text).toContain(HOSTILE);
});

test('a suggestion, its buttons, its question and its modals show the words', async () => {
  const suggestion = onlyOne(postsOf(await journey.slack.history(HERE), 'segment_suggestion'));
  expect(references(mrkdwnOf(suggestion))).toEqual([]);
  expect(references(suggestion.text)).toEqual([]);
  const row = (await journey.slack.rows(ANA, HERE)).find(({ ts }) => ts === suggestion.ts);
  expect(row?.text).toContain(`New segment for Tidewater: “${HOSTILE}”`);
  expect(row?.text).toContain(` · S1 ${HOSTILE} Applies to 1 of 1 prompts: “${HOSTILE}”. `);
  for (const action of ['suggestion.preview', 'suggestion.accept']) {
    expect(buttonsOf(suggestion)).toHaveProperty([action]);
    const modal = await journey.slack.modalAfter(ANA, () =>
      journey.slack.press(ANA, HERE, suggestion, action),
    );
    expect(modal.text).toContain(`“${HOSTILE}”`);
    expect(modal.text).toContain(`Applies to 1 of 1 prompts • ${HOSTILE}`);
    await expectHarmlessPage();
    await journey.slack.close(ANA, modal.id);
  }
});

test.each([
  ['/visibility leads', [`90 ${HOSTILE} · ${HOSTILE} · L1 `]],
  ['/visibility topics', [HOSTILE, ` · score 1 · rank 1 · 1 answer · ${HOSTILE}`]],
  [
    `/visibility topic ${HOSTILE}`,
    [
      `on “${HOSTILE}”`,
      `1 answer ${HOSTILE} · ${HOSTILE} Score by tool`,
      `${HOSTILE} 1 100% 1 By engine ${HOSTILE}: score 1, `,
      `top competitor ${HOSTILE} What the`,
    ],
  ],
  ['/visibility prompts', [`Tidewater prompts · 1 prompt tracked ${HOSTILE} · ${HOSTILE}`]],
  ['/visibility suggestions', [`“${HOSTILE}”`, `S1 ${HOSTILE} Applies to 1 of 1 `]],
  ['/visibility scores', [` ${HOSTILE} `]],
])('%s answers with the words', async (line, words) => {
  const answer = await ask(line);
  for (const some of words) expect(answer).toContain(some);
});

test('what a person types comes back as it was typed, and goes to the API so', async () => {
  const typed = `why ${HOSTILE} @here & <b>?`;
  expect(await ask(`/visibility ${HOSTILE}`)).toContain('“<!channel>');
  expect(await ask(`/visibility topic ${typed}`)).toContain(HOSTILE);
  const topic = `cost ${HOSTILE} @here & <b>`;
  expect(await ask(`/visibility topic ${topic}`)).toContain(`Tidewater has no topic “${topic}”.`);
  const answer = await ask(`/visibility track ${typed}`);
  expect(answer).toContain(`Tracked for Tidewater: “${typed}”. Undo The API stored it as “${HOSTILE}”. `);
  expect(api.created).toEqual([{ prompt: typed }]);
});

test('nothing on the page pings, links elsewhere or is formatted by them', async () => {
  await expectHarmlessPage();
});

test('as text only, every message still reads', async () => {
  for (const { text } of await journey.slack.rows(ANA, HERE, '&text=1')) expect(text).not.toBe('');
  const digest = onlyOne(postsOf(await journey.slack.history(HERE), 'lead_digest'));
  expect(digest.text).toContain('\n90 · &lt;!channel&gt; &lt;http://evil|x&gt; *b* &amp;copy; · ');
  expect(nodesOf(digest.blocks).filter(({ type }) => type === 'section')).toHaveLength(4);
});
