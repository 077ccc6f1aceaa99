/** The first step of a scores feed: daily scores, and where there is something to explain, what explains it. */
import { decideAlerts } from '../rules/alert-decide.ts';
import type { PromptFigures } from '../rules/alert-explanation.ts';
import { needsExplanation, statesOf } from '../rules/alert-tell.ts';
import { today } from '../rules/calendar.ts';
import { promptChangeOn, promptChangesTold } from '../rules/prompt-changes.ts';
import type { PromptChange } from '../rules/score-comparable.ts';
import { mergedScores } from '../rules/score-memory.ts';
import type { KeptAlert } from '../store/alerts.ts';
import type { PolledScore } from '../store/daily-scores.ts';
import type { Listing } from '../visibility/answer.ts';
import type { DailyScore, Prompt } from '../visibility/assumed.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import type { Mention } from '../visibility/contract.ts';
import type { ExtraRead } from './extra-reads.ts';
import type { FeedOf } from './feed-kind.ts';

/** What a scores feed remembers: what its channel was told, and the scores that earlier polls kept. */
export type ScoreMemory = { told: readonly KeptAlert[]; kept: readonly PolledScore[] };

/**
 * `fresh` is what the API listed, `kept` what was remembered, `scores` both as one history; `isOtherScale`: without what was
 * kept, which is on another scale. `prompts` with their figures, and the latest `mentions`, where they were worth asking for; `promptChanges` are days on
 * which some prompts came or went. `tracked`: the prompts as they are listed, where there is an alert to tell of.
 */
export type ScoreSnapshot = {
  scores: readonly DailyScore[];
  fresh: readonly DailyScore[];
  kept: readonly PolledScore[];
  isOtherScale: boolean;
  tracked?: readonly Prompt[] | undefined;
  prompts?: readonly PromptFigures[] | undefined;
  mentions?: readonly Mention[] | undefined;
  promptChanges: readonly PromptChange[];
};

/** So many prompts are asked for their figures, one request each; of more prompts nothing is explained. */
const MOST_PROMPTS = 60;

/** Several days of a large project's mentions; a list that ends earlier explains nothing. The API's maximum is not documented. */
const MENTIONS_ASKED = 2_000;

/** @throws VisibilityError */
export async function pollScores(
  { project, timezone, settings }: FeedOf<'scores'>,
  api: VisibilityClient,
  extra: ExtraRead,
  { told: known, kept }: ScoreMemory,
  now: number,
): Promise<ScoreSnapshot> {
  const fresh = await api.dailyScores(project.id);
  const { rows: scores, isOtherScale } = mergedScores(fresh, kept, today(now, timezone));
  const polled = { scores, fresh, kept, isOtherScale };
  const promptChanges = promptChangesTold(
    known.flatMap(({ news }) => (news.kind === 'score_notice' ? [news] : [])),
  );
  const feed = { project, timezone, minChange: settings.min_change };
  const decided = decideAlerts({ rows: scores, prompts: promptChanges }, feed, statesOf(known), now);
  if ('kind' in decided || !decided.events.some(({ state }) => state.type === 'change')) {
    return { ...polled, promptChanges };
  }
  const tracked = await extra('prompts', (signal) => api.prompts(project.id, { signal }));
  if (!needsExplanation(decided.events, known)) return { ...polled, tracked, promptChanges };
  const [prompts, mentions] = await Promise.all([
    promptFigures(project.id, tracked, api, extra),
    extra('mentions', (signal) => api.mentions(project.id, { limit: MENTIONS_ASKED, signal })),
  ]);
  const days = new Set(
    decided.events.flatMap(({ state }) => (state.type === 'change' ? [state.lead.changedOn] : [])),
  );
  const changes = [...days].flatMap((day) => promptChangeOn(day, prompts ?? []) ?? []);
  return { ...polled, tracked, prompts, mentions, promptChanges: [...promptChanges, ...changes] };
}

/** Undefined where they are too many, or not all of them could be read: parts would be taken for the whole. */
async function promptFigures(
  projectId: string,
  prompts: Listing<Prompt> | undefined,
  api: VisibilityClient,
  extra: ExtraRead,
): Promise<PromptFigures[] | undefined> {
  if (!prompts || prompts.rest || prompts.length > MOST_PROMPTS) return undefined;
  const figures = await Promise.all(
    prompts.map(async ({ id, text = '', category }): Promise<PromptFigures | undefined> => {
      if (id === undefined) return undefined;
      const rows = await extra('promptTimeseries', (signal) =>
        api.promptTimeseries(projectId, id, { signal }),
      );
      return rows && { id, text, topics: category === undefined ? [] : [category], rows };
    }),
  );
  const read = figures.filter((one) => one !== undefined);
  return read.length === prompts.length ? read : undefined;
}
