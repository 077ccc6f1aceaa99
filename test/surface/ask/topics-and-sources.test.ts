/** Questions about topics and cited pages, and of a project without either. */
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/durations.ts';
import { buttonsOf, drawn, heardOf } from '../../messages/reading.ts';
import { ACME } from '../../support/sandbox.ts';
import { askingAcme } from './asked.ts';

test('the best topics come with the rank among all tools', async () => {
  const { plan, client } = await askingAcme();
  const { page } = await plan({ intent: 'ranking', entity: 'topics', order: 'best' });
  const [table] = page.parts.flatMap((part) => (part && part.kind === 'table' ? [part] : []));
  const at = table?.columns.findIndex(({ heading }) => heading === 'Your rank') ?? -1;
  const topics = await client.topics(ACME.id);
  for (const { label, rank } of topics) {
    const row = table?.rows.find(([name]) => name === label);
    expect(row?.[at]).toMatch(new RegExp(`^${rank}(?:st|nd|rd|th)$`));
  }
});

test('what one engine searches for is listed alone, and nothing of one that isn’t tracked', async () => {
  const { answer } = await askingAcme();
  const ofGemini = heardOf((await answer({ text: 'what does Gemini search for' })).page).join('\n');
  expect(ofGemini).toContain('Gemini');
  expect(ofGemini).not.toMatch(/ChatGPT|Claude|Perplexity|doesn’t give/);
  const { verdict, page } = await answer({ text: 'what does Copilot search for' });
  expect(verdict).toBe('no_data');
  expect(heardOf(page).join('\n')).toContain('Copilot');
  expect(heardOf(page).join('\n')).not.toContain('searches');
});

test('days before the first listed citation don’t count as days without citations', async () => {
  const { plan } = await askingAcme({ days: 90 });
  const days = { from: '2026-01-01', to: '2026-01-02' };
  const { verdict, emptyBecause, figures } = await plan({ intent: 'sources', ...days });
  expect({ verdict, emptyBecause, figures }).toEqual({
    verdict: 'no_data',
    emptyBecause: 'api_lacks_it',
    figures: [],
  });
});

test('a site without a citation is said to have none, with the days and answers counted', async () => {
  const { answer } = await askingAcme();
  const { verdict, emptyBecause, figures, page } = await answer({ text: 'does Gemini cite nytimes.com?' });
  expect({ verdict, emptyBecause }).toEqual({ verdict: 'no_data', emptyBecause: 'filtered_out' });
  expect(figures[0]?.value).toBe(0);
  expect(heardOf(page).join('\n')).toMatch(/no citations of nytimes\.com on Gemini.*\d+ answers.*Mar to /s);
});

test('pages cited instead of ours leave out our own site, with and without days', async () => {
  const { plan } = await askingAcme();
  for (const days of [{}, { from: '2026-01-01' }]) {
    const own = await plan({ intent: 'sources', entity: 'acme.example', ...days });
    const all = await plan({ intent: 'sources', ...days });
    const others = await plan({ intent: 'sources', not: 'acme.example', ...days });
    const count = ({ figures }: typeof all) => figures.reduce((sum, { value }) => sum + value, 0);
    expect(count(all)).toBeGreaterThan(count(others));
    expect(others.sources.filter((link) => own.sources.includes(link))).toEqual([]);
  }
});

test('a rival that nobody knows is answered with those that are known, a day that no calendar has as such', async () => {
  const { answer } = await askingAcme();
  const rival = await answer({ text: 'do we beat Foobar Inc' });
  expect(rival.verdict).toBe('not_understood');
  expect(heardOf(rival.page).join(' ')).toMatch(/Foobar.*rival.*Globex/);
  expect(heardOf((await answer({ text: 'what happened on 31 February' })).page).join(' ')).toContain(
    'no 31 February',
  );
  expect(heardOf((await answer({ text: 'our score since Apr 31st' })).page).join(' ')).toContain(
    'no Apr 31st',
  );
});

