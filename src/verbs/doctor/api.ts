/**
 * Checks the API: whether it answers at all, then every read operation for every project, and what the answers mean for the
 * bot: what it can't do, what it will leave out.
 */
import { realNow } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { operationsOf } from '../../feeds/feeds.ts';
import { andList, dropFloatNoise } from '../../messages/figures.ts';
import type { ApiKeys } from '../../projects/api-keys.ts';
import { type Feed, feedsOf, type Project, type Projects } from '../../projects/projects.ts';
import { DEFAULT_MIN_CHANGE } from '../../projects/projects-schema.ts';
import { findUnknownPlaces } from '../../rules/lead-place.ts';
import { badKeySentence, isSendable } from '../../secrets.ts';
import {
  addressWithoutSecrets,
  mendKey,
  mendOf,
  mendRefusedKey,
  refusedKeySentence,
} from '../../visibility/errors.ts';
import { type KeptProfiles, type Line, type Profile, refusedIn } from '../../visibility/profile.ts';
import type { Progress } from '../command-line.ts';
import { lookAtAddress } from './address.ts';
import type { Method } from './reads.ts';
import {
  type ApiReport,
  type Finding,
  listSome,
  type ProjectReport,
  type Range,
  type ReadReport,
  skipped,
} from './report.ts';
import { isInAnswer, type Stop, walkProjects } from './walk.ts';

type ApiDeps = {
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
  const findings = [
    ...withKeys.flatMap(({ project, key, name }) => keyFindings(project, key, name)),
    // The sandbox is what the example is for.
    ...(config.clockUrl === undefined && views.some(isOfExample) ? [EXAMPLE_DASHBOARD] : []),
  ];
  const usable = withKeys.flatMap(({ key, ...rest }) =>
    key !== undefined && isSendable(key) ? [{ ...rest, key }] : [],
  );
  const [first] = usable;

  progress.part('the API', 0);
  // Whether something answers there is worth knowing before there is a project, or a key.
  const results = await lookAtAddress(baseUrl, first?.key ?? 'none');
  if (all.length === 0)
    results.push({ look: skipped('operations', 'none was tried, because no project is known') });
  const isThere = results.every(({ look }) => look.what !== 'address' || look.outcome === 'ok');
  const walked = await walkProjects(isThere ? usable : [], { baseUrl, profiles, redact, realNow, progress });
  const projects: ProjectReport[] = [];
  const stopped = new Map<string, { stop: Stop; reports: ProjectReport[] }>();
  for (const { project, key, name: keyName, reads, stop } of walked) {
    const profile = profiles.of(key);
    const learned = learnedInWords(refusedIn(profile));
    const report = {
      id: project.id,
      name: project.name,
      keyName,
      reads,
      ...(learned.length > 0 && { learnt: learned }),
    };
    projects.push(report);
    if (stop) stopped.set(key, { stop, reports: [...(stopped.get(key)?.reports ?? []), report] });
    else {
      findings.push(...findApiFaults(project, report, feedsFor(report)));
      findings.push(...findUnmatchedLines(project, reads, profile));
    }
  }
  for (const { stop, reports } of stopped.values())
    findings.push(...findStops(stop, reports, reports.flatMap(feedsFor)));
  findings.push(...findApiNotes(projects));
  return {
    report: { baseUrl: addressWithoutSecrets(baseUrl), looks: results.map(({ look }) => look), projects },
    findings: [...results.flatMap(({ finding }) => finding ?? []), ...findings],
  };
}

const isOfExample = ({ dashboard_url = '' }: Projects) =>
  dashboard_url.startsWith('https://dashboard.example.com/');

const EXAMPLE_DASHBOARD: Finding = {
  level: 'loss',
  subject: 'Configuration',
  sentence: 'dashboard_url in projects.yml is still the example’s, so links to the dashboard lead nowhere.',
  mend: 'Put in the address of your API’s dashboard, or remove the line.',
};

function keyFindings({ name: subject }: Project, key: string | undefined, keyName: string): Finding[] {
  const fault = (sentence: string): Finding[] => [
    { level: 'fault', subject, sentence, mend: mendKey(keyName) },
  ];
  if (key === undefined) return fault(`${keyName} isn’t set, so nothing can be polled.`);
  return isSendable(key) ? [] : fault(badKeySentence(keyName));
}

