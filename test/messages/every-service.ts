/** What Sightline says of itself: how feeds and projects fare, its Home tab and its forms, from texts of the test's choice. */
import type { HomeView, ModalView } from '@slack/types';
import { carry } from '../../src/carried.ts';
import type { Decision, FeedKind, FeedStanding, Standing } from '../../src/decision.ts';
import { FEED_WORDS } from '../../src/feeds/feeds.ts';
import { lineButton, publicPage, toShared, withControls } from '../../src/messages/answer-controls.ts';
import { feedForm } from '../../src/messages/feeds/feed-form.ts';
import { feedList, nothingToPreview, preview } from '../../src/messages/feeds/feed-list.ts';
import { statusAnswer } from '../../src/messages/feeds/health.ts';
import { storeGoneMessage } from '../../src/messages/feeds/owner-notices.ts';
import { claimsPage, homePage, homeWelcome } from '../../src/messages/home/home.ts';
import { foundLeadsAnswer } from '../../src/messages/leads/lead-row.ts';
import { aboutPage } from '../../src/messages/lookups/help.ts';
import type { Form } from '../../src/messages/page.ts';
import {
  assistantsForm,
  connectedPage,
  connectForm,
  disconnectedPage,
  disconnectQuestion,
  forgetKeyQuestion,
  keyForgottenPage,
  tokenPage,
} from '../../src/messages/projects/connect.ts';
import { trackForm } from '../../src/messages/prompts/prompt-forms.ts';
import { suggestionDecision } from '../../src/messages/prompts/segment-suggestion.ts';
import { failure, refusal, stillWorking, withTyped, working } from '../../src/messages/refusal.ts';
import { scoreDetailsMessage } from '../../src/messages/scores/what-moved.ts';
import { whyPostAnswer } from '../../src/messages/trouble-words.ts';
import { drawPage, render } from '../../src/outbox/post-kinds.ts';
import { feedId } from '../../src/projects/projects.ts';
import { drawHome, drawView } from '../../src/slack/draw.ts';
import { plain } from '../../src/slack/text.ts';
import { makeQuestion } from '../../src/surface/run-command.ts';
import { ALERT, DIGEST, FRIDAY, NEWS, overviewOf, STANDING } from './cast.ts';
import { OPENED } from './every-alert.ts';
import { listOf } from './every-lead.ts';
import type { Drawable } from './reading.ts';

/** Of these the words are all ours, but for those on buttons. */
export const OURS_ALONE = [
  'help',
  'about',
  'unexpected error',
  'still working',
  'store gone',
  'store out of reach',
  'API trouble',
  'unreadable request',
  'limited events',
  'verdict kept',
  'word of many dismissed leads, with Undo',
  'an alert found useful after all',
  'glossary',
  'launcher where a project can be connected',
  'question that no API answers',
  'definition',
  'two definitions',
  'small talk',
  'a call that was made before',
  'question of two meanings',
  'question of many meanings',
];

const { id: ID } = DIGEST.project;
const KINDS: readonly FeedKind[] = ['leads', 'scores', 'suggestions', 'recap'];
const TROUBLE = { reason: 'unreachable', since: FRIDAY } as const;
const OVER: Standing = { ...STANDING, overSince: FRIDAY };