test('an engine or region that isn’t tracked is answered with those that are', async () => {
  const { answer } = await askingAcme();
  const told = async (text: string) => heardOf((await answer({ text })).page).join('\n');
  expect(await told('why did we drop on Bing?')).toMatch(/Bing.*ChatGPT/s);
  expect(await told('how are we doing in Japan?')).toMatch(/Japan.*Germany/s);
});

test('the citations of a site are those of the list of most cited pages', async () => {
  const { plan, client } = await askingAcme();
  const listed = await client.sources(ACME.id, {});
  const ofSite = listed.filter(({ domain }) => domain === 'acme.example');
  const { figures } = await plan({ intent: 'sources', entity: 'acme.example' });
  const [all, ...pages] = figures.map(({ value }) => value);
  expect(pages.toSorted()).toEqual(ofSite.map(({ citations }) => citations).toSorted());
  expect(all).toBe(pages.reduce((sum, value) => sum + value, 0));
});

test('a month’s average isn’t said to be based on one day’s answers', async () => {
  const { plan } = await askingAcme({ days: 40 });
  const days = { from: '2026-03-01', to: '2026-03-31' };
  const said = async (of: object) =>
    heardOf((await plan({ intent: 'score', metric: 'score', ...of })).page).join('\n');
  expect(await said(days)).toContain('on average');
  expect(await said(days)).not.toContain('Based on');
  expect(await said({ engine: 'Gemini' })).toContain('Based on');
});

test('asked for sites, the citations of their pages are added up', async () => {
  const { answer, client } = await askingAcme();
  const listed = await client.sources(ACME.id, {});
  const ofSite = listed.filter(({ domain }) => domain === 'acme.example');
  const { figures, reading } = await answer({ text: 'which sites are cited most?' });
  expect(reading).toContain('sites');
  expect(figures).toContainEqual({
    name: 'citations of acme.example',
    value: ofSite.reduce((sum, { citations = 0 }) => sum + citations, 0),
    unit: 'citations',
  });
});

test('the citations of one page are those of its address', async () => {
  const { answer, client } = await askingAcme();
  const [page] = (await client.sources(ACME.id, {})).filter(({ domain }) => domain === 'acme.example');
  const address = page?.url?.replace('https://', '') ?? expect.fail('no page');
  const { figures } = await answer({ text: `how often is ${address} cited?` });
  expect(figures[0]?.value).toBe(page?.citations);
});

test('what a page says or links to, and which sources came or went, is said to be unknown', async () => {
  const { answer } = await askingAcme({ days: 3 });
  const second = async (text: string) => heardOf((await answer({ text })).page)[1];
  for (const text of [
    'which sites mention globex but not us',
    'which sites cite Globex but not us',
    'which engines are new?',
    'anyone new showing up in answers?',
    'most cited thread on r/devops',
    'does stackroundup mention us',
    'who links to us',
    'which sources did we lose',
    'new sources this week',
  ])
    expect(await second(text), text).toMatch(/isn’t known/);
  for (const text of ['which pages do engines cite', 'does ChatGPT link to our site'])
    expect(await second(text), text).not.toMatch(/isn’t known/);
});

test('a figure of a topic that can’t be told is not passed off as it', async () => {
  const { answer } = await askingAcme({ days: 3 });
  const bySentiment = await answer({ text: 'worst topic by sentiment' });
  expect(heardOf(bySentiment.page)[1]).toMatch(/doesn’t give rankings by sentiment/);
  expect(heardOf(bySentiment.page)[1]).not.toContain('all of them');
  const first = await answer({ text: 'which topics do we rank first in' });
  expect(heardOf(first.page)[1]).toMatch(/You’re first on /);
  const there = await answer({ text: 'which topics do we rank first in on Gemini' });
  expect(heardOf(there.page)[1]).toMatch(/who is named first/);
  const ofRival = await answer({ text: 'rank of Globex on pricing' });
  expect(heardOf(ofRival.page)[0]).toContain('about “pricing”');
  expect(heardOf(ofRival.page).join('\n')).toMatch(/Globex: .*average rank \d\.\d\d/);
});

