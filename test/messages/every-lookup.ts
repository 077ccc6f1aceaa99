/** Every answer that lists what the API has, and the forms beside them, drawn from outside texts of the test's choice. */
import type { ModalView } from '@slack/types';
import { feedList } from '../../src/messages/feeds/feed-list.ts';
import { statusAnswer } from '../../src/messages/feeds/health.ts';
import { competitorPage, promptGapsPage } from '../../src/messages/lookups/compare.ts';
import {
  citationsPage,
  mentionsPage,
  referrersPage,
  searchesPage,
  sourcesPage,
  sourcesTable,
  topicAnswersPage,
} from '../../src/messages/lookups/evidence.ts';
import { regionUsagePage, topicsTable } from '../../src/messages/lookups/topics.ts';
import type { Form } from '../../src/messages/page.ts';
import { auditPage } from '../../src/messages/projects/audit.ts';
import {
  editPromptForm,
  trackedSetAnswer,
  trackedSetForm,
  untrackForm,
} from '../../src/messages/prompts/prompt-forms.ts';
import {
  allSuggestionsAnswer,
  contentSuggestionsAnswer,
  promptChangedPage,
  promptSuggestionsAnswer,
  promptsTable,
} from '../../src/messages/prompts/prompts.ts';
import { promptHistoryAnswer, promptRunAnswer, runGroupAnswer } from '../../src/messages/prompts/runs.ts';
import { type SortableList, tablePage } from '../../src/messages/sortable-table.ts';
import { feedId } from '../../src/projects/projects.ts';
import { rivalComparison, sideOf } from '../../src/rules/rival-gap.ts';
import { parseAnswer } from '../visibility/reading.ts';
import { FRIDAY } from './cast.ts';
import type { Drawable } from './reading.ts';

const ID = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const TIME = '2026-11-19T08:00:00Z';
/** No page of a lookup is longer. */
const PAGE = 12;

