/** Checks the API: whether it answers at all, and then every read operation for every project. */
import { realNow } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { learnedInWords } from '../../messages/feeds/health.ts';
import type { ApiKeys } from '../../projects/api-keys.ts';
import { feedsOf, type Project, type Projects } from '../../projects/projects.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { refusedIn } from '../../visibility/profile.ts';
import type { KeptProfiles } from '../../visibility/profiles.ts';
import {
  addressWithoutSecrets,
  badKeySentence,
  MEND_ADDRESS,
  mendKey,
  webPageSentence,
} from '../../visibility/remedies.ts';
import type { Progress } from '../terminal.ts';
import { findApiFaults, findRefusedKeys } from './api-findings.ts';
import { judgeClock } from './clock-skew.ts';
import { listAnsweredLines } from './examine.ts';
import { READS } from './reads.ts';
import { type ApiReport, type Finding, type LookResult, ok, type ProjectReport, trouble } from './report.ts';
import { EVERYWHERE, knock, refusesKey, type There, walkProject } from './walk.ts';

export type ApiDeps = {
  config: Config;
  keys: ApiKeys;
  /** What is known about the API. The answers add to it. */
  profiles: KeptProfiles;
  /** Takes secrets out of text. */
  redact: (text: string) => string;
  progress: Progress;
};

/** `views` are the workspaces' projects. A project that several have is checked once. */
export async function lookAtApi(
  views: readonly Projects[],
  deps: ApiDeps,
): Promise<{ report: ApiReport; findings: Finding[] }> {
  const { config, keys, redact, progress, profiles } = deps;
  const { baseUrl } = config.visibility;
  const feeds = views.flatMap(feedsOf);
  const feedsFor = ({ id }: ProjectReport) => feeds.filter(({ project }) => project.id === id);
  const all = [
    ...new Map(views.flatMap(({ projects }) => projects.map((each) => [each.id, each] as const))).values(),
  ];
  const withKeys = all.map((project) => ({ project, ...keys.of(project) }));
  const findings = withKeys.flatMap(({ project, key, name }) => keyFindings(project, key, name));
  const usable = withKeys.flatMap(({ key, ...rest }) => (isSendable(key) ? [{ ...rest, key }] : []));
  const [first] = usable;

  progress.part('the API', 0);
  const results = first ? await lookAtAddress(baseUrl, first.key) : [];
  const isThere = results.every(({ look }) => look.what !== 'address' || look.outcome === 'ok');
  const projects: ProjectReport[] = [];
  const refused = new Map<string, ProjectReport[]>();
  for (const { project, key, name: keyName } of isThere ? usable : []) {
    progress.part(project.name, READS.length);
    const walk = {
      baseUrl,
      apiKey: key,
      isKeyRefused: refused.has(key),
      projectId: project.id,
      redact,
      profiles,
    };
    const reads = await walkProject({ ...walk, realNow, onStep: progress.step });
    profiles.learn(key, reads.flatMap(listAnsweredLines));
    const learned = learnedInWords(refusedIn(profiles.of(key)));
    const report = {
      id: project.id,
      name: project.name,
      keyName,
      reads,
      ...(learned.length > 0 && { learnt: learned }),
    };
    projects.push(report);
    if (refused.has(key) || refusesKey(reads)) refused.set(key, [...(refused.get(key) ?? []), report]);
    else findings.push(...findApiFaults(project, report, feedsFor(report)));
  }
  for (const hit of refused.values()) findings.push(...findRefusedKeys(hit, hit.flatMap(feedsFor)));
  return {
    report: { baseUrl: addressWithoutSecrets(baseUrl), looks: results.map(({ look }) => look), projects },
    findings: [...results.flatMap(({ finding }) => finding ?? []), ...findings],
  };
}

/** Whether the API answers at all, and what time it has. */
async function lookAtAddress(baseUrl: string, key: string): Promise<LookResult[]> {
  try {
    const { date, there } = await knock(baseUrl, key);
    if (there !== 'api') return [wrongAddress(baseUrl, there)];
    // HTTP dates are cut off to the second.
    const skewMs = date === undefined ? undefined : Date.parse(date) + 500 - realNow();
    return [{ look: ok('address', 'answers') }, judgeClock('the API', skewMs, false)];
  } catch (error) {
    if (!(error instanceof VisibilityError)) throw error;
    const rest = error.message.slice(error.operation.length + 1);
    const sentence = `${error.operation} at ${addressWithoutSecrets(baseUrl)} ${rest} Nothing can be polled.`;
    const mend =
      'Check VISIBILITY_BASE_URL, and whether this machine can reach it. The bot keeps trying by itself.';
    return [trouble('fault', 'API', { what: 'address', sentence, mend })];
  }
}

function wrongAddress(baseUrl: string, there: Exclude<There, 'api'>): LookResult {
  const why =
    there === 'web_page'
      ? webPageSentence(baseUrl)
      : `${addressWithoutSecrets(baseUrl)} answers 404 to ${EVERYWHERE.join(' and ')}, which the API always has: VISIBILITY_BASE_URL seems to point to something else.`;
  const sentence = `${why} Nothing can be polled.`;
  return trouble('fault', 'API', { what: 'address', sentence, mend: MEND_ADDRESS });
}

/** Whether an HTTP header can carry it. */
const isSendable = (key: string | undefined): key is string =>
  key !== undefined && /^[\x21-\x7e]+$/.test(key);

function keyFindings({ name: subject }: Project, key: string | undefined, keyName: string): Finding[] {
  if (isSendable(key)) return [];
  const sentence =
    key === undefined
      ? `${keyName} isn’t set, so nothing can be polled for this project.`
      : badKeySentence(keyName);
  return [{ level: 'fault', subject, sentence, mend: mendKey(keyName) }];
}