/** `feeds` are this project's. The main job needs what they need. */
export function findApiFaults(project: Project, report: ProjectReport, feeds: readonly Feed[]): Finding[] {
  return [
    ...findFailures(report, feeds),
    ...report.reads.flatMap((read) => findMissingFields(read, feeds)),
    ...findScales(report, feeds),
  ].map((finding) => ({ ...finding, subject: project.name }));
}

/** Lines of the operator's profile that lead nowhere in the answers, which are then read as without them. */
function findUnmatchedLines({ name }: Project, reads: readonly ReadReport[], profile: Profile): Finding[] {
  const lines = reads.flatMap(({ method, rows, stood, empty = [], came }) => {
    const isThere = ({ what, there }: Line) =>
      stood
        ? stood.some((each) => each.what === what && each.there === there)
        : what === 'list'
          ? came?.list === there
          : came?.fields.some(({ at }) => at === there);
    const own = [...(profile.get(method)?.values() ?? [])].flatMap(([line]) => line ?? []);
    return rows === 0 || !(stood ?? came)
      ? []
      : own
          .filter((line) => line.known === 'corrected' && line.there !== null && isInAnswer(line.what))
          .filter(({ what }) => !empty.some((field) => what === field || what.startsWith(`${field}.`)))
          .filter((line) => !isThere(line))
          .map(({ what, there }) => `${method}: ${what}: ${there}`);
  });
  if (lines.length === 0) return [];
  const sentence =
    'The answers have nothing at the places in these lines of your API profile, so they have no effect.';
  const mend = 'Correct them in the file under api: profile: in projects.yml, or remove them.';
  return [{ level: 'loss', subject: name, sentence, shown: lines, mend }];
}

/** One finding, however many projects use the key for which the API answers nothing. `feeds` are those of all of them. */
export function findStops(stop: Stop, hit: readonly ProjectReport[], feeds: readonly Feed[]): Finding[] {
  const [first] = hit;
  if (!first) return [];
  const failed = first.reads.find(({ outcome }) => outcome === 'failed');
  const projects = listSome(hit.map(({ name }) => name));
  const { level, cost } = costOf(feeds);
  if (stop === 'visibility_unauthorised') {
    const sentence = `${refusedKeySentence(first.keyName, failed?.status, failed?.said)}, so nothing can be read for ${projects}. ${cost}`;
    return [{ level, subject: 'API', sentence, mend: mendRefusedKey(first.keyName, failed?.said) }];
  }
  const sentence = `${failed?.operation} ${failed?.why} The rest wasn’t tried, so nothing is known about ${projects}. ${cost}`;
  return [{ level, subject: 'API', sentence, mend: mendOf({ code: stop }, first.keyName) }];
}

/** `stopped` are the feeds that need what failed. */
function costOf(stopped: readonly Feed[]): { level: 'fault' | 'loss'; cost: string } {
  const kinds = [...new Set(stopped.map(({ kind }) => kind))];
  return kinds.length > 0
    ? { level: 'fault', cost: `Feeds that can’t post: ${andList(kinds)}.` }
    : { level: 'loss', cost: 'No feed needs it, but questions about it in Slack can’t be answered.' };
}

type ProjectFinding = Omit<Finding, 'subject'>;

/** One finding for each kind of failure. */
function findFailures({ reads, keyName }: ProjectReport, feeds: readonly Feed[]): ProjectFinding[] {
  const failed = reads.filter(({ outcome }) => outcome === 'failed');
  const kindOf = ({ code = '', mayProfileHelp = false }: ReadReport) => `${code} ${mayProfileHelp}`;
  return [...Map.groupBy(failed, kindOf).values()].map((alike) => {
    const broken = feeds.filter(({ kind }) =>
      alike.some(({ operation }) => operationsOf(kind).includes(operation)),
    );
    const { level, cost } = costOf(broken);
    const shown = alike.flatMap(cameInWords).slice(0, ANSWERS_SHOWN);
    const sentence = `${failureInWords(alike, reads.length)} ${cost}`;
    const [first] = alike;
    const mend = mendOf({ code: '', ...first }, keyName);
    return { level, sentence, ...(shown.length > 0 && { shown }), mend };
  });
}

const ANSWERS_SHOWN = 3;
const FIELDS_SHOWN = 8;

