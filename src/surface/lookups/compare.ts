/** Reads the brand against one rival. At most six calls. */
import type { Metric, Side } from '../../decision.ts';
import { unless } from '../../errors.ts';
import { readScoreRows } from '../../feeds/score-reads.ts';
import { isOpenAlert, type LatestAlert } from '../../messages/scores/scores-answer.ts';
import { type Project, timezoneOf } from '../../projects/projects.ts';
import { openDay, today } from '../../rules/calendar.ts';
import type { MentionsListed, NamedDay } from '../../rules/named-days.ts';
import { chartNamedFirst, countRivals, mergeDays, readNamedDays } from '../../rules/named-days.ts';
import { hasFigures, isOfBrand, rivalComparison, sideOf, sideOfDays } from '../../rules/rival-gap.ts';
import { buildScoreSeries } from '../../rules/score-series.ts';
import { readKeptDays } from '../../store/daily-scores.ts';
import type { CompetitorDetail } from '../../visibility/assumed.ts';
import { type EngineNames, withEngineNames } from '../../visibility/breakdown.ts';
import type { Mention } from '../../visibility/contract.ts';
import { ifKnown, NotFoundError } from '../../visibility/errors.ts';
import { foldName, matchOwnBrand } from '../../words/answers.ts';
import { completeWord, findNearest } from '../../words/nearest.ts';
import type { ProjectAsk } from '../ask.ts';
import { ifReadable, Refused, readEngineNames } from '../refused.ts';
import { ALERT_MS, findAlertsSeen } from '../scores/scores.ts';

/** Covers days or weeks of a project's mentions. The API documents no maximum. */
export const MENTIONS_ASKED = 2_000;

/** `course`, `isUnread`, `isOwnUnread` and `alert` are as in competitorPage. */
export type Compared = Awaited<ReturnType<typeof compareWith>>;

/** @throws Refused if the tool is unknown or the brand itself */
export async function compareWith(words: string, ask: ProjectAsk, wanted?: Metric) {
  const { project } = ask;
  const api = ask.api(project);
  const mentions = await ifReadable(api.mentions(project.id, { limit: MENTIONS_ASKED }), ask);
  const isMeant = (tool: string) => tool.toLowerCase() === words.toLowerCase();
  const ownNames = findOwnNames(mentions ?? [], project);
  const own = ownNames.find(isMeant);
  if (own)
    throw new Refused(`${own} is this project’s own brand. You’ll find its figures here:`, {
      tries: ['scores', 'topic', 'mentions'],
      because: 'own_brand',
    });
  const known = countRivals(mentions ?? [], project).map(({ name }) => name);
  // If not all names can be read, the name as typed may be the right one.
  const name = completeWord(words, known) ?? (mentions && !mentions.rest ? undefined : words);
  if (!name) throw noSuchTool(words, known, project);
  const [, ownName = project.name] = ownNames;
  const [detail, ownDetail, engines] = await Promise.all([
    api.competitorDetail(project.id, name, { brands: ownNames }).catch((error: unknown) => {
      // Only the API could know this name, and it doesn't.
      const isGuess = mentions !== undefined && !known.includes(name);
      throw isGuess && error instanceof NotFoundError ? noSuchTool(words, known, project) : error;
    }),
    ifReadable(ifKnown(api.competitorDetail(project.id, ownName)), ask),
    readEngineNames(api, ask),
  ]);
  const side = (of: Omit<CompetitorDetail, 'own'>) =>
    sideOf({ ...of, byEngine: of.byEngine && withEngineNames(of.byEngine, engines) });
  const { own: beside, ...its } = detail;
  const rival = side(its);
  const ours = [beside, ownDetail && isOfBrand(ownDetail, ownName, its) ? ownDetail : undefined].find(
    (one) => one && hasFigures(one),
  );
  const { against, isUnread: isOwnUnread } = ours
    ? { against: { own: side(ours) }, isUnread: false }
    : await readOwnDays(rival, engines, ask);
  const days = mentions && (await readNamed(mentions, ask));
  return {
    name: detail.name ?? name,
    alert: await findOpenAlert(detail.name ?? name, ask),
    compared: rivalComparison(rival, against, wanted),
    course: days && chartNamedFirst(days, name),
    isUnread: mentions === undefined,
    isOwnUnread,
  };
}

/** The open alert that says this rival passed the brand. */
async function findOpenAlert(rival: string, ask: ProjectAsk): Promise<LatestAlert | undefined> {
  // If Slack doesn't say which channels the asker is in, the comparison stands without.
  const alerts = await unless(findAlertsSeen(ask, ask.now() - ALERT_MS), Refused);
  return alerts
    ?.filter(isOpenAlert)
    .find(
      ({ alert }) =>
        alert.kind === 'mention_alert' &&
        alert.about.type === 'rival' &&
        foldName(alert.about.rival) === foldName(rival),
    );
}

/** The brand's figures of its latest days and its topics, if the API only has details of competitors. */
async function readOwnDays(rival: Side, engines: EngineNames, ask: ProjectAsk) {
  const { project, team, db, api } = ask;
  const timezone = timezoneOf(ask.workspace.projects(), project);
  const now = ask.now();
  const [{ rows } = {}, topics] = await Promise.all([
    ifReadable(readScoreRows(db, { team, project, timezone }, api(project), { now }), ask),
    rival.topics.length > 0 ? ifReadable(api(project).topics(project.id), ask) : undefined,
  ]);
  const named = withEngineNames(rows ?? [], engines);
  const series = buildScoreSeries(named, openDay(now, timezone), { watched: false });
  const ofTopics = topics?.map(({ label, score, mentionRate }) => ({ name: label, score, mentionRate }));
  return { against: rows && sideOfDays(series, rival, ofTopics), isUnread: rows === undefined };
}

/** Who is named on each whole day: those in the list of mentions, and those stored from earlier lists. */
export async function readNamed(
  mentions: MentionsListed,
  { project, team, db, now }: ProjectAsk,
): Promise<NamedDay[]> {
  const about = { brand: project.name, today: today(now(), 'UTC'), asked: MENTIONS_ASKED };
  return mergeDays(await readKeptDays(db, { team, projectId: project.id }), readNamedDays(mentions, about));
}

function findOwnNames(mentions: readonly Mention[], { name }: Project): string[] {
  const own = mentions.filter(matchOwnBrand(mentions, name));
  return [name, ...own.map(({ entity_name }) => entity_name)];
}

function noSuchTool(words: string, known: readonly string[], { name }: Project): Refused {
  const guess = findNearest(words, known);
  const sentence = `No recent answer names “${words}”.${known.length > 0 ? '' : ` The latest answers only name ${name}.`}`;
  const near = guess === undefined ? known : [guess];
  return new Refused(sentence, { tries: near.map((tool) => `compare ${tool}`) });
}
