/** Finds the prompts and answers that a question means, and what these answers say about the brand. */
import { asksFor, type Plan } from '../../ask/plan.ts';
import { AppError } from '../../errors.ts';
import { asNameList, type Unheeded } from '../../messages/ask/reading.ts';
import type { Quotes } from '../../messages/ask/what-engines-say.ts';
import { createToneReader } from '../../rules/named-days.ts';
import type { PromptHistory } from '../../visibility/assumed.ts';
import type { Mention } from '../../visibility/contract.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { matchOwnBrand } from '../../words/answers.ts';
import { MENTIONS_ASKED } from '../lookups/compare.ts';
import { findRuns, requireTopicLabel } from '../lookups/lookups.ts';
import { type FoundPrompt, readTrackedPrompts } from '../prompts/prompts.ts';
import { ifReadable, Refused } from '../refused.ts';
import { describeWhere, findSeveral, hasDays, isSameName, isWanted, type PlanAsk } from './plan-ask.ts';

/** One call each: as many as people wait for. */
const HISTORIES_READ = 30;

/** `ids` are of responses; `runIds` has the prompt run of each, if known. `notes`: what couldn't be read. */
type FoundAnswers = {
  ids: ReadonlySet<string>;
  runIds: ReadonlyMap<string, string>;
  where: string;
  notes: string[];
  unheeded: Unheeded[];
};

export async function findAnswers(plan: Plan, ask: PlanAsk): Promise<FoundAnswers | undefined> {
  const [engines = [], regions = [], topics = []] = [plan.engine, plan.region, plan.topic].map(asNameList);
  const [topic] = topics;
  if (topic !== undefined) {
    const { project, api, names } = ask;
    const label = await requireTopicLabel(topic, 'topic', ask);
    const prompts = plan.prompt === undefined ? undefined : await requirePrompts(plan.prompt, ask);
    const answers = withEngineNames(await api(project).topicAnswers(project.id, label), names.engineNames);
    // Only the prompts' runs say where an answer was given.
    const placed = regions.length > 0 ? await readRuns(plan, ask) : undefined;
    const isPlaced = placed?.runs.some(({ region }) => region !== undefined) ?? false;
    const there = listResponseIds(placed?.runs.filter(({ region }) => isWanted(region, regions)) ?? []);
    const wanted = answers.filter(
      ({ engine, promptId, responseId = '' }) =>
        isWanted(engine, engines) &&
        (!prompts || prompts.some(({ id }) => id === promptId)) &&
        (!isPlaced || there.has(responseId)),
    );
    return {
      ids: listResponseIds(wanted),
      runIds: mapRunIds(wanted),
      where: describeWhere({ ...plan, topic: label, region: isPlaced ? plan.region : undefined }),
      notes: [
        'Counted in the answers that the API lists for this topic.',
        ...(isPlaced ? (placed?.missing ?? []) : []),
      ],
      unheeded: [...(isPlaced ? [] : (['region'] as const)), ...findSeveral(plan, 'topic')],
    };
  }
  if (engines.length === 0 && regions.length === 0 && plan.prompt === undefined) return undefined;
  const { runs, missing } = await readRuns(plan, ask);
  return {
    runIds: mapRunIds(runs),
    ids: listResponseIds(
      runs.filter(({ engine, region }) => isWanted(engine, engines) && isWanted(region, regions)),
    ),
    where: describeWhere(plan),
    notes: missing,
    unheeded: [],
  };
}

type Answered = { responseId?: string | undefined; promptRunId?: string | undefined };
type Run = Answered &
  Pick<NonNullable<PromptHistory['runs']>[number], 'engine' | 'completedAt' | 'mentioned' | 'rank'> & {
    prompt: string | undefined;
    region: string | undefined;
  };

/** The runs of the plan's prompts, with engines and regions by name. `missing` says what wasn't read. */
export async function readRuns(plan: Plan, ask: PlanAsk): Promise<{ runs: Run[]; missing: string[] }> {
  const { project, names } = ask;
  const api = ask.api(project);
  const all = await findPrompts(plan, ask);
  const asked = all
    .slice(0, HISTORIES_READ)
    .map(({ id }) => ifReadable(api.promptHistory(project.id, id), ask));
  const read = (await Promise.all(asked)).flatMap((history) => history ?? []);
  const regions = new Map(names.regionList.map(({ id, name, code }) => [id, name ?? code]));
  const runs = withEngineNames(
    read.flatMap(({ prompt, runs = [] }) => runs.map((run) => ({ ...run, prompt }))),
    names.engineNames,
  );
  const left = all.length - read.length;
  return {
    runs: runs.map(({ regionId, ...run }) => ({
      ...run,
      region: regionId === undefined ? undefined : regions.get(regionId),
    })),
    missing: left > 0 ? [`The answers to ${left} of ${all.length} prompts weren’t read.`] : [],
  };
}

function mapRunIds(answers: readonly Answered[]): ReadonlyMap<string, string> {
  return new Map(
    answers.flatMap(({ responseId, promptRunId }) =>
      responseId !== undefined && promptRunId !== undefined ? [[responseId, promptRunId] as const] : [],
    ),
  );
}

function listResponseIds(answers: readonly Answered[]): ReadonlySet<string> {
  return new Set(answers.flatMap(({ responseId }) => responseId ?? []));
}