/** "communityLeads has a list at data.items with leadRef “x0”, thread.link “https://…”" */
export function cameInWords({ method, came }: ReadReport): string[] {
  if (!came) return [];
  const fields = came.fields.slice(0, FIELDS_SHOWN).map(({ at, example }) => `${at} “${example}”`);
  const more = came.fields.length - fields.length;
  const where = came.list === undefined ? '' : `a list at ${came.list} with `;
  return [`${method} has ${where}${fields.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

function failureInWords(alike: readonly ReadReport[], all: number): string {
  const [first, ...more] = alike;
  const what = `${first?.operation} ${first?.why}`;
  return more.length === 0 ? what : `${alike.length} of ${all} operations failed. The first: ${what}`;
}

/** What it costs that a field is in none of an answer's rows. */
function findMissingFields({ method, names }: ReadReport, feeds: readonly Feed[]): ProjectFinding[] {
  return costsOf(method, names?.missing ?? []).map(({ sentence, stops }) => {
    const fault = stops !== undefined && feeds.some(({ kind }) => kind === stops);
    return { level: fault ? 'fault' : 'loss', sentence, ...(fault && { mend: NAME_FIELDS }) };
  });
}

/** Whether it answers, but without something that people notice. */
export function hasGap({ method, names }: ReadReport): boolean {
  return costsOf(method, names?.missing ?? []).length > 0;
}

function costsOf(method: ReadReport['method'], missing: readonly string[]): readonly Cost[] {
  return (MISSING[method] ?? []).filter(({ fields }) => fields.every((field) => missing.includes(field)));
}

/** What the API sends otherwise than guessed without harm. What one project has, another may just have no data for. */
export function findApiNotes(projects: readonly ProjectReport[]): Finding[] {
  const reads = projects.flatMap((project) => project.reads);
  return [...findOtherMissingFields(reads), ...findUnknownFields(reads)].map((sentence) => ({
    level: 'note',
    subject: 'API',
    sentence,
  }));
}

/** Everything else that is missing, in one sentence. */
function findOtherMissingFields(reads: readonly ReadReport[]): string[] {
  const answered = reads.flatMap(({ method, names }) => (names ? [{ method, missing: names.missing }] : []));
  const parts = [...Map.groupBy(answered, ({ method }) => method)].flatMap(([method, alike]) => {
    const [first = [], ...others] = alike.map(({ missing }) => {
      const named = costsOf(method, missing).flatMap(({ fields }) => fields);
      return missing.filter((field) => !named.includes(field));
    });
    const rest = first.filter((field) => others.every((other) => other.includes(field)));
    return rest.length === 0 ? [] : [`${rest.join(', ')} (${method})`];
  });
  return parts.length === 0 ? [] : [`The API doesn’t send these, so they aren’t shown: ${parts.join('; ')}.`];
}

const NAME_FIELDS =
  'If the API has it under another name, run `npm run learn -- --out api-profile.yml`, enter that name in the file, and name the file under api: profile: in projects.yml.';

/** Thresholds are on the API's own scale, which only its answers show. */
function findScales({ reads }: ProjectReport, feeds: readonly Feed[]): ProjectFinding[] {
  const scoresOf = (method: Method) => reads.find((read) => read.method === method)?.scores;
  const [leads, daily] = [scoresOf('communityLeads'), scoresOf('dailyScores')];
  return feeds.flatMap((feed): ProjectFinding[] => {
    if (feed.kind === 'leads') {
      const { min_score, places } = feed.settings;
      return [
        ...(leads && min_score !== undefined ? judgeMinScore(min_score, leads) : []),
        ...judgeNever(places?.never ?? [], reads),
      ];
    }
    return feed.kind === 'scores' ? judgeMinChange(feed.settings.min_change, daily?.scale) : [];
  });
}

function judgeMinChange(minChange: number, scale: Range['scale']): ProjectFinding[] {
  if (scale === '0-1' && minChange >= 1) {
    const sentence = `Daily scores go from 0 to 1 here, so min_change ${minChange} counts as ${minChange / 100}.`;
    return [{ level: 'note', sentence }];
  }
  if (scale !== '0-100' || minChange >= 1) return [];
  const sentence = `min_change ${minChange} leaves out hardly any change: daily scores go from 0 to 100 here.`;
  const mend = `Set min_change in points of such a score; without it, it’s ${DEFAULT_MIN_CHANGE}.`;
  return [{ level: 'loss', sentence, mend }];
}

function judgeMinScore(minScore: number, { scale, from, to }: Range): ProjectFinding[] {
  const onScale = (score: number) =>
    `Set min_score on the API’s scale, for example ${dropFloatNoise(score)}.`;
  if (scale === '0-100' && minScore > 0 && minScore < 1) {
    const sentence = `min_score ${minScore} leaves out hardly any lead: leads have ${from} to ${to}, on a scale from 0 to 100.`;
    return [{ level: 'loss', sentence, mend: onScale(minScore * 100) }];
  }
  if (minScore <= to) return [];
  const none = `No lead reaches min_score ${minScore}: the best has ${to}`;
  if (scale === '0-1' && minScore > 1) {
    const sentence = `${none}, on a scale from 0 to 1. A digest would be empty.`;
    return [{ level: 'fault', sentence, mend: onScale(minScore / 100) }];
  }
  const mend = `Remove min_score or lower it: leads have ${from} to ${to} now.`;
  return [{ level: 'loss', sentence: `${none}. A digest would be empty.`, mend }];
}

/** A place may be left out before any lead comes from there, or be misspelled. */
function judgeNever(never: readonly string[], reads: readonly ReadReport[]): ProjectFinding[] {
  const unknown = findUnknownPlaces(
    never,
    reads.flatMap(({ places }) => places ?? []),
  );
  if (unknown.length === 0) return [];
  const names = unknown.map(({ place, near }) => `“${place}”${near === undefined ? '' : ` (${near}?)`}`);
  const sentence = `No lead is from ${names.join(' or ')} at the moment, so naming it in places.never changes nothing.`;
  return [
    { level: 'loss', sentence, mend: 'Write places as /visibility leads shows them, for example r/devops.' },
  ];
}

const UNKNOWN_LISTED = 6;

function findUnknownFields(reads: readonly ReadReport[]): string[] {
  const all = [
    ...new Set(reads.flatMap(({ method, unknown }) => unknown.map((field) => `${method} ${field}`))),
  ];
  if (all.length === 0) return [];
  const more = all.length > UNKNOWN_LISTED ? ` and ${all.length - UNKNOWN_LISTED} more` : '';
  return [
    `The API sends fields that Sightline doesn’t know and doesn’t show: ${all.slice(0, UNKNOWN_LISTED).join(', ')}${more}.`,
  ];
}

/** What it means if all of `fields` are missing. `stops`: the kind of feed that then has nothing to post. */
type Cost = { fields: readonly string[]; sentence: string; stops?: Feed['kind'] };

const MISSING: Readonly<Partial<Record<Method, readonly Cost[]>>> = {
  communityLeads: [
    { fields: ['url'], sentence: 'Leads have no link: nobody can open the thread from Slack.' },
    { fields: ['title'], sentence: 'Leads have no title: each is shown as “Untitled thread”.' },
    {
      fields: ['score'],
      sentence: 'Leads have no score: they stay in the API’s order, and min_score has no effect.',
    },
    {
      fields: ['postedAt'],
      sentence: 'Leads have no date: each says “no date given”, and max_age has no effect.',
    },
    {
      fields: ['place'],
      sentence: 'Leads don’t say which forum they’re from: places.never and muting have no effect.',
    },
  ],
  dailyScores: [
    {
      fields: ['score'],
      sentence: 'Daily scores have no score, so there is nothing to alert about.',
      stops: 'scores',
    },
    { fields: ['date'], sentence: 'Daily scores have no date, so they can’t be compared.', stops: 'scores' },
    {
      fields: ['engine', 'engineId'],
      sentence: 'Daily scores don’t name engines: alerts and /visibility scores show only the overall score.',
    },
    {
      fields: ['complete'],
      sentence: 'Daily scores don’t say which days are complete: each day counts as soon as it’s over.',
    },
  ],
  topics: [{ fields: ['label'], sentence: 'Topics have no name: /visibility topic finds none of them.' }],
  prompts: [
    { fields: ['text'], sentence: 'Prompts have no text: the list shows none of them.' },
    { fields: ['id'], sentence: 'Prompts have no id: none can be opened or changed.' },
  ],
};

/** "communityLeads: at most 50 rows". May contain the API’s words, which are outside text. */
export function learnedInWords(lines: readonly Line[]): string[] {
  return [...new Set(lines.map((line) => `${line.operation}: ${lessonOf(line)}`))];
}

function lessonOf({ what, there }: Line): string {
  const word = what.split('.')[1] ?? what;
  if (what.endsWith('.maximum')) return `at most ${there} rows`;
  if (what.endsWith('.list')) return there === 'comma' ? `${word} with commas` : `${word} one by one`;
  if (what.endsWith('.by')) return `${word} by its ${there}`;
  return there === null ? `no ${word}` : `${word} is sent as “${there}”`;
}
