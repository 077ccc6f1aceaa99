/** The read operations that the doctor and learn call, each after those whose answers have the id it needs. */
import type { VisibilityClient } from '../../visibility/client.ts';
import type { OPERATIONS } from '../../visibility/operations.ts';
import { matchOwnBrand } from '../../words/own-brand.ts';

/** Ids and names from answers, for the operations that need one. */
export type Found = {
  segment?: string;
  topic?: string;
  prompt?: string;
  competitor?: string;
  runGroup?: string;
  promptRun?: string;
};

export type Method = keyof typeof OPERATIONS;
type AskDeps = { api: VisibilityClient; projectId: string; signal: AbortSignal };

/** `needs`: what an earlier method must have found, and why it may be missing. `found`: what the answer has. */
export type Read = {
  method: Method;
  needs?: { what: keyof Found; from: Method; without: string };
  ask(deps: AskDeps, value: string): Promise<{ answer: unknown; found: Found }>;
};

type Ask<Answer> = (deps: AskDeps, value: string) => Promise<Answer>;

function read<Answer>(method: Method, ask: Ask<Answer>, foundIn: (answer: Answer) => Found = () => ({})) {
  return {
    method,
    async ask(deps, value) {
      const answer = await ask(deps, value);
      return { answer, found: foundIn(answer) };
    },
  } satisfies Read;
}

/** An operation on one of many things. */
const readOf =
  (what: keyof Found, from: Method, without: string) =>
  <Answer>(...args: Parameters<typeof read<Answer>>): Read => ({
    ...read(...args),
    needs: { what, from, without },
  });

const ofSegment = readOf('segment', 'segmentSuggestions', 'no segment is suggested now');
const ofTopic = readOf('topic', 'topics', 'there is no topic');
const ofPrompt = readOf('prompt', 'prompts', 'no prompt is tracked');
const ofCompetitor = readOf('competitor', 'mentions', 'no competitor is mentioned');
const ofRunGroup = readOf('runGroup', 'promptHistory', 'no answer names a run group');
const ofPromptRun = readOf('promptRun', 'promptHistory', 'no answer names a prompt run');

/** More than the API's default: more leads show more of their fields. */
const LIMIT = 100;

export const READS: readonly Read[] = [
  read('engines', ({ api, signal }) => api.engines({ signal })),
  read('regions', ({ api, signal }) => api.regions({ signal })),
  read('regionUsage', ({ api, projectId, signal }) => api.regionUsage(projectId, { signal })),
  read('communityLeads', ({ api, projectId, signal }) =>
    api.communityLeads(projectId, { limit: LIMIT, signal }),
  ),
  read('communityMetrics', ({ api, projectId, signal }) => api.communityMetrics(projectId, { signal })),
  read('warmLeads', ({ api, projectId, signal }) => api.warmLeads(projectId, { signal })),
  read('dailyScores', ({ api, projectId, signal }) => api.dailyScores(projectId, { signal })),
  read(
    'segmentSuggestions',
    ({ api, projectId, signal }) => api.segmentSuggestions(projectId, { signal }),
    ([first]) => named('segment', first?.id),
  ),
  ofSegment('segmentPrompts', ({ api, projectId, signal }, segment) =>
    api.segmentPrompts(projectId, segment, { signal }),
  ),
  read('suggestions', ({ api, projectId, signal }) => api.suggestions(projectId, { signal })),
  read('suggestionsStatus', ({ api, projectId, signal }) => api.suggestionsStatus(projectId, { signal })),
  read(
    'topics',
    ({ api, projectId, signal }) => api.topics(projectId, { signal }),
    (topics) => named('topic', topics.find(({ label }) => label !== undefined)?.label),
  ),
  ofTopic('topicDetail', ({ api, projectId, signal }, topic) =>
    api.topicDetail(projectId, topic, { signal }),
  ),
  ofTopic(
    'topicAnswers',
    ({ api, projectId, signal }, topic) => api.topicAnswers(projectId, topic, { signal }),
    (answers) => named('promptRun', answers.find(({ promptRunId }) => promptRunId)?.promptRunId),
  ),
  read(
    'mentions',
    ({ api, projectId, signal }) => api.mentions(projectId, { signal }),
    (mentions) => {
      const isOwn = matchOwnBrand(mentions);
      return named('competitor', mentions.find((mention) => !isOwn(mention))?.entity_name);
    },
  ),
  ofCompetitor('competitorDetail', ({ api, projectId, signal }, competitor) =>
    api.competitorDetail(projectId, competitor, { signal }),
  ),
  read('citations', ({ api, projectId, signal }) => api.citations(projectId, { limit: LIMIT, signal })),
  read('sources', ({ api, projectId, signal }) => api.sources(projectId, { signal })),
  read('referrers', ({ api, projectId, signal }) => api.referrers(projectId, { signal })),
  read('queryFanout', ({ api, projectId, signal }) => api.queryFanout(projectId, { signal })),
  read(
    'prompts',
    ({ api, projectId, signal }) => api.prompts(projectId, { signal }),
    (prompts) => named('prompt', prompts.find(({ id }) => id !== undefined)?.id),
  ),
  read('promptSuggestions', ({ api, projectId, signal }) => api.promptSuggestions(projectId, { signal })),
  ofPrompt('promptDetail', ({ api, projectId, signal }, prompt) =>
    api.promptDetail(projectId, prompt, { signal }),
  ),
  ofPrompt('promptTimeseries', ({ api, projectId, signal }, prompt) =>
    api.promptTimeseries(projectId, prompt, { signal }),
  ),
  ofPrompt(
    'promptHistory',
    ({ api, projectId, signal }, prompt) => api.promptHistory(projectId, prompt, { signal }),
    ({ runs = [] }) => ({
      ...named('runGroup', runs.find(({ runGroupId }) => runGroupId)?.runGroupId),
      ...named('promptRun', runs.find(({ promptRunId }) => promptRunId)?.promptRunId),
    }),
  ),
  ofPromptRun(
    'promptRun',
    ({ api, signal }, promptRun) => api.promptRun(promptRun, { signal }),
    ({ prompt_run }) => named('runGroup', prompt_run.run_group_id ?? undefined),
  ),
  ofRunGroup('runGroup', ({ api, signal }, runGroup) => api.runGroup(runGroup, { signal })),
];

function named(what: keyof Found, value: string | undefined): Found {
  return value === undefined ? {} : { [what]: value };
}
