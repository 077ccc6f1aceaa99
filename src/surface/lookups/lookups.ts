/** The commands that list what the API has on a project. Each entry says what to read and which page to make of it. */
import { isDeepStrictEqual } from 'node:util';
import { oneOrMore } from '../../ask/plan.ts';
import * as evidence from '../../messages/lookups/evidence.ts';
import * as ofTopics from '../../messages/lookups/topics.ts';
import { type Page, paragraph, withBelowHeadline } from '../../messages/page.ts';
import type { Rows } from '../../messages/sortable-table.ts';
import { type SortableList, tablePage } from '../../messages/sortable-table.ts';
import { join } from '../../messages/text.ts';
import { sumCounts } from '../../rules/cited-threads.ts';
import { createToneReader } from '../../rules/named-days.ts';
import type { Left } from '../../store/asked.ts';
import type { Topic } from '../../visibility/assumed.ts';
import { type EngineNames, topicWithEngineNames, withEngineNames } from '../../visibility/breakdown.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { ifKnown } from '../../visibility/errors.ts';
import { isOfSite, matchOwnBrand, siteOf } from '../../words/answers.ts';
import { completeWord, findNearest } from '../../words/nearest.ts';
import type { Command, ProjectAsk } from '../ask.ts';
import { isQuestion, readChoice, saysMore, takeOptions, unquote } from '../command-line.ts';
import { describeUntracked } from '../prompts/tracked-set.ts';
import { ifReadable, Refused, readEngineNames } from '../refused.ts';
import { slicePage } from '../run-command.ts';
import { MENTIONS_ASKED } from './compare.ts';
import { FILTER_USAGE, FILTERS, type Filter, resolveFilter } from './filters.ts';

/** `page` shows some of the rows, `table` all. `left`: the plan of such a list and its names, for questions that follow. */
type List<Row, With> = {
  read: (ask: ProjectAsk, api: VisibilityClient) => Promise<{ all: Rows<Row> } & With>;
  page: (ask: ProjectAsk, shown: Row[], read: { all: Rows<Row> } & With) => Page | Promise<Page>;
  table?: ((ask: ProjectAsk, read: { all: Rows<Row> } & With) => SortableList<Row>) | undefined;
  left?: ((shown: readonly Row[], read: { all: Rows<Row> } & With) => Left) | undefined;
};

type Lookup<Row, With> = Pick<Command, 'name' | 'usage' | 'example' | 'summary' | 'options' | 'takes'> &
  List<Row, With> & { words?: Command['words'] };

function lookup<Row, With>({
  read,
  page,
  table,
  left,
  words = 'none',
  ...command
}: Lookup<Row, With>): Command {
  return {
    ...command,
    words,
    scope: 'project',
    run: (ask) => answerList<Row, With>({ read, page, table, left }, ask),
  };
}

async function answerList<Row, With>({ read, page, table, left }: List<Row, With>, ask: ProjectAsk) {
  const found = await read(ask, ask.api(ask.project));
  const sortable = table !== undefined && found.all.length > 1;
  if (sortable && ask.view) return { ...tablePage(table(ask, found), ask.page), share: true, sortable };
  const { shown, pages } = slicePage(found.all, ask.page);
  const isEmpty = found.all.length === 0;
  const message = await page(ask, shown, found);
  return { message, pages, share: true, sortable, isEmpty, ...(left && { left: left(shown, found) }) };
}

/** What narrows citations and sources. The API filters by engine and region; sites are filtered here. */
const NARROWING_KEYS = [...FILTERS, 'site'] as const;

/** Engines, regions, the separators between them, and `site:`. Anything else that mentions a site is a question. */
function takesFilters(rest: string): boolean {
  const words = takeOptions(rest, NARROWING_KEYS).words;
  return !isQuestion(words) && !/\b(?:for|of|with|by)\b|\b[\w-]+\.[a-z]{2,}\b/i.test(words);
}