test('who is cited more is told by citations, not by mentions', async () => {
  const { answer, client } = await askingAcme({ days: 3 });
  const { plan, figures, page } = await answer({ text: 'who is cited more, us or Globex?' });
  expect(plan).toEqual({ intent: 'sources', entity: ['acme.example', 'globex.example'] });
  const listed = await client.sources(ACME.id, {});
  const timesOf = (site: string) =>
    listed.reduce((sum, { domain, citations = 0 }) => sum + (domain === site ? citations : 0), 0);
  const [more, less] = ['acme.example', 'globex.example'].toSorted((a, b) => timesOf(b) - timesOf(a));
  expect(figures.slice(0, 2)).toEqual(
    [more, less].map((site = '') => ({
      name: `citations of ${site}`,
      value: timesOf(site),
      unit: 'citations',
    })),
  );
  expect(heardOf(page)[0]).toMatch(new RegExp(`citations of ${more}.* of ${less}`));
});

test('of a forum whose site isn’t known it isn’t said that nothing cites it', async () => {
  const { answer } = await askingAcme({ days: 3 });
  const { page, figures } = await answer({ text: 'is Reddit cited more than Hacker News?' });
  expect(figures.map(({ name }) => name).join()).not.toContain('Hacker News');
  expect(heardOf(page).join('\n')).toContain('No cited site is called “Hacker News”');
});

test('which engines cite a page is told beside it', async () => {
  const { answer, client } = await askingAcme({ days: 3 });
  const listed = (await client.sources(ACME.id, {})).filter(({ url }) =>
    url?.includes('acme.example/pricing'),
  );
  const { page } = await answer({ text: 'which engines cite our pricing page?' });
  const said = heardOf(page).join('\n');
  for (const { engines = [] } of listed) expect(said).toContain(engines.join(', '));
  expect(listed.flatMap(({ engines = [] }) => engines)).not.toEqual([]);
});

test.each(['how are we doing', 'who beats us', 'best engine', 'what do engines cite', 'why did we drop'])(
  '“%s” says of a new project where to begin',
  async (text) => {
    const { client, answer } = await askingAcme();
    client.dailyScores = client.mentions = client.sources = client.prompts = async () => [];
    const { emptyBecause, page } = await answer({ text });
    expect(emptyBecause).toBe('nothing_tracked');
    expect(buttonsOf(drawn(page).blocks)).toContain('Track…');
  },
);

test('words that narrow are heeded or said to be left out', async () => {
  const { answer } = await askingAcme();
  const head = async (text: string) => {
    const { page, verdict } = await answer({ text });
    expect(verdict, text).toBe('answered');
    return heardOf(page).slice(0, 3).join('\n');
  };
  expect(await head('quotes about Globex')).toMatch(/say about Globex/);
  expect(await head('compare Initech and Umbra')).toMatch(/ of these 3 by score/);
  expect(await head('which rival is closest?')).toMatch(/is closest to you/);
  expect(await head('which competitor pages are cited?')).toMatch(/isn’t known/);
  for (const text of ['scores 7 days by week', 'visibility score per month', 'Globex mentions by day'])
    expect(await head(text), text).toMatch(/Only charts/);
});

test('what is asked of rivals is in the first line', async () => {
  const { answer } = await askingAcme();
  const first = async (text: string) => heardOf((await answer({ text })).page)[0] ?? '';
  expect(await first('any praise for Globex?')).toMatch(/Yes: \d+ of .*mentions of Globex.* are positive/);
  expect(await first('what do engines say about Globex?')).toMatch(/of Globex.* positive, \d+ negative/);
  expect(await first('did Vandelay pass Umbra?')).toMatch(
    /(?:Umbra|Vandelay) is .*(?:Umbra|Vandelay) is .*you are/,
  );
  expect(await first('who hates us?')).toMatch(/worst engine by sentiment/);
  expect(await first('prompts we never show up for')).toMatch(/by mention rate/);
});

