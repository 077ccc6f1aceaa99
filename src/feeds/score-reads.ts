/** Reads a project's daily scores, the changes of what they measure, and within limits why a score moved. */
import type { AlertLedger, MeasuredChange, SetChange } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { Project } from '../projects/projects.ts';
import type { ChangeToExplain, PromptFigures } from '../rules/alert-explanation.ts';
import { type Evidence, samplePrompts } from '../rules/alert-figures.ts';
import { buildLedger, judgeAlert, LEDGER_DAYS, SETTLED_DAYS } from '../rules/alert-ledger.ts';
import { openDay } from '../rules/calendar.ts';
import { findPromptChanges, findSetChanges } from '../rules/measured-changes.ts';
import { listToldPromptChanges } from '../rules/prompt-links.ts';
import { findFirstKeptDay, type KeptRow, mergeScores } from '../rules/score-history.ts';
import { buildScoreSeries } from '../rules/score-series.ts';
import { readKeptAlerts, readSettledAlerts, readUnsettledAlerts, settleAlert } from '../store/alerts.ts';
import { readPromptWrites, readSetWrites } from '../store/audit.ts';
import { readKeptScores } from '../store/daily-scores.ts';
import type { Db, InChannel, OfProject } from '../store/tables.ts';
import type { Listing } from '../visibility/answer.ts';
import type { DailyScore, Prompt } from '../visibility/assumed.ts';
import type { VisibilityClient } from '../visibility/client.ts';
import type { ExtraRead } from './feed-kind.ts';

const MOST_CALLS = 40;

/** At least this many of them are for pages of mentions and citations; more if the prompts leave some. */
const FEWEST_PAGES = 6;

/** Several days of a large project: a shorter list explains nothing. The API's maximum is not documented. */
const MENTIONS_ASKED = 4_000;
const CITATIONS_ASKED = 2_000;

/** The time limit for everything; a stop of the process waits for it. */
const READ_MS = 15_000;

/** Reads what an explanation needs; no prompts if their list is incomplete. Without a change, only the prompts, if few enough. */
export async function readEvidence(
  projectId: string,
  change: Pick<ChangeToExplain, 'before' | 'after'> | undefined,
  client: VisibilityClient,
  extra: ExtraRead,
  tracked?: Listing<Prompt>,
): Promise<Evidence & { listed?: Listing<Prompt> | undefined }> {
  const { api, left } = client.limited(MOST_CALLS);
  const signal = AbortSignal.timeout(READ_MS);
  const listed = tracked ?? (await extra('prompts', () => api.prompts(projectId, { signal }), signal));
  const pages = Math.max(FEWEST_PAGES, left() - (listed?.length ?? 0));
  const callsFor = (share: number) => api.limited(Math.floor(pages * share)).api;
  const [mentions, citations] =
    change && change.after < change.before
      ? await Promise.all([
          extra(
            'mentions',
            () => callsFor(2 / 3).mentions(projectId, { limit: MENTIONS_ASKED, signal }),
            signal,
          ),
          extra(
            'citations',
            () => callsFor(1 / 3).citations(projectId, { limit: CITATIONS_ASKED, signal }),
            signal,
          ),
        ])
      : [];
  const figuresOf = (prompt: Prompt & { id: string }) =>
    extra('promptTimeseries', () => api.promptTimeseries(projectId, prompt.id, { signal }), signal);
  const read =
    listed && !listed.rest ? await readPrompts(listed, change !== undefined, left(), figuresOf) : {};
  return { listed, mentions, citations, ...read };
}

/** The figures of up to `most` prompts, one call each; `tracked`: how many there are, if more, of which a sample may do. None if one lacks an id. */
export async function readPrompts(
  listed: readonly Prompt[],
  mayBeSample: boolean,
  most: number,
  figuresOf: (prompt: Prompt & { id: string }) => Promise<PromptFigures['rows'] | undefined>,
): Promise<Pick<Evidence, 'prompts' | 'tracked'>> {
  const known = listed.flatMap((prompt) => (prompt.id === undefined ? [] : [{ ...prompt, id: prompt.id }]));
  if (known.length < listed.length) return {};
  // If there are too many, inactive prompts aren't worth a call.
  const asked = known.length > most ? known.filter(({ active }) => active !== false) : known;
  if (!mayBeSample && asked.length > most) return { tracked: asked.length };
  const figures = samplePrompts(asked, most).map(async (prompt): Promise<PromptFigures[]> => {
    const rows = await figuresOf(prompt);
    const { id, text = '', category } = prompt;
    return rows ? [{ id, text, topics: category === undefined ? [] : [category], rows }] : [];
  });
  const prompts = (await Promise.all(figures)).flat();
  return { prompts, ...(prompts.length < asked.length && { tracked: asked.length }) };
}

