/** Any input gets a protocol answer or a 4xx, never a crash, a stack trace or an error in the log. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../support/arbitraries.ts';
import { runs } from '../support/runs.ts';
import { TEAM } from '../support/store-opened.ts';
import { type Answered, DOORS, idOf, twoProjects } from './two-projects.ts';

const NEWEST = '2026-07-28';
const PROTOCOLS = ['2025-11-25', NEWEST];

/** Who Slackbot asks for. */
const SLACK_META = { user_id: idOf('ana'), team_id: TEAM };

/** Metadata of a request in the newer protocol, which has no session. */
const envelope = (version: string) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
});

const METHODS = [
  ...['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call', 'prompts/list', 'prompts/get'],
  ...[
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'resources/subscribe',
    'logging/setLevel',
  ],
  ...['completion/complete', 'subscriptions/listen', 'notifications/initialized', 'notifications/cancelled'],
];
const NAMES = [
  ...['list_projects', 'overview', 'ask', 'get_scores', 'explain_change', 'get_topic', 'compare'],
  ...[
    'search_answers',
    'get_sources',
    'list_leads',
    'get_lead',
    'list_alerts',
    'why',
    'what_if',
    'read_answer',
  ],
  ...['claim_lead', 'set_lead_outcome', 'snooze_lead', 'judge_alert', 'track_prompt', 'decide_suggestion'],
  ...['weekly_pulse', 'explain_drop', 'triage_leads'],
];
const KEYS = [
  ...[
    'project',
    'handle',
    'question',
    'topic',
    'prompt',
    'engine',
    'region',
    'from',
    'to',
    'metric',
    'limit',
  ],
  ...['cursor', 'id', 'outcome', 'reason', 'reply_url', 'until', 'decision', 'confirm', 'call_id', 'filters'],
  ...[
    'rival',
    'site',
    'place',
    'words',
    'min_score',
    'min_change',
    'days',
    'order',
    '__proto__',
    'constructor',
  ],
];

/** Replaced by a value that nests too deep to write out. */
const DEEP = '@deep';
const inJson = (value: unknown) =>
  JSON.stringify(value).replaceAll(`"${DEEP}"`, () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`);

/** Words as clients and models write them, and as they shouldn't. */
const words = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.constantFrom('\ud800', '\u0000', '⟦data⟧', '⟦/data⟧', '<!channel>', '”\n', '%', '../..', '{{project}}'),
  fc.constantFrom(
    'Acme',
    'L1',
    'A1',
    'S1',
    'Gemini',
    '2026-03-30',
    '2026-02-31',
    'tomorrow',
    'replied',
    'accept',
  ),
  fc.nat(20_000).map((length) => 'x'.repeat(length)),
);
const anything = fc.oneof(
  words,
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.constant(null),
  fc.constant(DEEP),
);

const given = fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KEYS) }, words), anything, {
  maxKeys: 4,
});
const uri = fc.oneof(
  words,
  fc.tuple(words, words).map(([a, b]) => `sightline://${a}/leads/${b}`),
  fc.constantFrom(
    'sightline://Acme/leads/L1',
    'sightline://glossary',
    'sightline://%/status',
    'file:///etc/passwd',
  ),
);

type Sent = { method: unknown; params: unknown; name?: string };

const called: fc.Arbitrary<Sent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ name: fc.constantFrom(...NAMES), arguments: given })
      .map((params) => ({ method: 'tools/call', params, name: params.name })),
  },
  { weight: 2, arbitrary: uri.map((one) => ({ method: 'resources/read', params: { uri: one }, name: one })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ name: fc.constantFrom(...NAMES), arguments: given })
      .map((params) => ({ method: 'prompts/get', params, name: params.name })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ method: fc.constantFrom(...METHODS), params: fc.oneof(given, anything) }),
  },
  { weight: 1, arbitrary: fc.record({ method: anything, params: anything }) },
);

/** How intact a request is: from what clients send to what none would. */
const WAYS = [
  'right',
  'right',
  'right',
  'right',
  'right',
  'id',
  'version',
  'twice',
  'answer',
  'cut',
  'bare',
] as const;

const request = fc
  .record({
    sent: called,
    way: fc.constantFrom(...WAYS),
    by: fc.constantFrom(...DOORS),
    version: fc.constantFrom(...PROTOCOLS),
    odd: anything,
    cut: fc.nat(200),
    raw: fc.oneof(
      words,
      fc.constantFrom('', '[', '{"a":', 'null', '0', '"', '[]', '{}', '['.repeat(100_000)),
    ),
  })
  .map(({ sent: { method, params, name }, way, by, version, odd, cut, raw }) => {
    const own: object = typeof params === 'object' && params !== null ? params : {};
    const _meta = {
      ...(by === 'slack' && { slack: SLACK_META }),
      ...(version === NEWEST && envelope(version)),
    };
    const whole = { jsonrpc: '2.0', id: 1, method, params: { ...own, _meta } };
    const bodies: Record<(typeof WAYS)[number], string> = {
      right: inJson(whole),
      id: inJson({ ...whole, id: odd }),
      version: inJson({ ...whole, jsonrpc: odd, params: odd }),
      twice: inJson([whole, whole]),
      answer: inJson({ jsonrpc: '2.0', id: odd, result: odd }),
      cut: inJson(whole).slice(0, -1 - cut),
      bare: raw,
    };
    const isHeader = (value: unknown): value is string =>
      typeof value === 'string' && /^[\w:/.-]+$/.test(value);
    const headers = {
      'mcp-protocol-version': way === 'version' && isHeader(odd) ? odd : version,
      ...(version === NEWEST && isHeader(method) && { 'mcp-method': method }),
      ...(version === NEWEST && isHeader(name) && { 'mcp-name': name }),
      ...(way === 'bare' && { 'content-type': 'text/plain' }),
    };
    return { body: bodies[way], by, headers };
  });

/** A protocol answer, or an HTTP refusal. */
function expectProper({ status, text }: Answered, what: string): void {
  expect(status, what).toBeLessThan(500);
  expect(text, what).not.toMatch(/\n\s+at |\.ts:\d|node_modules/);
  // Notifications get no answer; malformed HTTP never reaches our code.
  if (status === 202 || status >= 400) return;
  const said = text.startsWith('event:')
    ? [...text.matchAll(/^data: (.*)$/gm)].map(([, one]) => one)
    : [text];
  const all = said.flatMap((one = '') => JSON.parse(one));
  for (const one of all) expect(one, what).toMatchObject({ jsonrpc: '2.0' });
}

test('any input gets a proper answer', async () => {
  const world = await twoProjects();
  const all = fc.array(request, { minLength: 50, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(all, async (some) => {
      const answers = some.map(async ({ body, by, headers }) =>
        expectProper(
          await world.post('ana', by, body, headers),
          `${by} ${JSON.stringify(headers)} ${body.slice(0, 400)}`,
        ),
      );
      await Promise.all(answers);
    }),
    { numRuns: runs(3, 50), endOnFailure: true },
  );
  const faults = world.logged().filter(({ level }) => Number(level) >= 50);
  expect(faults).toEqual([]);
  expect(await world.ask('ana', 'token', 'tools/list')).toContain('overview');
}, 300_000);