test('days alone ask what happened then, and Black Friday is one', async () => {
  const { answer } = await askingAcme();
  expect((await answer({ text: 'yesterday' })).plan).toMatchObject({ intent: 'happened' });
  const { plan } = await answer({ text: 'score since black friday' });
  expect(plan).toMatchObject({ intent: 'score', from: '2025-11-28' });
  expect((await answer({ text: 'who claimed the most?' })).plan).toMatchObject({ entity: 'people' });
});

test('what some days brought is measured from the day before them', async () => {
  const { answer } = await askingAcme();
  const { plan, figures } = await answer({ text: 'what happened in the last 3 days?' });
  const before = new Date(Date.parse(plan?.from ?? '') - DAY_MS).toISOString().slice(0, 10);
  expect(figures[0]).toMatchObject({ since: before });
});

test('what a week brought is the same average that is told of its score', async () => {
  const { answer } = await askingAcme();
  const happened = await answer({ text: 'what happened last week?' });
  const score = await answer({ text: 'what was our score last week?' });
  const [average] = happened.figures;
  expect(average?.name).toMatch(/average of 7 days/);
  expect(score.figures).toContainEqual(average);
});

test('how many answers name the brand is said beside the rate', async () => {
  const { answer } = await askingAcme();
  const { page, figures } = await answer({ text: 'how many answers mention us yesterday?' });
  const [{ value = 0, answers = 0 } = expect.fail('there is no rate')] = figures;
  expect(heardOf(page).join(' ')).toContain(`${Math.round((value * answers) / 100)} of ${answers} answers`);
});

test('“what prompts did we add” says which and when, or that none is known', async () => {
  const { answer, client } = await askingAcme();
  const heard = async (text = 'what prompts did we add') => heardOf((await answer({ text })).page);
  expect((await heard())[1]).toMatch(/Added .*: none/);
  const { prompts } = client;
  client.prompts = async (...of) => {
    const all = await prompts(...of);
    return all.map((one, i) => (i === 0 ? { ...one, createdAt: Date.parse('2026-03-26T08:00:00Z') } : one));
  };
  const [first] = await client.prompts(ACME.id);
  expect((await heard())[1]).toMatch(new RegExp(`^Added: “${first?.text}” on .* Mar\\.$`));
  // It is 31 March.
  for (const text of ['new prompts since last week', 'any new prompts this month?'])
    expect((await heard(text))[1], text).toContain(`: “${first?.text}” on`);
  expect((await heard('prompts added since yesterday'))[1]).toMatch(/^Added since .* Mar: none/);
});

test.each([
  ['what does ChatGPT say about Acme?', 'what does ChatGPT say about us?'],
  ['which engine likes Acme most?', 'which engine likes us most?'],
])('the brand by its name is answered as “us”: %s', async (named, ours) => {
  const { answer } = await askingAcme();
  const [one, other] = [await answer({ text: named }), await answer({ text: ours })];
  expect(one).toEqual(other);
  expect(one.plan?.metric).toBe('sentiment');
});

test.each([
  ['who recommends us?', { intent: 'ranking', entity: 'engines', metric: 'mention_rate' }],
  ['what did you post yesterday?', { intent: 'happened' }],
  ['which competitor has most momentum?', { intent: 'compare', premise: 'either' }],
])('“%s” is answered for what it asks', async (text, meant) => {
  const { answer } = await askingAcme();
  const { plan, verdict } = await answer({ text });
  expect({ plan, verdict }).toMatchObject({ plan: meant, verdict: 'answered' });
});

test('a digest that is missed or due is still looked up in the settings', async () => {
  const { answer } = await askingAcme({ feeds: 'leads: { channel: C0LEADS, schedule: "9:00" }' });
  for (const text of ['when is the next digest sent?', 'which channel does the digest get sent to?'])
    expect((await answer({ text })).plan?.intent).toBe('status');
});

