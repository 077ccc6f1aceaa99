import { describe, expect, it } from 'vitest';
import { clientOf, json, listing, PROJECT, SEGMENT } from './api.ts';

describe('a list whose order the document leaves open', () => {
  const at = (day: number) => `2026-11-0${day}T09:00:00Z`;
  const cited = (day: number) => ({ url: `https://a.example/${day}`, created_at: at(day) });
  const urlsOf = (rows: readonly { url?: string | undefined }[]) => rows.map(({ url }) => url?.at(-1));

  it('of citations has the newest first, over all pages, and those without a date last', async () => {
    const pages = [
      { items: [{ url: 'https://a.example/0' }, cited(1), cited(2)], next_cursor: 'c' },
      { items: [cited(4), cited(3)] },
    ];
    const { client } = await clientOf((response, asked, number) =>
      json(pages[asked.url.includes('cursor=c') ? 1 : 0])(response, asked, number),
    );
    expect(urlsOf(await client.citations(PROJECT))).toEqual(['4', '3', '2', '1', '0']);
  });

  it('of sources has the most cited first, and of searches the most frequent', async () => {
    const sources = [3, 12, 7].map((citations) => ({ url: `https://a.example/${citations}`, citations }));
    const searches = [3, 12, 7].map((count) => ({ query: 'best tool', count }));
    const read = async (rows: readonly object[]) => (await clientOf(json(rows))).client;
    const [ofSources, ofSearches] = [await read(sources), await read(searches)];
    expect((await ofSources.sources(PROJECT)).map(({ citations }) => citations)).toEqual([12, 7, 3]);
    expect((await ofSearches.queryFanout(PROJECT)).map(({ count }) => count)).toEqual([12, 7, 3]);
  });

  it('of mentions has the newest first, so that no day is taken for one cut off', async () => {
    const mentions = [1, 2, 3].map((day) => ({
      id: `0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c1${day}`,
      response_id: SEGMENT,
      entity_name: 'Acme',
      entity_type: 'brand',
      created_at: at(day),
    }));
    const { client } = await clientOf(json(mentions));
    const read = await client.mentions(PROJECT);
    expect(read.map(({ created_at }) => created_at)).toEqual([at(3), at(2), at(1)]);
  });

  it.each([
    ['keeps to our limit', (limit: number) => limit],
    ['has pages of its own', () => 50],
  ])('of citations that begins with the oldest is read from its end, where an API %s', async (_, sizeFor) => {
    const all = Array.from({ length: 130 }, (__, i) => {
      const hour = new Date(Date.UTC(2026, 10, 1, i)).toISOString();
      return { id: i, url: `https://a.example/${i}`, created_at: hour };
    });
    const { client, asked } = await clientOf((response, one, number) => {
      const query = new URL(one.url, 'http://api').searchParams;
      const [offset, size] = [Number(query.get('offset') ?? 0), sizeFor(Number(query.get('limit') ?? 100))];
      const items = all.slice(offset, offset + size);
      json({ items, total: all.length, offset, limit: size })(response, one, number);
    });
    const latest = await client.citations(PROJECT, { limit: 25 });
    expect(latest.slice(0, 5).map(({ url }) => url)).toEqual(
      [129, 128, 127, 126, 125].map((i) => `https://a.example/${i}`),
    );
    expect([latest.length >= 25, latest.rest, asked.length < 4]).toEqual([true, { total: 130 }, true]);
  });

  it('of leads stays as it comes, best first', async () => {
    const { client } = await clientOf(
      json([
        { title: 'A', score: 40 },
        { title: 'B', score: 91 },
      ]),
    );
    expect((await client.communityLeads(PROJECT)).map(({ title }) => title)).toEqual(['A', 'B']);
  });
});

it('leads in groups are best first over all of them', async () => {
  const lead = (title: string, score: number | null) => ({ title, score });
  const communities = [
    { community: 'devops', leads: [lead('A', 91), lead('B', 40)] },
    { community: 'kubernetes', leads: [lead('C', 88), lead('D', null)] },
  ];
  const { client } = await clientOf(json({ communities }));
  const read = (await client.communityLeads(PROJECT)).map(({ title, place }) => [title, place]);
  expect(read).toEqual([
    ['A', 'devops'],
    ['C', 'kubernetes'],
    ['B', 'devops'],
    ['D', 'kubernetes'],
  ]);
});

it('a page with a row for each engine is one source, and a thread one lead', async () => {
  const url = 'https://a.example/1';
  const cited = [
    { url: 'https://a.example/2', title: 'B', engine: 'ChatGPT', citation_count: 5 },
    { url, title: 'A', engine: 'ChatGPT', citation_count: 4, share: 0.25 },
    { url, title: 'A', engine: 'Gemini', citation_count: 3, share: 0.5 },
  ];
  const { client } = await clientOf(listing(cited));
  // The shares may be of each engine's citations, which don't add up.
  const merged = { url, citations: 7, engines: ['ChatGPT', 'Gemini'], share: undefined };
  expect(await client.sources(PROJECT)).toMatchObject([merged, { citations: 5 }]);
  const { share, ...thread } = merged;
  expect(await client.warmLeads(PROJECT)).toMatchObject([{ citations: 5 }, thread]);
});