/** As `everyMessage`. */
export function everyService(text: string, url: string, many: number): Record<string, Drawable> {
  const project = { id: ID, name: text };
  const times = <T>(item: (i: number) => T): T[] => Array.from({ length: many }, (_, i) => item(i));
  const feeds = times((i) => feedOf(text, i));
  const leads = times((i) => ({ key: `id:${i}`, title: text, url, place: text, reason: text, score: i }));
  const common = { v: 1, project, at: FRIDAY, subscription: 'leads:acme', channel: 'C0ACME' } as const;
  const told = times((i) => `U${i}ANA`).slice(0, 20);
  const held: Decision = { kind: 'digest_held', ...common, fresh: many, polled: many, told };
  const missed: Decision = { kind: 'feed_missed', ...common, ...TROUBLE, feed: 'leads', cause: text, told };
  const feed = { project, feed: 'leads', subscription: text } as const;
  const paused: Decision = {
    kind: 'feed_paused',
    ...feed,
    ...common,
    reason: text,
    others: times(() => feed),
  };
  const listed = listOf(project, leads, STANDING);
  const question = { ...makeQuestion('leads', text.slice(0, 300), ID, FRIDAY), page: 1 };
  const alert = {
    ...ALERT,
    project,
    engines: times((i) => ({ engine: text, score: i, change: -i, normal: true })),
  };
  const found = [{ key: 'id:0', title: text }, ...leads.slice(0, 29)].map((lead) => ({
    project,
    lead: { ...lead, state: { state: 'dismissed' as const, dismissReason: text } },
    handle: 'L1',
    timezone: 'Europe/Berlin',
    places: [{ channel: 'C0ACME', at: FRIDAY, permalink: url }],
    isHere: false,
    askable: true,
  }));
  return {
    'what a person holds': claimsPage(
      leads.map((lead, i) => ({
        project,
        lead: { ...lead, state: { state: 'claimed', since: FRIDAY, assignedBy: 'U0BEN' } as const },
        handle: `L${i}`,
      })),
      { at: FRIDAY, mayAct: true, projects: [{ project }, { project }] },
    ),
    'held digest': render(held, STANDING),
    'resumed digest': render(held, OVER),
    'missed feed': render(missed, STANDING),
    'feed that was missed': render(missed, OVER),
    'feed that was missed and comes late': render(missed, {
      ...OVER,
      missed: times((i) => ({
        project: { ...project, id: `${ID}${i}` },
        feed: 'leads',
        first: FRIDAY,
        times: 1,
      })),
    }),
    'paused feed': render(paused, STANDING),
    'resumed feed': render(paused, OVER),
    'missed post': render(
      {
        kind: 'post_missed',
        ...common,
        feed: 'leads',
        what: 'lead_digest',
        due: FRIDAY,
        delivery: ID,
        why: 'restricted_action',
      },
      STANDING,
    ),
    'missed posts': render(
      {
        kind: 'post_missed',
        ...common,
        feed: 'leads',
        what: 'lead_digest',
        due: FRIDAY,
        delivery: ID,
        why: text,
        also: times(() => ({ project, what: 'mute_proposal', due: FRIDAY, channel: common.channel })),
      },
      STANDING,
    ),
    'missed proposal': render(
      {
        kind: 'post_missed',
        ...common,
        feed: 'leads',
        what: 'mute_proposal',
        due: FRIDAY,
        delivery: ID,
        why: text,
      },
      STANDING,
    ),
    'owners’ line': render(
      {
        kind: 'owners_line',
        ...common,
        v: 3,
        projects: 1 + 2 * many,
        unwell: many,
        paused: many,
        told: times(() => ({ project, feeds: feeds.slice(0, 8), trouble: TROUBLE, missed: [MISSED] })).slice(
          0,
          8,
        ),
        untold: many,
        openAlerts: many,
        alerts: times((i) => ({ handle: `A${i}`, alert: OPENED })).slice(0, 8),
        moreAlerts: many,
      },
      STANDING,
    ),
    'API trouble': render(
      { kind: 'api_trouble', ...common, ...TROUBLE, cause: text, keyName: 'ACME_KEY' },
      {
        ...STANDING,
        missed: times((i) => ({
          project: { ...project, id: `${ID}${i}` },
          feed: 'leads',
          first: FRIDAY,
          times: 2,
        })),
      },
    ),
    'moved channel': render(
      { kind: 'channel_moved', ...common, from: 'G0OLD', to: 'C0NEW', names: times(() => text) },
      STANDING,
    ),
    about: aboutPage({ version: '0.1.0', summary: 'Sightline', owners: told, scopes: {}, leaves: [] }),
    'store out of reach': failure('store', '0a1b2c3d'),
    'unexpected error': failure('unforeseen', '0a1b2c3d'),
    'unreadable request': failure('unreadable', '1a2b3c4d'),
    'still working': stillWorking(),
    'what was typed': withTyped(stillWorking(), [text]),
    'store gone': storeGoneMessage(),
    'a page of many': withControls(listed, question, { pages: 3, share: true, sortable: true }),
    'shared answer': toShared(listed, 'U0ANA', FRIDAY),
    'answer to all': publicPage(refusal({ sentence: text, tries: [text] }), lineButton(text, text)),
    'answer to all, with what is for one taken away': publicPage(listed, lineButton(text, text)),
    'refusal with another try': withControls(refusal({ sentence: text, example: text }), question, {
      again: true,
    }),
    'score details': scoreDetailsMessage(alert, STANDING, { altText: '90 days of scores.', posted: false }),
    preview: preview(drawPage({ ...DIGEST, project, leads: leads.slice(0, 10) }, STANDING), 'leads', true),
    'preview of a paused feed': preview(
      drawPage({ ...DIGEST, project, leads: leads.slice(0, 10) }, STANDING),
      'leads',
      true,
      {
        at: FRIDAY,
        by: undefined,
        until: undefined,
        reason: text,
      },
    ),
    'preview of nothing new': preview(drawPage({ ...DIGEST, project, leads: [] }, STANDING), 'leads', false),
    'empty preview': nothingToPreview(project, 'leads', 'nothing_new'),
    'empty preview of a paused feed': nothingToPreview(project, 'leads', 'nothing_new', {
      at: FRIDAY,
      by: 'U0ANA',
      until: FRIDAY,
      reason: 'person',
    }),
    'connected project': connectedPage(
      project,
      { channel: 'C0ACME', preview: carry('question', question) },
      many === 0,
    ),
    'project to disconnect': disconnectQuestion(
      project,
      times((i) => ({ kind: KINDS[i % KINDS.length] ?? 'leads', channel: `C0ACME${i}` })),
    ),
    'disconnected project': disconnectedPage(project),
    'key to forget': forgetKeyQuestion(project, { by: 'U0ANA', at: FRIDAY, isUsed: many > 0 }),
    'forgotten key': keyForgottenPage(project, { isUsed: many > 0 }),
    'changed feed': feedList(project, feeds.slice(0, 1), {
      done: 'Changed.',
      mayChange: false,
    }),
    'project with another key': connectedPage(project, undefined, true),
    'decided suggestion': suggestionDecision(
      { ...NEWS, project },
      { suggestion: { status: 'accepted', by: 'U0ANA', at: FRIDAY, written: 'waiting' } },
    ),
    'why a post': whyPostAnswer(
      project,
      { name: text },
      {
        feed: { kind: 'scores', schedule: text, timezone: 'Europe/Berlin' },
        at: FRIDAY,
      },
    ),
    'found leads': foundLeadsAnswer(found),
    'found leads of a post': foundLeadsAnswer(
      found,
      whyPostAnswer(project, { name: text }, { feed: undefined, at: FRIDAY }),
    ),
    'many subscriptions': feedList(project, feeds, {
      done: 'Paused.',
      mayChange: true,
    }),
    'status of many': statusAnswer(
      [{ project, feeds, ...TROUBLE }, ...times(() => ({ project, feeds: some(feeds), lastAt: FRIDAY }))],
      { posts: many, late: { since: FRIDAY, reason: 'ratelimited' } },
      '0.1.0',
    ),
  };
}

