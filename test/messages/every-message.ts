/** Every message and modal there is, drawn from outside texts of the test's choice. */
import type { ModalView } from '@slack/types';
import type { Decision, Metric, Scope, SuggestionState } from '../../src/decision.ts';
import { metricsAnswer } from '../../src/messages/leads/lead-counts.ts';
import { commandHelpPage, helpPage, launcherPage } from '../../src/messages/lookups/help.ts';
import { topicPage, topicRowPage, topicsPage } from '../../src/messages/lookups/topics.ts';
import type { Form } from '../../src/messages/page.ts';
import { trackForm } from '../../src/messages/prompts/prompt-forms.ts';
import {
  nothingTracked,
  promptsAnswer,
  trackAnswer,
  trackDoubtPage,
} from '../../src/messages/prompts/prompts.ts';
import { acceptForm, previewForm, suggestionsAnswer } from '../../src/messages/prompts/segment-suggestion.ts';
import { refusal } from '../../src/messages/refusal.ts';
import { scoresAnswer } from '../../src/messages/scores/scores-answer.ts';
import { render } from '../../src/outbox/post-kinds.ts';
import type { Message } from '../../src/slack/blocks.ts';
import { ALERT, DIGEST, FRIDAY, latestFigure, NEWS, overviewOf, STANDING, TOPIC } from './cast.ts';
import { everyAlert, everyAlertModal } from './every-alert.ts';
import { everyInsight } from './every-insight.ts';
import { everyLead, everyLeadModal, listOf } from './every-lead.ts';
import { everyLookup, everyLookupModal } from './every-lookup.ts';
import { everyProgram } from './every-program.ts';
import { everyQuestion } from './every-question.ts';
import { everyService, everyServiceModal } from './every-service.ts';
import { type Drawable, drawn, drawnView } from './reading.ts';

/** `text` stands wherever the API, a forum or a person can write; `url` wherever an address can; `many` things each. */
export function everyMessage(text: string, url: string, many: number): Record<string, Message> {
  const all = everyDrawable(text, url, many);
  return Object.fromEntries(Object.entries(all).map(([name, message]) => [name, drawn(message)]));
}

/** The digest among them. */
export function digestMessage(text: string, url: string, many: number): Message {
  return drawn(render(digestOf(text, url, many), STANDING));
}

const projectNamed = (name: string) => ({ id: NEWS.project.id, name });

function digestOf(text: string, url: string, many: number) {
  const leads = Array.from({ length: many }, (_, i) => ({
    key: `id:${i}`,
    title: text,
    url,
    place: text,
    reason: text,
    score: i,
    postedAt: 0,
  }));
  return { ...DIGEST, project: projectNamed(text), leads, schedule: text, unshown: many };
}