const MAX_QUOTES = 4;

/** What answers say of the brand, or of a rival: those of the tone asked about, or else the kindest and the harshest. Undefined if the mentions can't be read. */
export async function readQuotes(plan: Plan, ask: PlanAsk, rival?: string): Promise<Quotes | undefined> {
  const { project, api } = ask;
  const [mentions, of] = await Promise.all([
    ifReadable(api(project).mentions(project.id, { limit: MENTIONS_ASKED }), ask),
    findAnswers(plan, ask),
  ]);
  if (!mentions) return undefined;
  const { from = '', to = '9999-12-31' } = plan;
  const own = mentions
    .filter(
      rival === undefined
        ? matchOwnBrand(mentions, project.name)
        : ({ entity_name }) => isSameName(rival, entity_name),
    )
    .filter((one) => (of?.ids.has(one.response_id) ?? true) && dayOf(one) >= from && dayOf(one) <= to);
  const toneOf = createToneReader(mentions.map(({ sentiment }) => sentiment));
  const tones = own.flatMap(({ sentiment }) => toneOf(sentiment) ?? []);
  const areRead = tones.length === own.length;
  const oldest = own
    .filter(({ description }) => description?.trim())
    .toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)));
  const different = [...new Map(oldest.map((one) => [one.description, one])).values()].toSorted((a, b) =>
    dayOf(b).localeCompare(dayOf(a)),
  );
  const deepest = (tone: 'negative' | 'positive') => {
    const depth = ({ sentiment }: Mention) => (toneOf(sentiment)?.[tone] ? toneOf(sentiment)?.depth : 0) ?? 0;
    return different.filter((one) => depth(one) > 0).toSorted((a, b) => depth(b) - depth(a));
  };
  const limit = plan.limit ?? MAX_QUOTES;
  const [kind, harsh] = [deepest('positive'), deepest('negative')];
  const tone = (['positive', 'negative'] as const).find((one) => asksFor(one, plan));
  const ofTone = tone && { positive: kind, negative: harsh }[tone];
  const half = Math.ceil(limit / 2);
  const shown = (
    ofTone ?? [...new Set([...kind.slice(0, half), ...harsh.slice(0, half), ...different])]
  ).slice(0, limit);
  const unknown = shown.filter(({ response_id }) => !of?.runIds.has(response_id));
  const runs = await findRuns(
    unknown.map(({ response_id }) => ({ responseId: response_id })),
    ask,
  );
  const since = mentions.map(dayOf).sort()[0];
  const isCut = mentions.length >= MENTIONS_ASKED || mentions.rest !== undefined;
  // A few quotes come from the latest mentions anyway; days and counts don't.
  const isLimited = hasDays(plan) || own.length === 0 || tone !== undefined || rival !== undefined;
  return {
    quotes: shown.map((one) => ({
      text: one.description ?? '',
      sentiment: one.sentiment ?? undefined,
      day: dayOf(one),
      runId: of?.runIds.get(one.response_id) ?? runs.get(one.response_id),
    })),
    of: own.length,
    about: rival,
    tone,
    negative: areRead ? tones.filter(({ negative }) => negative).length : undefined,
    positive: areRead ? tones.filter(({ positive }) => positive).length : undefined,
    where: of?.where ?? '',
    readSince: isCut && isLimited && since !== undefined && from < since ? since : undefined,
    notes: of?.notes ?? [],
  };
}

function dayOf({ created_at }: Mention): string {
  return created_at.slice(0, 10);
}

/** The answer needs one prompt, but several contain the words. */
export class SeveralPrompts extends AppError {
  readonly code = 'several_prompts';
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    super(`${texts.length} prompts contain these words`);
    this.texts = texts;
  }
}

/** The prompts that a plan means: all tracked ones if it names none. @throws Refused as requirePrompts */
export function findPrompts({ prompt }: Plan, ask: PlanAsk): Promise<readonly FoundPrompt[]> {
  return prompt === undefined
    ? readTrackedPrompts(ask.api(ask.project), ask.project)
    : requirePrompts(prompt, ask);
}

/** @throws Refused if no prompt contains the words */
export async function requirePrompts(words: string, { project, api }: PlanAsk): Promise<FoundPrompt[]> {
  const all = await readTrackedPrompts(api(project), project);
  const typed = words.toLowerCase();
  const found = all.filter(({ text }) => text.toLowerCase().includes(typed));
  const exact = found.find(({ text }) => isSameName(text, words));
  if (exact) return [exact];
  if (found.length > 0) return found;
  const listed = all.rest
    ? `the prompts that the API lists for ${project.name}`
    : `${project.name}’s tracked prompts`;
  throw new Refused(`None of ${listed} contains “${words}”.`, { tries: ['prompts'] });
}

/** @throws Refused if no prompt contains the words, SeveralPrompts if more than one does */
export async function requireOnePrompt(words: string, ask: PlanAsk): Promise<FoundPrompt> {
  const [prompt, ...others] = await requirePrompts(words, ask);
  if (!prompt) throw new TypeError('No prompt, and no refusal either');
  if (others.length === 0) return prompt;
  throw new SeveralPrompts([prompt, ...others].map(({ text }) => text));
}