test('what engines cite for a prompt, or on a topic, is counted in the answers there', async () => {
  const { answer, client } = await askingAcme();
  const citations = await client.citations(ACME.id, { limit: 1_000 });
  const countOf = (isMeant: (one: (typeof citations)[number]) => boolean) => citations.filter(isMeant).length;
  const text = 'k8s cost alerts';
  const { id } = (await client.prompts(ACME.id)).find((one) => one.text === text) ?? {};
  const ofPrompt = await answer({ text: `what do engines cite for “${text}”?` });
  expect(ofPrompt.figures[0]?.value).toBe(
    countOf(({ promptId, prompt }) => promptId === id || prompt === text),
  );
  const runs = new Set((await client.topicAnswers(ACME.id, 'pricing')).map(({ promptRunId }) => promptRunId));
  const onTopic = await answer({ text: 'what do engines cite about pricing?' });
  expect(onTopic.figures[0]?.value).toBe(countOf(({ promptRunId }) => runs.has(promptRunId)));
});

test('where the API compares no topics, both sides of one come from the topic’s own figures', async () => {
  const { plan, client } = await askingAcme();
  const { competitorDetail } = client;
  client.competitorDetail = async (...call) => ({ ...(await competitorDetail(...call)), topics: undefined });
  const { own_score: own, entities } = await client.topicDetail(ACME.id, 'pricing');
  const globex = entities.find(({ entity_name }) => entity_name === 'Globex');
  const { figures } = await plan({ intent: 'compare', entity: 'Globex', topic: 'pricing' });
  expect(figures.slice(0, 2).map(({ value }) => value)).toEqual([own, globex?.score]);
});

test('topics on an engine are ranked by their figures there', async () => {
  const { plan } = await askingAcme();
  const { figures } = await plan({ intent: 'topic', engine: 'Gemini' });
  const ranked = await plan({ intent: 'ranking', entity: 'topics', engine: 'Gemini' });
  expect(figures).toEqual(ranked.figures);
  expect(figures[0]?.name).toContain('Gemini');
});

test('citations without a day or an answer aren’t counted where these are asked for, and it says so', async () => {
  const { plan, client } = await askingAcme();
  const citations = await client.citations(ACME.id, { limit: 1_000 });
  client.citations = async () =>
    citations.map((one, at) => (at === 0 ? { ...one, createdAt: undefined } : one));
  const dated = await plan({ intent: 'sources', from: '2026-01-01' });
  expect(heardOf(dated.page).join('\n')).toContain('1 have no date');
  const untied = { promptRunId: undefined, responseId: undefined, promptId: undefined, prompt: undefined };
  client.citations = async () => citations.map((one) => ({ ...one, ...untied }));
  const onTopic = await plan({ intent: 'sources', topic: 'pricing' });
  expect(heardOf(onTopic.page).join('\n')).toContain('don’t say which answer they’re from');
  client.citations = async () => [];
  expect((await plan({ intent: 'sources', topic: 'pricing' })).emptyBecause).toBe('none_listed');
});

test('a rival’s gain is told by who is named first, whatever days it is asked of', async () => {
  const { answer } = await askingAcme();
  for (const text of [
    'did Globex gain on us?',
    'did Globex gain on us yesterday?',
    'did Globex gain on us today?',
  ]) {
    const { figures, page } = await answer({ text });
    expect(figures.map(({ name }) => name).sort(), text).toEqual([
      'share of answers that name Acme first',
      'share of answers that name Globex first',
    ]);
    expect(heardOf(page)[0], text).toContain('named first');
  }
  const byRate = await answer({ text: 'did the mention rate of Globex rise yesterday?' });
  expect(byRate.figures.map(({ name }) => name)).toContain('share of answers that name Globex');
  expect(heardOf(byRate.page).join('\n')).not.toContain('another figure');
});

test.each(['citations by domain', 'citation share by site'])(
  '%s has each site with its share',
  async (text) => {
    const { answer } = await askingAcme();
    const { page, figures } = await answer({ text });
    const [total = 1, first = 0] = figures.map(({ value }) => value);
    const said = heardOf(page).join('\n');
    expect(said).toContain(`${((100 * first) / total).toFixed(1)}%`);
    expect(said).toMatch(/^[\w.]+ · [\d,]+ citations · [\d.]+%$/m);
  },
);