/** How an API takes ids isn't documented, so if its list is the same without them, the page says so. */
async function readFiltered<Row extends OfSite>(
  ask: ProjectAsk,
  api: VisibilityClient,
  read: (ids: Filter['ids']) => Promise<Rows<Row>>,
) {
  const { ids, only, asked } = await resolveFilter(ask, api);
  const [whole, all, untracked] = await Promise.all([
    read(ids),
    only.length > 0 && ifReadable(read({}), ask),
    describeUntracked(asked, ask),
  ]);
  const isSame = whole.length > 1 && isDeepStrictEqual([...whole], all && [...all]);
  const doubt = isSame && 'The API returns the same list without this filter, so it may have ignored it.';
  const notes = join([untracked, doubt], ' ');
  return { ...narrowToSite(whole, ask), only, asked, filters: writeFilters(ask), notes };
}

type OfSite = { url?: string | undefined; domain?: string | undefined };

function narrowToSite<Row extends OfSite>(whole: Rows<Row>, { options: { site } }: ProjectAsk) {
  if (!site) return { all: whole, whole };
  const all = whole.filter((row) => isOfSite(row, site));
  return { all, whole, of: { site, matching: all.length } };
}

function writeFilters({ words, options }: ProjectAsk): string {
  return [words, ...FILTERS.flatMap((key) => (options[key] ? `${key}:"${options[key]}"` : []))]
    .filter(Boolean)
    .join(' ');
}

/** More than the API's default, so that there are pages to turn. */
const CITATIONS_ASKED = 300;

export const citations = lookup({
  name: 'citations',
  usage: `citations ${FILTER_USAGE} [site:domain]`,
  example: 'citations Gemini, ChatGPT in Germany',
  summary: 'The pages that engines cited last, and in answer to what',
  words: 'free',
  options: NARROWING_KEYS,
  takes: takesFilters,
  async read(ask, api) {
    const engines = readEngineNames(api, ask);
    const read = await readFiltered(ask, api, (ids) =>
      api.citations(ask.project.id, { limit: CITATIONS_ASKED, ...ids }),
    );
    return { ...read, engines: await engines };
  },
  async page(ask, shown, { whole, all, only, of, filters, notes, engines }) {
    const unnamed = shown.filter(({ promptRunId }) => promptRunId === undefined);
    const runs = await findRuns(unnamed, ask);
    const openable = shown.map((citation) => ({
      ...citation,
      promptRunId: citation.promptRunId ?? runs.get(citation.responseId ?? ''),
    }));
    const named = withEngineNames(openable, engines);
    const page = evidence.citationsPage(ask.project, named, whole.length, {
      // An API may give fewer at most than were asked for.
      asked: whole.rest ? whole.length : CITATIONS_ASKED,
      cited: sumCounts(whole),
      only,
      of: of && { ...of, matching: sumCounts(all) },
      filters,
    });
    return withBelowHeadline(page, paragraph(notes));
  },
});

export const sources = lookup({
  name: 'sources',
  usage: `sources ${FILTER_USAGE} [site:domain]`,
  example: 'sources Gemini in Germany, France',
  summary: 'The pages that engines cite most, and which engines do',
  words: 'free',
  options: NARROWING_KEYS,
  takes: takesFilters,
  read: (ask, api) => readFiltered(ask, api, (ids) => api.sources(ask.project.id, ids)),
  left: (shown, { asked: { engines, regions } }) => ({
    plan: {
      intent: 'sources',
      ...(engines.length > 0 && { engine: oneOrMore(engines) }),
      ...(regions.length > 0 && { region: oneOrMore(regions) }),
    },
    names: shown.map((source) => siteOf(source) ?? ''),
  }),
  page: ({ project }, shown, read) =>
    withBelowHeadline(evidence.sourcesPage(project, shown, read.whole, read), paragraph(read.notes)),
  table: ({ project }, read) => evidence.sourcesTable(project, read.whole, read, read.all),
});

export const referrers = lookup({
  name: 'referrers',
  usage: 'referrers [site:domain]',
  example: 'referrers',
  summary: 'The domains that engines cite, with the share of each',
  options: ['site'],
  read: async (ask, api) => narrowToSite(await api.referrers(ask.project.id), ask),
  left: (shown) => ({ plan: { intent: 'sources' }, names: shown.map((one) => siteOf(one) ?? '') }),
  page: ({ project }, shown, { whole, of }) => evidence.referrersPage(project, shown, whole, of),
});

