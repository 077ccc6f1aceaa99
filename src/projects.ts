/** The only reader of projects.yml: which projects there are, what each posts where, and who may do what. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { FEED_KINDS } from './decision.ts';
import { ConfigError, messageOf } from './errors.ts';
import { isTimezone, parseQuiet, parseSchedule } from './schedule-words.ts';

const channelId = z
  // Without quotes a #name is a comment in YAML, and nothing is left.
  .string({
    error: ({ input }) =>
      input === null ? 'is empty; write a channel id such as C0123ABCD (not a #name)' : undefined,
  })
  .regex(/^[CG][A-Z0-9]{2,}$/, 'must be a channel id such as C0123ABCD (not a #name)');
const personId = z.string().regex(/^[UWS][A-Z0-9]{2,}$/, 'must be a user or user-group id such as U0123ABCD');
const userId = z.string().regex(/^[UW][A-Z0-9]{2,}$/, 'must be a user id such as U0123ABCD');
const timezone = z.string().refine(isTimezone, 'must be a timezone such as Europe/Berlin');

const schedule = z.string().refine((words) => parseSchedule(words) !== undefined, {
  error:
    'must be a schedule such as "weekdays at 9:00", "Mondays 08:30", "every 2 hours" or cron "0 9 * * 1-5"',
});

const quiet = z.string().refine((words) => parseQuiet(words) !== undefined, {
  error: 'must be hours with two different ends, such as "22:00-07:00"',
});

const DAY_MS = 86_400_000;
const duration = z
  .string()
  .regex(/^\d+[dh]$/, 'must be days or hours, such as 14d or 36h')
  .transform((text) => Number.parseInt(text, 10) * (text.endsWith('d') ? DAY_MS : DAY_MS / 24));

const who = z.union([z.enum(['members', 'admins']), z.array(personId)], {
  error: 'must be members, admins, or a list of user and user-group ids',
});

const unlistedOperation = z
  .string()
  .regex(
    /^(POST|PUT|PATCH) \/[\w{}/.-]+$/,
    'must be a method and a path, such as "POST /projects/{project_id}/…"',
  );

const feed = {
  channel: channelId,
  schedule,
  timezone: timezone.optional(),
  /** Hours, in the feed's timezone, in which nothing is posted but the gravest alerts; the rest comes at their end. */
  quiet: quiet.optional(),
};

/** One project as the file says it. What is made in Slack is checked by the same rules. */
export const Project = z.strictObject({
  id: z.guid('must be the project_id of the API, a UUID'),
  name: z.string().min(1).max(60),
  workspace: z
    .string()
    .regex(/^T[A-Z0-9]{2,}$/, 'must be a workspace id such as T0123ABCD')
    .optional(),
  api_key_env: z.string().optional(),
  visible_in: z.array(channelId).optional(),
  leads: z
    .strictObject({
      ...feed,
      limit: z.int().min(1).max(50, 'must be at most 50, for more do not fit into a message').default(10),
      min_score: z.number().optional(),
      max_age: duration.optional(),
      places: z.strictObject({ never: z.array(z.string()) }).optional(),
      words: z.strictObject({ never: z.array(z.string()) }).optional(),
      /** Whether a digest ends with the threads that AI engines cite already. */
      warm_leads: z.boolean().default(false),
      post_empty: z.boolean().default(false),
    })
    .optional(),
  scores: z
    .strictObject({
      ...feed,
      min_change: z.number().positive().default(5),
      /** Ids of the people who are named in an alert. */
      mention: z.array(userId).default([]),
    })
    .optional(),
  suggestions: z.strictObject(feed).optional(),
  recap: z
    .strictObject({
      ...feed,
      /** Whether the channel sees who claimed and replied how often. Everybody sees their own figures. */
      by_person: z.boolean().default(false),
    })
    .optional(),
});

