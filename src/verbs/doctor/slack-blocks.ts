/**
 * Asks Slack whether it would accept Sightline's messages, forms and Home tab, without posting any.
 * The messages and views are invented, with every kind of block that Sightline sends.
 */
import type { HomeView, ModalView } from '@slack/types';
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Decision, Metric, Recap, Scope, ScoreAlert, Standing } from '../../decision.ts';
import { DAY_MS, WEEK_MS } from '../../durations.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import { feedForm } from '../../messages/feeds/feed-form.ts';
import { feedList } from '../../messages/feeds/feed-list.ts';
import { count } from '../../messages/figures.ts';
import { homePage } from '../../messages/home/home.ts';
import { leadAssignForm, leadSnoozeForm } from '../../messages/leads/lead-forms.ts';
import { assistantsForm, tokenPage } from '../../messages/projects/connect.ts';
import { trackedSetForm } from '../../messages/prompts/prompt-forms.ts';
import { refusal, working } from '../../messages/refusal.ts';
import { scoresAnswer } from '../../messages/scores/scores-answer.ts';
import {
  exportAsText,
  figureColumn,
  linkCell,
  type SortableList,
  tablePage,
} from '../../messages/sortable-table.ts';
import { render } from '../../outbox/post-kinds.ts';
import type { Message } from '../../slack/blocks.ts';
import { draw, drawHome, drawView } from '../../slack/draw.ts';
import { toSlackFailure } from '../../slack/failures.ts';
import { type LookResult, ok, skipped, trouble } from './report.ts';

const WHAT = 'blocks';

/** `cost`: what happens if Slack refuses one of these. */
type Surface = {
  name: string;
  samples: readonly (readonly [name: string, payload: Payload])[];
  level: 'fault' | 'loss';
  cost: string;
};

type Payload = NonNullable<Parameters<WebClient['blocks']['validate']>[0]>;

/**
 * Skipped if Slack doesn't know `blocks.validate` or doesn't answer. `callPatiently` waits if Slack asks for it.
 * https://docs.slack.dev/reference/methods/blocks.validate
 */
export async function lookAtBlocks(
  client: WebClient,
  callPatiently: <Answer>(call: () => Promise<Answer>) => Promise<Answer>,
  at: number,
): Promise<LookResult[]> {
  const results: LookResult[] = [];
  for (const { name, samples, level, cost } of surfaces(makeSamples(at))) {
    const refused: string[] = [];
    for (const [what, payload] of samples) {
      const verdict = await callPatiently(() => client.blocks.validate(payload)).then(
        () => undefined,
        readRefusal,
      );
      if (verdict && 'unknown' in verdict) {
        return [...results, { look: skipped(WHAT, `Slack can’t check them (${verdict.unknown})`) }];
      }
      if (verdict) refused.push(`${what} (${verdict.why})`);
    }
    results.push(
      refused.length === 0
        ? {
            look: ok(
              WHAT,
              `Slack accepts Sightline’s ${name} (${count(samples.length, 'sample')}, not posted)`,
            ),
          }
        : trouble(level, 'Slack', {
            what: WHAT,
            sentence: `Slack refuses ${refused.join(', ')}. ${cost}`,
            mend: 'Update Sightline. If that doesn’t help, open an issue with this line.',
          }),
    );
  }
  return results;
}

function surfaces({ messages, modals, home }: Samples): Surface[] {
  const all = Object.entries(messages);
  return [
    {
      name: 'messages',
      samples: all.map(([what, { blocks }]) => [what, { message: { blocks } }]),
      level: 'loss',
      cost: 'Messages with a plain form are posted in that; the others aren’t posted.',
    },
    {
      name: 'plain messages',
      samples: all.flatMap(([what, { plainBlocks: blocks }]) =>
        blocks ? [[`${what} in plain form`, { message: { blocks } }]] : [],
      ),
      level: 'fault',
      cost: 'They aren’t posted.',
    },
    {
      name: 'forms',
      samples: Object.entries(modals).map(([what, view]) => [what, { view }]),
      level: 'fault',
      cost: 'They don’t open.',
    },
    {
      name: 'Home tab',
      samples: [['the Home tab', { view: home }]],
      level: 'fault',
      cost: 'It stays empty.',
    },
  ];
}