/** A workspace's project, with the timezone its days end in. */
export type ScoredProject = { team: string; project: Project; timezone: string };

/** What the API lists with what earlier polls `kept`, as one history. `now` epoch ms. @throws VisibilityError */
export async function readScoreRows(
  db: Db,
  { team, project, timezone }: ScoredProject,
  api: VisibilityClient,
  { now, signal }: { now: number; signal?: AbortSignal },
): Promise<{ rows: DailyScore[]; kept: KeptRow[] }> {
  const current = openDay(now, timezone);
  const [fresh, kept] = await Promise.all([
    api.dailyScores(project.id, { signal }),
    readKeptScores(db, { team, projectId: project.id }, findFirstKeptDay(current)),
  ]);
  return { rows: mergeScores(fresh, kept, current), kept };
}

/** The rows that earlier polls read, for a post that can't wait for the API. */
export async function readEarlierRows({ team, project, timezone }: ScoredProject, db: Db, now: number) {
  const since = findFirstKeptDay(openDay(now, timezone));
  return (await readKeptScores(db, { team, projectId: project.id }, since)).map(({ row }) => row);
}

/** Prompts, engines and regions that came or went since then (epoch ms), from the list of prompts and the audit. */
export async function readChangesSince(
  db: Db,
  { team, project, timezone }: ScoredProject,
  since: number,
  tracked: readonly Prompt[] = [],
): Promise<MeasuredChange[]> {
  const [prompts, sets] = await Promise.all([
    readPromptWrites(db, team, project.id, since),
    readSetWrites(db, team, project.id, since),
  ]);
  return [...findPromptChanges(tracked, prompts, timezone), ...findSetChanges(sets, timezone)];
}

/** Ended alerts are remembered for this long, while the API still lists their days. */
export const REMEMBERED_MS = 90 * DAY_MS;

/** Changes of prompts that any channel was told about: with them, the project's figures are judged. `now` epoch ms. */
export async function readPromptChanges(
  db: Db,
  { team, projectId }: OfProject,
  now: number,
): Promise<SetChange[]> {
  return listToldPromptChanges(await readKeptAlerts(db, { team, projectId }, now - REMEMBERED_MS));
}

const MOST_AT_ONCE = 20;

/** Settles a channel's alerts of two weeks ago by the scores known now, without API calls. `now` epoch ms. */
export async function settleAlerts(
  db: Db,
  place: InChannel,
  from: Parameters<typeof judgeAlert>[1],
  { timezone, now }: { timezone: string; now: number },
): Promise<void> {
  // An alert opens the day before its post; which day settles it is judged by dates, whatever the time of a poll.
  const open = await readUnsettledAlerts(db, place, now - (SETTLED_DAYS - 1) * DAY_MS, MOST_AT_ONCE);
  if (open.length === 0) return;
  const current = openDay(now, timezone);
  for (const alert of open) {
    const settled = judgeAlert(alert, from, current);
    if (settled) await settleAlert(db, { ...place, key: alert.key }, settled, now);
  }
}

/** What became of a project's alerts, by kept scores. `minChange` is that of their feed, undefined once it is gone. */
export async function readLedger(
  db: Db,
  team: string,
  { project, timezone, minChange }: { project: Project; timezone: string; minChange: number | undefined },
  now: number,
): Promise<AlertLedger | undefined> {
  const of = { team, projectId: project.id };
  const all = await readSettledAlerts(db, { ...of, since: now - LEDGER_DAYS * DAY_MS });
  if (all.length === 0) return undefined;
  const current = openDay(now, timezone);
  const series = buildScoreSeries(await readEarlierRows({ team, project, timezone }, db, now), current);
  const promptChanges = await readPromptChanges(db, of, now);
  return buildLedger(all, series, { project, minChange, promptChanges, today: current });
}
