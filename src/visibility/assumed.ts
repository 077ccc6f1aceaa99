/**
 * Guessed shapes of what the API's document names but doesn't show (leads: assumed-leads.ts; parameters: operation.ts): our
 * fields, each with the names that it may have. `npm run learn` shows which hold; the lines of a profile override them.
 */
import { z } from 'zod';
import { CITED, CITING_ENGINES, DOMAIN, LEAD_SHAPES, ofPage, REASON } from './assumed-leads.ts';
import { RESOURCES } from './contract.ts';
import {
  address,
  alsoIn,
  constant,
  constants,
  day,
  flag,
  id,
  instant,
  lastly,
  notZero,
  number,
  ofAnswers,
  ofRival,
  onlyTime,
  passage,
  type Read,
  rather,
  reference,
  rows,
  type Shape,
  sentences,
  share,
  status,
  text,
  texts,
  thing,
  title,
  unescaped,
  unless,
  uuid,
  whole,
  within,
} from './shape.ts';

/** Names in the row or in the answer that it is of. */
const ofAnswer = (names: string) =>
  [names, ...['response', 'answer', 'run', 'prompt_run'].map((of) => within(of, names))].join(' ');

/** Names in a run or in an object for it. */
const ofRun = (names: string) => `${names} ${within('run', names)} ${within('prompt_run', names)}`;

/** The engine, prompt and region of a row. The name first: it is what a map’s keys are read as (place-fields.ts). */
const ENGINE = {
  // Beside its name, "engine" is what machines call it.
  engine: rather(
    'engine_name engine_display_name model_name platform_name',
    reference(
      `${ofAnswer('engine engine.display_name engine.name')} model assistant llm ai_engine ai_platform platform.name engine_slug engine_key platform provider engine_label chatbot`,
    ),
  ),
  engineId: id(`${ofAnswer('engine_id engine.id')} model_id assistant_id platform_id`),
};
const ONE_ENGINE = {
  engine: lastly('name display_name label', ENGINE.engine),
  engineId: lastly('id', ENGINE.engineId),
};
const PROMPT_TEXT =
  'prompt text prompt_text content question query query_text question_text phrase wording keyword search_term body q';
const PROMPT = {
  promptId: id(`${ofAnswer('prompt_id prompt.id')} query_id ${within('source_prompt', 'id prompt_id')}`),
  prompt: title(
    `prompt prompt_text question query_text prompt_name response.prompt run.prompt prompt_run.prompt response.prompt.text run.prompt.text prompt_run.prompt.text phrase keyword query q ${within('prompt', PROMPT_TEXT)} ${within('source_prompt', 'text prompt')}`,
  ),
};
const REGION = {
  regionId: id(`${ofAnswer('region_id region.id')} country_id market_id`),
  region: reference(
    `${ofAnswer('region region_name region.name region_code region.code')} country country_code country_name market market_name locale geo region_label location territory`,
  ),
};
const ONE_REGION = {
  code: text(
    'code country_code market_code slug handle iso_code iso iso2 two_letter_iso_code iso_alpha2 alpha2 cc country country_iso iso_country_code short_code',
  ),
  name: title('name region_name display_name label region title country text country_name market_name'),
};

const VISIBILITY =
  'visibility_score visibility_index visibility visibility_percent visibility_rate ai_visibility presence_score presence_percent presence_rate presence brand_presence brand_presence_percent index brand_visibility';

const SHARES =
  'mention_frequency mention_ratio mention_percent own_mention_percent mention_share mentioned_percent answer_share appearance_rate inclusion_rate mention_coverage';
const MENTION_RATE = `mention_rate ${SHARES}`;
const OWN_MENTION_RATE = `own_mention_rate mention_rate brand_mention_rate ${SHARES}`;

const figure = (names: string) => ofAnswers(number(names));
const rate = (names: string) => ofAnswers(share(names));
const averageRank = (names: string) => ofAnswers(notZero(number(names)));

/** The figures of any entity, and of the brand itself. The scales of scores and rates are not documented. */
export const STANDING = {
  score: figure(`score ${VISIBILITY}`),
  mentionRate: rate(MENTION_RATE),
  averageRank: lastly('position', averageRank('average_rank')),
};
export const OWN_STANDING = {
  score: figure(`own_score score brand_score ${VISIBILITY}`),
  mentionRate: rate(OWN_MENTION_RATE),
  averageRank: lastly('position brand_position', averageRank('own_average_rank average_rank')),
};
export const SENTIMENT = figure(
  'avg_sentiment average_sentiment sentiment_index average_sentiment_score own_avg_sentiment sentiment_score sentiment tone mood net_sentiment own_sentiment',
);
export const ENTITY = {
  name: title(
    'entity_name name competitor entity brand company tool entity.name brand.name asset.name display_name company_name',
  ),
  type: constant('entity_type brand_type competitor_type type kind'),
  mentions: number('mention_count mentions mention_total count times doc_count'),
};
const BY_ENGINE =
  'by_model by_engine models engines per_engine per_model engine_breakdown engine_metrics engine_scores engine_stats breakdown platforms by_platform per_platform assistants by_assistant model_breakdown engine_performance performance_by_engine results_by_engine';

