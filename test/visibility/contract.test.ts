import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../src/visibility/contract.ts';

/** The tables of the API's document, word for word; "?" where a field is not required. */
const DOCUMENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SegmentSuggestion: {
    id: 'uuid',
    project_id: 'uuid',
    name: 'string',
    description: 'string or null?',
    status: 'string',
    created_at: 'date-time',
    accepted_at: 'date-time or null?',
    dismissed_at: 'date-time or null?',
  },
  SegmentPromptMapping: {
    prompt_id: 'uuid',
    prompt: 'string',
    category: 'string or null?',
    applies: 'boolean',
    source: 'string or null?',
  },
  Engine: {
    id: 'uuid',
    provider: 'string',
    model: 'string',
    display_name: 'string',
    surface: 'string',
    active: 'boolean',
  },
  Mention: {
    id: 'uuid',
    response_id: 'uuid',
    entity_name: 'string',
    entity_type: 'string',
    matched_term: 'string or null',
    rank_position: 'integer or null',
    sentiment: 'string or null',
    description: 'string or null',
    confidence: 'number or null',
    created_at: 'date-time',
  },
  RunGroup: {
    id: 'uuid',
    project_id: 'uuid',
    run_type: 'string',
    status: 'string',
    created_at: 'date-time',
    completed_at: 'date-time or null',
    total_runs: 'integer?',
    completed_runs: 'integer?',
  },
  PromptRun: {
    id: 'uuid',
    run_group_id: 'uuid or null',
    project_id: 'uuid',
    prompt_id: 'uuid',
    engine_id: 'uuid',
    status: 'string',
    scheduled_for: 'date-time',
    started_at: 'date-time or null',
    completed_at: 'date-time or null',
    latency_ms: 'integer or null',
    cost_usd: 'number or null',
    error: 'string or null',
    created_at: 'date-time',
  },
  Response: {
    id: 'uuid',
    prompt_run_id: 'uuid',
    raw_text: 'string',
    model_used: 'string or null',
    provider: 'string or null',
    created_at: 'date-time',
  },
  RunGroupDetail: { run_group: 'RunGroup', prompt_runs: 'array of PromptRun' },
  PromptRunDetail: { prompt_run: 'PromptRun', response: 'Response or null?' },
  RunGroupResults: { run_group: 'RunGroup', results: 'array of RunResult' },
  RunResult: {
    prompt_run_id: 'uuid?',
    prompt: 'string?',
    engine: 'string?',
    status: 'string?',
    completed_at: 'date-time or null?',
  },
  TopicDetail: {
    label: 'string',
    kind: 'string',
    description: 'string or null?',
    answer_count: 'integer',
    own_score: 'number',
    own_mention_rate: 'number',
    own_average_rank: 'number or null?',
    own_avg_sentiment: 'number or null?',
    overall_rank: 'integer or null?',
    entity_count: 'integer',
    entities: 'array of TopicEntityStat',
    by_model: 'array of TopicModelStat',
    evidence: 'array of TopicEvidence',
  },
  TopicEntityStat: {
    entity_name: 'string',
    entity_type: 'string',
    mention_count: 'integer',
    mention_rate: 'number',
    top_pick_count: 'integer?',
    average_rank: 'number or null?',
    avg_sentiment: 'number or null?',
    score: 'number',
  },
  TopicModelStat: {
    engine_id: 'uuid',
    engine: 'string',
    own_mention_rate: 'number',
    own_average_rank: 'number or null?',
    own_score: 'number',
    top_competitor: 'string or null?',
  },
  TopicEvidence: { evidence: 'string', engine_id: 'uuid or null?', engine: 'string or null?' },
  ReferrerRanking: { domain: 'string', citation_count: 'integer', share: 'number' },
  ProjectRegionSetRequest: { region_ids: 'array of uuid' },
};

const ID = '0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c10';
/** What is of a type, and what only nearly is. */
const VALUES: Readonly<Record<string, { good: unknown[]; bad: unknown[] }>> = {
  uuid: { good: [ID, ID.toUpperCase()], bad: ['42', `${ID}0`, '', 42, {}] },
  string: { good: ['', 'words', '<!channel>'], bad: [1, true, [], {}] },
  boolean: { good: [true, false], bad: ['true', 0, 1] },
  integer: { good: [0, 17, -1], bad: [1.5, '17', Number.POSITIVE_INFINITY, true] },
  number: { good: [0, 0.42, 61.5, -1], bad: ['61.5', Number.NaN, Number.POSITIVE_INFINITY, true] },
  'date-time': {
    good: ['2026-10-14T09:00:00Z', '2026-10-14T11:00:00+02:00', '2026-10-14T09:00:00.123456'],
    bad: ['2026-10-14', 'yesterday', '2026-02-30T09:00:00Z', '2026-10-14T25:00:00Z', 1_760_000_000, ''],
  },
};

