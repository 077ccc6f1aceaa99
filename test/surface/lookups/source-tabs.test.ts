/** The tabs of /visibility sources keep the filters. */
import { expect, test } from 'vitest';
import { readCarried } from '../../../src/carried.ts';
import { ACTIONS } from '../../../src/messages/actions.ts';
import { runLine, runTyped } from '../../../src/surface/run-command.ts';
import { drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { apiWith } from '../../support/watch-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const GEMINI = {
  id: '00000000-0000-4000-8000-000000000000',
  provider: 'p',
  display_name: 'Gemini',
  surface: 'chat',
  model: 'gemini-3',
  active: true,
};
const PAGES = ['acme.example', 'globex.example'].map((domain) => ({
  title: `Pricing of ${domain}`,
  domain,
  url: `https://${domain}/pricing`,
}));
const DOMAINS = PAGES.map(({ domain }) => ({ domain, citation_count: 3, share: 0.5 }));

type Element = { action_id?: string; text?: { text: string }; value?: string };

async function reader() {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const api = apiWith({
    '/engines': json([GEMINI]),
    '/regions': json([{ id: 'r1', name: 'Germany', code: 'DE' }]),
    '/sources': json(PAGES),
    '/citations': json(PAGES),
    '/referrers': json(DOMAINS),
    '/query-fanout': json([{ query: 'cloud cost' }]),
  });
  const personOf = async () => memberNamed('Ana', 'U0ANA');
  const { ask } = await surfaceOver(file, api, ok(), { workspace: { personOf } });
  /** The answer to a line, typed or in a tab, and the lines of its tabs by label. */
  return async (text: string, isTyped = false) => {
    const answer = isTyped
      ? await runTyped({ slash: '/visibility', text, channels: {} }, ask())
      : await runLine({ text, project: ACME }, ask());
    const message = answer && 'message' in answer ? answer.message : expect.fail('no answer');
    const { blocks } = drawn(message);
    const tabs = blocks
      .flatMap((block) => ('elements' in block ? (block.elements as Element[]) : []))
      .filter(({ action_id = '' }) => action_id.startsWith(ACTIONS.lineTab));
    return {
      head: wordsOf(blocks)[0],
      tabs: Object.fromEntries(
        tabs.map(({ text, value = '' }) => [text?.text ?? '', readCarried('line', value)?.text ?? '']),
      ),
    };
  };
}

test('the tabs keep the site, but for searches, which are of no site', async () => {
  const read = await reader();
  let at = await read('sources site:acme.example', true);
  for (const [tab, head] of [
    ['Latest citations', '*Acme: 1 of 2 citations* · only acme.example'],
    ['Domains', '*Acme: 1 of 2 cited domains* · only acme.example'],
    ['Most cited', '*Acme: 1 of 2 cited pages* · only acme.example'],
    ['All sites', '*Acme: 2 cited pages*'],
    ['Searches', '*Acme: 1 search by engines*'],
  ] as const) {
    at = await read(at.tabs[tab] ?? expect.fail(`no tab ${tab}`));
    expect(at.head).toBe(head);
  }
  expect(at.tabs).not.toHaveProperty('All sites');
});

test('engines and regions are kept where the API takes them', async () => {
  const read = await reader();
  const only = ' · only Gemini · only Germany · only acme.example';
  for (const line of ['Gemini in Germany site:acme.example', 'engine:gemini region:de site:acme.example']) {
    const first = await read(`sources ${line}`, true);
    expect((await read(first.tabs['Latest citations'] ?? '')).head).toBe(`*Acme: 1 of 2 citations*${only}`);
    expect((await read(first.tabs.Domains ?? '')).head).toBe(
      '*Acme: 1 of 2 cited domains* · only acme.example',
    );
    expect((await read(first.tabs['All sites'] ?? '')).head).toBe(
      '*Acme: 2 cited pages* · only Gemini · only Germany',
    );
  }
});

test('a site’s domains can be typed', async () => {
  const read = await reader();
  expect((await read('referrers site:globex.example', true)).head).toBe(
    '*Acme: 1 of 2 cited domains* · only globex.example',
  );
});
