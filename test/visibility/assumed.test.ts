import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHAPES } from '../../src/visibility/assumed.ts';
import { ContractError } from '../../src/visibility/errors.ts';
import type { Shape } from '../../src/visibility/shape.ts';
import { parseAnswer } from './reading.ts';

const NINE = Date.UTC(2026, 9, 14, 9);
const AT_NINE = '2026-10-14T09:00:00Z';

describe('a lead, whose fields the API’s document does not show', () => {
  it('is read by the plain names', () => {
    const [lead] = parseAnswer('communityLeads', [
      {
        id: 'l1',
        title: 'Which tool tracks AI answers?',
        url: 'https://forum.example/t/1',
        subreddit: 'r/devtools',
        score: 91,
        reason: 'asks for a tool like yours',
        posted_at: '2026-10-14T09:00:00Z',
        comment_count: 4,
      },
    ]);
    expect(lead).toMatchObject({
      id: 'l1',
      title: 'Which tool tracks AI answers?',
      url: 'https://forum.example/t/1',
      place: 'r/devtools',
      score: 91,
      reason: 'asks for a tool like yours',
      postedAt: NINE,
      comments: 4,
    });
  });

  it('is read by other names, and inside its thread', () => {
    const [lead] = parseAnswer('communityLeads', [
      {
        lead_id: 7,
        thread: { title: 'Help', url: 'https://forum.example/t/2' },
        relevance: 0.91,
        forum_name: 'Hacker News',
        thread_created_at: '2026-10-14T09:00:00',
      },
    ]);
    expect(lead).toMatchObject({
      id: '7',
      title: 'Help',
      url: 'https://forum.example/t/2',
      score: 0.91,
      place: 'Hacker News',
      postedAt: NINE,
    });
  });

  it.each([
    [{ platform: 'reddit' }, undefined],
    [{ source: 'reddit' }, undefined],
    [{ site: 'www.reddit.com', source: 'Reddit' }, undefined],
    [{ community: 'reddit', subreddit: 'r/devops' }, 'r/devops'],
    [{ platform: 'reddit', forum: 'r/devops' }, 'r/devops'],
    [{ platform: 'web', source: 'Hacker News' }, 'Hacker News'],
    [{ source: 'news.ycombinator.com' }, 'news.ycombinator.com'],
    [{ subreddit: 'r/reddit' }, 'r/reddit'],
  ])('has a forum for its place, never a platform that holds many: %j', (raw, place) => {
    expect(parseAnswer('communityLeads', [{ title: 'One', ...raw }])[0]?.place).toBe(place);
  });

  it.each([
    ['DevOps', 'https://www.reddit.com/r/devops/comments/aa01/flags/', 'r/DevOps'],
    ['devops', '/r/devops/comments/aa01/flags/', 'r/devops'],
    ['Ops people', 'https://www.reddit.com/r/devops/comments/aa01/flags/', 'Ops people'],
    ['devops', 'https://forum.example/r/devops/1', 'devops'],
    ['devops', undefined, 'devops'],
  ])(
    'calls a subreddit as Reddit does, where its thread’s address shows that it is one: %s, %s',
    (community, permalink, place) => {
      expect(parseAnswer('communityLeads', [{ title: 'One', community, permalink }])[0]?.place).toBe(place);
    },
  );

  it('keeps a score that is written as text', () => {
    expect(
      parseAnswer('communityLeads', [{ score: '0.91' }, { score: ' 88 ' }]).map(({ score }) => score),
    ).toEqual([0.91, 88]);
  });

  it.each(['high', '', null, true, [], {}])('has no score when the API says %j', (score) => {
    expect(parseAnswer('communityLeads', [{ score }])[0]?.score).toBeUndefined();
  });

  it('has no score when it is written with more digits than a number can hold', () => {
    expect(parseAnswer('communityLeads', [{ score: '9'.repeat(400) }])[0]?.score).toBeUndefined();
  });

  it('has a score of zero when it is zero', () => {
    expect(parseAnswer('communityLeads', [{ score: 0, relevance: 5 }])[0]?.score).toBe(0);
  });

  it('without any known field is kept, with nothing made up', () => {
    const [lead] = parseAnswer('communityLeads', [{ colour: 'blue' }]);
    expect(Object.values(lead ?? { missing: true })).toSatisfy((values: unknown[]) =>
      values.every((value) => value === undefined),
    );
  });
});

