/** Looks at the API: whether it answers at all, and then everything that can be read of every project. */
import { realNow } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { learntInWords } from '../../messages/feeds/health.ts';
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
import { apiFindings, keyRefused } from './api-findings.ts';
import { clockLook } from './clock-skew.ts';
import { answeredIn } from './examine.ts';
import type { Progress } from './progress.ts';
import { READS } from './reads.ts';
import { type ApiReport, type Finding, type Noted, ok, type ProjectReport, trouble } from './report.ts';
import { knock, OF_NO_PROJECT, refusesKey, type There, walkProject } from './walk.ts';

export type ApiLooking = {
  config: Config;
  keys: ApiKeys;
  /** What is known of the API; the answers add to it. */
  profiles: KeptProfiles;
  /** Takes secrets out of text. */
  strike: (text: string) => string;
  progress: Progress;
};

/** `views` are what the workspaces have. A project that several have is looked at once. */
export async function lookAtApi(
  views: readonly Projects[],
  looking: ApiLooking,
): Promise<{ report: ApiReport; findings: Finding[] }> {
  const { config, keys, strike, progress, profiles } = looking;
  const { baseUrl } = config.visibility;
  const feeds = views.flatMap(feedsOf);
  const feedsFor = ({ id }: ProjectReport) => feeds.filter(({ project }) => project.id === id);
  const all = [
    ...new Map(views.flatMap(({ projects }) => projects.map((each) => [each.id, each] as const))).values(),
  ];
  const keyed = all.map((project) => ({ project, ...keys.of(project) }));
  const findings = keyed.flatMap(({ project, key, name }) => keyFindings(project, key, name));
  const able = keyed.flatMap(({ key, ...rest }) => (isSendable(key) ? [{ ...rest, key }] : []));
  const [first] = able;

  progress.part('the API', 0);
  const looks = first ? await answering(baseUrl, first.key) : [];
  const isThere = looks.every(({ look }) => look.what !== 'address' || look.outcome === 'ok');
  const projects: ProjectReport[] = [];
  const refused = new Map<string, ProjectReport[]>();
  for (const { project, key, name: keyName } of isThere ? able : []) {
    progress.part(project.name, READS.length);
    const walking = {
      baseUrl,
      apiKey: key,
      isKeyRefused: refused.has(key),
      projectId: project.id,
      strike,
      profiles,
    };
    const reads = await walkProject({ ...walking, realNow, onStep: progress.step });
    profiles.learn(key, reads.flatMap(answeredIn));
    const learnt = learntInWords(refusedIn(profiles.of(key)));
    const report = {
      id: project.id,
      name: project.name,
      keyName,
      reads,
      ...(learnt.length > 0 && { learnt }),
    };
    projects.push(report);
    if (refused.has(key) || refusesKey(reads)) refused.set(key, [...(refused.get(key) ?? []), report]);
    else findings.push(...apiFindings(project, report, feedsFor(report)));
  }
  for (const hit of refused.values()) findings.push(...keyRefused(hit, hit.flatMap(feedsFor)));
  return {
    report: { baseUrl: addressWithoutSecrets(baseUrl), looks: looks.map(({ look }) => look), projects },
    findings: [...looks.flatMap(({ finding }) => finding ?? []), ...findings],
  };
}

/** Whether the API answers, whatever, and what time it has. */
async function answering(baseUrl: string, key: string): Promise<Noted[]> {
  try {
    const { date, there } = await knock(baseUrl, key);
    if (there !== 'api') return [elsewhere(baseUrl, there)];
    // Dates of HTTP are cut off to the second.
    const skewMs = date === undefined ? undefined : Date.parse(date) + 500 - realNow();
    return [{ look: ok('address', 'answers') }, clockLook('the API', skewMs, false)];
  } catch (error) {
    if (!(error instanceof VisibilityError)) throw error;
    const sentence = `The API at ${addressWithoutSecrets(baseUrl)} ${error.message.slice(error.operation.length + 1)} Nothing can be polled.`;
    const mend =
      'Check VISIBILITY_BASE_URL, and whether this machine reaches it; the bot asks again by itself.';
    return [trouble('fault', 'API', { what: 'address', sentence, mend })];
  }
}

/** Of what needs no project: a 404 is no matter of a project’s id, nor a web page of what one answers. */
function elsewhere(baseUrl: string, there: Exclude<There, 'api'>): Noted {
  const seems =
    there === 'web_page'
      ? webPageSentence(baseUrl)
      : `${addressWithoutSecrets(baseUrl)} answers 404 to ${OF_NO_PROJECT.join(' and ')}, which every API of this kind has: VISIBILITY_BASE_URL seems to point to something else.`;
  const sentence = `${seems} Nothing can be polled.`;
  return trouble('fault', 'API', { what: 'address', sentence, mend: MEND_ADDRESS });
}

/** What an HTTP header can carry. */
const isSendable = (key: string | undefined): key is string =>
  key !== undefined && /^[\x21-\x7e]+$/.test(key);

function keyFindings({ name: subject }: Project, key: string | undefined, keyName: string): Finding[] {
  if (isSendable(key)) return [];
  const sentence =
    key === undefined
      ? `There is no API key: ${keyName} is not set. Nothing of this project can be polled.`
      : badKeySentence(keyName);
  return [{ level: 'fault', subject, sentence, mend: mendKey(keyName) }];
}
