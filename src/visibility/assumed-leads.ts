/**
 * The guesses about leads (assumed.ts): threads that the brand could join, those that engines cite already, and their
 * counts; and what cited threads have in common with other cited pages.
 */
import {
  address,
  constant,
  domain,
  doneBy,
  forum,
  id,
  instant,
  lastly,
  number,
  orFirst,
  rather,
  type Shape,
  sentences,
  text,
  texts,
  title,
  unescaped,
  within,
} from './shape.ts';
import { isRaw, readId, readTitle } from './values.ts';

/** Names in the lead or in an object for its thread. */
const ofThread = (names: string) => `${names} ${inThread(names)}`;

const inThread = (names: string) =>
  'thread post discussion topic question conversation submission reddit content'
    .split(' ')
    .map((of) => within(of, names))
    .join(' ');

export const REASON =
  'reason reasons why rationale explanation reasoning justification motivation because note notes why_it_fits why_we_suggest_it';

/** How often something was cited. */
export const CITED =
  'citation_count citations count times_cited total_citations citation_total occurrences hits cited reference_count frequency times total n doc_count cite_count cited_in times_referenced references citation_frequency';

/** Names in the row or in an object for the cited page. */
export const ofPage = (names: string) => `${names} ${within('page', names)} ${within('source', names)}`;

export const DOMAIN = domain(
  `${ofPage('domain host source_domain cited_domain hostname site site_name website domain_name')} ${within('url', 'domain host hostname')} publisher.domain publisher`,
);

export const CITING_ENGINES =
  'engines engine_names cited_by models cited_in citing_engines cited_by_engines cited_by_engine_ids engine_ids citing_engine_ids citing_engine_names by_engine citations_by_engine count_by_engine platforms assistants llms cited_on';

const LEAD_SCORE =
  'score relevance_score relevance relevancy match match_score fit_score quality_score priority_score intent_score ranking_score rating points quality lead_quality score_percent relevance_percent match_percent fit_percent fit opportunity';

