/** The schema of projects.yml: every key, its default, and what to say about a wrong value. */
import { z } from 'zod';
import { DEFAULT_LIMIT, MOST_NAMED } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { findQuietFault, findTimezone, isTimezone } from '../words/day-times.ts';
import { findRecapScheduleFault, findScheduleFault } from '../words/schedule-words.ts';

/** Text that matches a pattern. A number or anything else gets the same message as the wrong text. */
const matchPattern = (pattern: RegExp, message: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? undefined : message) })
    .regex(pattern, message);
const channelId = matchPattern(/^[CG][A-Z0-9]{2,}$/, 'must be a channel id such as C0123ABCD (not a #name)');
const personId = matchPattern(/^[UWS][A-Z0-9]{2,}$/, 'must be a user or user-group id such as U0123ABCD');
const userId = matchPattern(/^[UW][A-Z0-9]{2,}$/, 'must be a user id such as U0123ABCD');

/** Strict enough that hardly any key passes for a name: the name is shown if the variable is missing. */
const variable = matchPattern(
  /^[A-Z_][A-Z0-9_]{0,63}$/,
  'must be the name of a variable, such as ACME_KEY; the key itself belongs in the environment',
);

const timezone = z.string().refine(isTimezone, {
  error: ({ input }) => {
    const near = findTimezone(String(input));
    return near ? `is not a timezone; did you mean ${near}?` : 'must be a timezone such as Europe/Berlin';
  },
});

/** Text with a parser that says what is wrong with it, or with anything else written in its place. */
const parseWith = (findFault: (words: string) => string | undefined) => {
  const error = ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? undefined : findFault(String(input));
  return z.string({ error }).refine((words) => findFault(words) === undefined, { error });
};
const schedule = parseWith(findScheduleFault);
const quiet = parseWith(findQuietFault);

const UNITS: Readonly<Record<string, number>> = { h: DAY_MS / 24, d: DAY_MS, w: 7 * DAY_MS };

const duration = matchPattern(
  /^\d+ ?(d|days?|h|hours?|w|weeks?)$/,
  'must be hours, days or weeks, such as 36h or 14d',
).transform((text) => Number.parseInt(text, 10) * (UNITS[text.replace(/^\d+ ?/, '').charAt(0)] ?? 0));

const retention = (fallback: string, leastDays: number) =>
  duration
    .refine(
      (ms) => ms >= leastDays * DAY_MS,
      `must be at least ${leastDays}d, because Sightline looks back that far`,
    )
    .prefault(fallback);

const who = z.union([z.enum(['members', 'admins']), z.array(personId)], {
  error: 'must be members, admins, or a list of user and user-group ids',
});

const unlistedOperation = matchPattern(
  /^(?:POST|PUT|PATCH) (?=.*\{suggestion_id\})\/(?:[\w/.-]|\{(?:project|suggestion)_id\})+$/,
  'must be a method and a path with {suggestion_id} in it, such as "POST /projects/{project_id}/segment-suggestions/{suggestion_id}/accept"',
);

const dashboardUrl = matchPattern(
  /^https?:\/\/(?:[^{}]|\{project_id\})*$/,
  'must be an address that begins with https://, with nothing in braces but {project_id}',
);

/** The default of `min_change`: points a score must change by before anybody is told. */
export const DEFAULT_MIN_CHANGE = 5;

export const MinChange = z
  .number()
  .positive()
  .max(100, 'must be at most 100: it’s in points of a score of 0 to 100');

const feed = {
  channel: channelId,
  schedule,
  timezone: timezone.optional(),
  /** Hours, in the feed's timezone, when only serious alerts are posted; everything else waits until they end. */
  quiet: quiet.optional(),
};

export const Project = z.strictObject({
  id: z.guid('must be the project_id of the API, a UUID'),
  name: z.string().min(1).max(60),
  workspace: z
    .string()
    .regex(/^T[A-Z0-9]{2,}$/, 'must be a workspace id such as T0123ABCD')
    .optional(),
  api_key_env: variable.optional(),
  visible_in: z.array(channelId).optional(),
  leads: z
    .strictObject({
      ...feed,
      limit: z.int().min(1).max(50, 'must be at most 50: more don’t fit in a message').default(DEFAULT_LIMIT),
      min_score: z.number().min(0).optional(),
      /** Older leads are left out. */
      max_age: duration.refine((ms) => ms > 0, 'must be at least 1h').prefault('14d'),
      places: z.strictObject({ never: z.array(z.string()) }).optional(),
      words: z.strictObject({ never: z.array(z.string()) }).optional(),
      /** Whether a digest ends with threads that AI engines already cite. */
      warm_leads: z.boolean().default(false),
      post_empty: z.boolean().default(false),
    })
    .optional(),
  scores: z
    .strictObject({
      ...feed,
      min_change: MinChange.default(DEFAULT_MIN_CHANGE),
      /** Ids of people to mention in a serious alert. */
      mention: z.array(userId).max(MOST_NAMED, `must be at most ${MOST_NAMED} people`).default([]),
    })
    .optional(),
  suggestions: z.strictObject(feed).optional(),
  recap: z
    .strictObject({
      ...feed,
      schedule: parseWith(findRecapScheduleFault),
      /** Whether the channel sees how often each person claimed and replied. Everybody sees their own figures. */
      by_person: z.boolean().default(false),
    })
    .optional(),
});

/** The whole file. `npm run docs` writes its JSON Schema to projects.schema.json. */
export const ProjectsFile = z.strictObject({
  /** Ids of people who hear when something breaks that only they can fix. */
  owners: z.array(userId).default([]),
  /** A channel that hears it too. */
  ops_channel: channelId.optional(),
  /** What to do with a post if nobody can tell whether Slack has it: hold it, or resend it and risk a duplicate. */
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
      /** A file that `npm run learn -- --out` wrote and somebody corrected; it overrides what was learned. */
      profile: z.string().min(1).optional(),
      /** The API's OpenAPI description: a file, or its address if it isn't next to the API. */
      openapi: z.string().min(1).optional(),
    })
    .prefault({}),
  /** How long the store keeps what is over. Daily scores stay for good, as does anything still referred to. */
  keep: z
    .strictObject({
      slots: retention('30d', 7),
      /** Posts; their buttons work this long. */
      deliveries: retention('400d', 60),
      audit: retention('400d', 60),
      /** Leads, counted from when the API stopped listing them; one that comes back later is new. */
      announced: retention('400d', 60),
    })
    .prefault({}),
  dashboard_url: dashboardUrl.optional(),
  defaults: z.strictObject({ timezone: timezone.default('UTC') }).prefault({}),
  unlisted: z
    .strictObject({
      accept_segment_suggestion: unlistedOperation.optional(),
      dismiss_segment_suggestion: unlistedOperation.optional(),
    })
    .prefault({}),
  /** May be empty only if projects can be connected in Slack. */
  projects: z.array(Project).default([]),
});

export type Who = z.output<typeof who>;
type ProjectEntry = z.output<typeof Project>;
/** A feed made in Slack, in the file's shape; `revision` grows with every change. */
export type MadeFeed = Omit<ProjectEntry, 'id' | 'name' | 'workspace' | 'api_key_env' | 'visible_in'> & {
  revision: number;
};
export type Project = ProjectEntry & {
  /** The default of its file; missing for a project connected in Slack. */
  timezone?: string;
  /** The project itself was connected in Slack. */
  connected?: true;
  made?: readonly MadeFeed[];
};
export type Projects = Omit<z.output<typeof ProjectsFile>, 'projects'> & { projects: readonly Project[] };