test('how many percent of citations are ours is told, and beside a rival’s', async () => {
  const { answer } = await askingAcme();
  const ours = heardOf((await answer({ text: 'how many percent of citations are ours' })).page)[0];
  expect(ours).toMatch(/of acme\.example.* \([\d.]+% of all\)/);
  const both = heardOf((await answer({ text: 'our citation share vs Globex’s' })).page)[0];
  expect(both).toMatch(/globex\.example \([\d.]+% of all\).* of acme\.example \([\d.]+%\)/);
});

test('who has time for a lead isn’t known, which is said beside whose they are', async () => {
  const { answer } = await askingAcme();
  const said = heardOf((await answer({ text: 'who on the team has time for another lead' })).page).join('\n');
  expect(said).toContain('isn’t known');
  expect(said).toMatch(/no claimed leads/);
});

test('which engine cites us most or least is told engine by engine', async () => {
  const { answer, client } = await askingAcme({ days: 3 });
  const engines = await client.engines();
  const timesBy = async (name: string) => {
    const { id = '' } = engines.find((one) => one.display_name === name) ?? {};
    const listed = await client.sources(ACME.id, { engineIds: [id] });
    return listed.reduce(
      (sum, { domain, citations = 0 }) => sum + (domain === 'acme.example' ? citations : 0),
      0,
    );
  };
  const names = ['ChatGPT', 'Gemini', 'Perplexity', 'Claude'];
  const times = new Map(await Promise.all(names.map(async (name) => [name, await timesBy(name)] as const)));
  const engineOf = (name: string) => name.replace('citations of acme.example on ', '');
  const told = async (text: string) => {
    const { figures, page } = await answer({ text });
    const each = figures.filter(({ name }) => name.startsWith('citations of acme.example on '));
    for (const { name, value } of each) expect(value).toBe(times.get(engineOf(name)));
    return { each, first: heardOf(page)[0] ?? '' };
  };
  for (const text of ['which engine cites us the most?', 'who cites us most?']) {
    const { each } = await told(text);
    expect(each.map(({ value }) => value)).toEqual([...times.values()].sort((a, b) => b - a));
  }
  const least = await told('which engine cites us least?');
  expect(least.each[0]?.value).toBe(Math.min(...times.values()));
  const [more = '', less = ''] = names.toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
  for (const [text, verdict] of [
    [`does ${more} cite us more than ${less}?`, 'Yes.'],
    [`does ${less} cite us more than ${more}?`, 'No.'],
    [`does ${less} cite us less than ${more}?`, 'Yes.'],
  ] as const) {
    const { each, first } = await told(text);
    expect(each).toHaveLength(2);
    expect(first.startsWith(verdict), text).toBe(times.get(more) !== times.get(less) || verdict === 'No.');
  }
});

test.each([
  ['share of voice in Germany on Perplexity', /Globex/],
  ['who is the best in setup effort', /setup effort.*Globex|Globex.*setup effort/],
  ['what’s the margin of error on Germany', /in Germany: [\d.]+/],
])('%s is answered, not asked back', async (text, told) => {
  const { page, verdict } = await (await askingAcme()).answer({ text });
  expect(verdict).toBe('answered');
  expect(heardOf(page)[0]).toMatch(told);
});

test('the least cited of our pages is the last of those listed', async () => {
  const { answer } = await askingAcme();
  const most = await answer({ text: 'which of our pages are cited?' });
  const least = await answer({ text: 'which of our pages is least cited?' });
  expect(least.sources).toEqual(most.sources.toReversed());
  expect(least.sources.length).toBeGreaterThan(1);
  expect(heardOf(least.page).join(' ')).not.toContain('can’t be sorted');
});

test('one of our pages is found by a word of its title, and said not to be where none has it', async () => {
  const { answer } = await askingAcme();
  const pricing = await answer({ text: 'how often is our pricing page cited?' });
  expect(pricing.sources.map((url) => new URL(url).pathname)).toEqual(['/pricing']);
  const careers = await answer({ text: 'how often is our careers page cited?' });
  expect(heardOf(careers.page).join(' ')).toContain('“careers”');
  expect(careers.sources.length).toBeGreaterThan(1);
});
