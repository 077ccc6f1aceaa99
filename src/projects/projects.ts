/** The only reader of projects.yml: which projects there are, what each posts where and when, and who sees it. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { FEED_KINDS } from '../decision.ts';
import { ConfigError, messageOf } from '../errors.ts';
import { parseSchedule } from '../schedule-words.ts';
import { inWords, projectsTwice, schemaFaults } from './projects-faults.ts';
import { type MadeFeed, type Project, type Projects, ProjectsFile } from './projects-schema.ts';
import { grammarFaults } from './yaml-faults.ts';

export { inWords } from './projects-faults.ts';
export { type MadeFeed, Project, type Projects, ProjectsFile, type Who } from './projects-schema.ts';

type FeedBase = {
  id: string;
  project: Project;
  channel: string;
  schedule: string;
  cron: string;
  timezone: string;
  quiet?: string | undefined;
  /** Of one that was made in Slack; the file's feeds have none, and are changed in the file. */
  revision?: number | undefined;
};
/** One thing that is posted to one channel on one schedule. `id` is the subscription's, the same after every restart. */
export type Feed =
  | (FeedBase & { kind: 'scores'; settings: NonNullable<Project['scores']> })
  | (FeedBase & { kind: 'leads'; settings: NonNullable<Project['leads']> })
  | (FeedBase & { kind: 'suggestions'; settings: NonNullable<Project['suggestions']> })
  | (FeedBase & { kind: 'recap'; settings: NonNullable<Project['recap']> });

/** What has feeds: every project as the file says it, and beside it each feed that was made in Slack. */
const partsOf = (project: Project): readonly Partial<MadeFeed>[] => [project, ...(project.made ?? [])];

/** The same after every restart: there is one feed of a kind for one project in one channel. */
export function feedId(kind: Feed['kind'], projectId: string, channel: string): string {
  return `${kind}:${projectId}:${channel}`;
}

/** Every feed, in the order in which posts due at one time go out: scores, leads, suggestions, recap. */
export function feedsOf(projects: Projects): Feed[] {
  const parts = projects.projects.flatMap((project) => partsOf(project).map((part) => ({ project, part })));
  return parts.flatMap(({ project, part }) => {
    const common = (kind: Feed['kind'], settings: NonNullable<Project['suggestions']>) => ({
      id: feedId(kind, project.id, settings.channel),
      project,
      channel: settings.channel,
      schedule: settings.schedule,
      cron: parseSchedule(settings.schedule) ?? settings.schedule,
      timezone: settings.timezone ?? projects.defaults.timezone,
      quiet: settings.quiet,
      ...(part.revision !== undefined && { revision: part.revision }),
    });
    const { scores, leads, suggestions, recap } = part;
    const feeds: Feed[] = [];
    if (scores) feeds.push({ ...common('scores', scores), kind: 'scores', settings: scores });
    if (leads) feeds.push({ ...common('leads', leads), kind: 'leads', settings: leads });
    if (suggestions)
      feeds.push({ ...common('suggestions', suggestions), kind: 'suggestions', settings: suggestions });
    if (recap) feeds.push({ ...common('recap', recap), kind: 'recap', settings: recap });
    return feeds;
  });
}

/** The projects that may be spoken of in a channel: those that name it, or post to it. */
export function visibleIn(projects: Projects, channel: string): Project[] {
  return projects.projects.filter((project) => {
    if (project.visible_in?.includes(channel)) return true;
    return partsOf(project).some((part) => FEED_KINDS.some((kind) => part[kind]?.channel === channel));
  });
}

/** The timezone in which a project's days begin and end: that of its scores, else the common one. */
export function timezoneOf(projects: Projects, project: Project): string {
  const [own] = partsOf(project).flatMap(({ scores }) => scores?.timezone ?? []);
  return own ?? projects.defaults.timezone;
}

/**
 * Reads a file, or every .yml file of a folder (their projects together, the rest from the first that says it).
 * @throws ConfigError with file, line, path and what to write instead, for every fault.
 */
export async function readProjects(location: string, mayBeEmpty = false): Promise<Projects> {
  const read = await Promise.all((await filesAt(location)).map(projectsOrFaults));
  const faults = read.flatMap((one) => (one instanceof ConfigError ? one.faults : []));
  if (faults.length > 0) throw new ConfigError(faults);
  const parsed = read.flatMap((one) => (one instanceof ConfigError ? [] : [one]));
  const [first] = parsed;
  if (!first)
    throw new ConfigError([`${location}: no .yml file in this folder. Start from projects.example.yml.`]);
  const all = { ...first, projects: parsed.flatMap((one) => one.projects) };
  if (all.projects.length === 0 && !mayBeEmpty)
    throw new ConfigError([`${location}: projects must name at least one project`]);
  const twice = all.projects.find((project, i) => all.projects.findIndex(isSameAs(project)) !== i);
  if (twice) {
    throw new ConfigError([
      `${location}: project ${twice.name} (${twice.id}) is there twice. Keep one of them, or give one another id and name.`,
    ]);
  }
  return Object.freeze(all);
}

/** People tell projects apart by their names, in any case; the API by their ids. */
const isSameAs = (project: Project) => (other: Project) =>
  other.id === project.id || other.name.toLowerCase() === project.name.toLowerCase();

/** Parses one file's text. @throws ConfigError as readProjects. */
export function parseProjects(text: string, file: string): Projects {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const grammar = grammarFaults(document, text);
  if (grammar.length > 0) throw new ConfigError(grammar.map((fault) => `${file}:${fault}`));
  const content = contentOf(document, file);
  const parsed = ProjectsFile.safeParse(content, { error: inWords });
  const read = { document, lines, text };
  const faults = [...schemaFaults(parsed.error?.issues ?? [], read), ...projectsTwice(content, read)];
  if (parsed.success && faults.length === 0) return parsed.data;
  throw new ConfigError(faults.map((fault) => `${file}:${fault}`));
}

/** What YAML refuses only once aliases are followed: thousands of them. */
function contentOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new ConfigError([`${file}: ${messageOf(error)}`]);
  }
}

/** Every file is read before the first fault is told, so that all are told at once. */
async function projectsOrFaults(file: string): Promise<Projects | ConfigError> {
  try {
    return parseProjects(await readFile(file, 'utf8'), file);
  } catch (error) {
    return error instanceof ConfigError ? error : unreadable(file, error);
  }
}

async function filesAt(location: string): Promise<string[]> {
  try {
    if (!(await stat(location)).isDirectory()) return [location];
    const names = (await readdir(location)).filter((name) => /\.ya?ml$/.test(name));
    return names.sort().map((name) => path.join(location, name));
  } catch (error) {
    throw unreadable(location, error);
  }
}

function unreadable(location: string, error: unknown): ConfigError {
  return new ConfigError([
    `PROJECTS_FILE ${location} cannot be read: ${messageOf(error)}. Start from projects.example.yml.`,
  ]);
}