type Field = {
  resource: string;
  field: string;
  said: string;
  type: string;
  nullable: boolean;
  required: boolean;
};
const FIELDS: Field[] = Object.entries(DOCUMENT).flatMap(([resource, fields]) =>
  Object.entries(fields).map(([field, said]) => ({
    resource,
    field,
    said,
    type: said.replace('?', '').replace(' or null', ''),
    nullable: said.includes(' or null'),
    required: !said.endsWith('?'),
  })),
);

function valuesOf(type: string): { good: unknown[]; bad: unknown[] } {
  const [, item] = /^array of (.+)$/.exec(type) ?? [];
  if (item) return { good: [[exampleOf(item)]], bad: [{}, 'none', [null], exampleOf(item)] };
  return VALUES[type] ?? { good: [exampleOf(type)], bad: ['none', [], 1] };
}

/** A value of a type; of a resource one with every field. */
function exampleOf(type: string): unknown {
  if (!(type in DOCUMENT)) return valuesOf(type).good[0];
  const fields = FIELDS.filter(({ resource }) => resource === type);
  return Object.fromEntries(fields.map((each) => [each.field, exampleOf(each.type)]));
}

/** The example of a resource with one field changed, or without it. */
function changed({ resource, field }: Field, ...value: unknown[]): unknown {
  const example = exampleOf(resource);
  const entries = Object.entries(typeof example === 'object' && example !== null ? example : {});
  const others = entries.filter(([name]) => name !== field);
  return Object.fromEntries([...others, ...value.map((each) => [field, each])]);
}

/** By the name in the document; fetch's Response leaves its name to nobody. */
const schemas = new Map(
  [...Object.values(contract), contract.PromptRunDetail.shape.response.unwrap().unwrap()].flatMap((each) => {
    const name = each instanceof z.ZodType ? contract.RESOURCES.get(each)?.id : undefined;
    return each instanceof z.ZodType && name !== undefined ? [[name, each]] : [];
  }),
);
const takes = (resource: string, body: unknown) => schemas.get(resource)?.safeParse(body).success;

describe('the resources', () => {
  it('are those of the document, each under its name', () => {
    const { schemas: named } = z.toJSONSchema(contract.RESOURCES, {
      io: 'input',
      metadata: contract.RESOURCES,
    });
    const documented = Object.entries(named).filter(([, schema]) => schema['x-assumed'] !== true);
    expect(documented.map(([name]) => name).toSorted()).toEqual(Object.keys(DOCUMENT).toSorted());
    expect([...schemas.keys()].toSorted()).toEqual(Object.keys(DOCUMENT).toSorted());
  });

  it.each(Object.keys(DOCUMENT))('%s has the documented fields, of which the required are', (resource) => {
    const { schemas: named } = z.toJSONSchema(contract.RESOURCES, { io: 'input' });
    const { properties = {}, required = [] } = named[resource] ?? {};
    const fields = FIELDS.filter((each) => each.resource === resource);
    expect(Object.keys(properties)).toEqual(fields.map(({ field }) => field));
    expect(required).toEqual(fields.filter((each) => each.required).map(({ field }) => field));
  });
});

describe('a field of a resource', () => {
  it.each(FIELDS)('$resource: $field is $said', (field) => {
    const { resource, type, nullable, required } = field;
    const { good, bad } = valuesOf(type);
    const taken = (value: unknown) => takes(resource, changed(field, value));
    expect(good.filter((value) => !taken(value))).toEqual([]);
    expect(bad.filter(taken)).toEqual([]);
    expect({ nullable: taken(null), required: !takes(resource, changed(field)) }).toEqual({
      nullable,
      required,
    });
  });
});

describe('what the document says besides', () => {
  it('a missing count of runs or of top picks is none', () => {
    const without = (resource: string, ...gone: string[]) => {
      const example = Object.entries(exampleOf(resource) ?? {}).filter(([name]) => !gone.includes(name));
      return schemas.get(resource)?.parse(Object.fromEntries(example));
    };
    expect(without('RunGroup', 'total_runs', 'completed_runs')).toMatchObject({
      total_runs: 0,
      completed_runs: 0,
    });
    expect(without('TopicEntityStat', 'top_pick_count')).toMatchObject({ top_pick_count: 0 });
  });

  it('a set of regions holds one at least', () => {
    expect(takes('ProjectRegionSetRequest', { region_ids: [] })).toBe(false);
  });

  it.each(Object.keys(DOCUMENT).filter((name) => name !== 'ProjectRegionSetRequest'))(
    'a field of %s that it does not know is kept',
    (resource) => {
      const body = { ...Object.fromEntries(Object.entries(exampleOf(resource) ?? {})), colour: 'blue' };
      expect(schemas.get(resource)?.parse(body)).toEqual(body);
    },
  );
});