export function everyServiceModal(text: string, many: number): Record<string, ModalView | Form> {
  const project = { id: ID, name: text };
  const projects = Array.from({ length: many + 2 }, (_, i) => ({ id: `${ID}${i}`, name: text }));
  const faults = { channel: text, schedule: text, id: text, apiKey: text, name: text };
  const values = { channel: 'C0ACME', schedule: text, places: text, words: text, quiet: text };
  const forms = KINDS.flatMap((kind) =>
    [true, false].map((isNew): [string, Form] => [
      `${isNew ? 'new' : 'changed'} ${kind} feed`,
      feedForm(
        {
          project,
          draft: { kind, values, lists: { mention: ['U0ANA'], switches: [] } },
          isNew,
          timezone: 'Europe/Berlin',
          carries: '',
          words: FEED_WORDS,
          next: many > 0 ? [FRIDAY, FRIDAY, FRIDAY] : [],
        },
        faults,
      ),
    ]),
  );
  const tokens = projects.map(({ id }, i) => ({
    id,
    person: 'U0ANA',
    label: text,
    createdAt: FRIDAY,
    lastUsedAt: i % 2 ? FRIDAY : undefined,
  }));
  const [first, ...others] = projects;
  return {
    ...Object.fromEntries(forms),
    assistants: assistantsForm({ own: tokens.slice(0, 9), others: tokens, most: 10 }),
    'as many assistants as can be': assistantsForm({ own: tokens.slice(0, 10), others: [], most: 10 }),
    token: drawView(tokenPage(text, `slt_${'a'.repeat(43)}`, undefined)),
    connect: connectForm({ id: text, name: text, channel: 'C0ACME' }, faults),
    working: drawView(working('Trying the key')),
    answer: drawView(refusal({ sentence: text, tries: [text], example: text })),
    ...(first && { 'track for': trackForm([first, ...others], { initial: text, chosen: true }) }),
    home: asModal(homeOf(text, many)),
    'home of a newcomer': asModal(drawHome(homeWelcome('admin'))),
    'what somebody holds': drawView(claimsPage(homeLeads(text, many), readerOf(text, many))),
    'nothing held': drawView(claimsPage([], readerOf(text, many))),
  };
}