describe('a list', () => {
  it.each(['items', 'data', 'results'])('may come inside "%s"', (name) => {
    expect(parseAnswer('topics', { [name]: [{ topic: 'pricing' }], total: 1 })[0]?.label).toBe('pricing');
  });

  it('may come inside its own name, where that is the only list', () => {
    expect(parseAnswer('topics', { topics: [{ label: 'pricing' }], total: 1 })[0]?.label).toBe('pricing');
    expect(parseAnswer('topics', { items: [], filters: [{ id: 1, name: 'x' }] })).toEqual([]);
  });

  it('keeps the order of the API', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (scores) => {
        expect(
          parseAnswer(
            'communityLeads',
            scores.map((score) => ({ score })),
          ).map(({ score }) => score),
        ).toEqual(scores);
      }),
      { seed: 7 },
    );
  });

  it.each(['none', { message: 'ok' }, [1], [null]])('is not %j', (body) => {
    expect(() => parseAnswer('communityLeads', body)).toThrow(ContractError);
  });
});

describe('other guessed shapes', () => {
  it('counts of leads', () => {
    expect(
      parseAnswer('communityMetrics', { total_leads: 120, new: 0, leads_today: '3', avg_score: 71.5 }),
    ).toEqual({
      total: 120,
      new: 0,
      today: 3,
      averageScore: 71.5,
    });
  });

  it('daily scores, of the project and of an engine', () => {
    const [whole, engine] = parseAnswer('dailyScores', [
      { date: '2026-10-14T00:00:00Z', score: '61.2' },
      { date: '2026-10-14', engine: { id: 'e1', display_name: 'ChatGPT' }, score: 58, is_complete: false },
    ]);
    expect(whole).toMatchObject({ date: '2026-10-14', score: 61.2, engine: undefined });
    expect(engine).toMatchObject({ engineId: 'e1', engine: 'ChatGPT', score: 58, complete: false });
  });

  it('daily scores whose status says whether they may still change', () => {
    const are = (statuses: readonly string[]) => {
      const days = statuses.map((status, i) => ({ date: `2026-10-1${i}`, score: 58, status }));
      return parseAnswer('dailyScores', days).map(({ complete }) => complete);
    };
    expect(are(['FINAL', 'provisional', 'queued'])).toEqual([true, false, undefined]);
    expect(are(['completed', 'IN_PROGRESS', 'in-progress', 'DAY_STATUS_IN_PROGRESS'])).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('prompts, listed and created', () => {
    const prompt = { prompt_id: 'p1', prompt_text: 'best visibility tools', is_active: true };
    const read = { id: 'p1', text: 'best visibility tools', active: true };
    expect(parseAnswer('prompts', [prompt])[0]).toMatchObject(read);
    expect(parseAnswer('createPrompt', prompt)).toMatchObject(read);
  });
});

describe('a shape with rows inside', () => {
  it('reads them by their own names, and leaves out what is no row', () => {
    const { byEngine, entities } = parseAnswer('promptDetail', {
      data: {
        prompt: { id: 7, text: 'best tool?' },
        by_engine: [{ engine: { name: 'ChatGPT' }, score: '70' }, null, 'Gemini'],
        competitors: [{ name: 'Globex', mentions: 31 }],
      },
    });
    expect(byEngine).toMatchObject([{ engine: 'ChatGPT', score: 70, topCompetitor: undefined }]);
    expect(entities).toMatchObject([{ name: 'Globex', mentions: 31, averageRank: undefined }]);
  });

  it('has none where there is no list, which is not an empty one', () => {
    expect(parseAnswer('promptHistory', { runs: 'many' }).runs).toBeUndefined();
    expect(parseAnswer('promptHistory', { runs: [] }).runs).toEqual([]);
  });
});

describe('figures over no answers at all', () => {
  const figures = { own_score: 0, own_mention_rate: 0, own_average_rank: 0, overall_rank: 4 };
  const none = { score: undefined, mentionRate: undefined };

  it('are missing, with those by engine: nothing was measured', () => {
    const by_model = [{ engine: 'ChatGPT', own_score: 0 }];
    const detail = parseAnswer('promptDetail', { prompt_id: 'p1', answer_count: 0, ...figures, by_model });
    expect(detail).toMatchObject({ id: 'p1', answers: 0, ...none, byEngine: undefined });
    expect(parseAnswer('topics', [{ label: 'pricing', answer_count: '0', ...figures }])).toMatchObject([
      { label: 'pricing', answers: 0, ...none, rank: undefined },
    ]);
    expect(parseAnswer('dailyScores', [{ date: '2026-10-14', answer_count: 0, score: 0 }])).toMatchObject([
      none,
    ]);
  });

  it('are figures where answers are counted, or nobody says how many', () => {
    expect(parseAnswer('promptDetail', { answer_count: 3, ...figures })).toMatchObject({
      score: 0,
      mentionRate: 0,
    });
    expect(parseAnswer('promptDetail', figures)).toMatchObject({ score: 0, mentionRate: 0 });
  });
});

it('a rank of 0 is none: nobody named the brand that day', () => {
  const days = [2.1, 0].map((average_rank, i) => ({
    date: `2026-11-1${i}`,
    score: 40,
    average_rank,
    answers: 30,
  }));
  expect(parseAnswer('dailyScores', days).map(({ averageRank }) => averageRank)).toEqual([2.1, undefined]);
});

describe('names of engines', () => {
  it('are read as names and as things with a name', () => {
    const [source] = parseAnswer('sources', [
      { engines: ['ChatGPT', { display_name: 'Gemini' }, { id: 3 }, 4, '', 'Gemini'] },
    ]);
    expect(source?.engines).toEqual(['ChatGPT', 'Gemini']);
  });
});

it('no field of a shape has the same name twice', () => {
  const twice = Object.entries<Shape>(SHAPES).flatMap(([kind, shape]) =>
    Object.entries(shape)
      .filter(([, { names }]) => new Set(names).size < names.length || names.length === 0)
      .map(([field]) => `${kind}.${field}`),
  );
  expect(twice).toEqual([]);
});

describe('a day', () => {
  it.each(['2026-02-30', '2026-14-10', 'today', '2026-10'])('is not %j', (date) => {
    expect(parseAnswer('dailyScores', [{ date }])[0]?.date).toBeUndefined();
  });
});

describe('a kind', () => {
  it.each(['com.example.api.Suggestion', 'App\\Entity\\Suggestion'])(
    'is never a class of the API: %s',
    (type) => {
      const suggestion = { type, title: 'Write a page', area: 'content' };
      expect(parseAnswer('suggestions', [suggestion])).toMatchObject([{ kind: 'content' }]);
    },
  );
});

describe('a rate that is the mean of floats', () => {
  it('is never more than all', () => {
    const rates = [0.4, 1.0000000000000002, 100].map((mention_rate) => ({ label: 'pricing', mention_rate }));
    expect(parseAnswer('topics', rates).map(({ mentionRate }) => mentionRate)).toEqual([0.4, 1, 100]);
  });
});

describe('what a thread, an answer, an engine or a region may also have', () => {
  it('a thread: when it was started, and notes on why it qualifies', () => {
    const lead = { thread: { title: 'Which CMS?', started_at: AT_NINE }, found_at: '2026-10-15T09:00:00Z' };
    expect(parseAnswer('communityLeads', [lead])[0]?.postedAt).toBe(NINE);
    const noted = { title: 'Which CMS?', qualification_notes: 'Asks openly' };
    expect(parseAnswer('communityLeads', [noted])[0]?.reason).toBe('Asks openly');
  });

  it('an answer: a highlight, and when it came', () => {
    const answer = {
      response_text: 'Two are worth a look.',
      highlight: 'worth a look',
      responded_at: AT_NINE,
    };
    expect(parseAnswer('topicAnswers', [answer])[0]).toMatchObject({
      evidence: 'worth a look',
      createdAt: NINE,
    });
  });

  it('an engine of a prompt: its leading competitor, beside a breakdown by entity', () => {
    const engine_breakdown = [{ engine_name: 'ChatGPT', score: 61, leading_competitor: 'Globex' }];
    const entity_breakdown = [{ entity_name: 'Globex', mention_count: 78, score: 75 }];
    expect(
      parseAnswer('promptDetail', { text: 'best cms', engine_breakdown, entity_breakdown }),
    ).toMatchObject({
      byEngine: [{ engine: 'ChatGPT', topCompetitor: 'Globex' }],
      entities: [{ name: 'Globex', mentions: 78 }],
    });
  });

  it('a region: how many prompts it uses, and how many runs it had', () => {
    const row = { country_name: 'Germany', prompts_used: 10, executed_runs: 280 };
    expect(parseAnswer('regionUsage', [row])[0]).toMatchObject({ prompts: 10, runs: 280, used: undefined });
  });
});

it.each([
  ['communityLeads', { title: 'Which CMS?' }, 'comments', 'response_count', 19],
  ['communityLeads', { title: 'Which CMS?' }, 'status', 'review_status', 'dismissed'],
  ['communityLeads', { title: 'Which CMS?' }, 'author', 'submitted_by', 'ana'],
  ['communityLeads', { title: 'Which CMS?' }, 'reason', 'insight', 'Asks openly'],
  ['communityLeads', { title: 'Which CMS?' }, 'postedAt', 'original_posted_at', NINE],
  ['warmLeads', { title: 'Which CMS?' }, 'citations', 'citation_frequency', 6],
  ['dailyScores', { date: '2026-10-14', score: 61 }, 'answers', 'responses_analyzed', 30],
  ['dailyScores', { date: '2026-10-14', score: 61 }, 'answers', 'completed_runs', 30],
  ['dailyScores', { date: '2026-10-14', score: 61 }, 'mentionRate', 'appearance_rate', 0.7],
  ['dailyScores', { date: '2026-10-14', score: 61 }, 'sentiment', 'net_sentiment', 0.3],
  ['dailyScores', { date: '2026-10-14' }, 'score', 'brand_visibility', 61],
  ['dailyScores', { date: '2026-10-14', score: 61 }, 'region', 'location', 'Germany'],
  ['topics', { label: 'pricing' }, 'rank', 'brand_rank', 2],
  ['topics', { label: 'pricing' }, 'answers', 'appearances', 30],
  ['topicAnswers', { engine: 'ChatGPT' }, 'text', 'output', 'Two are worth it.'],
  ['topicAnswers', { raw_text: 'Two are worth it.' }, 'createdAt', 'captured_at', NINE],
  ['promptSuggestions', {}, 'text', 'proposed_prompt', 'best cms'],
  ['suggestions', { title: 'Write' }, 'priority', 'impact_level', 'high'],
  ['suggestions', { title: 'Write' }, 'kind', 'recommendation_type', 'content'],
  ['suggestions', { title: 'Write' }, 'description', 'how_to', 'Begin with prices.'],
  ['citations', { url: 'https://a.example/1' }, 'createdAt', 'first_seen_at', NINE],
  ['sources', { url: 'https://a.example/1' }, 'share', 'proportion', 0.2],
  ['regions', { name: 'Germany' }, 'code', 'iso_country_code', 'DE'],
  ['regionUsage', { name: 'Germany' }, 'runs', 'monthly_runs', 280],
] as const)('%s with %j: the %s may be called “%s”', (operation, row, field, name, read) => {
  const [one] = parseAnswer(operation, [{ ...row, [name]: read === NINE ? AT_NINE : read }]);
  expect(one).toHaveProperty(field, read);
});

it('counts of leads and suggestions, and lists of a prompt’s or a rival’s figures, have more names', () => {
  expect(parseAnswer('communityMetrics', { total: 31, unseen: 7, last_24_hours: 4 })).toMatchObject({
    ...{ new: 7, today: 4 },
  });
  const status = { processing_status: 'ready', last_refreshed_at: AT_NINE, remaining: 3 };
  expect(parseAnswer('suggestionsStatus', status)).toMatchObject({
    ...{ status: 'ready', generatedAt: NINE, open: 3 },
  });
  const engine_performance = [{ engine: 'ChatGPT', score: 61 }];
  const topic_performance = [{ label: 'pricing', score: 70 }];
  expect(
    parseAnswer('competitorDetail', {
      company_name: 'Globex',
      score: 70,
      engine_performance,
      topic_performance,
    }),
  ).toMatchObject({ name: 'Globex', byEngine: [{ engine: 'ChatGPT' }], topics: [{ label: 'pricing' }] });
  const top_brands = [{ name: 'Globex', score: 70 }];
  expect(parseAnswer('promptDetail', { text: 'best cms', top_brands })).toMatchObject({
    entities: [{ name: 'Globex' }],
  });
});
