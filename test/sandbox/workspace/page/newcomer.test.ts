/** The first five minutes: the "Start here" strip, links to threads, and the clock. No network. */
import { describe, expect, test } from 'vitest';
import type { ThreadCopy } from '../../../../src/sandbox/world/leads.ts';
import { NOW } from './fake-workspace.ts';
import { openPage } from './open-page.ts';
import { ALERT, DIGEST } from './sample-messages.ts';

const HOUR = 3_600_000;
const THREAD: ThreadCopy = {
  title: 'How do you <alert> on cost?',
  url: 'https://forum.example/t/1?a=1&b=2',
  community: 'r/devops',
  author: 'tinyotter',
  question: 'We get the bill on the 1st.',
  comments: 19,
  postedAt: NOW - 15 * HOUR,
  replies: [{ author: 'yamlmoss', text: 'Same here.', postedAt: NOW - 14 * HOUR }],
};
const COPY = `/thread?url=${encodeURIComponent(THREAD.url)}`;
const threadAt = (url: string) => (url === THREAD.url ? THREAD : undefined);

describe('a link to a thread', () => {
  const written = [
    { type: 'section', text: { type: 'mrkdwn', text: '<https://forum.example/t/1?a=1&amp;b=2|A thread>' } },
    {
      type: 'rich_text',
      elements: [
        { type: 'rich_text_section', elements: [{ type: 'link', url: THREAD.url, text: 'A thread' }] },
      ],
    },
    {
      type: 'actions',
      elements: [
        { type: 'button', action_id: 'open', text: { type: 'plain_text', text: 'Open' }, url: THREAD.url },
      ],
    },
  ] as const;

  test.each(written)('leads to a copy on this machine: $type', async (block) => {
    const { workspace, read } = openPage({ threadAt });
    workspace.post({ channel: 'C0LEADS', at: NOW, text: 'x', blocks: [structuredClone(block) as never] });
    const html = await read('/c/C0LEADS');
    expect(html).toContain(`href="${COPY}"`);
    expect(html).not.toContain('href="https://forum.example');
  });

  test('to anywhere else stays unchanged', async () => {
    const { workspace, read } = openPage({ threadAt });
    workspace.post({ channel: 'C0LEADS', at: NOW, text: '<https://docs.example/alerts|The page>' });
    expect(await read('/c/C0LEADS')).toContain('href="https://docs.example/alerts"');
  });

  test('shows the community, author, age, post and replies', async () => {
    const html = await openPage({ threadAt }).read(COPY);
    const words = ['r/devops', 'tinyotter', '15 hours ago', 'We get the bill', 'yamlmoss', 'Same here.'];
    for (const word of [...words, '19 replies', 'How do you &lt;alert&gt; on cost?'])
      expect(html).toContain(word);
    expect(html).not.toMatch(/<script|href="https?:/);
  });

  test('opens on this machine only, and says if there is no such thread', async () => {
    const { ask } = openPage({ threadAt });
    expect((await ask(COPY, { headers: { host: 'evil.example' } })).status).toBe(403);
    expect((await ask(COPY, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    const none = await ask('/thread?url=https://evil.example');
    expect(none.status).toBe(404);
    expect(await none.text()).not.toContain('evil.example');
    expect((await ask(COPY)).headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('the "Start here" strip', () => {
  const tour = [
    { label: 'Claim the first lead', doneBy: ['lead.claim'], channel: 'C0LEADS' },
    {
      label: 'See why it fell',
      doneBy: ['alert.details'],
      typed: /^\/visibility a\d+$/i,
      channel: 'C0SCORES',
    },
    { label: 'Press Next day', doneBy: ['/next-day'] },
  ];
  const stripOf = (html: string) => html.match(/<section id="tour"[\s\S]*?<\/section>/)?.[0] ?? '';
  const done = (html: string) =>
    tour.map(({ label }) => new RegExp(`Done: </span>(<form[^>]*>)?<[^>]*>${label}<`).test(html));

  test('is on every page and leads to where each step is done', async () => {
    const { read } = openPage({ tour });
    for (const path of ['/c/C0LEADS?as=UBEN', '/home?as=UBEN', '/about?as=UBEN']) {
      const strip = stripOf(await read(path));
      for (const { label } of tour) expect(strip).toContain(label);
      expect(strip).toContain('href="/c/C0SCORES?as=UBEN"');
      expect(done(strip)).toEqual([false, false, false]);
    }
  });

  test('ticks a step once it’s done, and by nothing else', async () => {
    const { workspace, post, read } = openPage({ tour });
    const act = (action: string) =>
      post('/act?as=UANA', [
        ['channel', 'C0LEADS'],
        ['ts', '1.000001'],
        ['block', 'b'],
        ['action', action],
      ]);
    await act('lead.menu');
    workspace.answer.act = async () => ({ ok: false, sentence: 'No.' });
    await act('lead.claim');
    expect(done(await read('/about'))).toEqual([false, false, false]);
    workspace.answer.act = async () => ({ ok: true });
    await act('lead.claim');
    expect(done(await read('/about'))).toEqual([true, false, false]);
    await act('alert.details');
    await post('/next-day?as=UANA', []);
    expect(done(await read('/about?as=UBEN'))).toEqual([true, true, true]);
  });

  test('leaves with the next thing done after its last step', async () => {
    const { post, read } = openPage({ tour: tour.slice(2) });
    await post('/next-day?as=UANA', []);
    expect(stripOf(await read('/about'))).toContain('Press Next day');
    await post('/next-day?as=UANA', []);
    expect(stripOf(await read('/about'))).not.toContain('Press Next day');
  });

  test('ticks a step when a typed line does the same', async () => {
    const { post, read } = openPage({ tour });
    const say = (text: string) =>
      post('/say?as=UANA', [
        ['channel', 'C0LEADS'],
        ['text', text],
      ]);
    await say('/visibility L1');
    expect(done(await read('/about'))).toEqual([false, false, false]);
    await say('/visibility A1');
    expect(done(await read('/about'))).toEqual([false, true, false]);
  });

  test('stays closed for everyone', async () => {
    const { post, read } = openPage({ tour });
    await post('/tour/close?as=UANA', []);
    expect(stripOf(await read('/c/C0LEADS?as=UBEN'))).not.toContain('Claim');
  });
});

test('the clock says how many requested days are still to come', async () => {
  expect(await openPage({ daysToCome: () => 3 }).read('/c/C0LEADS')).toContain('2 more days to come');
  expect(await openPage({ daysToCome: () => 1 }).read('/c/C0LEADS')).not.toContain('to come');
});

test('every page’s skip link leads somewhere', async () => {
  const { workspace, read } = openPage();
  workspace.post({ channel: 'C0LEADS', at: NOW, text: 'x', blocks: [...DIGEST, ...ALERT] });
  const pages = ['/c/C0LEADS', '/c/D0ANA', '/home', '/about', '/connect', '/c/NONE'];
  for (const html of await Promise.all(pages.map(read))) {
    const target = html.match(/class="skip" href="#([^"]+)"/)?.[1];
    expect(html.split(`id="${target}"`)).toHaveLength(2);
  }
});

test('the last reply is described by its file', async () => {
  const { workspace, read } = openPage();
  const file = { id: 'F1', title: 'Acme, 90 days', altText: 'A line', size: 9 };
  const { ts } = workspace.post({ channel: 'C0LEADS', at: NOW, text: 'fell' });
  const reply = { channel: 'C0LEADS', at: NOW + 1_000, threadTs: ts };
  const first = workspace.post({ ...reply, files: [{ ...file, name: 'acme.png', mimetype: 'image/png' }] });
  expect(await read('/c/C0LEADS')).toMatch(/1 reply <span>[^<]*: a picture</);
  workspace.edit(first.ts, { files: [{ ...file, name: 'leads.csv', mimetype: 'text/csv' }] });
  expect(await read('/c/C0LEADS')).toMatch(/1 reply <span>[^<]*: leads.csv</);
});
