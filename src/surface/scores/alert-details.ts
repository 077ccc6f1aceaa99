/** Show me why on a score alert: posts answers, a 90-day picture and a table of engines in its thread, once for each day it's about. */
import { type MovedPrompt, namePart, type ScoreAlert } from '../../decision.ts';
import { readPrompts } from '../../feeds/score-reads.ts';
import { ACTIONS } from '../../messages/actions.ts';
import type { Page } from '../../messages/page.ts';
import { alertShownAnswer, detailsThereAnswer } from '../../messages/scores/alert-answers.ts';
import type { QuotedAnswer, WhyMoved } from '../../messages/scores/what-moved.ts';
import { scoreDetailsMessage, whyMovedPage } from '../../messages/scores/what-moved.ts';
import { placeWords } from '../../messages/trouble-words.ts';
import type { Project } from '../../projects/projects.ts';
import { findPromptsThatMoved } from '../../rules/alert-explanation.ts';
import { buildAlertBand } from '../../rules/alert-figures.ts';
import { buildAlertHistory } from '../../rules/alert-history.ts';
import * as answers from '../../rules/answer-change.ts';
import { dayOf, daysBefore } from '../../rules/calendar.ts';
import { CITATIONS_ASKED } from '../../rules/cited-threads.ts';
import { countRivals } from '../../rules/named-days.ts';
import { seriesKey } from '../../rules/score-series.ts';
import { draw } from '../../slack/draw.ts';
import { type Posted, postMessage, uploadImage } from '../../slack/poster.ts';
import { beginDetails, giveBackDetails } from '../../store/alerts.ts';
import { findDeliveryAbout } from '../../store/deliveries.ts';
import { readHandles } from '../../store/handles.ts';
import type { PromptHistory } from '../../visibility/assumed.ts';
import { type EngineNames, withEngineNames } from '../../visibility/breakdown.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import type { Mention } from '../../visibility/contract.ts';
import { matchOwnBrand } from '../../words/answers.ts';
import { type ActionAsk, type Answer, type Ask, action } from '../ask.ts';
import { ifReadable, Refused, readEngineNames } from '../refused.ts';
import { findPermalink } from '../reply.ts';
import { type ClickedAlert, readWatched, requireClicked, unknownAlert } from './alert.ts';

const PICTURE_DAYS = 90;

type ScoreClicked = ClickedAlert & { alert: ScoreAlert };

/** From a card, it also says where the thread is. @throws Refused */
async function showWhy(ask: ActionAsk): Promise<Answer> {
  const { alert, isElsewhere, ...clicked } = await requireClicked(ask);
  if (alert.kind !== 'score_alert') throw unknownAlert();
  const { at, which } = clicked;
  const { channel, key } = at;
  const ts = isElsewhere ? (await findDeliveryAbout(ask.db, ask.team, channel, key))?.ts : ask.ts;
  if (!ts) throw unknownAlert();
  const there = { ...ask, channel, ts };
  const isFirst = await beginDetails(ask.db, at, alert.day);
  if (isFirst)
    await postDetails({ ...clicked, alert }, there).catch(async (error) => {
      await giveBackDetails(ask.db, at, alert.day);
      throw error;
    });
  if (isElsewhere)
    return {
      message: alertShownAnswer(which, channel, await findPermalink(ask.workspace.client, channel, ts)),
    };
  return isFirst ? undefined : { message: detailsThereAnswer(which) };
}

export const alertShow = action(ACTIONS.alertWhy, showWhy);

export const alertDetails = action(ACTIONS.alertDetails, showWhy);

/** @throws Refused if Slack refuses a part, so that the details can be asked for again; VisibilityError */
async function postDetails(clicked: ScoreClicked, ask: ActionAsk): Promise<void> {
  const { workspace, channel, ts, send, log } = ask;
  const { client } = workspace;
  const picture = await drawPicture(clicked, ask);
  const why = await readWhy(clicked, ask);
  const first = why && (await postBelow(whyMovedPage(why), ask));
  const uploaded = picture && (await uploadImage(client, { channel, threadTs: ts, ...picture }, send));
  if (uploaded && uploaded.kind !== 'posted')
    log.warn({ channel, ...uploaded }, 'A picture could not be uploaded; posting its text instead');
  const shown = picture && {
    altText: picture.altText,
    posted: uploaded?.kind === 'posted' && !uploaded.isMute,
  };
  try {
    await postBelow(scoreDetailsMessage(clicked.alert, { handles: clicked.handles }, shown), ask);
  } catch (error) {
    // The next click posts all of it again.
    if (first) await client.chat.delete({ channel, ts: first.ts }).catch(() => undefined);
    throw error;
  }
}