export const searches = lookup({
  name: 'searches',
  example: 'searches',
  summary: 'What engines look up before they answer (query fan-out)',
  options: ['engine'],
  async read(ask, api) {
    const [{ asked }, whole, engines] = await Promise.all([
      resolveFilter(ask, api),
      api.queryFanout(ask.project.id),
      readEngineNames(api, ask),
    ]);
    const by = asked.engines.map((name) => name.toLowerCase());
    const named = withEngineNames(whole, engines);
    // An API that names no engine gives all of them.
    const isFiltered = by.length > 0 && named.some(({ engine }) => engine !== undefined);
    const all = isFiltered ? named.filter(({ engine = '' }) => by.includes(engine.toLowerCase())) : whole;
    return { all, whole, engines, by: asked.engines, isFiltered };
  },
  page: ({ project }, shown, { whole, all, engines, by, isFiltered }) =>
    evidence.searchesPage(project, withEngineNames(shown, engines), whole.length, {
      by,
      matching: isFiltered ? all.length : undefined,
    }),
});

export const mentions = lookup({
  name: 'mentions',
  usage: 'mentions [negative]',
  example: 'mentions',
  summary: 'Who was named in the latest answers, in which place and how; or the negative mentions of you',
  words: 'fixed',
  takes: (rest) => /^(negative)?$/i.test(rest.trim()),
  async read({ project, words }, api) {
    const isNegative = readChoice(words, ['negative'], mentions) !== undefined;
    if (!isNegative) return { all: await api.mentions(project.id) };
    const listed = await api.mentions(project.id, { limit: MENTIONS_ASKED });
    const own = listed.filter(matchOwnBrand(listed, project.name));
    const toneOf = createToneReader(own.map(({ sentiment }) => sentiment));
    const all = own.filter(({ sentiment }) => toneOf(sentiment)?.negative);
    return { all, negativeOf: own.length };
  },
  async page(ask, shown, read) {
    // A mention only has its answer's response id.
    const answers = shown.map(({ response_id }) => ({ responseId: response_id }));
    return evidence.mentionsPage(ask.project, shown, { ...read, runs: await findRuns(answers, ask) });
  },
});

export const answers = lookup({
  name: 'answers',
  usage: 'answers <topic>',
  example: 'answers pricing',
  summary: 'What engines said in answers on a topic',
  words: 'free',
  // “Answers for best crm” are those to a prompt.
  takes: (rest) => !saysMore(rest) && !/^(?:for|to)\b/i.test(rest),
  async read(ask, api) {
    const { project, words } = ask;
    const engines = readEngineNames(api, ask);
    const label = await requireTopicLabel(words, 'answers', ask);
    return { all: await api.topicAnswers(project.id, label), label, engines: await engines };
  },
  page: ({ project }, shown, { all, label, engines }) =>
    evidence.topicAnswersPage(project, label, withEngineNames(shown, engines), all.length),
});

export const regionUsage = lookup({
  name: 'region-usage',
  example: 'region-usage',
  summary: 'Where the tracked prompts are asked, and how often',
  read: async ({ project }, api) => ({ all: await api.regionUsage(project.id) }),
  page: ({ project }, shown, { all }) => ofTopics.regionUsagePage(project, shown, all),
});

/** A button isn't worth a long wait or many calls. */
const WITHIN_MS = 4_000;
const PROMPTS_ASKED = 3;

