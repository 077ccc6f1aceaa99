/** The half of a scores feed that watches mentions: who is named first each day, and the sentiment. */
import type { AlertNews, MeasuredChange, MentionAlert, ScoreAlert } from '../decision.ts';
import { isOpenNews } from '../decision.ts';
import { findActiveMute, listEnded } from '../rules/alert-decide.ts';
import { daysBefore, today } from '../rules/calendar.ts';
import { findMeasuredChanges } from '../rules/measured-changes.ts';
import { decideMentionAlerts, foldIntoScoreAlerts, freeParts } from '../rules/mention-alerts.ts';
import { type MentionsListed, mergeDays, type NamedDay, readNamedDays } from '../rules/named-days.ts';
import { isOfBrand } from '../rules/rival-gap.ts';
import type { KeptAlert } from '../store/alerts.ts';
import { keepDays, readKeptDays } from '../store/daily-scores.ts';
import type { Db } from '../store/tables.ts';
import type { DailyScore, Prompt } from '../visibility/assumed.ts';
import { ifKnown } from '../visibility/errors.ts';
import type { Decided, Polling, Question, ScoresFeed } from './feed-kind.ts';
import { findQuietEnd } from './schedule.ts';

/** Several days of a large project's mentions. The API's maximum is not documented. */
const MENTIONS_ASKED = 2_000;

const MOST_RIVALS = 2;

const KEPT_DAYS = 90;

/** The days known now, those of them that aren't stored like that yet, and the prompts if there is news. */
export type Answers = {
  days: readonly NamedDay[];
  fresh: readonly NamedDay[];
  tracked?: readonly Prompt[] | undefined;
};

/** At most five reads, once a day, of mentions in as many pages as the API needs. A day’s late answers are read the next day. */
export async function pollAnswers(
  feed: ScoresFeed,
  polling: Polling,
  polled: { mentions?: MentionsListed | undefined; tracked?: readonly Prompt[] | undefined },
  told: readonly KeptAlert[],
): Promise<Answers> {
  const { project } = feed;
  const { db, team, api, extra, now } = polling;
  const kept = await readKeptDays(db, { team, projectId: project.id });
  const about = { brand: project.name, today: today(now, 'UTC'), asked: MENTIONS_ASKED };
  const yesterday = daysBefore(about.today, 1);
  const isRead = polled.mentions || kept.some(({ day, ranked }) => day === yesterday && ranked > 0);
  const mentions: MentionsListed | undefined = isRead
    ? polled.mentions
    : await extra('mentions', (signal) => api.mentions(project.id, { limit: MENTIONS_ASKED, signal }));
  const days = mergeDays(kept, await withPoints(readNamedDays(mentions ?? [], about), feed, polling));
  const known = new Set(kept.map((day) => JSON.stringify(day)));
  const answers = { days, fresh: days.filter((day) => !known.has(JSON.stringify(day))) };
  const { opened } = decideMentionAlerts(days, listMentionsTold(told), toSettings(feed, now, []));
  if (opened.length === 0) return answers;
  const tracked = polled.tracked ?? (await extra('prompts', (signal) => api.prompts(project.id, { signal })));
  return { ...answers, tracked };
}

/** Adds the scores of the brand and its strongest rivals to the last complete day, if one operation gives both. */
async function withPoints(days: readonly NamedDay[], { project }: ScoresFeed, polling: Polling) {
  const last = days.at(-1);
  const yesterday = daysBefore(today(polling.now, 'UTC'), 1);
  if (!last || last.day !== yesterday || last.rivals.length === 0) return days;
  // If the API has details of competitors only, there are none of the brand, so rivals aren't read either.
  const own = await readDetail(project.name, project, polling);
  if (own?.score === undefined) return days;
  const asked = last.rivals.slice(0, MOST_RIVALS).map(async ({ name }) => {
    const rival = await readDetail(name, project, polling);
    if (rival?.score === undefined || !isOfBrand(own, project.name, rival)) return [];
    return [{ name, score: rival.score }];
  });
  const rivals = (await Promise.all(asked)).flat();
  if (rivals.length === 0) return days;
  return [...days.slice(0, -1), { ...last, points: { own: own.score, rivals } }];
}

function readDetail(name: string, { id }: ScoresFeed['project'], { api, extra }: Polling) {
  return extra('competitorDetail', (signal) => ifKnown(api.competitorDetail(id, name, { signal })));
}