const TOP_COMPETITOR = text('top_competitor leader top_rival leading_competitor best_competitor');
/** A tool's figures, overall and by part. */
const TOOL = {
  ...ENTITY,
  ...STANDING,
  sentiment: SENTIMENT,
  byEngine: rows({ ...ONE_ENGINE, ...STANDING }, BY_ENGINE),
  topics: rows(
    {
      label: text('label topic name theme topic.name topic.label topic_name topic_label'),
      score: STANDING.score,
      mentionRate: STANDING.mentionRate,
    },
    'topics by_topic per_topic topic_breakdown topic_stats topic_scores themes by_theme topic_performance performance_by_topic top_topics',
  ),
};

const TRACKED_PROMPT = {
  id: id('id prompt_id uuid query_id question_id'),
  text: title(`${PROMPT_TEXT} name title value`),
  category: constants('category segment theme group topic cluster tag topics tags categories intent'),
  active: unless(
    'paused_at archived_at deleted_at discarded_at disabled_at deactivated_at paused is_paused archived is_archived deleted disabled is_disabled inactive',
    flag('active is_active enabled tracked live status state prompt_type'),
  ),
  createdAt: instant('created_at added_at tracked_since added created since'),
};

/** Every guessed shape. The sandbox uses the first name of each field. */
export const SHAPES = {
  ...LEAD_SHAPES,
  dailyScore: {
    date: day(
      'date day on score_date scored_on bucket period timestamp time as_of measured_on recorded_on snapshot_date snapshot_at run_date period_start start_date window_start key_as_string',
    ),
    ...ENGINE,
    ...REGION,
    score: figure(
      `score own_score brand_score ${VISIBILITY} daily_score overall_score overall total_score average_score all_engines all value val v y`,
    ),
    mentionRate: rate(`${MENTION_RATE} own_mention_rate brand_mention_rate`),
    averageRank: lastly('position brand_position', averageRank('average_rank own_average_rank')),
    sentiment: SENTIMENT,
    answers: number(
      'answer_count answers response_count responses sample_size samples sample observations total_answers total_responses n doc_count answers_analyzed responses_analyzed run_count completed_runs total_runs',
    ),
    complete: unless(
      'partial is_partial provisional is_provisional preliminary is_preliminary incomplete is_incomplete',
      flag('complete is_complete is_final final finalized is_finalized closed status state data_status'),
    ),
    revisedAt: instant(
      'revised_at updated_at computed_at calculated_at recalculated_at created_at inserted_at',
    ),
  },
  topic: alsoIn('topic', {
    label: title(
      'label topic name theme title topic_name topic_label theme_name cluster_name cluster display_name text keyword',
    ),
    kind: constant('kind type category theme_type topic_type topic_kind theme_kind'),
    answers: number(
      'answer_count answers response_count responses total_answers appearances count n sample_size doc_count',
    ),
    score: OWN_STANDING.score,
    mentionRate: rate(OWN_MENTION_RATE),
    rank: ofAnswers(whole('overall_rank rank own_rank brand_rank place standing')),
    id: id('id uuid slug'),
  }),
  topicAnswer: {
    responseId: id('response_id response.id answer_id id'),
    promptRunId: id('prompt_run_id run_id prompt_run.id run.id'),
    ...PROMPT,
    ...ENGINE,
    text: rather(
      'raw_text response_text answer_text full_text',
      text('answer text response.raw_text response content answer_markdown markdown body completion output'),
    ),
    evidence: passage('evidence snippet quote excerpt passage highlight extract sentence'),
    createdAt: instant(
      'created_at answered_at responded_at completed_at timestamp date response.created_at answer.created_at run.finished_at run.completed_at answer_time run_date run_at captured_at collected_at received_at observed_at executed_at generated_at',
    ),
  },
  prompt: alsoIn('prompt', TRACKED_PROMPT),
  promptDetail: {
    ...alsoIn('prompt', {
      ...TRACKED_PROMPT,
      answers: number('answer_count answers response_count responses total_answers sample_size'),
      ...OWN_STANDING,
    }),
    byEngine: ofAnswers(rows({ ...ONE_ENGINE, ...OWN_STANDING, topCompetitor: TOP_COMPETITOR }, BY_ENGINE)),
    entities: ofAnswers(
      rows(
        { ...ENTITY, ...STANDING },
        'entities competitors rankings rivals brands leaderboard by_entity entity_stats by_brand brand_stats by_competitor competitor_stats entity_breakdown brand_breakdown competitor_breakdown brand_rankings competitor_rankings top_entities top_brands tools',
      ),
    ),
  },
  promptHistory: {
    ...PROMPT,
    prompt: lastly('text', PROMPT.prompt),
    runs: rows(
      {
        promptRunId: uuid('prompt_run_id run_id prompt_run run id'),
        runGroupId: id(`${ofRun('run_group_id group_id')} run_group.id`),
        responseId: id('response_id response.id answer_id'),
        ...ENGINE,
        ...REGION,
        status: constant(ofRun('status state')),
        completedAt: onlyTime(
          instant(
            `${within('run', 'completed_at finished_at')} ${within('prompt_run', 'completed_at finished_at')} completed_at finished_at ended_at observed_at executed_at ran_at run_at answered_at started_at created_at date`,
          ),
        ),
        mentioned: flag(ofAnswer('mentioned own_mentioned is_mentioned brand_mentioned')),
        rank: notZero(number(ofAnswer('rank_position own_rank rank position brand_rank'))),
      },
      'runs history prompt_runs items results data entries events attempts observations executions answers responses hits documents run_history timeline',
    ),
  },
  promptSuggestion: {
    id: id('id suggestion_id recommendation_id'),
    text: title(
      `${PROMPT_TEXT} suggestion suggested_prompt suggested_text suggested_query suggested_prompt_text proposed_prompt candidate_prompt name title`,
    ),
    category: alsoIn('prompt', TRACKED_PROMPT).category,
    reason: sentences(`${REASON} description`),
    status: constant('status state suggestion_status workflow_state'),
    createdAt: instant('created_at suggested_at generated_at created suggested timestamp'),
  },
  citation: {
    id: id('id citation_id'),
    responseId: id('response_id response.id answer_id'),
    promptRunId: id('prompt_run_id run_id prompt_run.id'),
    url: address(
      `${ofPage('url web_url link source_url href uri cited_url page_url cited_link link_url')} citation_url`,
    ),
    title: unescaped(
      title(
        `${ofPage('title page_title name heading headline page_heading subject')} citation_title cited_title url_title link_title`,
      ),
    ),
    domain: DOMAIN,
    ...ENGINE,
    engines: texts(CITING_ENGINES),
    // Missing where each row is one citation.
    count: number(CITED),
    regionId: REGION.regionId,
    ...PROMPT,
    createdAt: instant(
      'created_at cited_at seen_at date last_cited_at last_seen_at last_seen observed_at seen last_citation_at referenced_at first_seen_at detected_at found_at captured_at collected_at retrieved_at response.created_at answer.created_at',
    ),
  },
  source: {
    url: lastly('page', address(ofPage('url web_url link source_url href uri page_url cited_url'))),
    title: unescaped(title(ofPage('title page_title cited_title name heading headline page_heading'))),
    domain: lastly('source', DOMAIN),
    citations: number(CITED),
    share: share(
      'share citation_share share_percent citation_percent percent percent_of_total share_fraction share_ratio fraction share_of_total proportion',
    ),
    engines: texts(CITING_ENGINES),
  },
  competitor: {
    ...alsoIn('competitor', ofRival(TOOL)),
    // The brand's figures in the same answer, where it sets both beside each other (sides.ts).
    own: thing(TOOL, 'own'),
  },
  fanoutQuery: {
    // Beside one of these, "query" is the prompt.
    query: rather(
      'search_query searched_query search_text search_phrase search_term searched_for search fanout_query fanout_query_text sub_query fanout',
      title('query query_text text q name'),
    ),
    ...PROMPT,
    ...ENGINE,
    engines: texts('engines engine_names engine_ids searched_by models searching_engines'),
    count: number(
      'count occurrences query_count frequency times times_seen hits seen occurrence times_searched searches times_observed doc_count total n responses answers runs cnt value',
    ),
  },
  region: alsoIn('region', { id: id('id uuid market_id country_id'), ...ONE_REGION }),
  regionUsage: {
    // Beside its region, "id" is the row's own.
    regionId: lastly('id', id('region_id region.id market_id country_id')),
    ...alsoIn('region', ONE_REGION),
    prompts: number('prompt_count prompts tracked_prompts prompts_used total_prompts query_count'),
    runs: number(
      'run_count runs prompt_run_count runs_used executed_runs completed_runs total_runs monthly_runs runs_this_month',
    ),
    answers: number('answer_count answers response_count responses answers_this_month'),
    share: share('share run_share share_percent percent'),
    // Or one answer for all: how many regions are tracked, of how many that may be.
    used: number(`used used_count regions_used tracked tracked_count ${within('region_usage', 'used')}`),
    limit: number(
      `limit allowed max maximum quota regions_allowed region_limit ${within('region_usage', 'limit')}`,
    ),
  },
  suggestion: alsoIn('suggestion', {
    id: id('id recommendation_id'),
    title: lastly(
      'summary short_text task to_do step what',
      title('title name headline heading subject display_name advice recommendation action action_title'),
    ),
    description: lastly(
      'recommendation advice',
      text(
        `description details detail long_text summary body text content body_text action_description long_description how_to instructions guidance markdown message ${REASON}`,
      ),
    ),
    kind: constant('kind type category tag area action_type recommendation_type theme'),
    priority: constant(
      'priority impact severity importance urgency level priority_level expected_impact estimated_impact impact_level effect',
    ),
    status: lastly(
      'done is_done completed is_completed implemented is_implemented resolved is_resolved done_at completed_at implemented_at resolved_at',
      status('status state stage progress suggestion_status workflow_state'),
    ),
    createdAt: instant('created_at generated_at suggested_at created generated timestamp'),
  }),
  suggestionsStatus: alsoIn(
    'job',
    alsoIn('suggestions', {
      status: constant(
        'status state stage generation_status suggestion_status run_status processing_status workflow_state',
      ),
      generatedAt: instant(
        `generated_at last_generated_at updated_at last_updated_at last_refreshed_at refreshed_at completed_at finished_at last_run_at last_run last_completed_at last_refresh generated finished ran_at timestamp ${within('last_run', 'finished_at completed_at')}`,
      ),
      total: number('total total_count count suggestion_count total_recommendations available all n'),
      open: number('open open_count open_suggestions open_recommendations pending remaining unresolved'),
    }),
  ),
} satisfies Record<string, Shape>;