/** `text`, `url` and `many` as everyMessage has them. */
export function everyLookup(text: string, url: string, many: number): Record<string, Drawable> {
  const project = { id: ID, name: text };
  const times = <T>(item: (i: number) => T): T[] => Array.from({ length: many }, (_, i) => item(i));
  const page = <T>(rows: readonly T[]) => rows.slice(0, PAGE);
  const common = {
    engine: text,
    prompt: text,
    title: text,
    url,
    domain: text,
    created_at: TIME,
    prompt_run_id: ID,
  };
  const citations = parseAnswer(
    'citations',
    times(() => common),
  );
  const sources = parseAnswer(
    'sources',
    times((i) => ({ ...common, citation_count: i, share: i / 100, engines: times(() => text) })),
  );
  const referrers = times((i) => ({ domain: text, citation_count: i, share: i / 100 }));
  const searches = parseAnswer(
    'queryFanout',
    times((i) => ({ ...common, query: text, count: i })),
  );
  const mentions = times((i) => ({
    id: ID,
    response_id: ID,
    entity_name: `${text}${i}`,
    entity_type: text,
    matched_term: text,
    rank_position: i,
    sentiment: text,
    description: text,
    confidence: i,
    created_at: TIME,
  }));
  const standing = { score: 51.5, mention_rate: 0.4, average_rank: 2.5 };
  const competitor = parseAnswer('competitorDetail', {
    name: text,
    ...standing,
    by_model: times((i) => ({ engine: `${text}${i}`, ...standing })),
    topics: times((i) => ({ label: `${text}${i}`, ...standing })),
  });
  const rival = sideOf(competitor);
  const detail = parseAnswer('promptDetail', {
    prompt: text,
    answer_count: 7,
    own_score: 51.5,
    by_model: times(() => ({ engine: text, own_score: 5, top_competitor: text })),
  });
  const history = parseAnswer('promptHistory', {
    runs: times((i) => ({
      prompt_run_id: ID,
      engine: text,
      completed_at: TIME,
      mentioned: true,
      rank_position: i,
    })),
  });
  const answers = parseAnswer(
    'topicAnswers',
    times(() => ({ ...common, evidence: text, raw_text: text })),
  );
  const usage = parseAnswer(
    'regionUsage',
    times((i) => ({ name: text, prompt_count: i, run_count: i, share: i / 100 })),
  );
  const run = {
    id: ID,
    run_group_id: ID,
    project_id: ID,
    prompt_id: ID,
    engine_id: ID,
    status: text,
    scheduled_for: TIME,
    started_at: TIME,
    completed_at: TIME,
    latency_ms: 1200,
    cost_usd: 0.012,
    error: text,
    created_at: TIME,
  };
  const group = {
    id: ID,
    project_id: ID,
    run_type: text,
    status: text,
    created_at: TIME,
    completed_at: TIME,
    total_runs: many,
    completed_runs: many,
  };
  const response = {
    id: ID,
    prompt_run_id: ID,
    raw_text: text,
    model_used: text,
    provider: text,
    created_at: TIME,
  };
  const named = new Map([[ID, text]]);
  const names = { prompts: named, engines: named };
  const prompts = parseAnswer(
    'promptSuggestions',
    times(() => ({ prompt: text, category: text, reason: text })),
  );
  const advice = parseAnswer(
    'suggestions',
    times(() => ({ title: text, description: text, kind: text, priority: text, status: text })),
  );
  const status = parseAnswer('suggestionsStatus', { status: text, generated_at: TIME });
  const paused = { at: FRIDAY, by: 'U0ANA', until: FRIDAY, reason: text };
  const feed = { channel: 'C0ACME', schedule: text, timezone: 'Europe/Berlin', quiet: text };
  const feeds = (['leads', 'scores', 'suggestions', 'recap'] as const).map((kind) => ({
    feed: { ...feed, kind, id: feedId(kind, ID, 'C0ACME') },
    next: FRIDAY,
    paused,
  }));
  const late = { since: FRIDAY, reason: text };
  const series = times((i) => ({ date: `2026-10-${String(i + 1).padStart(2, '0')}`, score: i })).slice(0, 20);
  const set = {
    kind: 'engines' as const,
    choices: times((i) => ({ id: `${i}`, name: text })),
    tracked: ['0'],
  };
  const topics = parseAnswer(
    'topics',
    times((i) => ({ label: text, own_score: i, overall_rank: i, answer_count: i + 1, kind: text })),
  );
  const tracked = parseAnswer(
    'prompts',
    times((i) => ({ id: `${i}`, prompt: text, category: text, active: i % 2 === 0 })),
  );
  const figures = { score: 51.5, mentionRate: 0.4, averageRank: 2.5, answers: many };
  const found = { words: text, of: many };
  const tables = {
    'topics as a table': topicsTable(project, topics),
    'sources as a table': sourcesTable(project, sources, { only: [text, text] }),
    'prompts as a table': promptsTable(
      project,
      tracked,
      new Map(tracked.map((one, i) => [one, i % 2 ? figures : undefined])),
      { search: found },
    ),
  } as Record<string, SortableList<unknown>>;
  return {
    ...(many > 1 &&
      Object.fromEntries(Object.entries(tables).map(([name, list]) => [name, tablePage(list, 0).message]))),
    citations: citationsPage(project, page(citations), many, { asked: many, only: [text, text] }),
    sources: sourcesPage(project, page(sources), sources, { only: [text, text] }),
    referrers: referrersPage(project, page(referrers), referrers),
    searches: searchesPage(project, page(searches), many),
    mentions: mentionsPage(project, page(mentions), { all: mentions, runs: new Map([[ID, ID]]) }),
    rival: competitorPage(project, text, rivalComparison(rival, { own: rival }), {
      course: {
        by: 'week',
        points: times((i) => ({ from: '2026-11-19', own: i / many, rival: 0.5 })).slice(0, 20),
      },
    }),
    'rival prompt by prompt': promptGapsPage(project, text, {
      metric: 'score',
      rows: [{ name: text, own: 61.5, rival: 70 }, { name: '', own: 70, rival: 61 }, { name: text }],
      of: 40,
    }),
    'rival on no prompt': promptGapsPage(project, text, { metric: 'mentionRate', rows: [], of: 0 }),
    'rival alone': competitorPage(project, text, rivalComparison(rival), { isUnread: true }),
    'rival of other days': competitorPage(
      project,
      text,
      rivalComparison(rival, {
        own: rival,
        ownDays: { from: '2026-11-13', to: '2026-11-19' },
      }),
    ),
    'prompt history': promptHistoryAnswer(project, text, {
      detail,
      history,
      series,
      reworded: [{ day: '2026-11-18', of: 'prompts', came: [], went: [], reworded: [text] }],
    }),
    answers: topicAnswersPage(project, text, page(answers), many),
    'region usage': regionUsagePage(project, page(usage), usage),
    'run group': runGroupAnswer(
      project,
      { run_group: group, prompt_runs: times(() => run) },
      page(times(() => run)),
      names,
    ),
    'prompt run': promptRunAnswer(project, { prompt_run: run, response }, names),
    'suggested prompts': promptSuggestionsAnswer(project, page(prompts), {
      page: 0,
      total: many,
      tracked: many,
      isWhole: false,
    }),
    'suggested content': contentSuggestionsAnswer(
      project,
      page(advice).map((one, i) => ({ ...one, prompt: text, isTracked: i % 2 === 0 })),
      many,
      status,
    ),
    'all suggestions': allSuggestionsAnswer(project, {
      prompts,
      content: advice.map((one, i) => ({ ...one, prompt: text, isTracked: i % 2 === 0 })),
      segments: times((i) => ({ name: text, description: i % 2 ? text : null })),
    }),
    subscriptions: feedList(project, feeds, { done: 'Paused.', mayChange: true }),
    status: statusAnswer(
      times(() => ({
        project,
        feeds,
        trouble: { reason: 'unreachable', since: FRIDAY },
        missed: [
          { feeds: feeds.map(({ feed }) => feed), first: FRIDAY, at: FRIDAY, times: many },
          {
            feeds: [{ kind: 'recap', channel: 'C0ACME' }],
            first: FRIDAY,
            at: FRIDAY,
            times: 1,
            end: { state: 'failed', reason: text },
          },
        ],
        lastAt: FRIDAY,
      })),
      { posts: many, late },
      '0.1.0',
    ),
    audit: auditPage(
      times(() => ({
        at: FRIDAY,
        person: 'U0ANA',
        action: 'prompt.track',
        project: text,
        isGone: true,
        subject: text,
        outcome: text,
        feed: { kind: 'leads', channel: 'C0ACME', more: text },
      })).slice(0, 20),
      many,
      'UTC',
    ),
    'tracked set': trackedSetAnswer(project, set, { done: text, mayChange: true }),
    'changed prompt': promptChangedPage(project, text, text),
    'untracked prompt': promptChangedPage(project, text),
  };
}

export function everyLookupModal(text: string, many: number): Record<string, ModalView | Form> {
  const project = { id: ID, name: text };
  const choices = Array.from({ length: many }, (_, i) => ({ id: `${i}`, name: text }));
  return {
    'edit prompt': editPromptForm(project, text || 'a', ''),
    untrack: untrackForm(project, text, ''),
    ...(many > 0 && {
      'tracked set': trackedSetForm(
        project,
        { kind: 'regions', choices, tracked: ['0'] },
        { carries: '', changed: text },
      ),
    }),
  };
}
