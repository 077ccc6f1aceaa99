/** The read operations that the doctor and learn call, each after those whose answers have the id it needs. */
import type { VisibilityClient } from '../../visibility/client.ts';
import type { Call, CallOptions } from '../../visibility/operation.ts';
import type { OPERATIONS } from '../../visibility/operations.ts';
import { matchOwnBrand } from '../../words/answers.ts';

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
/** `needs`: what an earlier method must have found, and why it may be missing. `found`: what the answer has. */
export type Read = {
  method: Method;
  needs?: { what: keyof Found; from: Method; without: string };
  ask(...args: Parameters<Ask<unknown>>): Promise<{ answer: unknown; found: Found }>;
};

/** `value`: what the read needs. */
type Ask<Answer> = (
  api: VisibilityClient,
  projectId: string,
  options: CallOptions & Pick<Call, 'brands'>,
  value: string,
) => Promise<Answer>;

function read<Answer>(method: Method, ask: Ask<Answer>, foundIn: (answer: Answer) => Found = () => ({})) {
  return {
    method,
    async ask(...args) {
      const answer = await ask(...args);
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
  read('engines', (api, _, options) => api.engines(options)),
  read('regions', (api, _, options) => api.regions(options)),
  read('regionUsage', (api, project, options) => api.regionUsage(project, options)),
  read('communityLeads', (api, project, options) =>
    api.communityLeads(project, { limit: LIMIT, ...options }),
  ),
  read('communityMetrics', (api, project, options) => api.communityMetrics(project, options)),
  read('warmLeads', (api, project, options) => api.warmLeads(project, options)),
  read('dailyScores', (api, project, options) => api.dailyScores(project, options)),
  read(
    'segmentSuggestions',
    (api, project, options) => api.segmentSuggestions(project, options),
    ([first]) => named('segment', first?.id),
  ),
  ofSegment('segmentPrompts', (api, project, options, segment) =>
    api.segmentPrompts(project, segment, options),
  ),
  read('suggestions', (api, project, options) => api.suggestions(project, options)),
  read('suggestionsStatus', (api, project, options) => api.suggestionsStatus(project, options)),
  read(
    'topics',
    (api, project, options) => api.topics(project, options),
    (topics) => named('topic', topics.find(({ label }) => label !== undefined)?.label),
  ),
  ofTopic('topicDetail', (api, project, options, topic) => api.topicDetail(project, topic, options)),
  ofTopic(
    'topicAnswers',
    (api, project, options, topic) => api.topicAnswers(project, topic, options),
    (answers) => named('promptRun', answers.find(({ promptRunId }) => promptRunId)?.promptRunId),
  ),
  read(
    'mentions',
    (api, project, options) => api.mentions(project, options),
    (mentions) => {
      const isOwn = matchOwnBrand(mentions);
      return named('competitor', mentions.find((mention) => !isOwn(mention))?.entity_name);
    },
  ),
  ofCompetitor('competitorDetail', (api, project, options, competitor) =>
    api.competitorDetail(project, competitor, options),
  ),
  read('citations', (api, project, options) => api.citations(project, { limit: LIMIT, ...options })),
  read('sources', (api, project, options) => api.sources(project, options)),
  read('referrers', (api, project, options) => api.referrers(project, options)),
  read('queryFanout', (api, project, options) => api.queryFanout(project, options)),
  read(
    'prompts',
    (api, project, options) => api.prompts(project, options),
    (prompts) => named('prompt', prompts.find(({ id }) => id !== undefined)?.id),
  ),
  read('promptSuggestions', (api, project, options) => api.promptSuggestions(project, options)),
  ofPrompt('promptDetail', (api, project, options, prompt) => api.promptDetail(project, prompt, options)),
  ofPrompt('promptTimeseries', (api, project, options, prompt) =>
    api.promptTimeseries(project, prompt, options),
  ),
  ofPrompt(
    'promptHistory',
    (api, project, options, prompt) => api.promptHistory(project, prompt, options),
    ({ runs = [] }) => ({
      ...named('runGroup', runs.find(({ runGroupId }) => runGroupId)?.runGroupId),
      ...named('promptRun', runs.find(({ promptRunId }) => promptRunId)?.promptRunId),
    }),
  ),
  ofPromptRun(
    'promptRun',
    (api, _, options, promptRun) => api.promptRun(promptRun, options),
    ({ prompt_run }) => named('runGroup', prompt_run.run_group_id ?? undefined),
  ),
  ofRunGroup('runGroup', (api, _, options, runGroup) => api.runGroup(runGroup, options)),
];

function named(what: keyof Found, value: string | undefined): Found {
  return value === undefined ? {} : { [what]: value };
}
