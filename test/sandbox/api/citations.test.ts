import { beforeAll, describe, expect, it } from 'vitest';
import { round } from './raw-rows.ts';
import { openSandbox, TIDEWATER } from './sandbox.ts';

type Citation = {
  id: string;
  response_id: string;
  url: string;
  title: string;
  domain: string;
  engine_id: string;
  engine: string;
  region_id: string;
  prompt_id: string;
  created_at: string;
};
type WarmLead = { id: string; url: string; discovered_at: string; citation_count: number; engines: string[] };

const sandbox = openSandbox('unbounded');
const read = async (path: string, project?: string) => (await sandbox.get(path, project)).json();
let citations: Citation[];

beforeAll(async () => {
  citations = await read('/citations?limit=5000');
});

const enginesOf = (rows: Citation[]) => new Set(rows.map(({ engine }) => engine));

describe('citations', () => {
  it('are listed newest first, 100 by default, and are in the answer’s text', async () => {
    expect(citations.length).toBeGreaterThan(1_000);
    expect(await read('/citations')).toEqual(citations.slice(0, 100));
    const times = citations.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set(citations.map(({ id }) => id)).size).toBe(citations.length);

    const [newest] = citations;
    const { runs } = await read(`/prompts/${newest?.prompt_id}/history`);
    const run = runs.find(
      ({ completed_at }: { completed_at: string }) => completed_at === newest?.created_at,
    );
    const detail = (await sandbox.ask('GET', `/v1/public/prompt-runs/${run.prompt_run_id}`)).json();
    expect(detail.response.id).toBe(newest?.response_id);
    for (const { url, title } of citations.filter(({ response_id }) => response_id === newest?.response_id))
      expect(detail.response.raw_text).toContain(`${title}: ${url}`);
  });

  it('add up to the sources: each page once, most cited first, with its share', async () => {
    const sources = await read('/sources');
    const pages = Map.groupBy(citations, ({ url }) => url);
    expect(sources).toHaveLength(pages.size);
    for (const source of sources) {
      const cited = pages.get(source.url) ?? [];
      expect(source).toMatchObject({
        title: cited[0]?.title,
        domain: cited[0]?.domain,
        citation_count: cited.length,
        share: round(cited.length / citations.length, 4),
      });
      expect(new Set(source.engines)).toEqual(enginesOf(cited));
    }
    const counts = sources.map(({ citation_count }: { citation_count: number }) => citation_count);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
  });

  it('add up to the referrers: each domain once, most cited first, with its share', async () => {
    const referrers = await read('/referrers');
    const domains = Map.groupBy(citations, ({ url }) => new URL(url).hostname.replace('www.', ''));
    expect(referrers).toHaveLength(domains.size);
    for (const { domain, citation_count, share } of referrers) {
      const count = domains.get(domain)?.length ?? 0;
      expect([citation_count, share]).toEqual([count, round(count / citations.length, 4)]);
    }
  });

  it.each(['/community/leads', '/warm-leads'])('have the same thread titles as %s', async (list) => {
    for (const { url, title } of await read(list))
      for (const citation of citations.filter((each) => each.url === url)) expect(citation.title).toBe(title);
  });

  it.each(['/citations?limit=5000', '/sources?', '/warm-leads?'])(
    'can be filtered by engines and regions, repeated or comma-separated: %s',
    async (path) => {
      const [one, two] = sandbox.world.engines.map(({ id }) => id);
      const [here] = sandbox.world.regions.map(({ id }) => id);
      const repeated = await read(`${path}&engine_ids=${one}&engine_ids=${two}&region_ids=${here}`);
      const joined = await read(`${path}&engine_ids=${one},${two?.toUpperCase()}&region_ids=${here}`);
      expect(repeated).toEqual(joined);
      const wanted = citations.filter(
        ({ engine_id, region_id }) => [one, two].includes(engine_id) && region_id === here,
      );
      const counted = repeated.reduce(
        (sum: number, row: { citation_count?: number }) => sum + (row.citation_count ?? 1),
        0,
      );
      // Engines also cite threads before the service finds them.
      const leads = new Set(
        (await read('/community/leads?limit=200')).map(({ url }: { url: string }) => url),
      );
      const rows = path.startsWith('/warm') ? wanted.filter(({ url }) => leads.has(url)) : wanted;
      expect(counted).toBe(rows.length);
    },
  );

  it('refuse an engine id that isn’t a UUID, and find nothing for an unknown one', async () => {
    const refused = await sandbox.get('/sources?engine_ids=chatgpt');
    expect(refused.status).toBe(422);
    expect(refused.json().detail).toMatchObject([{ loc: ['query', 'engine_ids', 0], type: 'uuid_parsing' }]);
    expect(await read('/sources?engine_ids=00000000-0000-4000-8000-000000000000')).toEqual([]);
  });
});

describe('warm leads', () => {
  it.each([undefined, TIDEWATER])(
    'are the community leads that engines cite, in the same order',
    async (project) => {
      const all: Citation[] = await read('/citations?limit=5000', project);
      const leads: WarmLead[] = await read('/community/leads?limit=200', project);
      const warm: WarmLead[] = await read('/warm-leads', project);
      expect(warm.length).toBeGreaterThan(1);
      const cited = leads.filter(({ url }) => all.some((citation) => citation.url === url));
      expect(warm.map(({ id }) => id)).toEqual(cited.map(({ id }) => id));
      for (const { url, citation_count, engines } of warm) {
        const matching = all.filter((citation) => citation.url === url);
        expect(citation_count).toBe(matching.length);
        expect(new Set(engines)).toEqual(enginesOf(matching));
      }
    },
  );

  it('can be cited on the morning they are found, and keep coming', async () => {
    const { get, clock } = openSandbox('unbounded');
    let found = 0;
    for (let day = 0; day < 12; day += 1) {
      const warm: WarmLead[] = (await get('/warm-leads')).json();
      const today = clock.now() - (clock.now() % 86_400_000);
      found += warm.filter(({ discovered_at }) => Date.parse(discovered_at) === today).length;
      clock.advance({ days: 1 });
    }
    expect(found).toBeGreaterThan(5);
  });
});