function everyDrawable(text: string, url: string, many: number): Record<string, Drawable> {
  const project = projectNamed(text);
  const times = <T>(item: (i: number) => T): T[] => Array.from({ length: many }, (_, i) => item(i));
  const news = suggestionOf(text, many);
  const digest = digestOf(text, url, many);
  const { leads } = digest;
  const alert: Decision = {
    ...ALERT,
    project,
    engines: times((i) => ({ engine: text, score: i, change: -i, normal: true })),
    series: times((i) => ({
      date: new Date(FRIDAY - i * 86_400_000).toISOString().slice(0, 10),
      score: i,
    })).slice(0, 20),
  };
  const topic = {
    ...TOPIC,
    label: text,
    kind: text,
    description: text,
    entities: times((i) => ({
      entity_name: text,
      entity_type: text,
      mention_count: i,
      mention_rate: i,
      top_pick_count: 0,
      score: i,
    })),
    by_model: times((i) => ({
      engine_id: text,
      engine: text,
      own_mention_rate: i,
      own_score: i,
      top_competitor: text,
    })),
    evidence: times(() => ({ evidence: text, engine: text })),
  };
  const prompt = { id: text, text, category: text, active: false, createdAt: 0 };
  const failed: SuggestionState = {
    status: 'accepted',
    by: 'UANA',
    at: FRIDAY,
    written: 'failed',
    apiStatus: 404,
  };
  const topics = times((i) => ({ label: text, kind: text, answers: i, score: i, mentionRate: i, rank: i }));
  return {
    digest: render(digest, STANDING),
    'first digest': render({ ...digest, first: true }, STANDING),
    'held list anew': render({ ...digest, first: true, anew: true }, STANDING),
    alert: render(alert, STANDING),
    suggestion: render(news, STANDING),
    'settled suggestion': render(news, { ...STANDING, suggestion: failed, dashboardUrl: url }),
    'unsent suggestion': render(news, {
      ...STANDING,
      suggestion: { ...failed, written: 'unsent' },
      dashboardUrl: url,
    }),
    leads: listOf(project, leads, STANDING),
    metrics: metricsAnswer(project, { total: 1, new: 1, today: 1, averageScore: 1 }),
    scores: scoresAnswer(
      project,
      overviewOf(
        alert.series,
        {},
        {
          earlier: times(() => ({ day: '2026-11-18', of: 'regions', came: [text], went: times(() => text) })),
        },
      ),
    ),
    'scores in full': scoresAnswer(
      project,
      overviewOf(
        alert.series,
        {},
        {
          figures: [
            ...figuresOf(1, {}),
            ...times((i) =>
              figuresOf(i, { [i % 2 ? 'engine' : 'region']: { id: `${i}`, name: text } }),
            ).flat(),
          ],
          rates: times((i) => i),
        },
      ),
    ),
    topics: topicsPage(project, topics.slice(0, 12), topics),
    topic: topicPage(project, topic),
    'a topic alone in its list': topicRowPage(project, { ...topics[0] }),
    nothing_tracked: nothingTracked(project, true),
    prompts: promptsAnswer(project, times(() => prompt).slice(0, 12), many, { mayChange: true }),
    'a prompt like a tracked one': trackDoubtPage(project, text, text),
    'a single word to track': trackDoubtPage(project, text, undefined),
    track: trackAnswer(project, text, { ...prompt, text: `${text}!` }, { day: '2026-11-20' }),
    suggestions: suggestionsAnswer(
      project,
      times((i) => ({ news, ...(i === 1 && { state: failed }) })).slice(0, 12),
      { page: 0, open: many, mayDecide: true },
      { ...STANDING, dashboardUrl: url },
    ),
    help: helpPage(
      [
        {
          heading: 'Leads',
          commands: times(() => ({ example: '/visibility leads', summary: 'The best leads now' })),
        },
      ],
      true,
    ),
    'help of a command': commandHelpPage({
      name: 'leads',
      usage: text,
      example: text,
      summary: text,
      details: text,
    }),
    launcher: launcherPage({
      unknown: { line: text, near: times(() => text) },
      shown: true,
      mayConnect: false,
    }),
    'launcher where a project can be connected': launcherPage({ shown: false, mayConnect: true }),
    ...everyAlert(text, many),
    ...everyLead(text, url, many),
    ...everyLookup(text, url, many),
    ...everyInsight(text, url, many),
    ...everyProgram(text, url, many),
    ...everyQuestion(text, url, many),
    ...everyService(text, url, many),
    refusal: refusal({
      sentence: text,
      tries: times(() => text),
      example: text,
      who: times((i) => `U${i}ANA`),
      owners: times((i) => `U${i}BEN`),
    }),
  };
}

/** Every figure of a day, with changes. */
function figuresOf(value: number, scope: Scope) {
  const before = { date: '2026-11-16', value: 2 * value };
  return (['score', 'mentionRate', 'averageRank', 'sentiment'] satisfies Metric[]).map((metric) =>
    latestFigure(metric, value, { scope, date: '2026-11-17', before, change: -value }),
  );
}

export function everyModal(text: string, many: number): Record<string, ModalView> {
  const all = everyForm(text, many);
  return Object.fromEntries(Object.entries(all).map(([name, view]) => [name, drawnView(view)]));
}

function everyForm(text: string, many: number): Record<string, ModalView | Form> {
  const news = suggestionOf(text, many);
  return {
    accept: acceptForm(news, STANDING.writes, ''),
    preview: previewForm(news),
    track: trackForm([news.project], { initial: text }),
    ...everyAlertModal(text),
    ...everyLeadModal(text, many),
    ...everyLookupModal(text, many),
    ...everyServiceModal(text, many),
  };
}

function suggestionOf(text: string, many: number) {
  return {
    ...NEWS,
    project: { id: NEWS.project.id, name: text },
    suggestion: { id: 's9', name: text, description: text },
    prompts: Array.from({ length: many }, (_, i) => ({ id: `p${i}`, text, applies: i % 2 === 0 })),
  };
}
