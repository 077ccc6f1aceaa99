/** The commands that list what the API has of a project: a row for each, with what it reads and the page it makes of that. */
import {
  citationsPage,
  mentionsPage,
  referrersPage,
  searchesPage,
  sourcesPage,
  topicAnswersPage,
} from '../../messages/lookups/evidence.ts';
import { regionUsagePage, topicsPage } from '../../messages/lookups/topics.ts';
import type { Page } from '../../messages/page.ts';
import type { Listing } from '../../visibility/assumed.ts';
import type { VisibilityClient } from '../../visibility/client.ts';
import { withEngineNames } from '../../visibility/engine-names.ts';
import { pageOf } from '../pages.ts';
import { namesOfEngines } from '../prompts/names-of-engines.ts';
import type { Command, ProjectRequest, SurfaceDeps } from '../request.ts';
import { FILTER_USAGE, FILTERS, filterOf } from './filters.ts';
import { runsOfAnswers } from './runs-of-answers.ts';
import { topicLabel } from './topic.ts';

type Asked = ProjectRequest & { api: VisibilityClient; deps: SurfaceDeps };
type Rows<Row> = readonly Row[] & Pick<Listing<Row>, 'rest'>;

/** `read` gives all rows and what the page says beside them; `page` is made of those of them that it shows. */
type Lookup<Row, With> = Pick<Command, 'name' | 'usage' | 'example' | 'summary' | 'options'> & {
  words?: Command['words'];
  read: (asked: Asked) => Promise<{ all: Rows<Row> } & With>;
  page: (asked: Asked, shown: Row[], read: { all: Rows<Row> } & With) => Page | Promise<Page>;
};

function lookup<Row, With>({ read, page, words = 'none', ...command }: Lookup<Row, With>): Command {
  return {
    ...command,
    words,
    scope: 'project',
    async run(request, deps) {
      const asked = { ...request, api: deps.visibilityOf(request.project), deps };
      const found = await read(asked);
      const { shown, pages } = pageOf(found.all, request.page);
      return { message: await page(asked, shown, found), pages, share: true };
    },
  };
}

/** More than the API's own default, so that there is something to turn pages for. */
const CITATIONS_ASKED = 300;

export const citations = lookup({
  name: 'citations',
  usage: `citations ${FILTER_USAGE}`,
  example: 'citations Gemini, ChatGPT in Germany',
  summary: 'The pages that engines cited last, and in answer to what',
  words: 'free',
  options: FILTERS,
  async read(asked) {
    const { api, project, deps } = asked;
    const engines = namesOfEngines(api, deps);
    const { ids, only } = await filterOf(asked, api);
    const all = await api.citations(project.id, { limit: CITATIONS_ASKED, ...ids });
    return { all, only, engines: await engines };
  },
  async page({ api, project, deps }, shown, { all, only, engines }) {
    const unnamed = shown.filter(({ promptRunId }) => promptRunId === undefined);
    const runs = await runsOfAnswers(api, project, unnamed, deps);
    const openable = shown.map((citation) => ({
      ...citation,
      promptRunId: citation.promptRunId ?? runs.get(citation.responseId ?? ''),
    }));
    const named = withEngineNames(openable, engines);
    return citationsPage(project, named, all.length, { asked: CITATIONS_ASKED, only });
  },
});

export const sources = lookup({
  name: 'sources',
  usage: `sources ${FILTER_USAGE}`,
  example: 'sources Gemini in Germany, France',
  summary: 'The pages that engines cite most, and which engines do',
  words: 'free',
  options: FILTERS,
  async read(asked) {
    const { api, project } = asked;
    const { ids, only } = await filterOf(asked, api);
    return { all: await api.sources(project.id, ids), only };
  },
  page: ({ project }, shown, { all, only }) => sourcesPage(project, shown, all, only),
});

export const referrers = lookup({
  name: 'referrers',
  usage: 'referrers',
  example: 'referrers',
  summary: 'The domains that engines cite, with the share of each',
  read: async ({ api, project }) => ({ all: await api.referrers(project.id) }),
  page: ({ project }, shown, { all }) => referrersPage(project, shown, all),
});

export const searches = lookup({
  name: 'searches',
  usage: 'searches',
  example: 'searches',
  summary: 'What engines look up before they answer (query fan-out)',
  async read({ api, project, deps }) {
    const [all, engines] = await Promise.all([api.queryFanout(project.id), namesOfEngines(api, deps)]);
    return { all, engines };
  },
  page: ({ project }, shown, { all, engines }) =>
    searchesPage(project, withEngineNames(shown, engines), all.length),
});

export const mentions = lookup({
  name: 'mentions',
  usage: 'mentions',
  example: 'mentions',
  summary: 'Who was named in the latest answers, in which place and how',
  read: async ({ api, project }) => ({ all: await api.mentions(project.id) }),
  async page({ api, project, deps }, shown, { all }) {
    // A mention names its answer by the response alone.
    const answers = shown.map(({ response_id }) => ({ responseId: response_id }));
    return mentionsPage(project, shown, all, await runsOfAnswers(api, project, answers, deps));
  },
});

export const answers = lookup({
  name: 'answers',
  usage: 'answers <topic>',
  example: 'answers pricing',
  summary: 'What engines said where a topic appeared',
  words: 'free',
  async read({ api, project, words, deps }) {
    const engines = namesOfEngines(api, deps);
    const label = await topicLabel(api, project, words, 'answers', deps.log);
    return { all: await api.topicAnswers(project.id, label), label, engines: await engines };
  },
  page: ({ project }, shown, { all, label, engines }) =>
    topicAnswersPage(project, label, withEngineNames(shown, engines), all.length),
});

export const topics = lookup({
  name: 'topics',
  usage: 'topics',
  example: 'topics',
  summary: 'Every topic with its score and rank',
  read: async ({ api, project }) => ({ all: await api.topics(project.id) }),
  page: ({ project }, shown, { all }) => topicsPage(project, shown, all),
});

export const regionUsage = lookup({
  name: 'region-usage',
  usage: 'region-usage',
  example: 'region-usage',
  summary: 'Where the tracked prompts are asked, and how often',
  read: async ({ api, project }) => ({ all: await api.regionUsage(project.id) }),
  page: ({ project }, shown, { all }) => regionUsagePage(project, shown, all),
});