const LEAD = {
  id: id('id lead_id uuid opportunity_id thread_id post_id'),
  // A reply has no title: its text says what it is about.
  title: lastly(
    'thread post discussion',
    unescaped(
      title(
        `${ofThread('title headline subject subject_line display_name name heading')} page_title page.title source_title text body snippet excerpt`,
      ),
    ),
  ),
  // Beside one of these, "url" is the API's own URL of the row, or what the thread links to.
  url: rather(
    `${ofThread('html_url web_url permalink')} thread_url discussion_url original_url hn_url links.html links.thread links.web`,
    address(
      `${ofThread('url permalink link href uri source_url source_link external_url')} source.url lead_url page_url page.url page_uri page_link`,
    ),
  ),
  place: lastly(
    `sub post.sub thread.sub domain host group ${inThread('site group')} ${within('page', 'domain host site')}`,
    forum(
      `${ofThread('community subreddit forum board community_name subreddit_name forum_name forum_slug subreddit_name_prefixed community_display_name community_title')} ${inThread('place venue channel')} subreddit_or_forum site place where channel venue source_name source.community source.subreddit source ${inThread('source')} ${ofThread('platform')}`,
    ),
  ),
  author: lastly(
    'op by thread.op thread.by post.op post.by written_by asked_by from.user from',
    text(
      `${ofThread('author author_name author_handle username author_username user poster posted_by started_by original_poster redditor started_by.handle author.handle original_author submitted_by')} source.author`,
    ),
  ),
  // Beside one of these, "score" is the thread's own votes or a partial score. The document has leads best first.
  score: {
    ...rather(
      'lead_score qualification_score opportunity_score overall_score total_score scores.overall scores.total scoring.total scoring.overall',
      number(LEAD_SCORE),
    ),
    falling: true as const,
  },
  reason: unescaped(
    sentences(
      `${REASON} match_reason qualification_reason fit_reason lead_reason relevance_reason reason_text why_relevant why_it_matters pitch summary verdict qualification_summary qualification_note qualification_notes qualification fit_note match_note insight ${LEAD_SCORE.split(
        ' ',
      )
        .map((score) => within(score, 'reason explanation rationale note'))
        .join(' ')}`,
    ),
  ),
  // The thread's own time goes before that of the row.
  postedAt: rather(
    'thread_date thread_posted_at thread_published_at thread_created_at post_date',
    instant(
      [
        'posted_at posted_on post_time published_at publish_time published created_utc posted submitted_at date_posted publish_date opened_at thread_opened_at original_posted_at source_created_at',
        inThread('created_at created date'),
        inThread(
          'posted_at posted_on published_at created_utc posted submitted_at date_posted publish_date started_at',
        ),
        'created_at created date',
      ].join(' '),
    ),
  ),
  // A row was made when its thread was found, if the thread has a time of its own.
  foundAt: lastly(
    'created_at created create_time inserted_at seen_at',
    instant(
      'discovered_at found_at qualified_at first_seen_at first_seen detected_at surfaced_at indexed_at scored_at assessed_at matched_at added_at found ingested_at lead_found_at lead_created_at timestamp',
    ),
  ),
  comments: number(
    `${ofThread('comment_count comments reply_count replies total_comments total_replies answer_count answers response_count')} ${within('engagement', 'comments replies')}`,
  ),
  status: doneBy(
    'dismissed ignored rejected archived hidden skipped resolved handled replied responded contacted',
    constant('status state stage lead_status workflow_status workflow_state review_status'),
  ),
  // The tracked prompt that found the thread, or that it touches.
  promptId: orFirst(
    (value) => readId(isRaw(value) ? (value.id ?? value.prompt_id ?? value.promptId) : value),
    id('prompt_id matched_prompt_id prompt.id matched_prompt.id prompt_ids prompts prompt'),
  ),
  prompt: {
    ...orFirst(
      (value) => readTitle(isRaw(value) ? (value.text ?? value.prompt) : value),
      title(
        `prompt_text prompt matched_prompt matched_prompt_text ${within('prompt', 'text prompt query')} ${within('matched_prompt', 'text prompt query')} prompts.prompt prompts.text prompts cited_for_prompts`,
      ),
    ),
    endings: ['prompt'],
  },
};

export const LEAD_SHAPES = {
  lead: LEAD,
  warmLead: {
    ...LEAD,
    id: id(`${LEAD.id.names.join(' ')} warm_lead_id`),
    score: { ...LEAD.score, names: [...LEAD.score.names, 'warmth', 'heat'] },
    // In a lead, these may count something else.
    citations: number(
      `${CITED.replace(/ (?:count|total|n)\b/g, '')} ${['evidence', 'citations', 'cited_by'].map((of) => within(of, 'citation_count citations count total')).join(' ')}`,
    ),
    engines: texts(
      `${CITING_ENGINES} engine engine_name engine.display_name engine.name ${['evidence', 'citations', 'cited_by'].map((of) => within(of, 'engines engine_names cited_by')).join(' ')}`,
    ),
    promptId: { ...LEAD.promptId, names: [...LEAD.promptId.names, 'evidence.prompt_id', 'evidence.prompt'] },
    prompt: { ...LEAD.prompt, names: [...LEAD.prompt.names, 'evidence.prompt', 'evidence.prompt_text'] },
  },
  leadMetrics: {
    total: number(
      `total total_leads total_opportunities total_count lead_count all total.all hits.total aggregate.count count ${within('leads', 'total all count')}`,
    ),
    new: number(
      `new new_leads new_opportunities new_count unread fresh fresh_leads unseen unreviewed ${within('leads', 'new unread fresh')}`,
    ),
    today: number(
      `today today_leads opportunities_today today_count found_today discovered_today new_today last_24h past_24h last_24_hours ${within('leads', 'today last_24h')}`,
    ),
    averageScore: number(
      `${LEAD_SCORE.replaceAll(/\S+/g, 'average_$& leads.average_$&')} average_lead_score average_opportunity_score average`,
    ),
  },
} satisfies Record<string, Shape>;