/** The file as people write it. Its JSON Schema is projects.schema.json, made by `npm run docs`. */
export const ProjectsFile = z.strictObject({
  /** Ids of the people who are told when something breaks that only they can mend. */
  owners: z.array(userId).default([]),
  /** The channel that is told as the owners are. */
  ops_channel: channelId.optional(),
  /** What becomes of a post of which nobody can tell whether Slack has it: held, or sent again at the risk of two. */
  on_unclear: z.enum(['hold', 'resend'], { error: 'must be hold or resend' }).default('hold'),
  permissions: z
    .strictObject({
      leads: who.default('members'),
      prompts: who.default('members'),
      configure: who.default('admins'),
    })
    .prefault({}),
  api: z
    .strictObject({
      /** How several engines or regions are named in one request: as a repeated parameter, or with commas in one. */
      id_lists: z.enum(['repeat', 'comma'], { error: 'must be repeat or comma' }).default('repeat'),
    })
    .prefault({}),
  dashboard_url: z
    .string()
    .regex(/^https?:\/\//, 'must begin with https://')
    .optional(),
  defaults: z.strictObject({ timezone: timezone.default('UTC') }).prefault({}),
  unlisted: z
    .strictObject({
      accept_segment_suggestion: unlistedOperation.optional(),
      dismiss_segment_suggestion: unlistedOperation.optional(),
    })
    .prefault({}),
  /** May be empty only where projects can be connected in Slack. */
  projects: z.array(Project).default([]),
});

export type Who = z.output<typeof who>;
type ProjectEntry = z.output<typeof Project>;
/** A feed that was made in Slack, as the file would say it; `revision` grows with every change. */
export type MadeFeed = Omit<ProjectEntry, 'id' | 'name' | 'workspace' | 'api_key_env' | 'visible_in'> & {
  revision: number;
};
/** A project with what the file says of it, and beside that what was made in Slack. */
export type Project = ProjectEntry & {
  /** True of one that was itself connected in Slack. */
  connected?: true;
  made?: readonly MadeFeed[];
};
export type Projects = Omit<z.output<typeof ProjectsFile>, 'projects'> & { projects: readonly Project[] };

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
    const common = (
      kind: Feed['kind'],
      settings: Pick<NonNullable<Project['suggestions']>, keyof typeof feed>,
    ) => ({
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
      `${location}: project ${twice.name} (${twice.id}) is there twice. Keep one of them, or give it another name.`,
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
  if (document.errors.length > 0) {
    throw new ConfigError(
      document.errors.map(({ pos, message }) => `${file}:${lines.linePos(pos[0]).line}: ${message}`),
    );
  }
  const parsed = ProjectsFile.safeParse(contentOf(document, file), { error: inWords });
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.flatMap((issue) => {
      const fault = (at: readonly PropertyKey[], said: string) =>
        `${file}:${lineOf(at, document, lines)}: ${at.join('.') || 'the file'} ${said}`;
      return issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => fault([...issue.path, key], 'is not a known key'))
        : [fault(issue.path, issue.message)];
    }),
  );
}

/** What is wrong with a value for which the schema has no sentence of its own. */
export function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return issue.input === null
        ? 'is empty'
        : `must be ${KINDS[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}`;
    case 'too_small':
      return issue.origin === 'string'
        ? 'is empty'
        : `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    default:
      return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  array: 'a list: [one, another]',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'keys with their values',
  string: 'a text',
};

/** An alias without its anchor, or thousands of them, is found only here. */
function contentOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new ConfigError([`${file}: ${messageOf(error)}`]);
  }
}

/** The line of a key or of a list's item; where it is not written, that of what it should stand in. */
function lineOf(at: readonly PropertyKey[], document: Document, lines: LineCounter): number {
  const [above, last] = [at.slice(0, -1), at.at(-1)];
  if (last === undefined) return 1;
  const parent = document.getIn(above, true);
  const written = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.value === last)?.key
    : document.getIn(at, true);
  const start = isNode(written) ? written.range?.[0] : undefined;
  return start === undefined ? lineOf(above, document, lines) : lines.linePos(start).line;
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

/** The timezone in which a project's days begin and end: that of its scores, else the common one. */
export function timezoneOf(projects: Projects, project: Project): string {
  const [own] = partsOf(project).flatMap(({ scores }) => scores?.timezone ?? []);
  return own ?? projects.defaults.timezone;
}