const Refusal = z.object({
  errors: z.array(z.object({ pointer: z.string().optional(), message: z.string().optional() })).min(1),
});

/** `why` Slack refuses it, or why it is `unknown` whether it would. */
function readRefusal(error: unknown): { why: string } | { unknown: string } {
  const { reason } = toSlackFailure(error);
  const refusal = error instanceof WebAPIPlatformError ? Refusal.safeParse(error.data).data : undefined;
  const [first] = refusal?.errors ?? [];
  if (first) return { why: `${first.message ?? reason}${first.pointer ? ` at ${first.pointer}` : ''}` };
  return /^invalid_(blocks|view)/.test(reason) ? { why: reason } : { unknown: reason };
}

/** By the names that people see. */
type Samples = {
  messages: Readonly<Record<string, Message>>;
  modals: Readonly<Record<string, ModalView>>;
  home: HomeView;
};

const PROJECT = { id: '00000000-0000-4000-8000-000000000000', name: 'Example' };
const TIMEZONE = 'UTC';
const REGIONS = [{ id: 'r1', name: 'Example' }];
const STANDING: Standing = { handles: { 'id:1': 'L1' }, writes: { accept: true, dismiss: true } };

const ROWS = [1, 2];
const SORTABLE: SortableList<number> = {
  head: 'Example: 2 pages',
  caption: 'Example',
  columns: [
    { heading: 'Page', cell: (n) => linkCell(`https://example.com/${n}`, `Page ${n}`) },
    figureColumn('Citations', ROWS, (n) => n),
    { heading: 'Domain', cell: () => 'example.com' },
  ],
  rows: ROWS,
};