async function postBelow(page: Page, { workspace, channel, ts }: ActionAsk): Promise<Posted> {
  const posted = await postMessage(workspace.client, channel, draw(page), { ts });
  if (posted.kind === 'posted') return posted;
  const place = placeWords(posted.reason);
  throw new Refused(
    place
      ? `Slack refused the details, because ${place.why}. ${place.remedy}`
      : `Slack refused the details (${posted.reason}). Try again in a moment.`,
  );
}

async function drawPicture({ project, alert: told }: ScoreClicked, ask: Ask) {
  const { alert, key } = told;
  const watched = await readWatched(project, ask);
  const { series, minChange, promptChanges } = watched;
  const ofSeries = seriesKey(alert.metric, alert.lead.scope);
  const past = buildAlertHistory(project.id, series, minChange, promptChanges).alerts.filter(
    (one) => seriesKey(one.metric, one.lead.scope) === ofSeries,
  );
  const all = past.some((one) => one.key === key) ? past : [...past, alert];
  const keys = all.map((one) => one.key);
  const handles = await readHandles(ask.db, ask.team, keys);
  // Loaded with the first picture, as the bot mustn't start later for it.
  const { scorePicture } = await import('../../messages/scores/picture/score-picture.ts');
  return scorePicture({
    project: project.name,
    metric: alert.metric,
    of: namePart(alert.lead.scope) || undefined,
    days: buildAlertBand(alert, watched, PICTURE_DAYS),
    alerts: all.map(({ openedOn: date, key }) => ({ date, label: handles[key] ?? 'not told' })),
  });
}

/** One call each if the alert doesn’t know the prompts; of more prompts, some of every topic are read. */
const MOST_PROMPTS = 30;
const PROMPTS_SHOWN = 3;
const MOST_NAMES = 15;

async function readWhy(clicked: ScoreClicked, ask: Ask): Promise<WhyMoved | undefined> {
  const { project, alert, which } = clicked;
  const api = ask.api(project);
  const engines = readEngineNames(api, ask);
  const { engine } = alert.alert.lead.scope;
  const { worst: prompts, unread } = alert.worst
    ? { worst: alert.worst, unread: alert.explanation?.unread }
    : await readPromptsMoved(clicked, api, ask);
  const [worst] = prompts;
  if (!worst) return undefined;
  const [mentions, citations, names] = await Promise.all([
    ifReadable(api.mentions(project.id), ask),
    ifReadable(api.citations(project.id, { limit: CITATIONS_ASKED }), ask),
    engines,
  ]);
  const about = { since: daysBefore(alert.previousDay, -1), day: alert.day };
  const isOwn = answers.ownDomains(mentions ?? [], project.name);
  return {
    project: { id: project.id, name: project.name },
    which,
    engine: engine?.name,
    prompts: prompts.slice(0, PROMPTS_SHOWN),
    unread,
    answers: await readAnswersTo(
      worst,
      { ...about, engine: engine?.name ?? engineOf(alert) },
      { tools: listToolNames(mentions ?? [], project.name), names, project },
      ask,
    ),
    sources:
      citations &&
      answers.findCitedAnew(
        citations,
        about,
        ({ domain }) => domain,
        citations.filter(({ promptId }) => promptId === worst.id),
      ),
    pages:
      citations &&
      answers.findCitedAnew(citations, about, ({ url, domain }) =>
        isOwn(domain ?? answers.hostOf(url)) ? url : undefined,
      ),
  };
}

function engineOf({ explanation }: ScoreAlert): string | undefined {
  const engines = explanation?.parts.flatMap(({ of }) => of.filter(({ kind }) => kind === 'engine'));
  return engines?.[0]?.name;
}