const homeLeads = (text: string, many: number) =>
  Array.from({ length: many }, (_, i) => ({
    project: { id: ID, name: text },
    lead: { key: `id:${i}`, title: text, place: text },
    handle: `L${i}`,
  }));

const readerOf = (text: string, many: number) => ({
  at: FRIDAY,
  projects: Array.from({ length: many }, () => ({ project: { id: ID, name: text } })),
  mayAct: true,
});

function homeOf(text: string, many: number): HomeView {
  const project = { id: ID, name: text };
  const times = <T>(item: (i: number) => T): T[] => Array.from({ length: many }, (_, i) => item(i));
  const feeds = times((i) => feedOf(text, i));
  const leads = homeLeads(text, many);
  return drawHome(
    homePage({
      at: FRIDAY,
      projects: times(() => ({ project, score: overviewOf(ALERT.series) })),
      leads,
      withOpenLeads: [project],
      alerts: times(() => ({
        alert: { ...ALERT, project },
        handle: 'A1',
        places: ['C0ACME', ...feeds.map(({ feed }) => feed.channel)],
      })),
      feeds: feeds.map((standing) => ({ project, standing })),
      mayAct: true,
      mayChange: true,
      own: { schedule: text, timezone: 'Europe/Berlin' },
      mine: leads,
    }),
  );
}

/** Of hundreds of projects each has a few feeds: hundreds of hundreds would only take time. */
const some = (feeds: readonly FeedStanding[]) => feeds.slice(0, 8);

const MISSED = {
  feeds: KINDS.flatMap((kind) => ['C0ACME0', 'C0ACME1'].map((channel) => ({ kind, channel }))),
  first: FRIDAY,
  at: FRIDAY,
  times: 1,
};

const SOMEBODY = { by: 'U0ANA', until: FRIDAY };
const NOBODY = { by: undefined, until: undefined };

/** A feed as somebody made it in Slack, or the file has it; its id is ours. */
function feedOf(text: string, i: number): FeedStanding {
  const kind = KINDS[i % KINDS.length] ?? 'leads';
  const channel = `C0ACME${i}`;
  const never = [text, text];
  const bounds = { limit: 3, min_score: 60, max_age: 14 * 86_400_000, places: { never }, words: { never } };
  const settings = { channel, ...(kind === 'leads' && bounds) };
  const feed = { kind, channel, schedule: text, timezone: 'Europe/Berlin', quiet: text, settings };
  return {
    feed: { ...feed, id: feedId(kind, ID, channel), ...(i % 2 === 0 && { revision: i }) },
    next: FRIDAY,
    ...(i % 2 === 0 && { triedAgain: FRIDAY, late: { since: FRIDAY, reason: text } }),
    ...(i % 5 === 1 && { muted: { channel, by: 'U0ANA', until: FRIDAY, handle: `A${i}` } }),
    ...(kind === 'leads' && i % 2 === 1 && { mutedPlaces: [text, text] }),
    ...(i % 3 === 0 && { paused: { at: FRIDAY, ...(i % 6 ? SOMEBODY : NOBODY), reason: text } }),
  };
}

/** The Home tab has a modal's limits. */
function asModal({ blocks }: HomeView): ModalView {
  return { type: 'modal', title: plain('Home'), blocks };
}
