/** Checks the API: whether it answers at all, and then every read operation for every project. */
import { realNow } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { learnedInWords } from '../../messages/feeds/health.ts';
import type { ApiKeys } from '../../projects/api-keys.ts';
import { feedsOf, type Project, type Projects } from '../../projects/projects.ts';
import { isSendable } from '../../visibility/http.ts';
import { refusedIn } from '../../visibility/profile.ts';
import type { KeptProfiles } from '../../visibility/profiles.ts';
import { addressWithoutSecrets, badKeySentence, mendKey } from '../../visibility/remedies.ts';
import type { Progress } from '../terminal.ts';
import { lookAtAddress } from './address.ts';
import { findApiFaults, findStops } from './api-findings.ts';
import { listAnsweredLines } from './examine.ts';
import { READS } from './reads.ts';
import type { ApiReport, Finding, ProjectReport } from './report.ts';
import { findStop, type Stop, walkProject } from './walk.ts';

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
  const usable = withKeys.flatMap(({ key, ...rest }) =>
    key !== undefined && isSendable(key) ? [{ ...rest, key }] : [],
  );
  const [first] = usable;

  progress.part('the API', 0);
  const results = first ? await lookAtAddress(baseUrl, first.key) : [];
  const isThere = results.every(({ look }) => look.what !== 'address' || look.outcome === 'ok');
  const projects: ProjectReport[] = [];
  const stopped = new Map<string, { stop: Stop; reports: ProjectReport[] }>();
  for (const { project, key, name: keyName } of isThere ? usable : []) {
    progress.part(project.name, READS.length);
    const walk = {
      baseUrl,
      apiKey: key,
      stop: stopped.get(key)?.stop,
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
    const stop = walk.stop ?? findStop(reads);
    if (stop) stopped.set(key, { stop, reports: [...(stopped.get(key)?.reports ?? []), report] });
    else findings.push(...findApiFaults(project, report, feedsFor(report)));
  }
  for (const { stop, reports } of stopped.values())
    findings.push(...findStops(stop, reports, reports.flatMap(feedsFor)));
  return {
    report: { baseUrl: addressWithoutSecrets(baseUrl), looks: results.map(({ look }) => look), projects },
    findings: [...results.flatMap(({ finding }) => finding ?? []), ...findings],
  };
}

function keyFindings({ name: subject }: Project, key: string | undefined, keyName: string): Finding[] {
  const fault = (sentence: string): Finding[] => [
    { level: 'fault', subject, sentence, mend: mendKey(keyName) },
  ];
  if (key === undefined) return fault(`${keyName} isn’t set, so nothing can be polled for this project.`);
  return isSendable(key) ? [] : fault(badKeySentence(keyName));
}