type Asked = Pick<
  Question<ScoresFeed, { rows: readonly DailyScore[]; answers: Answers }>,
  'slot' | 'feed' | 'snapshot' | 'now'
>;

/** `scores`: the other half's decision. Rivals wait while the reason for a fall is looked for. */
export async function decideAnswers(
  db: Db,
  { slot, feed, snapshot, now }: Asked,
  kept: readonly KeptAlert[],
  scores: Decided,
  moved: readonly MeasuredChange[],
): Promise<Decided> {
  const { days, fresh: changedDays } = snapshot.answers;
  const of = { team: slot.team, projectId: feed.project.id };
  await keepDays(db, of, changedDays, daysBefore(today(now, 'UTC'), KEPT_DAYS));
  const settings = toSettings(feed, now, findBreaks(days, snapshot.rows, moved));
  const { changed, opened } = decideMentionAlerts(days, listMentionsTold(kept), settings);
  const known = latestOf([...kept.map(({ news }) => news), ...listAlerts(scores), ...changed]);
  const isMuted = kept.some(({ news, muted }) =>
    findActiveMute(muted, isOpenNews(known.get(news.key) ?? news), now),
  );
  // The reason of a fall, which is looked for next, may name the rival who gained.
  const isDue = listAlerts(scores).some(
    (news) =>
      news.kind === 'score_alert' && news.whyDue && isOpenNews(news) && news.score < news.previousScore,
  );
  const told = isDue ? opened.filter(({ about }) => about.type !== 'rival') : opened;
  const openScores = [...known.values()].filter(
    (news): news is ScoreAlert => news.kind === 'score_alert' && isOpenNews(news),
  );
  const fresh = isMuted ? [] : foldIntoScoreAlerts(told, openScores);
  const freed = isMuted ? [] : freeParts([...latestOf([...known.values(), ...fresh]).values()]);
  const isKept = ({ key }: { key: string }) => !freed.some((one) => one.key === key);
  const all = [...fresh.filter(isKept), ...freed];
  const posted = all.filter(({ toldIn }) => toldIn === undefined);
  const edited = [...changed.filter(isKept), ...all.filter(({ toldIn }) => toldIn !== undefined)];
  if (posted.length + edited.length === 0) {
    const isOpen = listMentionsTold(kept).some(isOpenNews);
    return isOpen && scores.silence === 'nothing_unusual' ? { ...scores, silence: 'nothing_new' } : scores;
  }
  const { silence = 'edits_only', ...verdict } = scores;
  const isAlone = scores.decisions.length === 0;
  return {
    ...verdict,
    decisions: [...scores.decisions, ...listEnded(changed), ...posted],
    changed: [...(scores.changed ?? []).filter(isKept), ...edited],
    notBefore: isAlone ? findQuietEnd(feed.quiet, feed.timezone, now) : scores.notBefore,
    ...(posted.length === 0 && isAlone && { silence: silence === 'muted' ? silence : 'edits_only' }),
  };
}

function toSettings({ project, settings }: ScoresFeed, now: number, breaks: readonly string[]) {
  return { project, minChange: settings.min_change, today: today(now, 'UTC'), breaks };
}

function listMentionsTold(kept: readonly KeptAlert[]): MentionAlert[] {
  return kept.flatMap(({ news }) => (news.kind === 'mention_alert' ? news : []));
}

function listAlerts({ decisions, changed = [] }: Decided): AlertNews[] {
  return [...decisions.filter((decision) => decision.kind === 'score_alert'), ...changed];
}

function latestOf(news: readonly AlertNews[]): ReadonlyMap<string, AlertNews> {
  return new Map(news.map((one) => [one.key, one]));
}

/** The days on which other engines, regions or prompts were measured than on the day before. */
export function findBreaks(
  days: readonly NamedDay[],
  scores: readonly DailyScore[],
  moved: readonly MeasuredChange[],
): string[] {
  const byDay = Map.groupBy(scores, ({ date }) => date);
  return days.slice(1).flatMap(({ day }, i) => {
    const before = days[i]?.day ?? day;
    const ofBoth = [before, day].flatMap((date) => byDay.get(date) ?? []);
    return findMeasuredChanges(ofBoth, moved, before, day).length > 0 ? day : [];
  });
}