/** The prompt runs of answers, from their prompts' histories or the latest citations. Slow or failed calls are skipped. */
export async function findRuns(
  answers: readonly { responseId?: string | undefined; promptId?: string | undefined }[],
  { project, api: apiOf, log }: ProjectAsk,
): Promise<ReadonlyMap<string, string>> {
  const { id } = project;
  const api = apiOf(project);
  const wanted = new Set(answers.flatMap(({ responseId }) => responseId ?? []));
  if (wanted.size === 0) return new Map();
  const call = { signal: AbortSignal.timeout(WITHIN_MS) };
  const prompts = [...new Set(answers.flatMap(({ promptId }) => promptId ?? []))].slice(0, PROMPTS_ASKED);
  const asked =
    prompts.length > 0
      ? prompts.map(async (prompt) => (await api.promptHistory(id, prompt, call)).runs ?? [])
      : [api.citations(id, { limit: CITATIONS_ASKED, ...call })];
  const found = asked.map((runs) =>
    runs.catch((error: unknown) => {
      log.warn({ err: error, project: id }, 'Could not look up answers; they have no button');
      return [];
    }),
  );
  const named = (await Promise.all(found)).flat();
  return new Map(
    named.flatMap(({ responseId = '', promptRunId }): [string, string][] =>
      promptRunId && wanted.has(responseId) ? [[responseId, promptRunId]] : [],
    ),
  );
}

const ALL_TOPICS: List<Topic, object> = {
  read: async ({ project }, api) => ({ all: ofTopics.sortTopics(await api.topics(project.id)) }),
  left: (shown) => ({ plan: { intent: 'topic' }, names: shown.map(({ label = '' }) => label) }),
  page: ({ project }, shown, { all }) => ofTopics.topicsPage(project, shown, all),
  table: ({ project }, { all }) => ofTopics.topicsTable(project, all),
};

/** How the brand does on one topic, by rival and by engine, or on all topics. */
export const topic: Command = {
  name: 'topic',
  aka: ['topics'],
  usage: 'topic [name]',
  example: 'topic pricing',
  summary: 'How you stand on one topic, by tool and by engine; without a name, all topics',
  scope: 'project',
  words: 'free',
  takes: (rest) => !saysMore(rest) && !/^\d+\b/.test(rest),
  async run(ask) {
    const { project, words } = ask;
    const api = ask.api(project);
    if (!words) return answerList(ALL_TOPICS, ask);
    const { row, detail } = await readTopicOrRow(words, readEngineNames(api, ask), ask);
    return {
      message: detail ? ofTopics.topicPage(project, detail) : ofTopics.topicRowPage(project, row),
      share: true,
      left: { plan: { intent: 'topic', topic: row.label } },
    };
  },
};

/** A topic's figures, and its row in the list of topics: all there is if the API gives no more. @throws Refused */
export async function readTopicOrRow(
  typed: string,
  names: EngineNames | Promise<EngineNames>,
  ask: ProjectAsk,
) {
  const { project } = ask;
  const row = await requireTopic(typed, 'topic', ask);
  const asked = ask.api(project).topicDetail(project.id, row.label);
  const isMeasured = row.score !== undefined || row.mentionRate !== undefined;
  const detail = isMeasured ? await ifKnown(asked) : await asked;
  return { row, detail: detail && topicWithEngineNames(detail, await names) };
}

/** The topic's label as the API writes it; as typed if the topics can't be read. @throws Refused */
export async function requireTopicLabel(...asked: Parameters<typeof requireTopic>): Promise<string> {
  return (await requireTopic(...asked)).label;
}

async function requireTopic(
  typed: string,
  command: 'topic' | 'answers',
  ask: ProjectAsk,
): Promise<Partial<Topic> & { label: string }> {
  const { project } = ask;
  const words = unquote(typed);
  const asked = ask.api(project).topics(project.id);
  const topics = words ? await ifReadable(asked, ask) : await asked;
  if (!topics) return { label: words };
  const labels = topics.flatMap(({ label }) => label ?? []);
  const label = completeWord(words, labels);
  if (label !== undefined && words) return { ...topics.find((one) => one.label === label), label };
  const guess = words ? findNearest(words, labels) : undefined;
  throw new Refused(words ? `${project.name} has no topic “${words}”.` : 'Say which topic.', {
    tries: [
      ...(guess === undefined ? labels.slice(0, 3) : [guess]).map((one) => `${command} ${one}`),
      'topic',
    ],
  });
}