/** `at` in epoch ms. */
export function makeSamples(at: number): Samples {
  const day = (back: number) => new Date(at - back * DAY_MS).toISOString().slice(0, 10);
  const series = [3, 2, 1].map((back) => ({ date: day(back), score: 60 - back }));
  const lead = {
    key: 'id:1',
    title: 'Which tool?',
    url: 'https://example.com/1',
    place: 'r/example',
    score: 90,
  };
  const of = { v: 1, project: PROJECT } as const;
  const digest: Decision = {
    ...of,
    kind: 'lead_digest',
    at,
    timezone: TIMEZONE,
    schedule: 'weekdays at 9:00',
    first: false,
    leads: [lead],
    unshown: 2,
    leftOut: [],
  };
  const foundAs = {
    scope: {},
    kind: 'jump' as const,
    changedOn: day(1),
    base: 58,
    value: 59,
    delta: 1,
  } as const;
  const alert: ScoreAlert = {
    ...of,
    kind: 'score_alert',
    key: 'score:example',
    day: day(1),
    previousDay: day(2),
    score: 59,
    previousScore: 58,
    series,
    engines: [{ engine: 'Example', score: 59, change: 1, normal: false }],
    foundAs,
    alert: {
      type: 'change',
      key: 'score:example',
      metric: 'score',
      status: 'open',
      openedOn: day(1),
      day: day(1),
      lead: foundAs,
      sureness: 'well outside normal',
      calmWithin: 1,
      calmDays: 0,
      moved: [],
    },
  };
  const figures = { shown: 9, claimed: 4, replied: 3 };
  const recap: Recap = {
    ...of,
    ...figures,
    kind: 'recap',
    subscription: 'recap:example',
    from: at - WEEK_MS,
    to: at,
    timezone: TIMEZONE,
    schedule: 'Fridays 16:00',
    acted: 4,
    dismissed: 1,
    repliedEarlier: 0,
    cited: 0,
    outcomes: { helpful: 1, removed: 0 },
    weeks: [14, 7].map((back) => ({ name: day(back), ...figures })),
  };
  const suggestion: Decision = {
    ...of,
    kind: 'segment_suggestion',
    suggestion: { id: 's1', name: 'Example', description: 'Example' },
    prompts: [{ id: 'p1', text: 'which tool', applies: true }],
  };
  const figure = (metric: Metric, scope: Scope) => ({
    metric,
    scope,
    now: { value: 59, date: day(1) },
    before: { value: 58, date: day(2) },
    change: 1,
    measured: [],
  });
  const overview = {
    score: figure('score', {}),
    days: series,
    earlier: [],
    rates: [0.1],
    figures: [{}, { engine: { id: 'e1', name: 'Example' } }].map((scope) => figure('mentionRate', scope)),
  };
  const feed = feedIn('C00000000');
  const feedInFile = { ...feed, feed: { ...feed.feed, id: 'scores:example', revision: undefined } };
  const form = (kind: 'leads' | 'scores') =>
    drawView(
      feedForm({
        project: PROJECT,
        isNew: true,
        timezone: TIMEZONE,
        next: [at],
        carries: '',
        words: FEED_WORDS,
        draft: { kind, values: { channel: 'C00000000' }, lists: { mention: [], switches: [] } },
      }),
    );
  return {
    messages: {
      'a digest': render(digest, STANDING),
      'a score alert': render(alert, STANDING),
      'a recap': render(recap, STANDING),
      'a suggestion': render(suggestion, STANDING),
      'an answer with a table': draw(scoresAnswer(PROJECT, overview)),
      'a list as a table': draw(tablePage(SORTABLE, 0).message),
      'an export as text': draw(
        exportAsText({ name: 'a.csv', title: 'Example', csv: 'a\r\nb', rows: 1, of: 'row', timezone: 'UTC' }),
      ),
      'a list of feeds': draw(feedList(PROJECT, [feed], { mayChange: true })),
    },
    modals: {
      'the form for a leads feed': form('leads'),
      'the form for a scores feed': form('scores'),
      'the form for snoozing': drawView(
        leadSnoozeForm(
          ['L1', 'L2'].map((handle) => ({ handle, lead: { key: handle, title: 'Which tool?' } })),
          '',
          at,
          { tomorrow: day(-1), nextWeek: day(-7) },
        ),
      ),
      'the form for assigning': drawView(
        leadAssignForm({ handle: 'L1', lead: { key: 'L1', title: 'Which tool?' } }, ''),
      ),
      'the form for regions': drawView(
        trackedSetForm(PROJECT, { kind: 'regions', choices: REGIONS, tracked: ['r1'] }, { carries: '' }),
      ),
      'the form for assistants’ tokens': drawView(
        assistantsForm({
          own: [{ id: 'token', person: 'U00000000', label: 'Example', createdAt: at, lastUsedAt: undefined }],
          others: [],
          most: 10,
        }),
      ),
      'a token': drawView(tokenPage('Example', 'slt_example', undefined)),
      'a waiting form': drawView(working('Working')),
      'a form with a refusal': drawView(refusal({ sentence: 'Example.', tries: ['prompts'] })),
    },
    home: drawHome(
      homePage({
        at,
        mayAct: true,
        mayChange: true,
        mine: undefined,
        projects: [{ project: PROJECT, score: overview }],
        leads: [{ project: PROJECT, lead, handle: 'L1' }],
        withOpenLeads: [PROJECT],
        alerts: [{ alert, handle: 'A1', places: ['C00000000'] }],
        feeds: [feed, feedInFile].map((standing) => ({ project: PROJECT, standing })),
      }),
    ),
  };
}

function feedIn(channel: string) {
  const feed = { kind: 'leads' as const, channel, schedule: 'weekdays at 9:00', timezone: TIMEZONE };
  return { feed: { ...feed, id: 'leads:example', settings: { channel }, revision: 1 }, next: undefined };
}