/** Most moved first. For alerts without their prompts: other metrics, or the API couldn’t be read at the time. */
async function readPromptsMoved({ project, alert }: ScoreClicked, api: VisibilityClient, ask: Ask) {
  const tracked = (await ifReadable(api.prompts(project.id), ask)) ?? [];
  if ('rest' in tracked && tracked.rest) return { worst: [] };
  const { previousDay, day, previousScore: before, score: after } = alert;
  const figures = await readPrompts(tracked, true, MOST_PROMPTS, ({ id }) =>
    ifReadable(api.promptTimeseries(project.id, id), ask),
  );
  const { prompts = [], tracked: all = prompts.length } = figures;
  return {
    worst: findPromptsThatMoved({ previousDay, day, before, after, prompts }, alert.alert.lead.scope.engine),
    ...(all > prompts.length && { unread: all - prompts.length }),
  };
}

/** The brand as answers spell it, and the others by how often they are named. */
function listToolNames(mentions: readonly Mention[], brand: string): answers.Tools {
  const own = mentions.filter(matchOwnBrand(mentions, brand)).map(({ entity_name }) => entity_name);
  const others = countRivals(mentions, { name: brand }).map(({ name }) => name);
  return { own: [...new Set([brand, ...own])], others: others.slice(0, MOST_NAMES) };
}

type HistoricRun = NonNullable<PromptHistory['runs']>[number];
type DatedRun = HistoricRun & { promptRunId: string; completedAt: number; date: string };
type RunPair = { then: DatedRun; now: DatedRun };

/** An answer before and one after the change, from the same engine and region, in which the brand moved the most. */
async function readAnswersTo(
  { id, before, after }: MovedPrompt,
  { since, day, engine }: { since: string; day: string; engine: string | undefined },
  { tools, names, project }: { tools: answers.Tools; names: EngineNames; project: Project },
  ask: Ask,
): Promise<WhyMoved['answers']> {
  const api = ask.api(project);
  const history = await ifReadable(api.promptHistory(project.id, id), ask);
  const pairs = pairRuns(withEngineNames(history?.runs ?? [], names), since, day);
  const ofEngine = pairs.filter(({ now }) => now.engine === engine);
  const way = after < before ? 1 : -1;
  const [widest] = (ofEngine.length > 0 ? ofEngine : pairs).toSorted(
    (a, b) => way * (countPlacesLost(b) - countPlacesLost(a)),
  );
  if (!widest) return undefined;
  const [then, now] = await Promise.all(
    [widest.then, widest.now].map(({ promptRunId }) => ifReadable(api.promptRun(promptRunId), ask)),
  );
  const [textBefore, textAfter] = [then?.response?.raw_text, now?.response?.raw_text];
  if (!textBefore || !textAfter) return undefined;
  const quote = (run: DatedRun, text: string, other: string): QuotedAnswer => {
    const { first, own } = answers.findPlaces(text, tools);
    const sentences = answers.findNamingSentences(text, other, tools);
    return { day: run.date, runId: run.promptRunId, first, place: run.rank ?? own, sentences };
  };
  return {
    engine: widest.now.engine,
    before: quote(widest.then, textBefore, textAfter),
    after: quote(widest.now, textAfter, textBefore),
  };
}

/** Each run from `since` to `day` with the last one before it on the same engine and in the same region. */
function pairRuns(runs: readonly HistoricRun[], since: string, day: string): RunPair[] {
  const dated = runs
    .flatMap((run): DatedRun[] => {
      const { promptRunId, completedAt } = run;
      if (promptRunId === undefined || completedAt === undefined) return [];
      return [{ ...run, promptRunId, completedAt, date: dayOf(completedAt) }];
    })
    // Don't rely on the API listing the newest first.
    .toSorted((a, b) => b.completedAt - a.completedAt);
  const isLike = (one: DatedRun, other: DatedRun) =>
    one.engineId === other.engineId && one.engine === other.engine && one.regionId === other.regionId;
  return dated
    .filter(({ date }) => date >= since && date <= day)
    .flatMap((now) => {
      const then = dated.find((one) => one.date < since && isLike(one, now));
      return then ? { then, now } : [];
    });
}

/** 0 if one of the places is unknown. */
function countPlacesLost({ then, now }: RunPair): number {
  const [before, after] = [placeOf(then), placeOf(now)];
  return before === undefined || after === undefined ? 0 : after - before;
}

/** Not named counts as behind every rank; named at an unknown rank as the middle. */
function placeOf({ mentioned, rank }: DatedRun): number | undefined {
  if (mentioned === false) return 99;
  return rank ?? (mentioned === undefined ? undefined : 50);
}
