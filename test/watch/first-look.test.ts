import { expect, it } from 'vitest';
import { takeFirstLook } from '../../src/app/api-side.ts';
import { createApiKeys } from '../../src/projects/api-keys.ts';
import { parseProjects } from '../../src/projects/projects.ts';
import type { VisibilityClient } from '../../src/visibility/client.ts';
import { keptLog } from '../support/log-kept.ts';
import { type Answering, clientOf, json, text } from '../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const GLOBEX = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b91';
const INITECH = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b92';
const SECRETS: Readonly<Record<string, string>> = {
  VISIBILITY_API_KEY: 'vk-common',
  GLOBEX_KEY: 'vk-globex',
  BROKEN_KEY: 'two words',
};
const FEED = '{ channel: C0X, schedule: every day at 9:00 }';
const COMMON = [
  `{ id: ${ACME}, name: Acme, leads: ${FEED}, scores: ${FEED} }`,
  `{ id: ${INITECH}, name: Initech, visible_in: [C0X] }`,
];

/** What the log has at and above a level after a look at these projects, and what the API was asked. */
async function looked(answering: Answering, projects = COMMON, signal = new AbortController().signal) {
  const { open, asked } = await clientOf(answering);
  const { log, lines } = keptLog();
  const keys = createApiKeys((name) => SECRETS[name]);
  const views = [parseProjects(`projects: [${projects.join(', ')}]`, 'projects.yml')];
  const visibilityOf = (project: (typeof views)[0]['projects'][0]): VisibilityClient =>
    open(keys.of(project).key ?? '', { withinMs: 5_000, once: true });
  await takeFirstLook([...views, ...views], { keyOf: keys.of, visibilityOf, log }, signal);
  return {
    said: lines().map(({ level, msg, projects }) => [level, projects && String(projects), msg]),
    asked: asked.map(({ url }) => url.replace('/v1/public', '')),
  };
}

it('when all is well that is said of each key, which was tried on the smallest thing that a feed needs', async () => {
  const { said, asked } = await looked((response, each, number) =>
    json(each.url.endsWith('/metrics') ? {} : [])(response, each, number),
  );
  expect(said).toEqual([[30, 'Acme,Initech', expect.stringContaining('accepts this key')]]);
  expect(asked).toEqual([`/projects/${ACME}/community/leads`]);
});

it('a key that the API refuses is one warning; another key is another', async () => {
  const { said } = await looked(json({}, 401), [
    ...COMMON,
    `{ id: ${GLOBEX}, name: Globex, api_key_env: GLOBEX_KEY, suggestions: ${FEED} }`,
  ]);
  expect(said).toEqual([
    [40, 'Acme,Initech', expect.stringMatching(/401.*Replace VISIBILITY_API_KEY/)],
    [40, 'Globex', expect.stringMatching(/401.*Replace GLOBEX_KEY/)],
  ]);
});

it('an id that the API does not know is told, and that the address may be wrong', async () => {
  const { said } = await looked((response, each, number) =>
    (each.url.includes(ACME) ? json({}, 404) : json([]))(response, each, number),
  );
  expect(said).toEqual([[40, 'Acme', expect.stringMatching(/404.*project’s id.*VISIBILITY_BASE_URL/)]]);
});

it.each([
  [
    'a web page is told as a matter of the address',
    text('<html>Sign in</html>'),
    /a web page.*VISIBILITY_BASE_URL/,
  ],
  [
    'an empty answer isn’t told as a matter of the project’s id',
    text(''),
    /isn’t answered(?!.*project’s id)/,
  ],
])('%s', async (_, answering, why) => {
  const { said } = await looked(answering);
  expect(said[0]).toEqual([40, 'Acme,Initech', expect.stringMatching(why)]);
});

it('a key that cannot be sent is told, and nothing is asked with it', async () => {
  const { said, asked } = await looked(json([]), [
    `{ id: ${GLOBEX}, name: Globex, api_key_env: BROKEN_KEY, suggestions: ${FEED} }`,
    `{ id: ${ACME}, name: Acme, api_key_env: NOT_SET, suggestions: ${FEED} }`,
  ]);
  expect(said).toEqual([[40, 'Globex', expect.stringMatching(/none that can be sent.*Replace BROKEN_KEY/)]]);
  expect(asked).toEqual([]);
});

it.each([503, 429])(
  'an API that answers %i is one quiet line: it is not asked again, for polls will be',
  async (status) => {
    const { said, asked } = await looked(json({}, status));
    expect(said).toEqual([[30, undefined, 'Can’t check the API keys yet; the polls will']]);
    expect(asked).toHaveLength(1);
  },
);

it('a bot that ends meanwhile ends it, without a word', async () => {
  const ending = new AbortController();
  const { said } = await looked(() => ending.abort(), COMMON, ending.signal);
  expect(said).toEqual([]);
});