export type { Listing, Rest } from './shape.ts';

type Shapes = typeof SHAPES;

/** A forum thread that the brand could join. `score` is on the API's own scale; times are epoch ms. */
export type Lead = Read<Shapes['lead']>;
/** A lead that engines already cite: how often, and the names of the engines. */
export type WarmLead = Read<Shapes['warmLead']>;
/** "CommunityMetrics holds summary counts: total, new, today, and average score; the exact field names are not given." */
export type LeadMetrics = Read<Shapes['leadMetrics']>;
/** One day's score of an engine or region, or of the whole project where neither is given. `date` is YYYY-MM-DD. */
export type DailyScore = Omit<Read<Shapes['dailyScore']>, 'revisedAt'>;
/** A topic as listed; TopicDetail has all of its figures. Its id is for requests alone. */
export type Topic = Omit<Read<Shapes['topic']>, 'id'>;
/** An answer that mentions a topic, and the passage that does. */
export type TopicAnswer = Read<Shapes['topicAnswer']>;
/** A tracked prompt, as listed, created or updated (PromptOut). */
export type Prompt = Read<Shapes['prompt']>;
export type PromptDetail = Read<Shapes['promptDetail']>;
export type PromptHistory = Read<Shapes['promptHistory']>;
export type PromptSuggestion = Read<Shapes['promptSuggestion']>;
export type Citation = Read<Shapes['citation']>;
/** `engines` are names. */
export type Source = Read<Shapes['source']>;
export type CompetitorDetail = Read<Shapes['competitor']>;
export type FanoutQuery = Read<Shapes['fanoutQuery']>;
/** A region where prompts are asked. */
export type Region = Read<Shapes['region']>;
export type RegionUsage = Read<Shapes['regionUsage']>;
/** Advice on how to be mentioned more ("GEO suggestions"). */
export type ContentSuggestion = Read<Shapes['suggestion']>;
export type SuggestionsStatus = Read<Shapes['suggestionsStatus']>;

/** Creates or changes a prompt. The name of its text is the one in SegmentPromptMapping. */
export const PromptRequest = z
  .object({ prompt: z.string().min(1), category: z.string().min(1).optional() })
  .register(RESOURCES, { id: 'PromptRequest', description: 'A prompt.', 'x-assumed': true });

/** Sets the tracked engines; modelled on ProjectRegionSetRequest, which is documented. */
export const ProjectEngineSetRequest = z
  .object({ engine_ids: z.array(z.guid()).min(1) })
  .register(RESOURCES, {
    id: 'ProjectEngineSetRequest',
    description: 'The engines that a project is to track from now on.',
    'x-assumed': true,
  });
