/** The record of a project's alerts: settled whenever scores are polled, read for recaps and /visibility why. */
import type { AlertLedger, MeasuredChange } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { Project } from '../projects/projects.ts';
import { buildLedger, judgeAlert, LEDGER_DAYS, SETTLED_DAYS } from '../rules/alert-ledger.ts';
import { today } from '../rules/calendar.ts';
import type { PromptChange } from '../rules/score-comparable.ts';
import { findFirstKeptDay } from '../rules/score-memory.ts';
import { buildScoreSeries, dateOf } from '../rules/score-series.ts';
import { readSettledAlerts, readUnsettledAlerts, settleAlert } from '../store/alerts.ts';
import { readKeptScores } from '../store/daily-scores.ts';
import type { Db, InChannel } from '../store/schema.ts';
import type { DailyScore } from '../visibility/assumed.ts';

/** Alerts settled in one poll; the rest wait for the next. */
const MOST_AT_ONCE = 20;

/** An alert that couldn't be settled for this long is left alone. */
const WAITED_FOR_MS = 60 * DAY_MS;

/** Scores from the API and earlier polls, and known changes of what was measured. */
type Measured = {
  rows: readonly DailyScore[];
  moved: readonly MeasuredChange[];
  promptChanges: readonly PromptChange[];
};

/** Settles a channel's alerts of two weeks ago by the scores known now, without API calls. `now` epoch ms. */
export async function settleAlerts(
  db: Db,
  place: InChannel,
  { rows, moved, promptChanges }: Measured,
  { timezone, now }: { timezone: string; now: number },
): Promise<void> {
  const before = now - SETTLED_DAYS * DAY_MS;
  const open = await readUnsettledAlerts(db, place, [before - WAITED_FOR_MS, before], MOST_AT_ONCE);
  if (open.length === 0) return;
  const current = today(now, timezone);
  const prompts = promptChanges.map(({ day, added, removed }) => ({
    ...{ day: dateOf(day), of: 'prompts' as const },
    ...{ came: added, went: removed },
  }));
  const from = { rows, series: buildScoreSeries(rows, current), moved: [...moved, ...prompts] };
  for (const alert of open) {
    const settled = judgeAlert(alert, from, current);
    if (settled) await settleAlert(db, { ...place, key: alert.key }, settled, now);
  }
}

/**
 * What became of a project's alerts, by the scores that earlier polls kept; undefined if none was settled lately.
 * `minChange` is that of their feed, undefined once the feed is gone. `now` epoch ms.
 */
export async function readLedger(
  db: Db,
  team: string,
  { project, timezone, minChange }: { project: Project; timezone: string; minChange: number | undefined },
  now: number,
): Promise<AlertLedger | undefined> {
  const of = { team, projectId: project.id };
  const all = await readSettledAlerts(db, { ...of, since: now - LEDGER_DAYS * DAY_MS });
  if (all.length === 0) return undefined;
  const current = today(now, timezone);
  const kept = await readKeptScores(db, of, findFirstKeptDay(current));
  const series = buildScoreSeries(
    kept.map(({ row }) => row),
    current,
  );
  return buildLedger(all, series, { project, minChange, today: current });
}
