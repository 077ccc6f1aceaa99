/** Every read of every operation, in each dialect of the sandbox: what is read is what the plain API says, or less. */
import { describe, expect, it } from 'vitest';
import { createSandboxApi } from '../../src/sandbox/api/api.ts';
import { createSandboxClock } from '../../src/sandbox/clock.ts';
import { serve } from '../../src/sandbox/local-only.ts';
import { READS } from '../../src/verbs/doctor/reads.ts';
import { createVisibility } from '../../src/visibility/client.ts';
import { VisibilityError } from '../../src/visibility/errors.ts';
import { createProfiles } from '../../src/visibility/profile.ts';
import { readOpenApi } from '../../src/visibility/read-openapi.ts';
import { ACME, KEY, READ_ONLY, START } from '../sandbox/api/sandbox.ts';

/** What each read brought: its answer, or the code of its failure. */
async function readAll(dialect: string, isDescribed: boolean): Promise<Record<string, unknown>> {
  const clock = createSandboxClock({ start: START, realNow: () => 0 });
  const app = createSandboxApi({ world: READ_ONLY, clock, apiKey: KEY, dialect });
  const { url, close } = await serve(app, 0);
  const profiles = createProfiles({
    corrected: () => [],
    keep: async () => undefined,
    onLost: () => undefined,
  });
  if (isDescribed) {
    const { lines } = await readOpenApi(await (await app.request('/openapi.json')).json());
    profiles.load(lines.map((line) => ({ ...line, keyMark: '' })));
  }
  const visibility = createVisibility({ baseUrl: `${url}/v1/public`, profiles });
  const api = visibility.open(KEY);
  const brought: Record<string, unknown> = {};
  let found: Record<string, string> = {};
  for (const { method, needs, ask } of READS) {
    const value = needs ? found[needs.what] : '';
    if (value === undefined) {
      brought[method] = 'not asked';
      continue;
    }
    try {
      const read = await ask(api, ACME, { signal: AbortSignal.timeout(20_000) }, value);
      found = { ...read.found, ...found };
      brought[method] = read.answer;
    } catch (error) {
      if (!(error instanceof VisibilityError)) throw error;
      brought[method] = `${error.code}: ${error.message}`;
    }
  }
  await visibility.close();
  await close();
  return brought;
}

const plain = await readAll('plain', false);

/** The same facts in another form: what is read of them is the same to the letter. */
const SAME = [
  'votes',
  'percent-text',
  'epoch-milliseconds',
  'nested',
  'camel,enveloped',
  'results',
  'beside,other-parameters',
  'comma-lists,error-envelope',
  'refs,path-prefix,trailing-slashes',
];

describe.each(SAME)('an API that speaks %s', (dialect) => {
  it.each([false, true])('is read as the plain one (described: %j)', async (isDescribed) => {
    expect(await readAll(dialect, isDescribed)).toEqual(plain);
  });
});

describe('an API under names that nobody told us', () => {
  it.each([false, true])(
    'gives what was found, and nothing else in its place (described: %j)',
    async (isDescribed) => {
      const brought = await readAll('other-names', isDescribed);
      const wrong = Object.keys(plain).flatMap((id) =>
        differences(plain[id], brought[id], id).filter(([, , came]) => came !== undefined),
      );
      expect(wrong).toEqual([]);
      expect(brought.communityLeads).toEqual(plain.communityLeads);
    },
  );
});

describe('an API of pages', () => {
  it.each(['pages', 'cursor', 'offset', 'link'])('gives all its leads (%s)', async (dialect) => {
    expect((await readAll(dialect, false)).communityLeads).toEqual(plain.communityLeads);
  });

  it('that gives fewer than were asked for says so', async () => {
    const { communityLeads: leads } = await readAll('maximum-20', false);
    expect(leads).toHaveLength(20);
    expect(leads).toHaveProperty('rest');
  });
});

type Difference = [at: string, wanted: unknown, came: unknown];

function differences(wanted: unknown, came: unknown, at: string): Difference[] {
  const isOf = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isOf(wanted) || !isOf(came)) return Object.is(wanted, came) ? [] : [[at, wanted, came]];
  return [...new Set([...Object.keys(wanted), ...Object.keys(came)])].flatMap((name) =>
    differences(wanted[name], came[name], `${at}.${name}`),
  );
}
