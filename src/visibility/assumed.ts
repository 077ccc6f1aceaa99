/**
 * The guesses, all of them: shapes that the API's document names but does not show. Each is tolerant: objects are
 * loose, every field is optional, known alternative names are tried in order. What is absent is `undefined`, never
 * a made-up value. `npm run doctor` will tell which guesses a real key confirms.
 */
import { z } from 'zod';

type Raw = Record<string, unknown>;

/** Reads the first of `names` that holds a value of the wanted type. A name may be a path ("thread.url"). */
function reader<T>(read: (value: unknown) => T | undefined) {
  return (raw: Raw, names: readonly string[]): T | undefined => {
    for (const name of names) {
      const value = read(
        name.split('.').reduce<unknown>((at, key) => (isRaw(at) ? at[key] : undefined), raw),
      );
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

const text = reader((value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined));
const number = reader((value) => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
});
const flag = reader((value) => (typeof value === 'boolean' ? value : undefined));
const id = reader((value) =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined,
);
const instant = reader((value) => (typeof value === 'string' ? parseTime(value) : undefined));
const day = reader((value) =>
  typeof value === 'string' ? value.match(/^\d{4}-\d{2}-\d{2}/)?.[0] : undefined,
);

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Epoch ms of an ISO time; one without offset is UTC (FastAPI writes such). Undefined if it is no time. */
export function parseTime(iso: string): number | undefined {
  // Left to itself Date.parse finds a date in "reply 5", and reads a time without offset as local.
  const [, date, time = '00:00', offset = 'Z'] = ISO_TIME.exec(iso.trim()) ?? [];
  const ms = date === undefined ? Number.NaN : Date.parse(`${date}T${time}${offset}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Names tried for each field, best first; `doctor` reports which matched. */
export const NAMES = {
  lead: {
    id: ['id', 'lead_id', 'thread_id'],
    title: ['title', 'thread_title', 'name', 'thread.title'],
    url: ['url', 'thread_url', 'permalink', 'link', 'thread.url'],
    place: ['community', 'subreddit', 'forum', 'site', 'place', 'source', 'platform'],
    author: ['author', 'author_name', 'username'],
    score: ['score', 'lead_score', 'relevance_score', 'relevance'],
    reason: ['reason', 'why', 'rationale', 'match_reason', 'explanation', 'summary'],
    postedAt: ['posted_at', 'thread_created_at', 'published_at', 'created_at'],
    foundAt: ['discovered_at', 'found_at', 'qualified_at', 'first_seen_at'],
    comments: ['comment_count', 'comments', 'num_comments', 'reply_count'],
    status: ['status', 'state'],
  },
  leadMetrics: {
    total: ['total', 'total_leads', 'total_count', 'lead_count'],
    new: ['new', 'new_leads', 'new_count'],
    today: ['today', 'today_leads', 'leads_today', 'today_count', 'found_today'],
    averageScore: ['average_score', 'avg_score', 'mean_score'],
  },
  dailyScore: {
    date: ['date', 'day', 'score_date'],
    engineId: ['engine_id', 'engine.id'],
    engine: ['engine', 'engine_name', 'engine.display_name'],
    score: ['score', 'visibility_score', 'own_score', 'value'],
    mentionRate: ['mention_rate', 'own_mention_rate'],
    averageRank: ['average_rank', 'avg_rank', 'own_average_rank'],
    sentiment: ['avg_sentiment', 'average_sentiment', 'own_avg_sentiment'],
    answers: ['answer_count', 'answers', 'response_count', 'sample_size'],
    complete: ['complete', 'is_complete'],
  },
  topic: {
    label: ['label', 'topic', 'name'],
    kind: ['kind', 'type'],
    answers: ['answer_count', 'answers', 'count'],
    score: ['own_score', 'score'],
    mentionRate: ['own_mention_rate', 'mention_rate'],
    rank: ['overall_rank', 'rank'],
  },
  prompt: {
    id: ['id', 'prompt_id'],
    text: ['prompt', 'text', 'prompt_text', 'content'],
    category: ['category', 'segment'],
    active: ['active', 'is_active', 'enabled'],
    createdAt: ['created_at'],
  },
} as const;

/** A list whose items are not shown: an array of objects, or the usual envelopes around one. */
function listOf<T>(item: (raw: Raw) => T) {
  const rows = z.preprocess(
    (body) => {
      if (!isRaw(body)) return body;
      return ['items', 'data', 'results'].map((name) => body[name]).find(Array.isArray) ?? body;
    },
    z.array(z.looseObject({})),
  );
  return rows.transform((list) => list.map(item));
}

/** A forum thread where the brand could join. `score` is on the API's own, unknown scale; times are epoch ms. */
export type Lead = ReturnType<typeof toLead>;
function toLead(raw: Raw) {
  const names = NAMES.lead;
  return {
    id: id(raw, names.id),
    title: text(raw, names.title),
    url: text(raw, names.url),
    place: text(raw, names.place),
    author: text(raw, names.author),
    score: number(raw, names.score),
    reason: text(raw, names.reason),
    postedAt: instant(raw, names.postedAt),
    foundAt: instant(raw, names.foundAt),
    comments: number(raw, names.comments),
    status: text(raw, names.status),
  };
}

/** Row 11 of the endpoint table: the order is documented (best first), the items are not. */
export const Leads = listOf(toLead);

/** "CommunityMetrics holds summary counts: total, new, today, and average score; the exact field names are not given." */
export type LeadMetrics = z.output<typeof LeadMetrics>;
export const LeadMetrics = z.looseObject({}).transform((raw) => ({
  total: number(raw, NAMES.leadMetrics.total),
  new: number(raw, NAMES.leadMetrics.new),
  today: number(raw, NAMES.leadMetrics.today),
  averageScore: number(raw, NAMES.leadMetrics.averageScore),
}));

/** One day's score; of one engine where `engine` is given, of the whole project where it is not. `date` is YYYY-MM-DD. */
export type DailyScore = ReturnType<typeof toDailyScore>;
function toDailyScore(raw: Raw) {
  const names = NAMES.dailyScore;
  return {
    date: day(raw, names.date),
    engineId: id(raw, names.engineId),
    engine: text(raw, names.engine),
    score: number(raw, names.score),
    mentionRate: number(raw, names.mentionRate),
    averageRank: number(raw, names.averageRank),
    sentiment: number(raw, names.sentiment),
    answers: number(raw, names.answers),
    complete: flag(raw, names.complete),
  };
}
export const DailyScores = listOf(toDailyScore);

/** A topic in the list of topics; its full picture is TopicDetail. */
export type Topic = ReturnType<typeof toTopic>;
function toTopic(raw: Raw) {
  const names = NAMES.topic;
  return {
    label: text(raw, names.label),
    kind: text(raw, names.kind),
    answers: number(raw, names.answers),
    score: number(raw, names.score),
    mentionRate: number(raw, names.mentionRate),
    rank: number(raw, names.rank),
  };
}
export const Topics = listOf(toTopic);

/** A tracked prompt, as listed and as answered to a create. */
export type Prompt = ReturnType<typeof toPrompt>;
function toPrompt(raw: Raw) {
  const names = NAMES.prompt;
  return {
    id: id(raw, names.id),
    text: text(raw, names.text),
    category: text(raw, names.category),
    active: flag(raw, names.active),
    createdAt: instant(raw, names.createdAt),
  };
}
export const Prompts = listOf(toPrompt);
export const CreatedPrompt = z.looseObject({}).transform(toPrompt);

/** The body of a create is not shown: the text under the name that SegmentPromptMapping uses for it. */
export function newPromptBody(prompt: string): { prompt: string } {
  return { prompt };
}

/** Topic detail's parameter is not shown: the topic's label. */
export const TOPIC_PARAMETER = 'topic';
